"""Every error finrubric raises on purpose. Callers catch a branch.

FinrubricError                  exit code
├── InputError                  2   the caller's query, date, option or file is not usable
│   ├── ContractError           2   bytes that do not satisfy a contract (code and JSON pointer)
│   ├── SourceLeftOut           2   a source that was not known by the cutoff is not shown
│   ├── SecondReviewNeeded      2   one person alone may not decide the item
│   ├── ItemsRefused            2   some items of a list cannot be changed so; none was
│   └── FetchRefused            2   an address that may not be fetched; nothing was sent to it
├── RunHeld                     3   another process holds the run
│   └── ItemHeld                3   another person holds the item of the queue
├── DriftError                  6   a replayed input differs from the recording
├── LockChanged                 6   locked bytes are not those of the start
├── CorruptRun                  6   journal and files disagree
├── LedgerConflict              6   same call key, other request
├── AgentProtocolError          6   a model did not keep to the turn protocol
│   └── ModelRefused            6   a model declined to answer
├── RunCancelled                6   somebody asked for the run's end
├── DeadlineReached             5   a role's active seconds are used up: a human decides
└── EnvironmentFault            7   disk, engine, provider or clock: the run can be resumed
    ├── SandboxError            7   the sandbox failed, not the agent in it
    │   ├── EngineMissing       7   no Docker engine answers
    │   └── ImageMissing        7   the agent image is not built
    ├── FetchFailed             7   a host outside did not give a usable answer
    ├── ModelError              7   a provider failed after our bounded retries
    ├── CostReached             7   the next call could pass --max-cost
    └── DatabaseBusy            7   the database stayed locked

`errors.py` says who is at fault; the message says which file, field or row, and what to do.
"""

from enum import StrEnum
from typing import ClassVar


class FinrubricError(Exception):
    """Root of all errors that finrubric raises on purpose."""

    exit_code: ClassVar[int] = 1
    way_on: str = ""
    """What was kept and how to go on with it, for the person who typed the command."""


class InputError(FinrubricError):
    """The caller's input cannot be used; nothing was written."""

    exit_code = 2


class ContractError(InputError):
    """Bytes that do not satisfy a contract.

    Attributes:
        code: stable word for the kind of fault, such as `duplicate-key` or `extra_forbidden`.
        pointer: JSON pointer of the faulty place, `""` for the whole document.
        faults: all faults found, first one first.
    """

    def __init__(self, contract: str, faults: "tuple[Fault, ...]") -> None:
        """Keep the faults of one document, which must be at least one."""
        self.contract = contract
        self.faults = faults
        self.code = faults[0].code
        self.pointer = faults[0].pointer
        shown = "; ".join(str(fault) for fault in faults[:20])
        super().__init__(f"{contract}: {shown}")


class Fault:
    """One place in a document that breaks its contract."""

    __slots__ = ("code", "message", "pointer")

    def __init__(self, code: str, pointer: str, message: str) -> None:
        """Name the fault: stable code, JSON pointer, plain words."""
        self.code = code
        self.pointer = pointer
        self.message = message

    def __str__(self) -> str:
        """Print pointer, code and words on one line."""
        return f"{self.pointer or '/'} [{self.code}] {self.message}"

    def __repr__(self) -> str:
        """Print for a debugger."""
        return f"Fault({self!s})"


class SourceLeftOut(InputError):
    """A source that does not count as known by the cutoff; the message has its date, no text."""


class SecondReviewNeeded(InputError):
    """One person alone may not decide this item: it wants two opinions that agree."""


class ItemsRefused(InputError):
    """Some items of a list cannot be changed as asked; none of the list was.

    Attributes:
        refused: item to why, in a sentence that names it, in the order they were given.
    """

    def __init__(self, refused: dict[str, str]) -> None:
        """Keep which items were refused, which must be at least one."""
        self.refused = refused
        shown = "; ".join([*refused.values()][:20])
        super().__init__(f"nothing was changed: {len(refused)} of the items cannot be. {shown}")


class FetchRefused(InputError):
    """An address that the policy does not let through; nothing was sent to it.

    Attributes:
        rule: stable word of the rule that refused it, a `contracts.fetching.FetchRule`.
    """

    def __init__(self, message: str, rule: str) -> None:
        """Say what was refused and by which rule."""
        super().__init__(message)
        self.rule = rule


