"""Recorded judges: what each of them replied to one case, so that a scoring needs no key.

A reply is pinned to what the judge was shown of question, criteria and answer. A recording that was
made by hand proves the path of a scoring, not that a model would have judged so.
"""

from typing import Annotated, Self, TypeAlias

from pydantic import AfterValidator, Field, JsonValue, model_validator

from contracts.contract import Contract, Words
from contracts.ids import Sha256
from contracts.model_setup import FamilyName
from contracts.response import ItemName, SolverName


def _without_fractions(value: JsonValue) -> JsonValue:
    """Refuse floats, which canonical JSON writes in another way than they were read."""
    match value:
        case float():
            msg = "a number with a fraction or an exponent; write the whole reply as text"
            raise ValueError(msg)
        case dict():
            _ = [_without_fractions(one) for one in value.values()]
        case list():
            _ = [_without_fractions(one) for one in value]
        case _:
            pass
    return value


Replied: TypeAlias = Annotated[JsonValue, AfterValidator(_without_fractions)]


class RecordedReply(Contract):
    """One reply of one judge."""

    answer: ItemName
    """Id of the answer, for people; replies are found by the case."""
    case: Sha256
    """Hash of question, criteria, answer and trace as the judge was shown them."""
    turn: Annotated[int, Field(ge=1, le=2)] = 1
    call: Annotated[int, Field(ge=1, le=2)] = 1
    reply: Replied
    """Text as it came, or the JSON object that it was."""


class RecordedJudge(Contract):
    """One judge and its replies."""

    name: SolverName
    family: FamilyName
    replies: tuple[RecordedReply, ...]

    @model_validator(mode="after")
    def _reply_stands_once(self) -> Self:
        places = [(one.case, one.turn, one.call) for one in self.replies]
        if len(set(places)) != len(places):
            msg = f"{self.name} has two replies to one call"
            raise ValueError(msg)
        return self


class JudgeRecording(Contract):
    """The file `judges.json` of a folder of recorded judges."""

    contract_name = "judge-recording"

    title: Words
    made_by: Words
    """`hand`, or what was recorded."""
    prompt_sha256: Sha256
    """The prompt that the replies were made with; another one is told, not refused."""
    judges: Annotated[tuple[RecordedJudge, ...], Field(min_length=1)]
