"""What every sandbox does with workspaces: apart from each other, outliving it, refused if bent."""

import asyncio
from pathlib import Path

import pytest

from contracts.errors import SandboxError
from sandboxes.safe_files import write_file
from sandboxes.sandbox import SandboxProvider
from tests.sandboxes.conftest import DOCKER, every, walled
from tests.sandboxes.rooms import opened


@walled
async def test_two_activations_run_side_by_side_and_apart(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    async with (
        opened(provider, tmp_path / "first") as first,
        opened(provider, tmp_path / "second") as second,
    ):
        write_file(second.workspace.out, "mine.txt", b"second")
        source = """
            import os, sys, time
            open("mine.txt", "w").write(sys.argv[1])
            for path in sys.argv[2:]:
                try:
                    open(path, "w").write("spoiled")
                except OSError:
                    pass
            time.sleep(0.5)
            print(open("mine.txt").read())
        """
        paths = ("../../second/out/mine.txt", str(second.workspace.out / "mine.txt"))
        results = await asyncio.gather(
            first.run(source, "first", *paths), second.run(source, "second")
        )
        assert [result.stdout for result in results] == ["first\n", "second\n"]
        assert second.read("mine.txt") == "second"


@pytest.mark.parametrize("provider", [DOCKER], indirect=True)
async def test_a_container_sees_no_other_workspace(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    async with (
        opened(provider, tmp_path / "first") as first,
        opened(provider, tmp_path / "second") as second,
    ):
        write_file(second.workspace.out, "canary-b.txt", b"second")
        result = await first.run("""
            import os
            print(any("canary-b.txt" in files for _, _, files in os.walk("/")))
        """)
    assert result.stdout == "False\n"


@every
async def test_workspace_outlives_its_sandbox(provider: SandboxProvider, tmp_path: Path) -> None:
    for count in (1, 2):
        async with opened(provider, tmp_path / "work") as room:
            result = await room.run("""
                open("log", "a").write("x")
                print(len(open("log").read()))
            """)
        assert (result.stdout, result.stderr) == (f"{count}\n", "")
    assert sorted(path.name for path in (tmp_path / "work").iterdir()) == ["inputs", "out"]


@every
async def test_workspace_may_be_named_from_here(
    provider: SandboxProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(provider, Path("work")) as room:
        result = await room.run("print(open('../inputs/facts.txt').read())")
    assert (result.stdout, result.stderr) == ("42\n\n", "")


@every
async def test_bent_workspace_is_refused(provider: SandboxProvider, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    work = tmp_path / "work"
    work.mkdir()
    (work / "inputs").mkdir()
    (work / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SandboxError, match="no folder that finrubric made"):
        async with opened(provider, work):
            pass
