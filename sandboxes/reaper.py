"""What is ours in an engine, and what of it runs whose process is gone have left behind.

Called at start and exit; `finrubric sandbox list` and `reap` are for people.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from contracts.contract import Json
from contracts.errors import EngineMissing
from contracts.settings import Settings
from sandboxes.docker import remove
from sandboxes.egress_network import remove_network
from sandboxes.engine import Engine, connect, text_at
from sandboxes.owner import OWNED, PREFIX, fate


@dataclass(frozen=True, slots=True)
class Belonging:
    """A container or network that carries our labels."""

    kind: Literal["container", "network"]
    name: str
    run: str
    role: str
    is_left_behind: bool
    """Whether the process that made it is gone."""


async def reap(settings: Settings) -> tuple[str, ...]:
    """Remove our own dead containers, then dead networks; the names of those removed.

    Nothing else is touched: neither what is foreign, nor what belongs to a living finrubric. Where
    no engine answers there is nothing to remove.

    Raises:
        SandboxError: the engine failed while it was asked.
    """
    try:
        async with _connected(settings) as engine:
            dead = [found for found in await _belongings(engine) if found.is_left_behind]
            for found in dead:
                await _remove(engine, found)
            return tuple(found.name for found in dead)
    except EngineMissing:
        return ()


async def belongings(settings: Settings) -> tuple[Belonging, ...]:
    """All that is ours, containers first.

    Raises:
        EngineMissing: no engine answers.
        SandboxError: the engine failed while it was asked.
    """
    async with _connected(settings) as engine:
        return await _belongings(engine)


@asynccontextmanager
async def _connected(settings: Settings) -> AsyncGenerator[Engine]:
    engine = await connect(settings)
    try:
        yield engine
    finally:
        await engine.close()


async def _belongings(engine: Engine) -> tuple[Belonging, ...]:
    # The engine selects by label, `fate` decides by all of them.
    ours = {"label": OWNED}
    containers = await engine.call(engine.api.containers, all=True, filters=ours)
    networks = await engine.call(engine.api.networks, filters=ours)
    return (
        *(_container(found) for found in containers),
        *(_network(found) for found in networks),
    )


def _container(found: dict[str, Json]) -> Belonging:
    names = found.get("Names")
    first = names[0] if isinstance(names, list) and names else found.get("Id")
    is_running = text_at(found, "State") == "running"
    return _belonging("container", str(first).removeprefix("/"), found, is_running=is_running)


def _network(found: dict[str, Json]) -> Belonging:
    # A network does not say whether it is in use: one of another boot is kept to its deadline.
    return _belonging("network", text_at(found, "Name"), found, is_running=True)


def _belonging(
    kind: Literal["container", "network"], name: str, found: dict[str, Json], *, is_running: bool
) -> Belonging:
    said = found.get("Labels")
    pairs = said.items() if isinstance(said, dict) else ()
    labels = {key: value for key, value in pairs if isinstance(value, str)}
    is_dead = fate(labels, is_running=is_running, now=datetime.now(UTC)) == "reap"
    run, role = (labels.get(f"{PREFIX}{word}", "") for word in ("run", "role"))
    return Belonging(kind, name, run, role, is_dead)


async def _remove(engine: Engine, found: Belonging) -> None:
    if found.kind == "container":
        await remove(engine, found.name)
    else:
        await remove_network(engine, found.name)
