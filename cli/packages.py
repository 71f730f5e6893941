"""Whether our packages are the ones that Python imports: `agents` is a name others use too."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import contracts
from contracts.errors import EnvironmentFault

DISTRIBUTION = "finrubric"
PACKAGES = (
    *("agents", "benchmarks", "cli", "console", "contracts", "escalations", "finrubric", "gates"),
    *("orchestrator", "principles", "records", "reports", "sandboxes", "scoring", "sources"),
    "task_bank",
)
REMEDY = (
    "finrubric is an application and needs an environment of its own: make a fresh one "
    "(`make clean setup`, or `python3 -m venv`), and install nothing else into it"
)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that `finrubric doctor` looked at."""

    name: str
    is_well: bool
    found: str
    remedy: str = ""


def check_packages() -> Check:
    """Look at names and at what is installed under them."""
    faults = (*shadowed(), *claimed())
    if faults:
        return Check("packages", is_well=False, found="; ".join(faults), remedy=REMEDY)
    return Check("packages", is_well=True, found=f"all {len(PACKAGES)} are ours")


def shadowed() -> tuple[str, ...]:
    """Our package names that another folder answers to, one line each; reads no metadata."""
    return tuple(_shadowed())


def _shadowed() -> Iterator[str]:
    home = Path(contracts.__file__).resolve().parent.parent
    for name in PACKAGES:
        spec = find_spec(name)
        if spec is None:
            yield f"package {name!r} is missing"
        elif spec.origin is None:
            yield f"package {name!r} is an empty folder: its __init__.py was removed"
        elif Path(spec.origin).resolve().parent.parent != home:
            yield f"package {name!r} is imported from {Path(spec.origin).parent}, not from {home}"


def claimed() -> tuple[str, ...]:
    """Our package names that another installed distribution claims, one line each."""
    from importlib.metadata import packages_distributions

    owners = packages_distributions()
    found: list[str] = []
    for name in PACKAGES:
        others = sorted(set(owners.get(name, ())) - {DISTRIBUTION})
        if others:
            found.append(f"package {name!r} is also installed by {', '.join(others)}")
    return tuple(found)


def require_own_packages() -> None:
    """Refuse to start roles with somebody else's code under our names.

    Raises:
        EnvironmentFault: naming each shadowed package.
    """
    if found := shadowed():
        raise EnvironmentFault(f"{'; '.join(found)}. {REMEDY}")
