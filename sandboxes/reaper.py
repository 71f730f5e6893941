"""Removes the containers of runs whose process is gone; called at start and exit."""

from datetime import UTC, datetime

from contracts.contract import Json
from contracts.errors import EngineMissing
from contracts.settings import Settings
from sandboxes.docker import remove
from sandboxes.engine import connect, text_at
from sandboxes.owner import OWNED, fate


async def reap(settings: Settings) -> tuple[str, ...]:
    """Remove our own dead containers; the names of those removed.

    No other container is touched: neither a foreign one, nor one of a living finrubric. Where no
    engine answers there is nothing to remove.

    Raises:
        SandboxError: the engine failed while it was asked.
    """
    try:
        engine = await connect(settings)
    except EngineMissing:
        return ()
    try:
        # The engine selects by label, `fate` decides by all of them.
        found = await engine.call(engine.api.containers, all=True, filters={"label": OWNED})
        dead = [
            container
            for container in found
            if fate(
                _labels(container.get("Labels")),
                is_running=text_at(container, "State") == "running",
                now=datetime.now(UTC),
            )
            == "reap"
        ]
        for container in dead:
            await remove(engine, text_at(container, "Id"))
        return tuple(_name(container) for container in dead)
    finally:
        await engine.close()


def _labels(found: Json) -> dict[str, str]:
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: value for name, value in pairs if isinstance(value, str)}


def _name(container: dict[str, Json]) -> str:
    names = container.get("Names")
    first = names[0] if isinstance(names, list) and names else container.get("Id")
    return str(first).removeprefix("/")
