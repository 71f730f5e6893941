"""Bad input to `generate` and `demo`: refused with its name, and nothing written."""

import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from cli import demo
from cli.data_folder import LEAST_FREE_MB, require_room, require_writable
from cli.models_source import source_of
from cli.wiring import HeldBytes
from contracts.errors import EnvironmentFault, InputError
from records.files import Blobs
from tests.cli.process import ROOT, Result, called

EXAMPLE = ROOT / "examples" / "texas_roadhouse"


def generate(data: Path, *arguments: str, query: str = "What is it?") -> Result:
    return called("generate", query, *arguments, "--data", str(data))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--cutoff", "9/1/2026"), "not a date of the form YYYY-MM-DD"),
        (("--cutoff", "2026-02-30"), "not a day of the calendar"),
        (("--cutoff", "2099-01-01"), "--allow-future"),
        (
            ("--cutoff", "2026-01-09", "--zone", "Mars/Base"),
            "finrubric: --zone 'Mars/Base' is not in the time zone database; name UTC or a place "
            "such as America/New_York or Europe/London\n",
        ),
        (("--cutoff", "2026-01-09", "--zone", ""), "--zone '' is not in"),
        (("--cutoff", "2026-01-09", "--run", ""), "run id '' cannot be used"),
        (("--cutoff", "2026-01-09", "--profile", ""), "--profile is empty; name a packaged one"),
        (
            ("--cutoff", "2026-01-09", "--sandbox", "cloud"),
            "finrubric: --sandbox 'cloud' is not known; use auto, docker or local\n",
        ),
        (("--cutoff", "2026-01-09", "--profile", "nobody"), "profile"),
        (("--cutoff", "2026-01-09", "--run", "../x"), "run id"),
        (("--cutoff", "2026-01-09"), "--sources DIR"),
        (("--cutoff", "2026-01-09", "--sources", ".", "--models", "openai:x"), "is not known; use"),
        (("--cutoff", "2026-01-09", "--sources", ".", "--models", "replay:"), "names no folder"),
        (("--cutoff", "2026-01-09", "--sources", ".", "--models", "no.toml"), "there is no file"),
        (("--cutoff", "2026-01-09", "--max-cost", "0"), "--max-cost '0': give US dollars above 0"),
        (("--cutoff", "2026-01-09", "--max-cost", "1e3"), "in plain digits, such as 12.50"),
        (("--cutoff", "2026-01-09", "--sources", ".", "--models", "replay:nowhere"), "no folder"),
        (
            ("--cutoff", "2026-01-09", "--sources", "nowhere", "--models", "replay:."),
            "no such folder of sources",
        ),
    ],
)
def test_unusable_option_is_named_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    data = tmp_path / "data"
    result = generate(data, *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    for residue in ("Traceback", "Value error", "value_error", "pydantic"):
        assert residue not in result.err
    assert not data.exists()


def test_every_fault_of_the_sources_is_told_at_once(tmp_path: Path) -> None:
    sources = tmp_path / "the sources ü"
    shutil.copytree(EXAMPLE / "sources", sources)
    (sources / "10-K-2024.source.json").unlink()
    (sources / "10-Q-2025-Q3.md").write_bytes(b"caf\xe9")
    result = generate(
        tmp_path / "data",
        *("--cutoff", "2026-01-09", "--sources", str(sources)),
        *("--models", f"replay:{EXAMPLE / 'recording'}"),
    )
    assert result.code == 2
    assert "10-K-2024.md: has no sidecar 10-K-2024.source.json" in result.err
    assert "10-Q-2025-Q3.md: byte 3 is not UTF-8" in result.err
    assert not (tmp_path / "data").exists()


def test_data_folder_that_is_a_file_is_an_environment_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(EnvironmentFault, match="is a file; --data names another folder"):
        require_writable(tmp_path / "file" / "data")
    require_writable(tmp_path / "new" / "folder")
    assert not (tmp_path / "new").exists()


def test_data_folder_that_cannot_be_made_is_an_environment_fault() -> None:
    result = called("demo", "--sandbox", "local", "--data", "/proc/finrubric")
    assert (result.code, result.out) == (7, "")
    assert "data folder '/proc/finrubric' cannot be made: " in result.err


def test_recording_is_named_as_a_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rec ü").mkdir()
    monkeypatch.chdir(tmp_path)
    assert source_of("replay:rec ü", here=Path()) == f"replay:{tmp_path}/rec ü"


def test_bytes_are_held_until_they_are_kept(tmp_path: Path) -> None:
    held = HeldBytes()
    digest = held.put(b"source")
    assert list(tmp_path.iterdir()) == []
    held.keep_in(Blobs(tmp_path))
    assert Blobs(tmp_path).get(digest) == held.get(digest) == b"source"


def test_demo_says_when_its_example_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"query\.txt, sources, recording/recording\.json"):
        demo.require_example(tmp_path)
    demo.require_example(demo.EXAMPLE)


class Disk(NamedTuple):
    """What a disk has, in bytes."""

    total: int
    used: int
    free: int


def test_a_disk_that_is_nearly_full_is_told_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nearly_full(path: Path) -> Disk:
        assert path == tmp_path
        return Disk(total=10**12, used=10**12 - 5_000_000, free=5_000_000)

    monkeypatch.setattr("cli.data_folder.shutil.disk_usage", nearly_full)
    data = tmp_path / "data"
    with pytest.raises(EnvironmentFault, match=f"5 MB are free and a run may need {LEAST_FREE_MB}"):
        require_room(data)
    result = called("demo", "--sandbox", "local", "--data", str(data))
    assert (result.code, result.out) == (7, "")
    assert "5 MB are free" in result.err
    assert not data.exists()