class RunHeld(FinrubricError):
    """Another process holds the run's lease; try again when it has ended."""

    exit_code = 3


class ItemHeld(RunHeld):
    """Another person claimed the item of the queue, before or since; claim it again."""


class DriftError(FinrubricError):
    """A replayed input, tool schema or result differs from the recording."""

    exit_code = 6


class LockChanged(FinrubricError):
    """Locked bytes (prompt, principle, bank task, ...) differ from those of the run's start."""

    exit_code = 6


class CorruptRun(FinrubricError):
    """A journal row without its file, a broken hash chain or a file with other bytes."""

    exit_code = 6


class LedgerConflict(FinrubricError):
    """The same call key was asked with another request: our determinism is broken, do not pay."""

    exit_code = 6


class AgentProtocolError(FinrubricError):
    """A model answered outside the turn protocol until the bound was reached."""

    exit_code = 6


class ModelRefused(AgentProtocolError):
    """A model declined to answer; its words are kept, nothing is asked again blindly."""


class RunCancelled(FinrubricError):
    """Somebody asked for the run's end, and it has ended at the boundary of a step."""

    exit_code = 6


class DeadlineReached(FinrubricError):
    """The active seconds of a budget group are used up; partial files are kept, never gated."""

    exit_code = 5


class EnvironmentFault(FinrubricError):
    """The surroundings failed; the run has no word and can be resumed."""

    exit_code = 7


class SandboxError(EnvironmentFault):
    """The sandbox failed, not the agent in it: safe to retry."""


class EngineMissing(SandboxError):
    """No Docker engine answers at the configured address."""


class ImageMissing(SandboxError):
    """The agent image is not there; build it with `finrubric sandbox build`."""


class FetchFailed(EnvironmentFault):
    """A host outside gave no usable answer: no name, no connection, too late, too large, an error.

    Attributes:
        status: the HTTP status; 0 where no answer came.
        asked: every address that a browser's window was led to before it failed.
    """

    def __init__(self, message: str, status: int = 0, asked: tuple[str, ...] = ()) -> None:
        """Say what failed, never with a key in it."""
        super().__init__(message)
        self.status = status
        self.asked = asked


class ModelFault(StrEnum):
    """What went wrong with one call of a model; decides whether and how often it is sent again."""

    RATE_LIMIT = "rate_limit"
    """429, too many requests or tokens for now."""
    QUOTA = "quota"
    """No credit left: waiting does not help."""
    OVERLOADED = "overloaded"
    """529, or an overload reported inside a 200 or a stream."""
    SERVER = "server"
    """Other 5xx."""
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    """No connection, or one that broke before the answer began."""
    TRUNCATED = "truncated"
    """The answer began and ended without its terminal event."""
    MALFORMED = "malformed"
    """A complete body that is no answer of the protocol."""
    AUTH = "auth"
    """401 or 403."""
    CONTEXT = "context"
    """400 or 413 that says: the conversation is longer than the model can read."""
    REQUEST = "request"
    """Another 4xx: what was sent is not acceptable, such as an unknown model."""
    OTHER_MODEL = "other_model"
    """Another model answered than the one asked."""
    OTHER = "other"

    @property
    def may_be_charged(self) -> bool:
        """Whether the provider may have charged for an answer that never came whole."""
        return self in _CHARGED


_CHARGED = frozenset(
    {
        ModelFault.TIMEOUT,
        ModelFault.CONNECTION,
        ModelFault.TRUNCATED,
        ModelFault.MALFORMED,
        ModelFault.OTHER_MODEL,
        ModelFault.OTHER,
    }
)


class ModelError(EnvironmentFault):
    """A model provider failed; raised to callers only after the bounded retries.

    Attributes:
        fault: what kind of failure it was.
        retry_after_s: seconds the provider asks to wait; None where it does not say.
    """

    def __init__(
        self,
        message: str,
        fault: ModelFault = ModelFault.OTHER,
        *,
        retry_after_s: float | None = None,
    ) -> None:
        """Say what failed, never with a key or a header in it."""
        super().__init__(message)
        self.fault = fault
        self.retry_after_s = retry_after_s


class CostReached(EnvironmentFault):
    """The next call could pass the cost limit, so it was not sent; resume with a higher one."""


class DatabaseBusy(EnvironmentFault):
    """The database stayed locked by another process beyond the bounded wait."""
