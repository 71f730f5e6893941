"""One judge over one question: asked, one repair where it is needed, asked anew once.

Each round of asking is an activation of the ledger. What an activation before this one decided
stands; only what it left open is asked again, and nothing is asked twice in one go.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from contracts.contract import Contract, fingerprint
from contracts.errors import CostReached, FinrubricError, LedgerConflict, ModelError
from contracts.ids import Sha256
from contracts.model import (
    AssistantMessage,
    CallKey,
    Message,
    ModelRequest,
    ModelResponse,
    SystemMessage,
    ToolMessage,
    UserMessage,
)
from contracts.verdict import NotJudged, WhyNot
from scoring.judges.judge import Asks, Judge
from scoring.judges.question import Question, Reading

ROLE = "judge"
_FINAL = frozenset({WhyNot.REFUSED, WhyNot.CALL_FAILED})
_TOLD = 40
"""Open parts that a repair names with their fault."""
DecidedT = TypeVar("DecidedT")


class _Identity(Contract):
    """What a judgement depends on: whatever of it changes is judged again."""

    prompt: str
    sheet: str
    tool: str
    judge: str
    model: str
    routing: str
    max_output_tokens: int
    round: int


def scope_of(judge: Judge, question: Question[object], number: int) -> str:
    """The ledger's name for a question to a judge: the hash of all that its answers depend on."""
    opening = question.opening()
    identity = _Identity(
        prompt=opening.prompt,
        sheet=opening.sheet,
        tool=question.tool.parameters,
        judge=judge.provider,
        model=judge.model,
        routing=judge.routing,
        max_output_tokens=judge.max_output_tokens,
        round=number,
    )
    return f"scoring:{fingerprint(identity)}"


class Heard(NamedTuple, Generic[DecidedT]):
    """What a judge has said to a question."""

    scope: str
    judged: Mapping[str, DecidedT]
    open: Mapping[str, NotJudged]
    is_live: bool
    """Whether anything was sent, and not only read from the ledger."""


@dataclass(slots=True)
class _Sitting(Generic[DecidedT]):
    """One activation, while it goes on."""

    judge: Judge
    asks: Asks
    scope: str
    activation: int
    is_live: bool = False

    async def hold(self, question: Question[DecidedT]) -> Heard[DecidedT]:
        judged: dict[str, DecidedT] = {}
        still: Mapping[str, NotJudged] = {}
        for turn in (1, 2):
            reading = await self._turn(turn, question.only(tuple(still)) if still else question)
            judged |= reading.judged
            still = reading.open
            if not still or _is_final(still):
                break
        return Heard(self.scope, judged, still, self.is_live)

    async def _turn(self, turn: int, question: Question[DecidedT]) -> Reading[DecidedT]:
        opening = question.opening()
        messages: tuple[Message, ...] = (
            SystemMessage(text=opening.prompt),
            UserMessage(text=opening.sheet),
        )
        reply = await self._reply(turn, 1, messages, question, opening.sha256)
        reading = _read(reply, question)
        if isinstance(reply, NotJudged) or not reading.open or turn > 1:
            return reading
        if _is_final(reading.open) or not _says(reply):
            return reading
        messages = (*messages, *_returned(reply, _repair(reading.open, question.tool.name)))
        rest = question.only(tuple(reading.open))
        # What was read before the repair stands, also where the repair fails.
        second = _read(await self._reply(turn, 2, messages, rest, opening.sha256), rest)
        return Reading({**reading.judged, **second.judged}, second.open)

    async def _reply(
        self,
        turn: int,
        call: int,
        messages: tuple[Message, ...],
        question: Question[DecidedT],
        pin: Sha256,
    ) -> ModelResponse | NotJudged:
        """The reply to one call, or why there is none."""
        try:
            return await self._ask(turn, call, messages, question, pin)
        except LedgerConflict as error:
            # What is asked here is put in other words than it was: the next round asks anew.
            return _failed(error)
        except (ModelError, CostReached) as error:
            self.is_live = True
            return _failed(error)

    async def _ask(
        self,
        turn: int,
        call: int,
        messages: tuple[Message, ...],
        question: Question[DecidedT],
        pin: Sha256,
    ) -> ModelResponse:
        judge = self.judge
        request = ModelRequest(
            key=CallKey(
                scope=self.scope, role=ROLE, activation=self.activation, turn=turn, call=call
            ),
            model=judge.model,
            messages=messages,
            tools=(question.tool,),
            max_output_tokens=judge.max_output_tokens,
            inputs=(pin,),
        )
        answered = await self.asks.answered(request)
        self.is_live = self.is_live or not answered.reused
        return answered.response


def _failed(error: FinrubricError) -> NotJudged:
    return NotJudged(reason=WhyNot.CALL_FAILED, words=str(error)[:2_000])


def _read(reply: ModelResponse | NotJudged, question: Question[DecidedT]) -> Reading[DecidedT]:
    if isinstance(reply, NotJudged):
        return Reading({}, dict.fromkeys(question.ids, reply))
    return question.read(reply)


async def heard_by(
    judge: Judge, question: Question[DecidedT], asks: Asks, *, scope: str, activations: int
) -> Heard[DecidedT]:
    """Put a question to a judge, or read back what it said before.

    Args:
        judge: who is asked.
        question: what is asked.
        asks: reaches the judge's model.
        scope: the question's name in the ledger.
        activations: how often it was asked before; those are read back, and the last one is
            finished where it broke off. Only where they leave something open and nothing was sent
            now is it asked once more.
    """
    judged: dict[str, DecidedT] = {}
    still: Mapping[str, NotJudged] = {}
    rest, is_live, activation = question, False, 0
    while activation < activations or not activation or (still and not is_live):
        activation += 1
        if activation > 1 and not still:
            break
        held = await _Sitting[DecidedT](judge, asks, scope, activation).hold(rest)
        judged |= held.judged
        still, is_live = held.open, held.is_live
        rest = question.only(tuple(still))
    return Heard(scope, judged, still, is_live)


def _is_final(still: Mapping[str, NotJudged]) -> bool:
    """Whether asking again at once would be blind: the model declined, or its call failed."""
    return all(one.reason in _FINAL for one in still.values())


def _says(reply: ModelResponse) -> bool:
    return bool(reply.text.strip() or reply.tool_calls)


def _returned(reply: ModelResponse, words: str) -> tuple[Message, ...]:
    """The reply as it came, and what is wrong with it as the result of its calls."""
    calls = () if reply.stop == "length" else reply.tool_calls
    if not calls:
        text = reply.text.strip() or "(cut)"
        said = AssistantMessage(text=text, tool_calls=(), opaque=_opaque(reply))
        return (said, UserMessage(text=words))
    said = AssistantMessage(text=reply.text, tool_calls=calls, opaque=reply.opaque)
    results = (
        ToolMessage(call_id=call.id, name=call.name, text=words, failed=True) for call in calls
    )
    return (said, *results)


def _opaque(reply: ModelResponse) -> str | None:
    return None if reply.tool_calls or reply.stop == "length" else reply.opaque


def _repair(still: Mapping[str, NotJudged], tool: str) -> str:
    faults = [f"- {name}: {one.words}" for name, one in list(still.items())[:_TOLD]]
    more = [] if len(still) <= _TOLD else [f"- and {len(still) - _TOLD} more"]
    named = ", ".join(still)
    return "\n".join(
        [
            "These criteria are not decided by what you handed in:",
            *faults,
            *more,
            f"Call {tool} once more, for these alone: {named}. All others stand.",
        ]
    )
