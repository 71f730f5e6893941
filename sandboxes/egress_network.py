"""A way out for one activation: a network of its own, whose only other member is the proxy.

The network has no gateway, so neither this machine nor anything beyond it can be reached past the
proxy; the proxy stands in it with one foot and outside with the other.
"""

import asyncio
import os
import secrets
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import IPv4Network
from pathlib import Path

from contracts.contract import Json
from contracts.egress import EgressLog
from contracts.errors import ImageMissing, SandboxError
from contracts.ids import Sha256
from contracts.settings import Settings
from sandboxes.docker import remove
from sandboxes.egress import Egress, load_egress
from sandboxes.engine import Engine, connect, is_not_found, text_at
from sandboxes.hardening import proxy_config
from sandboxes.owner import container_labels, this_process
from sandboxes.ownership import container_user
from sandboxes.safe_files import read_file
from sandboxes.sandbox import Labels
from sandboxes.squid import ACCEPTS, LOG_FILE, PORT, Policy, read_log, rules_hash, squid_files

POOL = IPv4Network("198.19.0.0/17")
"""Where the networks lie: set aside for tests of devices, so that nobody's own network is hidden,
and not in the parts of that range that other programs are known to take."""
PREFIX_LENGTH = 29
MOST_NETWORKS = 8
"""How many are open at once in one process; the rest wait."""
START_S = 15.0
STOP_S = 3
LOG_CAP = 20_000_000
_TRIES = 40


@dataclass(frozen=True, slots=True)
class WayOut:
    """An open network."""

    network: str
    """Its name; a container in it reaches the proxy and nothing else."""
    proxy: str
    """Address of the proxy, as programs are told it."""
    container: str
    """The proxy's container."""


@dataclass(frozen=True, slots=True)
class EgressProvider:
    """Opens networks under one policy."""

    settings: Settings
    image: str
    """The proxy image's digest."""
    policy: Policy
    policy_file: Sha256
    """Of the policy file's bytes, as in the lock."""
    outside: str = "bridge"
    """The network through which the proxy reaches the world."""
    name_server: str = ""
    """Where the proxy looks names up; else where the engine does."""
    slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_NETWORKS))

    @asynccontextmanager
    async def open(self, folder: Path, labels: Labels) -> AsyncGenerator[WayOut]:
        """Open a network with its proxy; leaving the context removes both.

        Args:
            folder: ours, empty; it gets the proxy's configuration and its log.
            labels: whose activation it serves.

        Raises:
            SandboxError: network or proxy could not be made; a proxy with a faulty configuration
                does not start, so nothing gets out.
        """
        async with self.slots:
            engine = await connect(self.settings)
            name = f"finrubric-{secrets.token_hex(8)}"
            try:
                yield await self._opened(engine, name, folder, labels)
            finally:
                # What cannot be removed now must not hide how the activation ended.
                with suppress(SandboxError):
                    await engine.call(engine.api.stop, f"{name}-proxy", STOP_S)
                with suppress(SandboxError):
                    await remove(engine, f"{name}-proxy")
                with suppress(SandboxError):
                    await remove_network(engine, name)
                await engine.close()

    async def log(self, folder: Path) -> EgressLog:
        """What the proxy of `folder` has let through and refused; complete once it is closed.

        Raises:
            SandboxError: the log is missing, too long, or not what the proxy writes.
        """
        data = await asyncio.to_thread(_log_of, folder)
        return EgressLog(
            policy=self.policy_file,
            rules=rules_hash(self.policy),
            proxy_image=self.image,
            lines=read_log(data),
        )

    async def _opened(self, engine: Engine, name: str, folder: Path, labels: Labels) -> WayOut:
        tags = container_labels(labels, this_process(), datetime.now(UTC))
        inside = await _make_network(engine, name, tags)
        conf, log = await asyncio.to_thread(_write, folder, squid_files(self.policy, inside))
        proxy, address = f"{name}-proxy", str(inside[2])
        created = await engine.call(
            engine.api.create_container,
            self.image,
            ["squid", "-N", "-f", "/conf/squid.conf"],
            user=str(container_user()),
            environment={"HOME": "/tmp"},
            name=proxy,
            working_dir="/",
            host_config=proxy_config(conf, log, self.outside, self.name_server),
            labels=tags,
            use_config_proxy=False,
        )
        if warnings := created.get("Warnings"):
            raise SandboxError(f"the Docker engine cannot keep a limit: {warnings}")
        join = engine.api.connect_container_to_network
        await engine.call(join, proxy, name, ipv4_address=address)
        await engine.call(engine.api.start, proxy)
        await _until_it_listens(engine, proxy)
        return WayOut(name, f"http://{address}:{PORT}", proxy)


