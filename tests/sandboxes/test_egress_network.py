"""What gets out of a container through the proxy, what does not, and what the log says of it."""

import asyncio
import json
import socket
import subprocess
import threading
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import docker
import pytest

from contracts.contract import Json
from contracts.egress import EgressLog, EgressRule
from contracts.errors import ImageMissing, SandboxError
from contracts.settings import Settings
from sandboxes.docker import DockerSandbox, docker_provider
from sandboxes.egress import parse_egress
from sandboxes.egress_network import egress_provider
from sandboxes.hardening import Limits, host_config, proxy_config
from sandboxes.reaper import belongings
from sandboxes.safe_files import read_file, write_file
from sandboxes.sandbox import Workspace
from tests.sandboxes.origin import CLIENT
from tests.sandboxes.outside import Outside, outside_world
from tests.sandboxes.probes import PROBE, PROBES
from tests.sandboxes.rooms import LABELS, holes, opened

pytestmark = pytest.mark.browser

POLICY = b"""
version = 1
[[group]]
reason = "benchmark"
hosts = ["bench.test", "github.test", "datasets.allowed.test"]
"""
ALLOW = ("model.test", "allowed.test", "bench.test")


def _tunnel(name: str, sni: str | None = None, **more: object) -> tuple[str, dict[str, object]]:
    return "tunnel", {"name": name, "sni": sni or name, **more}


def _plain(target: str, **more: object) -> tuple[str, dict[str, object]]:
    return "plain", {"target": target, **more}


R = EgressRule
CASES: dict[str, tuple[tuple[str, dict[str, object]], str, EgressRule | None]] = {
    "tunnel to an allowed host": (_tunnel("api.model.test"), "origin", R.ALLOWED),
    "plain to an allowed host": (_plain("http://www.allowed.test/"), "origin", R.ALLOWED),
    "the suffix itself": (_tunnel("model.test"), "origin", R.ALLOWED),
    "upper case": (_tunnel("UPPER.MODEL.TEST", "upper.model.test"), "origin", R.ALLOWED),
    "unlisted": (_tunnel("other.test"), "refused", R.NOT_ALLOWED),
    "ends alike": (_tunnel("evilmodel.test"), "refused", R.NOT_ALLOWED),
    "suffix of another": (_tunnel("model.test.evil.test"), "refused", R.NOT_ALLOWED),
    "denied": (_tunnel("hub.github.test"), "refused", R.DENY_LIST),
    "denied in plain": (_plain("http://raw.github.test/"), "refused", R.DENY_LIST),
    "denied, upper case": (_tunnel("DATA.GITHUB.TEST"), "refused", R.DENY_LIST),
    "denied inside allowed": (_tunnel("x.datasets.allowed.test"), "refused", R.DENY_LIST),
    "denied and allowed": (_tunnel("files.bench.test"), "refused", R.DENY_LIST),
    "address": (_tunnel("ORIGIN", "api.model.test"), "refused", R.IP_LITERAL),
    "address in plain": (_plain("http://ORIGIN/"), "refused", R.IP_LITERAL),
    "decimal": (_tunnel("2130706433"), "refused", R.IP_LITERAL),
    "hexadecimal": (_tunnel("0x7f000001"), "refused", R.IP_LITERAL),
    "octal": (_tunnel("0177.0.0.1"), "refused", R.IP_LITERAL),
    "short": (_tunnel("127.1"), "refused", R.IP_LITERAL),
    "version six": (_tunnel("[::1]", "api.model.test"), "refused", R.IP_LITERAL),
    "mapped": (_tunnel("[::ffff:127.0.0.1]", "api.model.test"), "refused", R.IP_LITERAL),
    "loopback by name": (_tunnel("loop.model.test"), "refused", R.PRIVATE_ADDRESS),
    "metadata by name": (_plain("http://meta.model.test/"), "refused", R.PRIVATE_ADDRESS),
    "private by name": (_tunnel("lan.model.test"), "refused", R.PRIVATE_ADDRESS),
    "fronting a denied host": (
        _tunnel("front1.model.test", "hub.github.test"), "refused", R.SNI_MISMATCH,
    ),
    "fronting an allowed host": (
        _tunnel("front2.model.test", "api.model.test"), "refused", R.SNI_MISMATCH,
    ),
    "no name inside": (
        ("tunnel", {"name": "nameless.model.test", "sni": None}), "refused", R.SNI_MISMATCH,
    ),
    "no TLS inside": (_tunnel("ssh.model.test", hello="SSH"), "refused", None),
    "another port": (_tunnel("port1.model.test", to=22), "refused", R.PORT),
    "another plain port": (_plain("http://port2.model.test:8080/"), "refused", R.PORT),
    "tunnel to port 80": (_tunnel("port3.model.test", to=80), "refused", R.PORT),
    "another Host header": (
        _plain("http://header.model.test/", given="hub.github.test"), "origin", R.ALLOWED,
    ),
    "no such host": (_plain("http://nowhere.model.test/"), "refused", R.UNREACHABLE),
    "rebound": (_tunnel("rebind.model.test", wait=2), "origin", R.ALLOWED),
    "past the proxy": (("direct", {"address": "ORIGIN", "to": 80}), "refused", None),
    "to the gateway": (("direct", {"address": "GATEWAY", "to": 0}), "refused", None),
    "to this machine": (("direct", {"address": "HOST", "to": 0}), "refused", None),
    "this machine by proxy": (_plain("http://HOST/"), "refused", R.IP_LITERAL),
    "a name past the proxy": (("name", {"name": "secret.attacker.test"}), "refused", None),
}  # fmt: skip


