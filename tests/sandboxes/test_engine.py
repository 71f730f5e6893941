"""Engines that are missing, silent or failing; choosing, building and reaping."""

import asyncio
import signal
import socket
import sys
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import docker
import pytest
from docker import APIClient
from docker.errors import APIError

from contracts.errors import EngineMissing, ImageMissing, SandboxError
from contracts.settings import Settings
from sandboxes.auto import choose
from sandboxes.engine import Engine, EngineApi, connect
from sandboxes.exec_stream import ExecStream
from sandboxes.output import Output
from sandboxes.owner import container_labels, this_process
from sandboxes.reaper import belongings, reap
from tests.sandboxes.rooms import LABELS, appears, is_still

ROOT = Path(__file__).resolve().parents[2]


def _engine(deadline_s: float) -> Engine:
    """An engine whose calls are the test's own functions."""
    client: object = APIClient(version="1.41")
    assert isinstance(client, EngineApi)
    return Engine(client, deadline_s)


@pytest.fixture
def no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


@pytest.mark.usefixtures("no_engine")
async def test_docker_by_name_without_an_engine_says_what_to_do(settings: Settings) -> None:
    with pytest.raises(EngineMissing, match=r"start one, set DOCKER_HOST.*--sandbox local"):
        await choose("docker", settings)


@pytest.mark.usefixtures("no_engine")
async def test_auto_without_an_engine_takes_local_and_says_why(settings: Settings) -> None:
    provider = await choose("auto", settings)
    assert provider.kind == "local"
    assert "no Docker engine answers" in provider.note


@pytest.mark.usefixtures("no_engine")
async def test_without_an_engine_nothing_is_reaped(settings: Settings) -> None:
    assert await reap(settings) == ()


async def test_local_by_name_needs_no_note(settings: Settings) -> None:
    provider = await choose("local", settings)
    assert (provider.kind, provider.note) == ("local", "")


async def test_silent_engine_counts_as_missing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{listener.getsockname()[1]}")
        started = time.monotonic()
        with pytest.raises(EngineMissing):
            await choose("docker", replace(settings, docker_timeout_s=1))
        assert time.monotonic() - started < 4


async def test_every_call_has_a_deadline() -> None:
    release = threading.Event()
    engine = _engine(0.2)
    try:
        with pytest.raises(SandboxError, match=r"no answer to 'wait' within 0\.2 s"):
            await engine.call(release.wait, 20)
    finally:
        release.set()
        await engine.close()


async def test_failing_call_names_the_call() -> None:
    def stop() -> None:
        raise APIError("out of order")

    engine = _engine(5)
    with pytest.raises(SandboxError, match=r"failed at 'stop'.*out of order"):
        await engine.call(stop)
    await engine.close()


