"""Refusals of the console, each with the status that its page has.

Errors of the rest of the product get theirs from `console.refusal`.
"""

from typing import ClassVar

from contracts.errors import FinrubricError


class ConsoleError(FinrubricError):
    """A request that is not answered with what it asked for."""

    exit_code = 2
    status: ClassVar[int] = 400


class NotFound(ConsoleError):
    """There is no such page, item, run or file."""

    status = 404


class NotLoggedIn(ConsoleError):
    """Nobody is logged in here, or not any more."""

    status = 401


class NotAllowed(ConsoleError):
    """Who is logged in may not do this."""

    status = 403


class StaleForm(ConsoleError):
    """A form without the value that was put into it for this login."""

    status = 403


class Overtaken(ConsoleError):
    """Somebody else changed what a form was to change, after its page was drawn."""

    status = 409


class TooManyLogins(ConsoleError):
    """Too many logins failed from one address.

    Attributes:
        retry_after_s: seconds until the next one is looked at.
    """

    status = 429

    def __init__(self, message: str, retry_after_s: int) -> None:
        """Say what was refused and until when."""
        super().__init__(message)
        self.retry_after_s = retry_after_s


class TooManyStreams(ConsoleError):
    """One user follows as many pages live as one may."""

    status = 429
