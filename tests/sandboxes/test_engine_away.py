"""An engine that goes away is waited for, and a script is run again where its container is left."""

import asyncio
import time
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from contracts.errors import EngineMissing
from contracts.settings import Settings
from sandboxes.docker import docker_provider
from sandboxes.engine import connect
from tests.sandboxes.gateway import Gateway
from tests.sandboxes.rooms import opened

BRIEF = 0.2


async def _says_its_version(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    _ = await reader.readuntil(b"\r\n\r\n")
    body = b'{"ApiVersion": "1.41", "Version": "test"}'
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
    writer.close()


async def test_an_engine_that_comes_back_in_time_is_reached(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket = tmp_path / "engine.sock"
    monkeypatch.setenv("DOCKER_HOST", f"unix://{socket}")
    reaching = asyncio.create_task(connect(settings, patience_s=20))
    await asyncio.sleep(BRIEF)
    assert not reaching.done()
    async with await asyncio.start_unix_server(_says_its_version, socket):
        engine = await reaching
        assert (await engine.call(engine.api.version))["Version"] == "test"
        await engine.close()


async def test_an_engine_that_stays_away_is_a_fault_of_the_environment(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    started = time.monotonic()
    with pytest.raises(EngineMissing, match=r"waited for, for 0\.2 s; then resume") as caught:
        _ = await connect(settings, patience_s=BRIEF)
    assert time.monotonic() - started >= BRIEF
    assert caught.value.exit_code == 7


@pytest.fixture
async def gateway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Gateway]:
    found = Gateway(tmp_path / "engine.sock")
    monkeypatch.setenv("DOCKER_HOST", found.host)
    yield found
    await found.close()


@pytest.mark.docker
async def test_a_script_is_run_again_when_the_engine_is_back(
    docker_settings: Settings, gateway: Gateway, tmp_path: Path
) -> None:
    await gateway.open(until_script=1)
    provider = await docker_provider(docker_settings)

    async def back() -> None:
        await gateway.gone.wait()
        await asyncio.sleep(BRIEF)
        await gateway.open()

    async with opened(provider, tmp_path / "work") as room, asyncio.TaskGroup() as group:
        _ = group.create_task(back())
        ended = await room.run("print(open('../inputs/facts.txt').read())")
    assert (ended.exit_code, ended.stdout.strip(), gateway.scripts) == (0, "42", 2)


@pytest.mark.docker
async def test_an_engine_that_stays_away_under_a_script_is_named(
    docker_settings: Settings, gateway: Gateway, tmp_path: Path
) -> None:
    await gateway.open()
    provider = replace(await docker_provider(docker_settings), patience_s=BRIEF)
    async with opened(provider, tmp_path / "work") as room:
        await gateway.close()
        with pytest.raises(EngineMissing, match="start the engine, then resume the run"):
            _ = await room.run("print(1)")
        await gateway.open()