@dataclass(frozen=True)
class Seen:
    """What came of all cases."""

    outcomes: dict[str, str]
    log: EgressLog
    names: frozenset[str]
    reached_here: tuple[object, ...]
    left: frozenset[str]
    holes: list[str]
    """Where the containers of proxy and client are not as their golden files say."""
    probed: str
    """What the probes of the walls found open from inside the network."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Generator[Seen]:
    root = tmp_path_factory.mktemp("egress")
    settings = Settings(root / "data", None, "finrubric/agent:current", 10)
    with outside_world() as outside, _service_here() as (port, reached):
        yield asyncio.run(_seen(settings, outside, root, port, reached))


class _service_here:
    """A service of this machine that listens everywhere and remembers who came."""

    def __enter__(self) -> tuple[int, list[object]]:
        self.listener = socket.create_server(("0.0.0.0", 0))
        self.reached: list[object] = []
        threading.Thread(target=self._accept, daemon=True).start()
        return self.listener.getsockname()[1], self.reached

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, address = self.listener.accept()
                self.reached.append(address)
                client.close()

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def _own_address() -> str:
    """An address of this machine that other machines see."""
    said = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True)
    return said.stdout.split()[0]


async def _seen(
    settings: Settings, outside: Outside, root: Path, port: int, reached: list[object]
) -> Seen:
    provider = await egress_provider(
        settings, parse_egress(POLICY), allow=ALLOW, outside=outside.network
    )
    provider = replace(provider, name_server=outside.address)
    places = {"ORIGIN": outside.address, "HOST": _own_address()}
    async with provider.open(root / "proxy", LABELS) as way:
        inner = docker.from_env(timeout=10)
        try:
            network = inner.networks.get(way.network)
            proxy = inner.containers.get(way.container).attrs["HostConfig"]
            subnet = network.attrs["IPAM"]["Config"][0]["Subnet"]
        finally:
            inner.close()
        places["GATEWAY"] = subnet.rsplit(".", 1)[0] + f".{int(subnet.split('.')[3][:-3]) + 1}"
        agents = replace(await docker_provider(settings), network=way.network)
        async with opened(agents, root / "work") as room:
            write_file(room.workspace.out, "cases.json", _cases(places, port))
            address, _, to = way.proxy.removeprefix("http://").partition(":")
            result = await room.run(CLIENT, address, to, timeout_s=60)
            assert result.exit_code == 0, result.stderr
            probed = await room.run(f"PROBES = {PROBES!r}\n{PROBE}")
            assert isinstance(room.sandbox, DockerSandbox)
            client = await _host_config(room.sandbox.container)
            outcomes = json.loads(read_file(room.workspace.out, "outcomes.json", cap=100_000))
    log = await provider.log(root / "proxy")
    left = docker.from_env(timeout=10)
    try:
        names = {str(n.name) for n in left.networks.list()} & {way.network}
        names |= {str(c.name) for c in left.containers.list(all=True)} & {way.container}
    finally:
        left.close()
    wanted = proxy_config(root / "proxy/conf", root / "proxy/log", outside.network, outside.address)
    bent = holes(proxy, wanted)
    bent += holes(client, host_config(Workspace(root / "work"), Limits(), network=way.network))
    return Seen(
        outcomes, log, outside.names(), tuple(reached), frozenset(names), bent, probed.stdout
    )


async def _host_config(container: str) -> dict[str, Json]:
    client = docker.from_env(timeout=10)
    try:
        return client.containers.get(container).attrs["HostConfig"]
    finally:
        client.close()


def _cases(places: dict[str, str], port: int) -> bytes:
    cases: list[list[object]] = []
    for label, ((way, given), _, _) in CASES.items():
        args = dict(given)
        for name, value in given.items():
            for word, place in places.items():
                if isinstance(value, str) and word in value:
                    args[name] = value.replace(word, place)
        if args.get("to") == 0:
            args["to"] = port
        if args.get("hello") is not None:
            args["hello"] = "SSH-2.0-x\r\n"
        cases.append([label, way, args])
    return json.dumps(cases).encode()


@pytest.mark.parametrize("label", CASES)
def test_only_what_the_policy_lets_through_gets_out(seen: Seen, label: str) -> None:
    assert seen.outcomes[label] == CASES[label][1]


@pytest.mark.parametrize("label", [c for c in CASES if CASES[c][2] is not None])
def test_the_log_names_the_rule_that_decided(seen: Seen, label: str) -> None:
    (_, args), _, rule = CASES[label]
    if rule is EgressRule.IP_LITERAL:  # squid writes every spelling alike
        same = [case for case in CASES.values() if case[2] is rule]
        assert len([line for line in seen.log.lines if line.rule is rule]) == len(same)
        return
    asked = str(args.get("name") or args.get("target")).removeprefix("http://")
    host = asked.rstrip("/").lower().removesuffix(":8080")
    lines = [line for line in seen.log.lines if line.host.lower() == host]
    assert {line.rule for line in lines} == {rule}


def test_no_name_is_looked_up_that_a_rule_denies(seen: Seen) -> None:
    assert "api.model.test" in seen.names
    forbidden = ("github.test", "bench.test", "datasets.allowed.test", "other.test", "evil")
    assert not [n for n in seen.names if n.endswith(forbidden) or "evil" in n or "secret" in n]


def test_no_service_of_this_machine_is_reached(seen: Seen) -> None:
    assert seen.reached_here == ()


def test_containers_in_the_network_have_the_walls_that_were_asked_for(seen: Seen) -> None:
    assert seen.holes == []
    assert seen.probed == "done\n"


def test_nothing_is_left_and_the_log_says_what_decided(seen: Seen) -> None:
    assert seen.left == frozenset()
    assert seen.log.policy == parse_egress(POLICY).sha256
    assert seen.log.proxy_image.startswith("sha256:")
    assert any(line.server and line.bytes_down > 100 for line in seen.log.lines)


async def test_proxy_with_a_faulty_configuration_does_not_start(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandboxes.squid._PRIVATE", "999.0.0.0/8")
    provider = await egress_provider(settings)
    with pytest.raises(SandboxError, match="did not start, so nothing gets out"):
        async with provider.open(tmp_path / "proxy", replace(LABELS, run="run-faulty")):
            pass
    assert [found for found in await belongings(settings) if found.run == "run-faulty"] == []


async def test_a_network_beyond_the_bound_waits(settings: Settings, tmp_path: Path) -> None:
    provider = replace(await egress_provider(settings), slots=asyncio.Semaphore(0))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2), provider.open(tmp_path / "proxy", LABELS):
            pass
    assert not (tmp_path / "proxy").exists()


@pytest.mark.parametrize("wait_s", [0.1, 0.4])
async def test_cancelled_opening_leaves_neither_network_nor_proxy(
    settings: Settings, tmp_path: Path, wait_s: float
) -> None:
    provider = await egress_provider(settings)

    async def work() -> None:
        async with provider.open(tmp_path / "proxy", replace(LABELS, run="run-cancelled")):
            await asyncio.sleep(30)

    task = asyncio.create_task(work())
    await asyncio.sleep(wait_s)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [found for found in await belongings(settings) if found.run == "run-cancelled"] == []


async def test_missing_proxy_image_says_how_to_make_it(settings: Settings) -> None:
    bare = replace(settings, proxy_image="finrubric/never-built:test")
    with pytest.raises(ImageMissing, match="finrubric sandbox build proxy"):
        await egress_provider(bare)
