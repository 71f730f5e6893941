"""What a study refuses to show or to take, each with the status that its page has."""

from typing import ClassVar

from console.errors import ConsoleError, NotAllowed, NotFound


class NotThere(NotFound):
    """There is no such study or no such pair of it."""


class StillHidden(NotAllowed):
    """It would tell a reviewer what is not to be known yet, or is another reviewer's."""


class AlreadyFinal(ConsoleError):
    """The verdict was given before, in other words; the first one stands."""

    status: ClassVar[int] = 409
