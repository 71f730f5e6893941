"""Reading and writing where a script could have set traps: nothing outside is ever touched."""

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from sandboxes import safe_files
from sandboxes.safe_files import FileInfo, UnsafePath, list_files, read_file, write_file

CANARY = b"canary of the host"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    folder = tmp_path / "host"
    folder.mkdir()
    (folder / "secret").write_bytes(CANARY)
    return folder / "secret"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return folder


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        # A socket's own path may be short only.
        here = os.open(path.parent, os.O_RDONLY)
        try:
            listener.bind(f"/proc/self/fd/{here}/{path.name}")
        finally:
            os.close(here)


def _sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(10 << 30)


TRAPS: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "link to a file": (lambda path, secret: path.symlink_to(secret), "symbolic link"),
    "dangling link": (lambda path, _: path.symlink_to("/nowhere"), "symbolic link"),
    "link to a device": (lambda path, _: path.symlink_to("/dev/zero"), "symbolic link"),
    "hard link": (lambda path, secret: path.hardlink_to(secret), "hard links"),
    "named pipe": (lambda path, _: os.mkfifo(path), "named pipe"),
    "socket": (lambda path, _: _socket(path), "socket"),
    "folder": (lambda path, _: path.mkdir(), "folder"),
}


@pytest.mark.parametrize("trap", TRAPS)
def test_traps_are_not_read(root: Path, secret: Path, trap: str) -> None:
    make, words = TRAPS[trap]
    make(root / "trap", secret)
    started = time.monotonic()
    with pytest.raises(UnsafePath, match=words):
        read_file(root, "trap", cap=1_000)
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("trap", [name for name in TRAPS if name != "folder"])
def test_traps_are_not_listed(root: Path, secret: Path, trap: str) -> None:
    (root / "below").mkdir()
    make, words = TRAPS[trap]
    make(root / "below" / "trap", secret)
    with pytest.raises(UnsafePath, match=f"below/trap.*{words}"):
        list_files(root)


@pytest.mark.root
def test_device_is_not_read(root: Path) -> None:
    os.mknod(root / "zero", 0o666 | 0o020000, os.makedev(1, 5))
    with pytest.raises(UnsafePath, match="a device"):
        read_file(root, "zero", cap=1_000)


def test_linked_folder_is_neither_read_written_nor_listed(root: Path, secret: Path) -> None:
    (root / "door").symlink_to(secret.parent)
    for action in (
        lambda: read_file(root, "door/secret", cap=1_000),
        lambda: write_file(root, "door/new", b"x"),
        lambda: write_file(root, "door/new/deeper", b"x"),
        lambda: list_files(root),
    ):
        with pytest.raises(UnsafePath, match="door"):
            action()
    assert [path.name for path in secret.parent.iterdir()] == ["secret"]


def test_writing_over_a_link_replaces_the_link(root: Path, secret: Path) -> None:
    (root / "report").symlink_to(secret)
    (root / "second").hardlink_to(secret)
    for name in ("report", "second"):
        write_file(root, name, b"mine")
        assert read_file(root, name, cap=10) == b"mine"
    assert secret.read_bytes() == CANARY


def test_linked_root_is_refused(root: Path, tmp_path: Path) -> None:
    (tmp_path / "bent").symlink_to(root)
    with pytest.raises(OSError, match="bent"):
        list_files(tmp_path / "bent")


BAD_NAMES = (
    "",
    ".",
    "..",
    "../host/secret",
    "a/../../host/secret",
    "/etc/passwd",
    "a//b",
    "a/",
    "./a",
    "a\0b",
    "a\nb",
    "a\x1b[2Jb",
    "back\\slash",
    "-rf",
    "a/-b",
    "report\u202egnp.py",
    "zero\u200bwidth",
    "lone\ud800",
    "line\u2028break",
    "x" * 201,
    "é" * 101,
    "x" * 1_001,
    "/".join("abcdefghi"),
)


@pytest.mark.parametrize("name", BAD_NAMES)
def test_bad_names_are_refused(root: Path, secret: Path, name: str) -> None:
    with pytest.raises(UnsafePath):
        read_file(root, name, cap=1_000)
    with pytest.raises(UnsafePath):
        write_file(root, name, b"x")
    assert list(root.iterdir()) == []
    assert secret.read_bytes() == CANARY


@pytest.mark.parametrize("name", ["a.json", "scripts/mean.py", "Größe/資本 1.txt", "~", "a..b"])
def test_good_names_go_round(root: Path, name: str) -> None:
    write_file(root, name, b"first")
    write_file(root, name, b"second")
    assert read_file(root, name, cap=6) == b"second"
    assert list_files(root) == (FileInfo(name, 6),)


