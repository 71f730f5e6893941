"""Versions below which an engine or its runtime has a published way out of its containers."""

import re
from dataclasses import dataclass

from contracts.contract import Json
from contracts.settings import Settings
from sandboxes.engine import connect, text_at


@dataclass(frozen=True, slots=True)
class Floor:
    """One fault: where it was mended, and what it lets happen here."""

    program: str
    mended: tuple[tuple[int, ...], ...]
    """The first version without it, of each series in which it was mended."""
    fault: str

    def is_above(self, version: tuple[int, ...]) -> bool:
        """Whether a version has the fault."""
        series = [mended for mended in self.mended if mended[:2] == version[:2]]
        return version < (series[0] if series else max(self.mended))


FLOORS = (
    Floor("runc", ((1, 1, 12),), "CVE-2024-21626: a container can reach the host's files"),
    Floor(
        "runc",
        ((1, 2, 8), (1, 3, 3)),
        "CVE-2025-31133, -52565 and -52881: a container can write to the host's /proc",
    ),
    Floor(
        "engine",
        ((23, 0, 11), (25, 0, 5)),
        "CVE-2024-29018: names are looked up outside for containers of an internal network; "
        "here each of them is given a name server that does not exist",
    ),
    Floor(
        "engine",
        ((29, 5, 1),),
        "CVE-2026-41567: an archive sent into a running container can run as root; "
        "finrubric sends none",
    ),
)
_NUMBERS = re.compile(r"v?(\d+)\.(\d+)(?:\.(\d+))?")
_PATCHED = re.compile(r"[+~]|-\d")
"""What a distribution adds to a number that it keeps while it mends what lies below it."""


@dataclass(frozen=True, slots=True)
class Below:
    """One program that is below a floor."""

    floor: Floor
    found: str
    may_be_patched: bool
    """Its number is a distribution's, whose patches no number shows."""

    @property
    def is_a_way_out(self) -> bool:
        """Whether scripts should not run here: known to be below, and of the runtime itself."""
        is_known = bool(_numbers(self.found))
        return self.floor.program == "runc" and is_known and not self.may_be_patched

    @property
    def advice(self) -> str:
        """What it means and what to do."""
        need = " or ".join(".".join(map(str, mended)) for mended in self.floor.mended)
        todo = (
            "the distribution may have mended it without a new number: see its security notices"
            if self.may_be_patched
            else f"update to {need} or newer"
        )
        return f"{self.floor.program} {self.found} is below {need} ({self.floor.fault}); {todo}"


def below_floors(engine: str, runc: str) -> tuple[Below, ...]:
    """Which floors two versions are below; a version that cannot be read is below every one."""
    found = {"engine": engine, "runc": runc}
    return tuple(
        Below(floor, version or "of unknown version", bool(_PATCHED.search(version)))
        for floor in FLOORS
        if floor.is_above(_numbers(version := found[floor.program]))
    )


async def engine_versions(settings: Settings) -> tuple[str, str]:
    """The versions of the engine and of runc; empty where the engine does not say.

    Raises:
        EngineMissing: no engine answers.
    """
    engine = await connect(settings)
    try:
        said = await engine.call(engine.api.version)
    finally:
        await engine.close()
    return text_at(said, "Version"), _runc(said.get("Components"))


def _runc(components: Json) -> str:
    for part in components if isinstance(components, list) else ():
        if text_at(part, "Name") == "runc":
            return text_at(part, "Version")
    return ""


def _numbers(version: str) -> tuple[int, ...]:
    found = _NUMBERS.match(version)
    return tuple(int(part or 0) for part in found.groups()) if found else ()
