"""Who plays each role: a model behind a client, and the harness that runs its turns."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from agents.models.model import Family, ModelClient
from agents.role import HarnessName, Role
from agents.roles import ROLES
from agents.room import ROOM


class Player(NamedTuple):
    """Who plays one role."""

    client: ModelClient
    """Who answers; behind the relay, where the harness is a command."""
    harness: HarnessName = "session"
    settings: str = ""
    """What else decides its answers, such as `effort high`; part of the lock."""
    command: tuple[str, ...] = ()
    """What is started in the role's sandbox, for the harness `command`."""
    room: int = ROOM
    """Characters of a conversation that it is sent at most, for the session loop."""

    @property
    def name(self) -> str:
        """`provider/model`, then harness and settings where they are not the usual ones."""
        plain = f"{self.client.provider}/{self.client.model}"
        return player_name(plain, self.harness, self.settings, self.command)


def player_name(
    plain: str, harness: HarnessName, settings: str, command: Sequence[str] = ()
) -> str:
    """The name of a player whose model is `provider/model`; `read_player_name` reads it."""
    shown = "" if harness == "session" else harness
    words = ", ".join(filter(None, (shown, settings, " ".join(command))))
    return f"{plain} ({words})" if words else plain


class PlayerName(NamedTuple):
    """What the name of a player says, read back from the lock."""

    provider: str
    model: str
    harness: str
    settings: str
    """Effort and whatever else decides its answers; empty for nothing."""


_NAME = re.compile(r"(?P<provider>[^/]*)/(?P<model>[^(]*?)(?: \((?P<words>.*)\))?", re.DOTALL)
BUDGETS = "budgets"
"""Beside the roles in `Cast.names`."""
_USUAL: Mapping[str, int] = MappingProxyType({r.budget.name: r.budget.seconds for r in ROLES})


def read_player_name(name: str) -> PlayerName:
    """What a name made by `Player.name` says; a name of another form is a model's name whole."""
    found = _NAME.fullmatch(name)
    if found is None:
        return PlayerName("", name, "session", "")
    words = (found["words"] or "").split(", ")
    harness = words.pop(0) if words[0] == "command" else "session"
    if found["provider"] == "files":
        harness = "files"  # the exchange folder is its own provider
    return PlayerName(found["provider"], found["model"], harness, ", ".join(words))


class Cast:
    """The players of all roles, and how long they may take."""

    def __init__(
        self, players: Mapping[str, Player], *, budgets: Mapping[str, int] = _USUAL
    ) -> None:
        """Take one player per role, by the role's name.

        Args:
            players: by the role's name.
            budgets: active seconds by the budget's name, where they are not the usual ones.

        Raises:
            KeyError: a role has none.
        """
        self._players = {role.name: players[role.name] for role in ROLES}
        self._budgets = {**_USUAL, **budgets}

    @classmethod
    def of_families(cls, clients: Mapping[Family, ModelClient]) -> Self:
        """One client for all roles of a family."""
        return cls({role.name: Player(clients[role.family]) for role in ROLES})

    def of(self, role: Role) -> Player:
        """Who plays a role."""
        return self._players[role.name]

    def seated(self, role: Role) -> Role:
        """The role with the budget that it has in this run."""
        group = role.budget
        return role._replace(budget=group._replace(seconds=self._budgets[group.name]))

    def names(self) -> dict[str, str]:
        """Who plays, as the lock names it: the role named after each family, then who differs.

        Budgets that are not the usual ones stand beside them, since they decide answers too.
        """
        return lock_names({role.name: self.of(role).name for role in ROLES}, self._budgets)


def lock_names(players: Mapping[str, str], budgets: Mapping[str, int]) -> dict[str, str]:
    """Players by role as a lock names them, and the budgets that are not the usual ones."""
    found = {role.name: players[role.name] for role in ROLES if role.name == role.family}
    for role in ROLES:
        if (name := players[role.name]) != found[role.family]:
            found[role.name] = name
    changed = {name: s for name, s in budgets.items() if s != _USUAL.get(name)}
    if changed:
        found[BUDGETS] = ", ".join(f"{name} {s} s" for name, s in sorted(changed.items()))
    return found
