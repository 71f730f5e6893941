"""An answer of a research agent to one question, as text or with the trace of its work."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from contracts.contract import Contract, LongText, Words
from contracts.cutoff import Instant
from contracts.model_setup import FamilyName
from contracts.query import PriorTurn, Tag
from contracts.trace import Trace

ItemName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")]
"""Id in a file of people: letters, digits, dot, underscore, dash; at most 80 characters."""
SolverName = Annotated[str, StringConstraints(pattern=r"^\S[ -~]{0,119}$")]


class RemarkKind(StrEnum):
    """What a reader took away from an answer or found odd in it; none of it is silent."""

    ANSWER_CUT = "answer_cut"
    """The answer is longer than what is read; the cut is marked in the text."""
    TRACE_CUT = "trace_cut"
    """Steps are longer or more than what is read; the cut is marked in the text."""
    TRACE_TRUNCATED = "trace_truncated"
    """The file ends within a line: the solver crashed while it wrote."""
    IMAGES_REPLACED = "images_replaced"
    """Pictures stand as their hash."""
    CHARACTERS_REMOVED = "characters_removed"
    """Control characters, colour codes of terminals or lone surrogates."""
    KEY_WITHHELD = "key_withheld"
    """What looks like a provider's key is masked, since judges would see it."""
    NO_FINAL_ANSWER = "no_final_answer"
    SEVERAL_FINAL_ANSWERS = "several_final_answers"
    """The last one counts."""
    ONLY_REASONING = "only_reasoning"
    """The agent reasoned and said nothing: reasoning is no answer."""
    RESULT_WITHOUT_CALL = "result_without_call"
    CALL_WITHOUT_RESULT = "call_without_result"
    RESULT_BEFORE_CALL = "result_before_call"
    DUPLICATE_CALL_ID = "duplicate_call_id"
    CYCLIC_PARENTS = "cyclic_parents"
    """Messages name each other as parents; they stand in the order of the file."""
    TIMES_UNORDERED = "times_unordered"
    TIME_IN_FUTURE = "time_in_future"


class Remark(Contract):
    """One thing that a grader should know about how an answer was read."""

    kind: RemarkKind
    words: Words


class TextAnswer(Contract):
    """An answer of which only the text is known."""

    kind: Literal["text"] = "text"
    text: LongText
    """May be empty: an empty answer earns nothing, and no judge is asked."""


class TraceAnswer(Contract):
    """An answer with the work that led to it."""

    kind: Literal["trace"] = "trace"
    trace: Trace


Answer: TypeAlias = Annotated[TextAnswer | TraceAnswer, Field(discriminator="kind")]


class Response(Contract):
    """What one solver answered to one question."""

    contract_name = "response"

    id: ItemName
    query_id: ItemName
    """Which question it answers; the same id names the rubric."""
    solver: SolverName
    solver_family: FamilyName | None = None
    """Family of the solver's model; judges of that family can be left out."""
    answered_at: Instant | None = None
    category: Tag | None = None
    prior_turns: tuple[PriorTurn, ...] = ()
    """What was said before the question."""
    answer: Answer
    remarks: tuple[Remark, ...] = ()

    @property
    def final_text(self) -> str:
        """What is graded: the text, or the final answer of the trace; empty when there is none."""
        if isinstance(self.answer, TextAnswer):
            return self.answer.text
        return self.answer.trace.final_answer or ""

    @property
    def is_answered(self) -> bool:
        """Whether there is a word or figure to grade; else every row fails without a judge."""
        return any(character.isalnum() for character in self.final_text)
