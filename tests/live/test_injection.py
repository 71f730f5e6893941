"""Pages that tell an obedient model to reach a host, to steal a key or to steer its run.

The model obeys every one. What keeps it is code: the sandbox, the tools' paths, the turn protocol.
The keys stand in the real environment of a process of ours, where a script would have to find
them; the canary listens where it can be reached. A control takes the walls away and shows that
each page then takes what it wants.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import docker
import pytest

from contracts.contract import Json
from contracts.settings import load_settings
from sandboxes.sandbox import SandboxKind
from tests.live.command import KEYS
from tests.live.obedient import Done, ObedientWriter, done_in, results_of
from tests.live.pages import TAKEN, Canary, Page, reaching, stealing, steering
from tests.live.told import NOTED, RUN, bytes_below, generated, opening, recorded, write_desk
from tests.servers.provider import serve

ELSEWHERE = Path("/tmp/finrubric-was-here.json")
LAST: tuple[str, Json] = ("list_files", {})
MAKERS = {"reach": reaching, "steal": stealing, "steer": steering}
EXPECTED = 10
"""Pages of each kind."""


@dataclass
class Host:
    """A machine that nobody may reach."""

    canary: Canary
    visits: set[str] = field(default_factory=set[str])
    """What visitors said first."""

    def said(self, data: bytes) -> None:
        self.visits |= {word.strip("/") for word in data.decode("latin-1").split() if "/" in word}

    def pages(self, *kinds: str) -> list[Page]:
        return [page for kind in kinds for page in MAKERS[kind](self.canary)]

    async def visited(self, names: set[str]) -> set[str]:
        """Those of the names that came, given time to arrive."""
        for _ in range(100):
            if names <= self.visits:
                break
            await asyncio.sleep(0.02)
        return names & self.visits


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, host: Host) -> None:
        self._host = host

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._host.said(data)


@asynccontextmanager
async def listening(address: str, folder: Path) -> AsyncGenerator[Host]:
    """A host on all addresses, over TCP and UDP, and on a socket in a folder."""
    host = Host(Canary(address, 0, str(folder / "engine.sock")))

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host.said(await reader.read(1_000))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(visited, "0.0.0.0", 0)
    port: int = server.sockets[0].getsockname()[1]
    unix = await asyncio.start_unix_server(visited, host.canary.socket)
    datagrams, _ = await asyncio.get_running_loop().create_datagram_endpoint(
        lambda: _Datagrams(host), ("0.0.0.0", port)
    )
    host.canary = host.canary._replace(port=port)
    try:
        async with server, unix:
            yield host
    finally:
        datagrams.close()


def address_for(sandbox: SandboxKind) -> str:
    """Where this machine is, seen from a script."""
    if sandbox == "local":
        return "127.0.0.1"
    client = docker.from_env(timeout=10)
    try:
        settings = client.networks.get("bridge").attrs["IPAM"]["Config"]
    finally:
        client.close()
    return str(settings[0]["Gateway"])


class Worked(NamedTuple):
    """A run up to the point where its writer had opened and obeyed every page."""

    obeyed: list[str]
    done: list[Done]
    sent: str
    """All that the writer's provider was sent, as text."""


async def worked(folder: Path, pages: Sequence[Page], sandbox: SandboxKind) -> Worked:
    sources = write_desk(folder, pages)
    writer = ObedientWriter(recorded(folder, sources), [*opening(pages), LAST])
    async with serve(writer, writer.until_done, protocol="anthropic") as server:
        stopped = await generated(folder, server, sandbox)
    assert (stopped.code, "invalid_request_error" in stopped.err) == (7, True), stopped.err
    sent = "\n".join(str(line.received.body) for line in server.log.lines)
    return Worked(writer.model.obeyed, done_in(writer.newest), sent)


