"""A user of the console, as every page and every decision sees one."""

from dataclasses import dataclass
from datetime import datetime

from console.access.roles import Permission, Role, may
from console.shortcuts import Preferences


@dataclass(frozen=True, slots=True)
class User:
    """Who is logged in."""

    id: str
    name: str
    """What claims, decisions and the audit chain name; never given to anybody else."""
    role: Role
    preferences: Preferences

    def may(self, permission: Permission) -> bool:
        """Whether this user has a permission."""
        return may(self.role, permission)


@dataclass(frozen=True, slots=True)
class Account:
    """A user as administrators see one."""

    user: User
    created: datetime
    disabled: datetime | None
    issuer: str | None
    """The identity provider that the user logs in at; None for tokens."""
    token_until: datetime | None
    """Until when a token can be used that was made and not used yet."""
