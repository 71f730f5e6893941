"""What every sandbox does alike: the suite that Docker and local are both held to.

`walls` is the local sandbox where the kernel allows namespaces, `bare` where it does not.
"""

import asyncio
import json
from pathlib import Path

import pytest

from contracts.errors import SandboxError
from sandboxes import disk_use
from sandboxes.local import LocalProvider, Walls
from sandboxes.safe_files import UnsafePath, list_files, write_file
from sandboxes.sandbox import Limit, SandboxProvider
from tests.sandboxes.conftest import every, walled
from tests.sandboxes.rooms import Room, appears, is_still, opened

BEAT = """
import os, subprocess, sys, time
WRITER = "import time\\nwhile True:\\n open('beat', 'a').write('x'); time.sleep(0.05)"
subprocess.Popen([sys.executable, "-c", WRITER], start_new_session=(sys.argv[1] == "leaves"))
while not os.path.exists("beat"):
    time.sleep(0.01)
"""


@every
async def test_tells_output_error_and_exit_code_apart(room: Room) -> None:
    result = await room.run("""
        import sys
        print("out")
        print("err", file=sys.stderr)
        sys.exit(3)
    """)
    assert (result.exit_code, result.stdout, result.stderr) == (3, "out\n", "err\n")
    assert (result.limit, result.timed_out, result.truncated) == (None, False, False)
    assert 0 < result.duration_ms < 20_000


@every
async def test_python_runs_isolated_and_without_site(room: Room) -> None:
    result = await room.run(
        """
        import sys
        print(sys.flags.isolated, sys.flags.no_site, sys.argv[1:], sys.stdin.read() == "")
        """,
        "-x",
        "two words; $(id) *",
        "Größe 資本",
    )
    assert result.stdout == "1 1 ['-x', 'two words; $(id) *', 'Größe 資本'] True\n"


@every
async def test_inputs_are_read_and_output_is_kept(room: Room) -> None:
    write_file(room.workspace.out, "notes/from_host.txt", b"old")
    result = await room.run("""
        from pathlib import Path
        number = int(Path("../inputs/facts.txt").read_text())
        Path("notes/from_host.txt").write_text("new")
        Path("résumé.txt").write_text(f"€ {number}", encoding="utf-8")
        print(Path.cwd())
    """)
    assert (result.stderr, result.stdout) == ("", "/role/out\n")
    assert room.read("résumé.txt") == "€ 42"
    assert room.read("notes/from_host.txt") == "new"
    assert [info.path for info in list_files(room.workspace.out)] == [
        "notes/from_host.txt",
        "résumé.txt",
        "script.py",
    ]


@every
async def test_host_and_script_replace_each_others_files(room: Room) -> None:
    for step in ("one", "two"):
        write_file(room.workspace.out, "deep/shared.txt", step.encode())
        result = await room.run("""
            import os
            text = open("deep/shared.txt").read()
            open("deep/shared.txt", "w").write(text + "!")
            print(text)
        """)
        assert (result.stdout, result.stderr) == (f"{step}\n", "")
        assert room.read("deep/shared.txt") == f"{step}!"


CHANGES = {
    "overwrite": "open('../inputs/facts.txt', 'w').write('43')",
    "append": "open('../inputs/facts.txt', 'a').write('43')",
    "add": "open('../inputs/more.txt', 'w').write('43')",
    "remove": "import os; os.unlink('../inputs/facts.txt')",
    "mode": "import os; os.chmod('../inputs/facts.txt', 0o777)",
}


@walled
async def test_inputs_cannot_be_changed(room: Room) -> None:
    # Modes would let anybody in: what refuses must be the mount.
    room.workspace.inputs.chmod(0o777)
    (room.workspace.inputs / "facts.txt").chmod(0o666)
    for change, source in CHANGES.items():
        result = await room.run(source)
        assert result.exit_code == 1, change
        assert "Read-only file system" in result.stderr, change
    assert [path.name for path in room.workspace.inputs.iterdir()] == ["facts.txt"]
    assert (room.workspace.inputs / "facts.txt").read_bytes() == b"42\n"