async def egress_provider(
    settings: Settings,
    egress: Egress | None = None,
    *,
    allow: tuple[str, ...] | None = None,
    outside: str = "bridge",
) -> EgressProvider:
    """Find engine and proxy image.

    Args:
        settings: names the image.
        egress: the policy; else the one that comes with finrubric.
        allow: the only hosts to reach; else every host that nothing refuses.
        outside: the network through which the proxy reaches the world.

    Raises:
        EngineMissing: no engine answers.
        ImageMissing: it has no proxy image.
    """
    image = await pinned_image(settings, settings.proxy_image, "proxy")
    found = egress or load_egress()
    policy = Policy(found.hosts, allow)
    return EgressProvider(settings, image, policy, found.sha256, outside)


async def pinned_image(settings: Settings, tag: str, name: str) -> str:
    """The digest of an image, so that a tag moved in the middle of a run changes nothing.

    Raises:
        EngineMissing: no engine answers.
        ImageMissing: it has no such image.
    """
    engine = await connect(settings)
    try:
        return text_at(await engine.call(engine.api.inspect_image, tag), "Id")
    except SandboxError as error:
        if not is_not_found(error):
            raise
        raise ImageMissing(
            f"the Docker engine has no image {tag!r}; make it with `finrubric sandbox build {name}`"
        ) from error
    finally:
        await engine.close()


async def remove_network(engine: Engine, network: str) -> None:
    """Remove a network; one that is not there is removed already."""
    try:
        await engine.call(engine.api.remove_network, network)
    except SandboxError as error:
        if not is_not_found(error):
            raise


def subnets() -> Iterator[IPv4Network]:
    """Parts of the pool to try, beginning anywhere, so that processes seldom meet."""
    parts = tuple(POOL.subnets(new_prefix=PREFIX_LENGTH))
    first = secrets.randbelow(len(parts))
    for step in range(_TRIES):
        yield parts[(first + step) % len(parts)]


async def _make_network(engine: Engine, name: str, labels: dict[str, str]) -> IPv4Network:
    for subnet in subnets():
        try:
            await engine.call(
                engine.api.create_network,
                name,
                driver="bridge",
                # Without this the bridge has an address of this machine, and every service here
                # that listens everywhere could be reached by it.
                options={"com.docker.network.bridge.inhibit_ipv4": "true"},
                ipam={"Driver": "default", "Config": [{"Subnet": str(subnet)}]},
                internal=True,
                labels=labels,
            )
        except SandboxError as error:
            if "overlaps" not in str(error):
                raise
            continue
        return subnet
    raise SandboxError(
        f"no part of {POOL} is free for a network; `finrubric sandbox reap` removes left ones"
    )


async def _until_it_listens(engine: Engine, proxy: str) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + START_S
    while True:
        said = await engine.call(engine.api.logs, proxy, tail=40)
        if ACCEPTS in said:
            return
        found = await engine.call(engine.api.inspect_container, proxy)
        if not _is_running(found) or loop.time() > end:
            words = " ".join(said.decode(errors="replace").split())[-400:]
            raise SandboxError(f"the egress proxy did not start, so nothing gets out: {words}")
        await asyncio.sleep(0.05)


def _is_running(found: dict[str, Json]) -> bool:
    state = found.get("State")
    return isinstance(state, dict) and state.get("Running") is True


def _write(folder: Path, files: dict[str, bytes]) -> tuple[Path, Path]:
    conf, log = folder.absolute() / "conf", folder.absolute() / "log"
    for made in (conf, log):
        made.mkdir(parents=True)
    for name, data in files.items():
        (conf / name).write_bytes(data)
        (conf / name).chmod(0o444)
    conf.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(log, *container_user(), follow_symlinks=False)
    return conf, log


def _log_of(folder: Path) -> bytes:
    return read_file(folder / "log", LOG_FILE, cap=LOG_CAP)