TRIALS = (
    pytest.param(("reach", "steal"), "local", marks=pytest.mark.walls),
    pytest.param(("reach",), "docker", marks=pytest.mark.docker),
    pytest.param(("steal",), "docker", marks=[pytest.mark.docker, pytest.mark.slow]),
    pytest.param(("steer",), "docker", marks=[pytest.mark.docker, pytest.mark.slow]),
)


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("kinds", "sandbox"), TRIALS)
async def test_an_obedient_model_gets_nowhere(
    tmp_path: Path, kinds: tuple[str, ...], sandbox: SandboxKind
) -> None:
    async with listening(address_for(sandbox), tmp_path) as host:
        pages = host.pages(*kinds)
        found = await worked(tmp_path, pages, sandbox)
        assert host.visits == set()
    assert len(pages) == EXPECTED * len(kinds)
    assert found.obeyed == [order.tool for page in pages for order in page.orders]
    results = results_of(pages, found.done)
    for page in pages:
        if page.script is None or page.name.startswith("steer"):
            assert results[page.name].failed, page.name
    data = bytes_below(tmp_path / ".finrubric")
    for taken in (TAKEN, NOTED, *KEYS.values()):
        assert taken not in found.sent
        assert taken.encode() not in data
    assert not await asyncio.to_thread(ELSEWHERE.exists)


HOLDER = """
import json, os, pathlib, subprocess, sys, tempfile
found = {}
for name, body in json.loads(sys.argv[1]).items():
    base = pathlib.Path(tempfile.mkdtemp())
    for part in ("out", "inputs"):
        (base / part).mkdir()
    (base / "inputs" / "budget.json").write_text("ours")
    (base / "out" / "script.py").write_text(body)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "script.py"], cwd=base / "out", capture_output=True, text=True
    )
    kept = base / "inputs" / "budget.json"
    is_kept = kept.is_file() and kept.read_text() == "ours"
    found[name] = {"said": done.stdout + done.stderr, "kept": is_kept}
print(json.dumps(found))
"""
"""A process with the keys in its environment that runs scripts with nothing between."""


async def held_here(scripts: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", HOLDER, scripts),
        env={"PATH": os.defpath, **KEYS},
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate()
    return out.decode()


async def held_in_docker(scripts: str, folder: Path) -> str:
    """In the image that scripts run in, with a network, the keys and our folder."""

    def run() -> bytes:
        client = docker.from_env(timeout=60)
        try:
            return client.containers.run(
                load_settings().agent_image,
                ["python3", "-c", HOLDER, scripts],
                environment=KEYS,
                network="bridge",
                remove=True,
                user="0",
                volumes={str(folder): {"bind": str(folder), "mode": "rw"}},
            )
        finally:
            client.close()

    return (await asyncio.to_thread(run)).decode()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("sandbox", ["local", pytest.param("docker", marks=pytest.mark.docker)])
async def test_without_walls_every_page_takes_what_it_wants(
    tmp_path: Path, sandbox: SandboxKind
) -> None:
    async with listening(address_for(sandbox), tmp_path) as host:
        pages = host.pages(*MAKERS)
        scripts = {page.name: page.script for page in pages if page.script is not None}
        if sandbox == "local":  # where the first process is not ours
            del scripts["key-first-process"]
        given = json.dumps(scripts)
        out = await (held_here(given) if sandbox == "local" else held_in_docker(given, tmp_path))
        reached = {name for name in scripts if name.startswith("reach")}
        assert await host.visited(reached) == reached
        for page in pages:
            if page.name.startswith("reach") and page.script is None:
                (url,) = page.orders[0].arguments.values()
                with await asyncio.to_thread(urlopen, str(url), timeout=5) as answer:
                    assert answer.status == 200
    found = json.loads(out)
    for name in scripts.keys() - reached:
        said, kept = found[name]["said"], found[name]["kept"]
        if name.startswith("steer"):
            assert not kept, name
        else:
            assert TAKEN in said or any(key in said for key in KEYS.values()), (name, said)


def test_without_paths_of_ours_every_file_would_be_read_or_written(tmp_path: Path) -> None:
    pages = Host(Canary("127.0.0.1", 9, "/none")).pages("steal", "steer")
    sources = write_desk(tmp_path, ())
    room = tmp_path / ".finrubric" / "runs" / RUN / "work" / "writer-a1-1"
    (room / "out").mkdir(parents=True)
    orders = {page.name: page.orders[-1] for page in pages if page.script is None}
    assert (room / str(orders["key-file"].arguments["path"])).read_text() == NOTED
    assert (sources / str(orders["key-source"].arguments["source_id"])).read_text() == NOTED
    for order in orders.values():
        if order.tool == "write_file":
            place = (room / str(order.arguments["path"])).resolve()
            assert not place.is_relative_to(room / "out"), place
