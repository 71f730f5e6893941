"""Reading `finrubric.toml`, and who plays each role by it."""

from collections.abc import Collection
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from agents.cast import lock_names, player_name
from agents.model_family import family_of_model
from agents.models.model import Family
from agents.role import Role
from agents.roles import ROLES
from contracts.errors import InputError
from contracts.model_setup import (
    USUAL_CONTEXT_TOKENS,
    HarnessChoice,
    ModelSetup,
    RoleChange,
    Side,
    settings_text,
)
from principles.strict_toml import MAX_BYTES, read_toml

SETUP_FILE = "finrubric.toml"
PACKAGED = "the packaged defaults"
FILES = "files"
"""The harness that is its own provider: whoever watches the exchange folder answers."""


class LoadedSetup(NamedTuple):
    """A setup and where it was read."""

    setup: ModelSetup
    file: str
    """For messages."""
    folder: Path | None
    """What its relative paths start from; None for the packaged one, which starts from here."""


class Part(NamedTuple):
    """How one role is played by a setup."""

    role: Role
    provider: str
    model: str
    effort: str | None
    harness: HarnessChoice
    trained_by: str
    """The model's family."""
    command: tuple[str, ...]
    context_tokens: int


def load_setup(path: Path | None) -> LoadedSetup:
    """Read a setup; None takes the packaged one.

    Raises:
        InputError: no readable file, an unknown key, a wrong type; names file and key.
    """
    if path is None:
        data = files("agents").joinpath("models", "defaults.toml").read_bytes()
        return LoadedSetup(read_toml(data, PACKAGED, ModelSetup), PACKAGED, None)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    return LoadedSetup(read_toml(data, str(path), ModelSetup), str(path), path.parent)


def parts_of(loaded: LoadedSetup) -> tuple[Part, ...]:
    """How each role is played, in the order of the roles.

    Raises:
        InputError: a provider that is not there, a model whose family its name does not say, a
            harness without its command or a command without its harness; names file and key.
    """
    return tuple(_part(loaded, role) for role in ROLES)


def _part(loaded: LoadedSetup, role: Role) -> Part:
    side: Side = {"writer": loaded.setup.writer, "reviewer": loaded.setup.reviewer}[role.family]
    change = next((c for name, c in loaded.setup.roles.items() if name == role.name), None)
    where = f"{loaded.file}: key {role.family if change is None else f'roles.{role.name}'}"
    change = change or RoleChange()
    harness = change.harness or side.harness
    part = Part(
        role=role,
        provider=FILES if harness == FILES else change.provider or side.provider or "",
        model=change.model or side.model,
        effort=None if harness == FILES else change.effort or side.effort,
        harness=harness,
        trained_by=_trained_by(side, change, where),
        command=_command(side, change, harness, where),
        context_tokens=_context_tokens(side, change, harness, where),
    )
    if harness != FILES and part.provider not in loaded.setup.providers:
        known = ", ".join(sorted(loaded.setup.providers))
        msg = f"{where}.provider: there is no [providers.{part.provider}]; there are: {known}"
        raise InputError(msg)
    return part


def _trained_by(side: Side, change: RoleChange, where: str) -> str:
    """The family said, else that of the name; a side's is not that of a role's other model."""
    is_other = change.model not in (None, side.model)
    said = change.family or (None if is_other else side.family)
    model = change.model or side.model
    found = said or family_of_model(model)
    if found is None:
        msg = (
            f"{where}.family: the name {model!r} does not say who trained the model; say it, such "
            'as family = "mistral"'
        )
        raise InputError(msg)
    return found


def _command(side: Side, change: RoleChange, harness: HarnessChoice, where: str) -> tuple[str, ...]:
    command = side.command if change.command is None else change.command
    if harness == "command" and not command:
        msg = f'{where}.command: the harness "command" needs the words of what is started'
        raise InputError(msg)
    if harness != "command" and change.command:
        msg = f'{where}.command: only the harness "command" starts one; this role has {harness!r}'
        raise InputError(msg)
    return command if harness == "command" else ()


def _context_tokens(side: Side, change: RoleChange, harness: HarnessChoice, where: str) -> int:
    if harness != "command":
        return change.context_tokens or side.context_tokens
    if change.context_tokens is not None:
        msg = f'{where}.context_tokens: the harness "command" sees to its own conversation'
        raise InputError(msg)
    return USUAL_CONTEXT_TOKENS


def settings_of(loaded: LoadedSetup, part: Part) -> str:
    """What else decides a part's answers, in words for the lock; empty for nothing."""
    effort = f"effort {part.effort}" if part.effort else ""
    is_usual = part.context_tokens == USUAL_CONTEXT_TOKENS
    context = "" if is_usual else f"context {part.context_tokens} tokens"
    provider = loaded.setup.providers.get(part.provider)
    return ", ".join(filter(None, (effort, context, settings_text(provider) if provider else "")))


def names_of(loaded: LoadedSetup) -> dict[str, str]:
    """Who plays by a setup, as the lock names it; needs no key and no client.

    Raises:
        InputError: a part that cannot be played.
    """
    named = {
        part.role.name: player_name(
            f"{part.provider}/{part.model}",
            "command" if part.harness == "command" else "session",
            settings_of(loaded, part),
            part.command,
        )
        for part in parts_of(loaded)
    }
    return lock_names(named, {str(name): s for name, s in loaded.setup.budgets.items()})


def shared_families(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Families that play on both sides, each with its roles, in words; empty is as it should be."""
    found: set[tuple[str, Family, str]] = {
        (part.trained_by, part.role.family, part.role.name) for part in parts
    }
    return _on_both_sides(found)


def shared_harnesses(parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Harnesses that run on both sides, in words."""
    found: set[tuple[str, Family, str]] = {
        (_harness_name(part), part.role.family, part.role.name) for part in parts
    }
    return _on_both_sides(found)


def _harness_name(part: Part) -> str:
    return f"command {part.command[0]}" if part.harness == "command" else part.harness


def _on_both_sides(found: Collection[tuple[str, Family, str]]) -> tuple[str, ...]:
    by_side: dict[Family, set[str]] = {"writer": set(), "reviewer": set()}
    for name, family, _ in found:
        by_side[family].add(name)
    shared = sorted(by_side["writer"] & by_side["reviewer"])
    order = [role.name for role in ROLES]
    return tuple(
        f"{name} ({', '.join(sorted((r for n, _, r in found if n == name), key=order.index))})"
        for name in shared
    )
