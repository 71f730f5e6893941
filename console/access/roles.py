"""What each role may do: the one table."""

from collections.abc import Mapping
from enum import StrEnum


class Role(StrEnum):
    """What a user is; each role may do all that those before it may."""

    VIEWER = "viewer"
    ANALYST = "analyst"
    LEAD = "lead"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        """How far up a role stands; 0 is the first."""
        return tuple(Role).index(self)


class Permission(StrEnum):
    """What a route needs; every route names one."""

    ENTER = "enter"
    """Pages for people who have not logged in, and what they are drawn with."""
    OWN = "own"
    """One's own settings and sessions, and the way out."""
    READ = "read"
    """Queue, items, runs, rubrics, evidence, the audit chain."""
    READ_WITHHELD = "read_withheld"
    """Words of internal and restricted sources, which leave the house in no export."""
    COMMENT = "comment"
    DECIDE = "decide"
    """Claim, draft, decide, undo, give an opinion."""
    STEER = "steer"
    """Ask that a run goes on, or ends."""
    REVIEW = "review"
    """Compare the pairs of a blind study that one was asked to."""
    TAKE_OVER = "take_over"
    """Take an item from the person who has it."""
    ASSIGN = "assign"
    """Say who sees to which items, and until when; also of many at once."""
    WAIVE = "waive"
    MANAGE_STUDIES = "manage_studies"
    """Open, close and reveal blind studies."""
    USERS = "users"


LEAST: Mapping[Permission, Role | None] = {
    Permission.ENTER: None,
    Permission.OWN: Role.VIEWER,
    Permission.READ: Role.VIEWER,
    Permission.READ_WITHHELD: Role.ANALYST,
    Permission.COMMENT: Role.ANALYST,
    Permission.DECIDE: Role.ANALYST,
    Permission.STEER: Role.ANALYST,
    Permission.REVIEW: Role.ANALYST,
    Permission.TAKE_OVER: Role.LEAD,
    Permission.ASSIGN: Role.LEAD,
    Permission.WAIVE: Role.LEAD,
    Permission.MANAGE_STUDIES: Role.LEAD,
    Permission.USERS: Role.ADMIN,
}
"""The least role that a permission needs; None: no login is needed."""


def may(role: Role | None, permission: Permission) -> bool:
    """Whether a role, or somebody who has not logged in (None), has a permission."""
    least = LEAST[permission]
    if least is None:
        return True
    return role is not None and role.rank >= least.rank
