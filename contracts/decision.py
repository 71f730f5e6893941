"""A human's decision on an item of the queue: what it says, and what it gives the run."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.contract import Contract, Text, Words
from contracts.ids import RunId, Sha256
from contracts.source import CorpusItem

LEAST_NOTE = 10
"""Characters in which a person says why, at the least."""


class DecisionKind(StrEnum):
    """What a human may do with an escalated run."""

    RETRY = "retry"
    """Go on in a new attempt, with guidance and perhaps with dated sources."""
    EDIT = "edit"
    """Go on in a new attempt from files that replace the role's own; the same gates hold."""
    REJECT = "reject"
    """End the run: there will be no rubric."""
    RETURN = "return"
    """Put the item back into the queue undecided; the run goes on waiting."""
    RELOCK = "relock"
    """Go on in a new attempt under the configuration of today."""
    WAIVE = "waive"
    """Go on in a new attempt with named findings closed; shown on the rubric for ever."""
    SIGN = "sign"
    """Give the signatures that the profile asks for; the rubric names who gave them and when."""


class DecisionReason(StrEnum):
    """Why a human decided so, for counting; the note says it in words."""

    EVIDENCE_MISSING = "evidence_missing"
    WRONG_PERIOD = "wrong_period"
    WRONG_VALUE = "wrong_value"
    WRONG_READING = "wrong_reading"
    QUESTION_UNSOUND = "question_unsound"
    FINDING_UNFOUNDED = "finding_unfounded"
    CONFIGURATION_CHANGED = "configuration_changed"
    ENVIRONMENT = "environment"
    OTHER = "other"


class ReplacedFile(Contract):
    """A file that a human puts in the place of a role's."""

    name: str
    """Name of the role's output file, such as `rows.json`, or `scripts/NAME.py`."""
    sha256: Sha256
    """Hash of its kept bytes."""


class FindingRef(Contract):
    """A finding by its code and place."""

    code: str
    pointer: str


class Decision(Contract):
    """One decision on one item.

    `sources` come with `retry` and are marked `supplied_by: human`; `files` with `edit`, `waived`
    with `waive`, `signed` with `sign`, `lock` with `relock`.
    """

    contract_name = "decision"

    id: str
    """`<item>-d<n>`: the n-th decision on the item."""
    item: str
    run: RunId
    attempt: Annotated[int, Field(ge=1)]
    """Attempt in which the run was blocked; a decision to go on opens the next one."""
    kind: DecisionKind
    reason: DecisionReason
    note: Annotated[Words, StringConstraints(min_length=LEAST_NOTE)]
    guidance: Text = ""
    """What to tell the role that goes on."""
    sources: tuple[CorpusItem, ...] = ()
    files: tuple[ReplacedFile, ...] = ()
    waived: tuple[FindingRef, ...] = ()
    signed: tuple[FindingRef, ...] = ()
    """What the profile wanted a person to sign, each by the finding that asked for it."""
    lock: Sha256 | None = None
    """Hash of the kept bytes of the lock that replaces the run's own."""
    by: Words
    at: datetime

    @model_validator(mode="after")
    def _gives_what_its_kind_needs(self) -> Self:
        for kind, word, given in (
            (DecisionKind.EDIT, "files", bool(self.files)),
            (DecisionKind.WAIVE, "waived", bool(self.waived)),
            (DecisionKind.SIGN, "signed", bool(self.signed)),
            (DecisionKind.RELOCK, "lock", self.lock is not None),
        ):
            if given != (self.kind is kind):
                msg = f"`{word}` must come with a decision to {kind} and with no other"
                raise ValueError(msg)
        if self.sources and self.kind is not DecisionKind.RETRY:
            msg = "`sources` come with a decision to retry only"
            raise ValueError(msg)
        if self.guidance and self.kind in (DecisionKind.REJECT, DecisionKind.RETURN):
            msg = f"a decision to {self.kind} lets no role go on, so it takes no guidance"
            raise ValueError(msg)
        return self