async def test_cancelled_call_is_waited_for() -> None:
    begun, done = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        time.sleep(0.3)
        done.set()

    engine = _engine(5)
    task = asyncio.create_task(engine.call(work))
    await asyncio.to_thread(begun.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert done.is_set()
    await engine.close()


def _streamed(*parts: bytes, cap: int = 100, seconds: float = 5) -> tuple[str, Output]:
    """What becomes of bytes that an engine sends and then hangs up."""
    ours, theirs = socket.socketpair()
    output = Output(cap)
    stream = ExecStream(ours)
    with theirs:
        for part in parts:
            theirs.sendall(part)
        theirs.shutdown(socket.SHUT_WR)
        try:
            return stream.drain(output, seconds), output
        finally:
            stream.close()


def _frame(kind: int, data: bytes) -> bytes:
    return bytes((kind, 0, 0, 0)) + len(data).to_bytes(4, "big") + data


def test_frames_are_put_together() -> None:
    whole = _frame(1, b"out") + _frame(2, b"err") + _frame(1, b"put")
    for cut in range(len(whole)):
        ended, output = _streamed(whole[:cut], whole[cut:])
        assert (ended, output.text("stdout"), output.text("stderr")) == (
            "finished",
            "output",
            "err",
        )


@pytest.mark.parametrize("keep", [3, 8, 10])
def test_frame_that_breaks_off_is_the_engines_failure(keep: int) -> None:
    with pytest.raises(SandboxError, match="broke off"):
        _streamed(_frame(1, b"out")[:keep])


def test_one_endless_frame_is_a_flood() -> None:
    ended, output = _streamed(bytes((1, 0, 0, 0, 255, 255, 255, 255)) + b"x" * 2_000)
    assert (ended, len(output.text("stdout"))) == ("output", 100)


def test_silence_ends_at_the_limit() -> None:
    ours, theirs = socket.socketpair()
    stream = ExecStream(ours)
    with theirs:
        assert stream.drain(Output(10), 0.1) == "time"
        assert theirs.recv(10) == b"\n"
        stream.close()


def test_connection_without_a_socket_is_refused() -> None:
    with pytest.raises(SandboxError, match="Unix or TCP socket"):
        ExecStream(object())


@pytest.mark.docker
async def test_docker_without_the_image_says_how_to_make_it(settings: Settings) -> None:
    bare = replace(settings, agent_image="finrubric/never-built:test")
    with pytest.raises(ImageMissing, match=r"never-built:test.*finrubric sandbox build"):
        await choose("docker", bare)
    provider = await choose("auto", bare)
    assert provider.kind == "local"
    assert "finrubric sandbox build" in provider.note


@pytest.mark.docker
async def test_auto_takes_docker_where_it_is_there(docker_settings: Settings) -> None:
    provider = await choose("auto", docker_settings)
    assert provider.kind == "docker"
    assert "engine and agent image are there" in provider.note
    assert (await choose("docker", docker_settings)).note == ""


@pytest.mark.docker
async def test_only_dead_owners_containers_and_networks_are_reaped(
    docker_settings: Settings,
) -> None:
    now = datetime.now(UTC)
    ours = container_labels(LABELS, this_process(), now)
    ended = await asyncio.create_subprocess_exec("true")
    await ended.wait()
    dead = container_labels(LABELS, replace(this_process(), pid=ended.pid), now)
    foreign = {name.replace("org.finrubric", "org.other"): text for name, text in dead.items()}
    client = docker.from_env(timeout=30)
    made = {
        kind: client.containers.create(docker_settings.agent_image, ["true"], labels=labels)
        for kind, labels in {"dead": dead, "ours": ours, "foreign": foreign}.items()
    }
    try:
        networks = {
            kind: client.networks.create(f"finrubric-test-{kind}", labels=labels, internal=True)
            for kind, labels in {"dead": dead, "ours": ours, "foreign": foreign}.items()
        }
        listed = {found.name: found for found in await belongings(docker_settings)}
        assert listed["finrubric-test-dead"].is_left_behind
        assert not listed["finrubric-test-ours"].is_left_behind
        assert listed[str(made["ours"].name)].role == LABELS.role
        assert not {"finrubric-test-foreign", made["foreign"].name} & set(listed)
        removed = await reap(docker_settings)
        assert {made["dead"].name, "finrubric-test-dead"} <= {*removed}
        still = {str(found.name) for found in client.networks.list()}
        assert {kind for kind, n in networks.items() if n.name in still} == {"ours", "foreign"}
        left = {found.id for found in client.containers.list(all=True)}
        assert {kind for kind, found in made.items() if found.id in left} == {"ours", "foreign"}
    finally:
        left = {found.id for found in client.containers.list(all=True)}
        for found in made.values():
            if found.id in left:
                found.remove(force=True)
        for found in client.networks.list():
            if str(found.name).startswith("finrubric-test-"):
                found.remove()
        client.close()


KILLED_RUN = """
import asyncio, sys
from pathlib import Path
from contracts.settings import Settings
from sandboxes.auto import choose
from tests.sandboxes.rooms import opened

async def main():
    settings = Settings(Path("."), None, sys.argv[2], 10)
    provider = await choose(sys.argv[1], settings)
    async with opened(provider, Path(sys.argv[3])) as room:
        await room.run(
            "import time\\nwhile True:\\n open('beat', 'a').write('x'); time.sleep(0.05)",
            timeout_s=60,
        )

asyncio.run(main())
"""


@pytest.mark.parametrize("kind", [pytest.param("docker", marks=pytest.mark.docker), "local"])
async def test_killed_finrubric_leaves_nothing_after_the_next_start(
    request: pytest.FixtureRequest, settings: Settings, tmp_path: Path, kind: str
) -> None:
    if kind == "docker":
        settings = request.getfixturevalue("docker_settings")
    work = tmp_path / "work"
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        KILLED_RUN,
        kind,
        settings.agent_image,
        str(work),
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )
    await appears(work / "out" / "beat", 20)
    child.send_signal(signal.SIGKILL)
    await child.wait()
    removed = await reap(settings) if kind == "docker" else ("no container",)
    assert removed
    # The kernel takes the local sandbox's processes down one after another.
    assert await is_still(work / "out" / "beat") or await is_still(work / "out" / "beat")


@pytest.mark.docker
async def test_engine_of_this_machine_answers(settings: Settings) -> None:
    engine = await connect(settings)
    assert (await engine.call(engine.api.version))["ApiVersion"]
    await engine.close()
