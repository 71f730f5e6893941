"""What is put to a judge, whatever it is about: a message, one strict tool, parts decided apart.

How often a judge is asked, repaired and asked anew is the same for all questions; what it is shown
and how its reply is read is each question's own.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from contracts.ids import Sha256
from contracts.model import ModelResponse, ToolSchema
from contracts.verdict import NotJudged

DecidedT_co = TypeVar("DecidedT_co", covariant=True)


class Reading(NamedTuple, Generic[DecidedT_co]):
    """What a reply decides, and what it leaves open."""

    judged: Mapping[str, DecidedT_co]
    open: Mapping[str, NotJudged]
    """By part, in the order asked."""


class Opening(NamedTuple):
    """What opens a conversation."""

    prompt: str
    sheet: str
    sha256: Sha256
    """Names what is judged, whatever the prompt: recorded replies are pinned to it."""


class Question(Protocol[DecidedT_co]):
    """Parts that one judge decides together, each by an id."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The parts asked for."""
        ...

    @property
    def tool(self) -> ToolSchema:
        """The one tool of the judge."""
        ...

    def only(self, ids: Sequence[str], /) -> Self:
        """The same question about some of its parts."""
        ...

    def opening(self) -> Opening:
        """What the judge is shown."""
        ...

    def read(self, reply: ModelResponse, /) -> Reading[DecidedT_co]:
        """Read a reply; every part asked for ends in one of the two maps."""
        ...
