"""What a provider's server says and how it fails, written down by a test."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from contracts.contract import Json

Stop: TypeAlias = Literal["tool_use", "end", "length", "refusal", "pause"]


@dataclass(frozen=True)
class Tokens:
    """What one answer counts, in our terms: `input` is all that was read."""

    input: int = 0
    cached: int = 0
    written: int = 0
    output: int = 0
    reasoning: int = 0

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(
            self.input + other.input,
            self.cached + other.cached,
            self.written + other.written,
            self.output + other.output,
            self.reasoning + other.reasoning,
        )


USUAL = Tokens(input=1_000, cached=600, output=50, reasoning=20)


@dataclass(frozen=True)
class Use:
    """A tool call of the model."""

    id: str
    name: str
    arguments: str = "{}"
    """As text, so that it need not be JSON."""


@dataclass(frozen=True)
class Found:
    """What a search that the provider ran itself asked and found."""

    query: str
    urls: tuple[str, ...]
    title: str = "A page"


@dataclass(frozen=True)
class Said:
    """One answer of the model."""

    text: str = ""
    uses: tuple[Use, ...] = ()
    thought: str = ""
    """Reasoning; sealed or signed by the server."""
    stop: Stop | None = None
    """None for what follows from the calls."""
    tokens: Tokens | None = USUAL
    """None: the server says nothing of usage."""
    model: str | None = None
    """None for the model that was asked."""
    found: tuple[Found, ...] = ()
    answer_id: int | None = None
    """None for one that no other answer has."""
    cost: Json = None
    """Dollars that the answer cost, as routers say; None for who says nothing."""

    @property
    def stops(self) -> Stop:
        return self.stop or ("tool_use" if self.uses else "end")


@dataclass(frozen=True)
class Fault:
    """How a server fails one request. Without a body it is the answer's stream that goes wrong."""

    name: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    body: bytes | None = None
    """Sent instead of an answer."""
    events: int | None = None
    """So many events of the answer are sent; None for all of them."""
    event: Mapping[str, Json] | None = None
    """Sent after those."""
    then: Literal["end", "break", "reset", "stall"] = "end"
    """The stream ends in order, ends without its last chunk, is reset, or falls silent."""
    pause_s: float = 0.0
    """Between two events."""


@dataclass(frozen=True)
class Received:
    """One request as it arrived."""

    number: int
    """From 1, over all requests of a server."""
    path: str
    headers: Mapping[str, str]
    """Names in small letters."""
    body: Mapping[str, Json]
    whole_before: int
    """Answers served whole before it."""


@dataclass
class Served:
    """One line of a server's own log: the truth that ledgers are held against."""

    received: Received
    fault: str | None = None
    said: Said | None = None
    """The answer that was begun, if one was."""
    whole: bool = False
    """Whether it was sent to its last event."""

    @property
    def tokens(self) -> Tokens:
        return (self.said.tokens if self.whole and self.said else None) or Tokens()


Script: TypeAlias = Callable[[Received], Said]
Faults: TypeAlias = Callable[[Received], Fault | None]


def in_order(*answers: Said) -> Script:
    """Answers one after the other; one that was not served whole is said again."""

    def say(received: Received) -> Said:
        return answers[received.whole_before]

    return say


def first(*faults: Fault | None) -> Faults:
    """Faults of the first requests, in order; what comes after is answered."""

    def fail(received: Received) -> Fault | None:
        return faults[received.number - 1] if received.number <= len(faults) else None

    return fail


@dataclass
class Log:
    """All that a server was asked and what it served."""

    lines: list[Served] = field(default_factory=list[Served])
    strays: list[str] = field(default_factory=list[str])
    """Requests to paths that are none of a protocol's, by method and path."""

    @property
    def sent(self) -> int:
        """How many requests arrived."""
        return len(self.lines)

    @property
    def whole(self) -> list[Served]:
        """Answers that were sent to the last event."""
        return [line for line in self.lines if line.whole]

    @property
    def tokens(self) -> Tokens:
        """Tokens of those answers."""
        return sum((line.tokens for line in self.lines), Tokens())
