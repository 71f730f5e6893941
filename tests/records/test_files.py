import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from contracts.contract import sha256_of
from contracts.errors import CorruptRun, EnvironmentFault
from contracts.run_paths import blob_file
from records.files import Blobs, read_verified, write_once

OLD = b"old bytes"
NEW = b"new bytes" * 1000
WATCHED = ("open", "write", "fsync", "rename", "mkdir", "close")


def is_folder(descriptor: object) -> bool:
    assert isinstance(descriptor, int)
    return stat.S_ISDIR(os.fstat(descriptor).st_mode)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls to the system, in order, as far as they change something."""
    made: list[str] = []

    def watch(name: str) -> None:
        real = getattr(os, name)

        def watched(*args: object, **kwargs: object) -> object:
            if name != "open" or (isinstance(args[1], int) and args[1] & os.O_CREAT):
                made.append("fsync folder" if name == "fsync" and is_folder(args[0]) else name)
            return real(*args, **kwargs)

        monkeypatch.setattr(os, name, watched)

    for name in ("open", "write", "fsync", "rename", "mkdir"):
        watch(name)
    return made


def test_write_syncs_file_then_renames_then_syncs_folder(tmp_path: Path, calls: list[str]) -> None:
    write_once(tmp_path / "a.json", NEW)
    assert calls == ["open", "write", "fsync", "rename", "fsync folder"]


def test_new_folders_are_synced_into_their_parents(tmp_path: Path, calls: list[str]) -> None:
    write_once(tmp_path / "a" / "b" / "c.json", NEW)
    made = ["mkdir", "fsync folder"]
    assert calls == [*made, *made, "open", "write", "fsync", "rename", "fsync folder"]


def test_same_bytes_again_are_fine_and_still_synced(tmp_path: Path, calls: list[str]) -> None:
    write_once(tmp_path / "a.json", NEW)
    calls.clear()
    write_once(tmp_path / "a.json", NEW)
    assert calls == ["fsync folder"]


def test_other_bytes_are_refused_and_the_old_ones_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_once(path, OLD)
    with pytest.raises(CorruptRun, match=r"a\.json holds other bytes"):
        write_once(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_file_is_private_whole_and_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_once(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == NEW
    assert list(tmp_path.iterdir()) == [path]


def test_long_name_still_fits_beside_its_temporary(tmp_path: Path) -> None:
    path = tmp_path / ("n" * 250)
    write_once(path, NEW)
    assert path.read_bytes() == NEW


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[:100]))
    write_once(tmp_path / "a.json", NEW)
    assert (tmp_path / "a.json").read_bytes() == NEW


def fail_nth(monkeypatch: pytest.MonkeyPatch, n: int) -> Callable[[], bool]:
    """Let the n-th call to the system fail as on a full disk; tells whether it was reached."""
    made = 0

    def wrap(name: str) -> None:
        real = getattr(os, name)

        def counted(*args: object, **kwargs: object) -> object:
            nonlocal made
            made += 1
            if made == n:
                if name == "close":
                    real(*args, **kwargs)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return real(*args, **kwargs)

        monkeypatch.setattr(os, name, counted)

    for name in WATCHED:
        wrap(name)
    return lambda: made >= n


def test_whichever_call_fails_the_file_is_whole_or_absent(tmp_path: Path) -> None:
    for n in range(1, 100):
        path = tmp_path / str(n) / "sub" / "a.json"
        with pytest.MonkeyPatch.context() as patched:
            is_reached = fail_nth(patched, n)
            if is_done := _writes(path):
                assert not is_reached()
        assert not path.exists() or path.read_bytes() == NEW
        assert list((tmp_path / str(n)).rglob("*.tmp")) == []
        write_once(path, NEW)
        if is_done:
            assert n > len(WATCHED)
            return
    pytest.fail("the loop never came to its end")


def _writes(path: Path) -> bool:
    try:
        write_once(path, NEW)
    except EnvironmentFault:
        return False
    return True


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda path: path.unlink(), r"a\.json is missing, but a row names it"),
        (lambda path: path.write_bytes(NEW), r"a\.json has sha256 .* its row says"),
        (lambda path: path.write_bytes(b""), r"a\.json has sha256 .* its row says"),
        (lambda path: (path.unlink(), path.mkdir()), r"a\.json is missing"),
    ],
)
def test_only_the_named_bytes_are_read(
    tmp_path: Path, spoil: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "a.json"
    write_once(path, OLD)
    assert read_verified(path, sha256_of(OLD)) == OLD
    spoil(path)
    with pytest.raises(CorruptRun, match=message):
        read_verified(path, sha256_of(OLD))


def test_place_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentFault, match=r"file/a\.json cannot be read or written"):
        write_once(tmp_path / "file" / "a.json", NEW)


def test_blobs_keep_bytes_once_by_their_hash(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha256 = blobs.put(NEW)
    assert sha256 == blobs.put(NEW) == sha256_of(NEW)
    assert blobs.get(sha256) == NEW
    assert blob_file(tmp_path, sha256).read_bytes() == NEW


def test_spoilt_blob_is_neither_read_nor_taken_for_good(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path)
    sha256 = blobs.put(NEW)
    blob_file(tmp_path, sha256).write_bytes(OLD)
    for use in (lambda: blobs.get(sha256), lambda: blobs.put(NEW)):
        with pytest.raises(CorruptRun, match=sha256):
            use()
