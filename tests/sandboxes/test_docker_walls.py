"""What a role's container is made of, and what it keeps a script from."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import docker
import pytest
from docker import APIClient

from agents.roles import ROLES
from contracts.contract import Json
from contracts.errors import SandboxError
from contracts.settings import Settings
from sandboxes.docker import DockerProvider, DockerSandbox, docker_provider
from sandboxes.hardening import BROWSER_LIMITS, Limits, host_config, proxy_config
from sandboxes.local import local_provider
from sandboxes.ownership import container_user
from sandboxes.sandbox import Labels, Limit, Workspace
from tests.sandboxes.probes import PROBE, PROBES
from tests.sandboxes.rooms import LABELS, Room, appears, holes, opened

GOLDEN = Path(__file__).with_name("host_config.json")


@pytest.fixture
async def docker_room(docker_settings: Settings, tmp_path: Path) -> AsyncGenerator[Room]:
    async with opened(await docker_provider(docker_settings), tmp_path / "work") as room:
        yield room


def inspected(room: Room) -> dict[str, Json]:
    assert isinstance(room.sandbox, DockerSandbox)
    client = APIClient(version="auto", timeout=10)
    try:
        return client.inspect_container(room.sandbox.container)
    finally:
        client.close()


def test_host_config_is_the_golden_one() -> None:
    config = host_config(Workspace(Path("/runs/r1/work/writer-a1-1")), Limits())
    assert config == json.loads(GOLDEN.read_text())


def test_host_config_of_what_opens_pages_is_the_golden_one() -> None:
    page = Workspace(Path("/runs/r1/work/page"))
    config = host_config(page, BROWSER_LIMITS, network="finrubric-0123")
    assert config == json.loads(GOLDEN.with_name("browser_config.json").read_text())


def test_host_config_of_the_proxy_is_the_golden_one() -> None:
    proxy = Path("/runs/r1/proxy")
    config = proxy_config(proxy / "conf", proxy / "log", "bridge")
    assert config == json.loads(GOLDEN.with_name("proxy_config.json").read_text())


def test_no_archive_is_sent_into_a_container_and_none_is_unpacked(repository: Path) -> None:
    # Engines have run an archive's unpacker as root, and followed links that a script planted.
    forbidden = re.compile(r"put_archive|extractall|unpack_archive|copytree")
    sources = [file for file in repository.glob("[a-z]*/**/*.py") if "tests" not in file.parts]
    found = [file for file in sources if forbidden.search(file.read_text(encoding="utf-8"))]
    assert found == []
    asking = [file.name for file in sources if ".get_archive(" in file.read_text(encoding="utf-8")]
    assert asking == ["build.py"]  # out of a container that never runs


@pytest.mark.docker
async def test_engine_keeps_the_whole_host_config_and_adds_nothing(docker_room: Room) -> None:
    found = inspected(docker_room)["HostConfig"]
    golden = json.loads(
        GOLDEN.read_text().replace("/runs/r1/work/writer-a1-1", str(docker_room.workspace.root))
    )
    assert isinstance(found, dict)
    assert holes(found, golden) == []


@pytest.mark.slow  # one role stands for all in the two tests that run every time
@pytest.mark.docker
@pytest.mark.parametrize("role", [role.name for role in ROLES])
async def test_every_roles_container_has_the_same_walls(
    docker_settings: Settings, tmp_path: Path, role: str
) -> None:
    labels = Labels("run", role, 1, 1)
    async with opened(await docker_provider(docker_settings), tmp_path / "work", labels) as room:
        found = inspected(room)
        result = await room.run(f"PROBES = {PROBES!r}\n{PROBE}")
    root = str(room.workspace.root)
    golden = json.loads(GOLDEN.read_text().replace("/runs/r1/work/writer-a1-1", root))
    assert isinstance(found["HostConfig"], dict)
    assert holes(found["HostConfig"], golden) == []
    assert (result.stdout, result.stderr, result.exit_code) == ("done\n", "", 0)
    assert f'"org.finrubric.role": "{role}"' in json.dumps(found["Config"])


@pytest.mark.docker
async def test_container_says_whose_it_is_and_holds_no_secret(
    docker_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINRUBRIC_CANARY", "sk-canary-4711")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:sk-canary-4711@proxy.example:1")
    async with opened(await docker_provider(docker_settings), tmp_path / "work") as room:
        found = inspected(room)
        users = await room.run("import os; print(os.getuid(), os.getgid(), os.getgroups())")
    assert "4711" not in json.dumps(found)
    config = found["Config"]
    assert isinstance(config, dict)
    labels = config["Labels"]
    assert isinstance(labels, dict)
    assert labels["org.finrubric.run"] == LABELS.run
    deadline = labels["org.finrubric.deadline"]
    assert isinstance(deadline, str)
    assert datetime.fromisoformat(deadline) > datetime.now(UTC)
    assert config["User"] == "65533:65533"
    user = container_user()
    assert user.uid != 0
    assert users.stdout == f"{user.uid} {user.gid} [{user.gid}]\n"


@pytest.mark.docker
async def test_script_cannot_leave_or_bend_its_container(docker_room: Room) -> None:
    result = await docker_room.run(f"PROBES = {PROBES!r}\n{PROBE}")
    assert (result.stdout, result.stderr, result.exit_code) == ("done\n", "", 0)
    status = await docker_room.run("print(open('/proc/self/status').read())")
    fields = dict(line.split(":\t", 1) for line in status.stdout.splitlines() if ":\t" in line)
    assert {fields[f"Cap{kind}"] for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {"0" * 16}
    assert (fields["NoNewPrivs"], fields["Seccomp"]) == ("1", "2")


@pytest.mark.docker
async def test_memory_hog_is_told_from_a_suicide(docker_room: Room) -> None:
    hog = await docker_room.run("x = bytearray(1 << 30)")
    assert (hog.limit, hog.exit_code, hog.timed_out) == (Limit.MEMORY, 137, False)
    suicide = await docker_room.run("import os; os.kill(os.getpid(), 9)")
    assert (suicide.limit, suicide.exit_code) == (None, 137)


@pytest.mark.docker
async def test_fork_bomb_is_bounded_and_swept_away(docker_room: Room) -> None:
    bomb = await docker_room.run(
        """
        import os, time
        count = 0
        while True:
            try:
                if os.fork() == 0:
                    time.sleep(60)
                    os._exit(0)
                count += 1
            except OSError:
                break
        print(count, flush=True)
        while True:
            try:
                os.fork()
            except OSError:
                pass
        """,
        timeout_s=2,
    )
    assert bomb.timed_out
    assert int(bomb.stdout) < 64
    after = await docker_room.run("print('well')")
    assert after.stdout == "well\n"


@pytest.mark.docker
async def test_tmp_is_small(docker_room: Room) -> None:
    result = await docker_room.run("""
        with open("/tmp/fill", "wb") as file:
            for _ in range(40):
                file.write(b"x" * (1 << 20))
    """)
    assert "No space left" in result.stderr


@pytest.mark.docker
async def test_lost_container_is_the_sandboxs_failure(docker_room: Room) -> None:
    assert isinstance(docker_room.sandbox, DockerSandbox)
    running = asyncio.create_task(
        docker_room.run("import time\nopen('begun', 'w')\ntime.sleep(30)", timeout_s=40)
    )
    await appears(docker_room.workspace.out / "begun")
    client = docker.from_env(timeout=10)
    try:
        client.containers.get(docker_room.sandbox.container).remove(force=True)
    finally:
        client.close()
    with pytest.raises(SandboxError):
        await running
    with pytest.raises(SandboxError):
        await docker_room.run("print(1)")


@pytest.mark.docker
async def test_no_container_is_left(docker_settings: Settings, tmp_path: Path) -> None:
    provider = await docker_provider(docker_settings)
    client = docker.from_env(timeout=10)
    try:
        async with opened(provider, tmp_path / "ends") as room:
            assert isinstance(room.sandbox, DockerSandbox)
            names = [room.sandbox.container]
            assert client.containers.get(names[0]).status == "running"
        with suppress(ZeroDivisionError):
            async with opened(provider, tmp_path / "breaks") as room:
                assert isinstance(room.sandbox, DockerSandbox)
                names.append(room.sandbox.container)
                _ = 1 / 0
        assert len(names) == 2
        left = {found.name for found in client.containers.list(all=True)}
        assert not left & set(names)
    finally:
        client.close()


@pytest.mark.docker
@pytest.mark.parametrize("wait_s", [0.0, 0.02, 0.1, 0.25])
async def test_cancelled_opening_leaves_no_container(
    docker_settings: Settings, tmp_path: Path, wait_s: float
) -> None:
    provider = await docker_provider(docker_settings)

    async def work() -> None:
        async with opened(provider, tmp_path / "work"):
            await asyncio.sleep(30)

    task = asyncio.create_task(work())
    await asyncio.sleep(wait_s)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    client = docker.from_env(timeout=10)
    try:
        mounts = [
            mount["Source"]
            for found in client.containers.list(all=True)
            for mount in found.attrs["Mounts"]
        ]
    finally:
        client.close()
    assert not [source for source in mounts if source.startswith(str(tmp_path))]


@pytest.mark.docker
async def test_local_and_docker_give_the_same_result(docker_room: Room, tmp_path: Path) -> None:
    source = """
        import json, sys
        from decimal import Decimal
        from pathlib import Path
        number = Decimal(Path("../inputs/facts.txt").read_text().strip())
        Path("result.json").write_text(json.dumps({"value": str(number / 7)}))
        print(number / 7, Path.cwd(), sys.argv)
        raise ValueError("größer")
    """
    async with opened(await local_provider(), tmp_path / "local") as local_room:
        results = [await room.run(source, "a", "é") for room in (docker_room, local_room)]
        files = [room.read("result.json") for room in (docker_room, local_room)]
    assert [(r.exit_code, r.stdout, r.limit) for r in results] == [
        (1, "6 /role/out ['script.py', 'a', 'é']\n", None)
    ] * 2
    assert results[0].stderr.splitlines()[-1] == results[1].stderr.splitlines()[-1]
    assert files[0] == files[1]


@pytest.mark.docker
async def test_provider_pins_the_image_by_its_digest(docker_settings: Settings) -> None:
    provider = await docker_provider(docker_settings)
    assert isinstance(provider, DockerProvider)
    assert len(provider.image) == len("sha256:") + 64
