"""Who plays each role: a model behind a client, and the harness that runs its turns."""

from collections.abc import Mapping
from typing import NamedTuple, Self

from agents.models.model import Family, ModelClient
from agents.role import HarnessName, Role
from agents.roles import ROLES


class Player(NamedTuple):
    """Who plays one role."""

    client: ModelClient
    """Who answers; behind the relay, where the harness is a command."""
    harness: HarnessName = "session"
    settings: str = ""
    """What else decides its answers, such as `effort high`; part of the lock."""
    command: tuple[str, ...] = ()
    """What is started in the role's sandbox, for the harness `command`."""

    @property
    def name(self) -> str:
        """`provider/model`, then harness and settings where they are not the usual ones."""
        harness = "" if self.harness == "session" else self.harness
        words = ", ".join(filter(None, (harness, self.settings, " ".join(self.command))))
        plain = f"{self.client.provider}/{self.client.model}"
        return f"{plain} ({words})" if words else plain


class Cast:
    """The players of all roles."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        """Take one player per role, by the role's name.

        Raises:
            KeyError: a role has none.
        """
        self._players = {role.name: players[role.name] for role in ROLES}

    @classmethod
    def of_families(cls, clients: Mapping[Family, ModelClient]) -> Self:
        """One client for all roles of a family."""
        return cls({role.name: Player(clients[role.family]) for role in ROLES})

    def of(self, role: Role) -> Player:
        """Who plays a role."""
        return self._players[role.name]

    def names(self) -> dict[str, str]:
        """Who plays, as the lock names it: the role named after each family, then who differs."""
        found = {role.name: self.of(role).name for role in ROLES if role.name == role.family}
        for role in ROLES:
            if (name := self.of(role).name) != found[role.family]:
                found[role.name] = name
        return found