@pytest.mark.parametrize("change", ["overwrite", "append", "add", "remove"])
async def test_bare_sandbox_voids_a_run_that_changed_inputs(tmp_path: Path, change: str) -> None:
    async with opened(LocalProvider(Walls.BARE), tmp_path / "work") as room:
        with pytest.raises(SandboxError, match="changed its inputs"):
            await room.run(CHANGES[change])


@every
async def test_output_beyond_the_cap_is_dropped(room: Room) -> None:
    result = await room.run("print('é' * 1000)", output_cap=501)
    assert (result.stdout, result.truncated) == ("é" * 250, True)
    assert (result.exit_code, result.limit) == (0, None)


@every
async def test_flood_ends_the_run(room: Room) -> None:
    result = await room.run("while True: print('x' * 1000)", output_cap=5_000)
    assert (result.limit, result.exit_code, result.truncated) == (Limit.OUTPUT, 137, True)
    assert result.stdout.startswith("xxx")
    assert len(result.stdout) == 5_000


@every
async def test_timeout_keeps_the_output_so_far(room: Room) -> None:
    result = await room.run("print('begun', flush=True)\nwhile True: pass", timeout_s=0.6)
    assert (result.limit, result.timed_out, result.exit_code) == (Limit.TIME, True, 137)
    assert result.stdout == "begun\n"
    assert 500 < result.duration_ms < 4_000
    again = await room.run("print('next')")
    assert (again.exit_code, again.stdout) == (0, "next\n")


@pytest.mark.parametrize("ending", ["while True: pass", "sys.exit(0)"], ids=["timeout", "end"])
@pytest.mark.parametrize(
    ("provider", "way"),
    [
        pytest.param("docker", "leaves", marks=pytest.mark.docker),
        pytest.param("walls", "leaves", marks=pytest.mark.walls),
        ("bare", "stays"),
    ],
    indirect=["provider"],
)
async def test_no_process_outlives_the_run(room: Room, way: str, ending: str) -> None:
    result = await room.run(BEAT + ending, way, timeout_s=2)
    assert result.timed_out == (ending != "sys.exit(0)")
    assert await is_still(room.workspace.out / "beat")


