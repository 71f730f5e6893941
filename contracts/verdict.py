"""What one judge says about one row of a rubric, and how several of them decide it.

A judge that did not answer, answered in another form or quoted what does not stand in the answer
has not judged: that is a state of its own and never counts as a failed row.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.model_setup import FamilyName
from contracts.response import ItemName, SolverName


class Outcome(StrEnum):
    """How a row ends."""

    PASS = "pass"
    FAIL = "fail"
    NOT_JUDGED = "not_judged"


class Met(Contract):
    """The answer meets the row, in these words of its own."""

    ruling: Literal["met"] = "met"
    quote: Words
    """Verbatim from the answer, or from the trace for a row about the work."""
    place: Literal["answer", "trace"] = "answer"


class Contradicted(Contract):
    """The answer says something else, in these words of its own."""

    ruling: Literal["contradicted"] = "contradicted"
    quote: Words
    place: Literal["answer", "trace"] = "answer"


class Absent(Contract):
    """The answer does not say it: there is nothing to quote."""

    ruling: Literal["absent"] = "absent"


Ruled: TypeAlias = Annotated[Met | Contradicted | Absent, Field(discriminator="ruling")]


class Binary(Contract):
    """Met or not, with the words it rests on."""

    kind: Literal["binary"] = "binary"
    ruled: Ruled


class WhyNot(StrEnum):
    """Why a judge has not judged."""

    CALL_FAILED = "call_failed"
    REFUSED = "refused"
    """The model declined."""
    UNREADABLE = "unreadable"
    """No answer in the asked form, also after one repair."""
    MISSING = "missing"
    """An answer in the asked form that leaves this row out."""
    QUOTE_NOT_FOUND = "quote_not_found"
    """The quote does not stand in the answer."""


class NotJudged(Contract):
    """No judgement, and why."""

    kind: Literal["not_judged"] = "not_judged"
    reason: WhyNot
    words: Words
    """What happened, for the person who reads the results."""


Decided: TypeAlias = Annotated[Binary | NotJudged, Field(discriminator="kind")]
"""By `kind`, so that other kinds of judgement can come without changing these."""


class Verdict(Contract):
    """One judge on one row of one answer."""

    contract_name = "verdict"

    row_id: ItemName
    """Row of our rubric or criterion of an imported one."""
    judge: SolverName
    family: FamilyName | None = None
    decided: Decided
    why: Text = ""
    """The judge's reason, in its words."""

    @property
    def outcome(self) -> Outcome:
        """Pass, fail or not judged."""
        if isinstance(self.decided, NotJudged):
            return Outcome.NOT_JUDGED
        return Outcome.PASS if isinstance(self.decided.ruled, Met) else Outcome.FAIL


def majority(outcomes: Sequence[Outcome]) -> Outcome:
    """What more than half of all judges say, those that have not judged included in the count.

    Of three judges two must agree; one against one is not judged, and neither is one alone of
    three.
    """
    for outcome in (Outcome.PASS, Outcome.FAIL):
        if 2 * outcomes.count(outcome) > len(outcomes):
            return outcome
    return Outcome.NOT_JUDGED