def test_names_that_a_script_made_are_checked_when_listed(root: Path) -> None:
    (root / "odd\nname").write_bytes(b"x")
    with pytest.raises(UnsafePath, match="invisible"):
        list_files(root)


def test_case_twins_are_refused(root: Path) -> None:
    (root / "Evidence.json").write_bytes(b"x")
    (root / "evidence.json").write_bytes(b"x")
    with pytest.raises(UnsafePath, match="differ only in case"):
        list_files(root)


def test_missing_file_is_named(root: Path) -> None:
    for name in ("none", "no/such/file"):
        with pytest.raises(UnsafePath, match="there is no"):
            read_file(root, name, cap=1_000)


def test_folder_is_not_written_over(root: Path) -> None:
    (root / "folder").mkdir()
    with pytest.raises(UnsafePath, match="Is a directory"):
        write_file(root, "folder", b"x")
    (root / "file").write_bytes(b"x")
    with pytest.raises(UnsafePath, match="not a folder"):
        write_file(root, "file/below", b"x")
    assert sorted(path.name for path in root.iterdir()) == ["file", "folder"]


def test_sparse_giant_is_refused_by_its_size(root: Path) -> None:
    _sparse(root / "giant")
    started = time.monotonic()
    with pytest.raises(UnsafePath, match="10737418240 bytes"):
        read_file(root, "giant", cap=5_000_000)
    assert time.monotonic() - started < 1


def test_cap_is_the_last_size_that_is_read(root: Path) -> None:
    write_file(root, "file", b"12345")
    assert read_file(root, "file", cap=5) == b"12345"
    with pytest.raises(UnsafePath, match="5 bytes; at most 4"):
        read_file(root, "file", cap=4)
    with pytest.raises(UnsafePath, match="at most 5000000"):
        write_file(root, "file", b"x" * 5_000_001)


def test_too_many_files_are_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_files, "MAX_FILES", 3)
    for number in range(3):
        write_file(root, f"f{number}", b"")
    assert len(list_files(root)) == 3
    write_file(root, "f3", b"")
    with pytest.raises(UnsafePath, match="more than 3 files"):
        list_files(root)


@pytest.mark.root
def test_what_root_writes_belongs_to_the_folders_owner(root: Path) -> None:
    os.chown(root, 65534, 65534)
    write_file(root, "a/b/file", b"x")
    for path in (root / "a", root / "a/b", root / "a/b/file"):
        assert (path.stat().st_uid, path.stat().st_gid) == (65534, 65534)


def _swap_file(root: Path, secret: Path) -> None:
    makers: tuple[Callable[[Path], object], ...] = (
        lambda path: path.symlink_to(secret),
        lambda path: path.write_bytes(b"mine"),
        lambda path: path.hardlink_to(secret),
        lambda path: path.write_bytes(b"mine"),
    )
    for make in makers:
        make(root / "next")
        (root / "next").replace(root / "file")


def _swap_folder(root: Path, secret: Path) -> None:
    door, parked = root / "door", root / "parked"
    door.rename(parked)
    with suppress(FileExistsError):  # the writer made the missing folder
        door.symlink_to(secret.parent)
        time.sleep(0.0005)
        door.unlink()
    while parked.exists():
        shutil.rmtree(door, ignore_errors=True)
        with suppress(OSError):  # the writer was there again
            parked.rename(door)


def _outcome(action: Callable[[], bytes | None]) -> str:
    try:
        data = action()
    except UnsafePath:
        return "refused"
    return "written" if data is None else data.decode()


def test_swapping_never_shows_the_hosts_file(root: Path, secret: Path) -> None:
    """A thread swaps file and link, folder and linked folder, while both are read and written."""
    stop = threading.Event()
    (root / "door").mkdir()
    (root / "door" / "secret").write_bytes(b"mine")

    def swap() -> None:
        while not stop.is_set():
            _swap_file(root, secret)
            _swap_folder(root, secret)

    actions: tuple[Callable[[], bytes | None], ...] = (
        lambda: read_file(root, "file", cap=1_000),
        lambda: read_file(root, "door/secret", cap=1_000),
        lambda: write_file(root, "door/written", b"x"),
    )
    seen: set[tuple[int, str]] = set()
    thread = threading.Thread(target=swap)
    thread.start()
    try:
        deadline = time.monotonic() + 2
        while time.monotonic() < deadline:
            seen |= {(number, _outcome(action)) for number, action in enumerate(actions)}
    finally:
        stop.set()
        thread.join()
    assert seen == {
        (0, "mine"),
        (0, "refused"),
        (1, "mine"),
        (1, "refused"),
        (2, "written"),
        (2, "refused"),
    }
    assert secret.read_bytes() == CANARY
    assert [path.name for path in secret.parent.iterdir()] == ["secret"]