@walled
async def test_there_is_no_network(room: Room) -> None:
    visits: list[bool] = []

    def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append(True)
        writer.close()

    server = await asyncio.start_server(visited, "0.0.0.0", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        result = await room.run(
            """
            import socket, sys
            refused = 0
            for host in ("127.0.0.1", "172.17.0.1", "192.0.2.1"):
                try:
                    socket.create_connection((host, int(sys.argv[1])), timeout=1)
                except OSError:
                    refused += 1
            try:
                socket.getaddrinfo("example.com", 80)
            except OSError:
                refused += 1
            for path in ("/run/docker.sock", "/var/run/docker.sock"):
                try:
                    socket.socket(socket.AF_UNIX).connect(path)
                except OSError:
                    refused += 1
            print(refused)
            """,
            str(port),
        )
    assert (result.stdout, visits) == ("6\n", [])


@every
async def test_environment_is_only_what_we_set(room: Room) -> None:
    result = await room.run("""
        import json, os, tempfile
        with tempfile.TemporaryFile() as file:
            file.write(b"x")
        print(json.dumps(dict(os.environ)))
    """)
    found = json.loads(result.stdout)
    allowed = {"HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "TZ"}
    image = {"HOSTNAME", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
    assert allowed <= set(found)
    assert set(found) - allowed <= image | {"GPG_KEY", "PYTHON_VERSION", "PYTHON_SHA256"}


@walled
async def test_environment_of_the_caller_cannot_be_read(
    provider: SandboxProvider, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINRUBRIC_CANARY", "sk-canary-4711")
    async with opened(provider, tmp_path / "work") as room:
        # A process that has the canary for sure, as the orchestrator of a real run has its keys.
        holder = await asyncio.create_subprocess_exec("sleep", "20")
        try:
            result = await room.run("""
                import glob, os
                seen = repr(dict(os.environ))
                for path in glob.glob("/proc/[0-9]*/*"):
                    if path.endswith(("environ", "cmdline")):
                        try:
                            seen += open(path, errors="replace").read()
                        except OSError:
                            pass
                print("4711" in seen, len(seen) > 100)
            """)
        finally:
            holder.kill()
            await holder.wait()
    assert result.stdout == "False True\n"


@every
async def test_missing_script_is_the_scripts_failure(room: Room) -> None:
    result = await room.sandbox.run_python("none.py", timeout_s=10)
    assert result.exit_code == 2
    assert "can't open file '/role/out/none.py'" in result.stderr


ODD_CALLS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("../inputs/facts.txt", ()),
    ("/role/out/script.py", ()),
    ("-c", ("print(1)",)),
    ("a\0b.py", ()),
    ("a\nb.py", ()),
    ("", ()),
    ("script.py", ("a\0b",)),
    ("script.py", ("\ud800",)),
    ("script.py", ("x",) * 33),
    ("script.py", ("x" * 4_001,)),
)


@every
async def test_odd_calls_are_refused(room: Room) -> None:
    write_file(room.workspace.out, "script.py", b"print(1)")
    for script, args in ODD_CALLS:
        with pytest.raises(UnsafePath):
            await room.sandbox.run_python(script, args, timeout_s=10)


@every
async def test_signals_show_in_the_exit_code(room: Room) -> None:
    for number in (9, 15):
        result = await room.run(f"import os; os.kill(os.getpid(), {number})")
        assert (result.exit_code, result.limit) == (128 + number, None)


@every
async def test_exit_code_of_the_launcher_is_nothing_special(room: Room) -> None:
    result = await room.run("import sys; sys.exit(97)")
    assert (result.exit_code, result.limit) == (97, None)


@every
async def test_full_disk_ends_the_run_and_can_be_tidied(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_use, "MAX_ENTRIES", 20)
    filling = await room.run("""
        import time
        for i in range(60):
            open(f"file{i}", "w").write("x")
        time.sleep(20)
    """)
    assert (filling.limit, filling.exit_code) == (Limit.DISK, 137)
    tidying = await room.run("""
        import glob, os, time
        for name in glob.glob("file*"):
            os.unlink(name)
        print("tidy")
    """)
    assert (tidying.stdout, tidying.limit) == ("tidy\n", None)


@every
async def test_one_file_cannot_grow_without_end(room: Room) -> None:
    result = await room.run("""
        with open("big", "wb") as file:
            for _ in range(60):
                file.write(b"x" * (1 << 20))
    """)
    assert "File too large" in result.stderr
    assert (room.workspace.out / "big").stat().st_size <= 50 << 20


@every
async def test_memory_is_limited(room: Room) -> None:
    result = await room.run("x = bytearray(3 << 30)")
    assert result.limit is Limit.MEMORY or "MemoryError" in result.stderr
    assert result.exit_code in (1, 137)


@every
async def test_cancelling_ends_the_script_and_the_sandbox(
    provider: SandboxProvider, tmp_path: Path
) -> None:
    beat = tmp_path / "work" / "out" / "beat"

    async def work() -> None:
        async with opened(provider, tmp_path / "work") as room:
            await room.run(BEAT + "while True: pass", "stays", timeout_s=60)

    task = asyncio.create_task(work())
    await appears(beat)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await is_still(beat)


@every
async def test_provider_says_what_it_is(provider: SandboxProvider) -> None:
    assert provider.kind in ("docker", "local")
    assert provider.image.startswith(("sha256:", "python 3."))
    assert "kernel" in provider.isolation or "NOT isolated" in provider.isolation
