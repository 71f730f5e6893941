"""One judge over one answer: a question, one repair where it is needed, one question anew.

Each round of asking is an activation of the ledger. What an activation before this one decided
stands; only what it left open is asked again, and nothing is asked twice in one go.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

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
from contracts.verdict import Binary, NotJudged, Verdict, WhyNot
from scoring.judges.judge import Asks, Judge
from scoring.judges.reply import TOOL, Judged, Reading, read_reply, tool_of
from scoring.judges.sheet import Case, case_sha256, sheet_text, shown_of

ROLE = "judge"
_FINAL = frozenset({WhyNot.REFUSED, WhyNot.CALL_FAILED})
_TOLD = 40
"""Open criteria that a repair names with their fault."""


class _Identity(Contract):
    """What a verdict depends on: whatever of it changes is judged again."""

    prompt: str
    sheet: str
    tool: str
    judge: str
    model: str
    routing: str
    max_output_tokens: int
    round: int


class Judging(NamedTuple):
    """One judge, one answer, the criteria that are asked together."""

    judge: Judge
    case: Case
    prompt: str
    round: int = 1
    """Asked afresh under another number, so that a judge can be compared with itself."""

    @property
    def scope(self) -> str:
        """The ledger's name for it: the hash of all that its verdicts depend on."""
        shown = shown_of(self.case, self.prompt)
        identity = _Identity(
            prompt=shown.prompt,
            sheet=sheet_text(shown),
            tool=tool_of(self.case.ids).parameters,
            judge=self.judge.provider,
            model=self.judge.model,
            routing=self.judge.routing,
            max_output_tokens=self.judge.max_output_tokens,
            round=self.round,
        )
        return f"scoring:{fingerprint(identity)}"


class Found(NamedTuple):
    """What a judging gives."""

    scope: str
    verdicts: tuple[Verdict, ...]
    """One per criterion asked, in their order."""
    is_live: bool
    """Whether anything was sent, and not only read from the ledger."""


class _Round(NamedTuple):
    """What one activation decided."""

    judged: Mapping[str, Judged]
    open: Mapping[str, NotJudged]
    is_live: bool


@dataclass(slots=True)
class _Sitting:
    """One activation, while it goes on."""

    judging: Judging
    asks: Asks
    scope: str
    activation: int
    is_live: bool = False

    async def hold(self, case: Case) -> _Round:
        judged: dict[str, Judged] = {}
        still: Mapping[str, NotJudged] = {}
        for turn in (1, 2):
            reading = await self._turn(turn, case.only(tuple(still)) if still else case)
            judged |= reading.judged
            still = reading.open
            if not still or _is_final(still):
                break
        return _Round(judged, still, self.is_live)

    async def _turn(self, turn: int, case: Case) -> Reading:
        shown = shown_of(case, self.judging.prompt)
        messages: tuple[Message, ...] = (
            SystemMessage(text=shown.prompt),
            UserMessage(text=sheet_text(shown)),
        )
        inputs = (case_sha256(shown),)
        reply = await self._reply(turn, 1, messages, case, inputs)
        reading = _read(reply, case)
        if isinstance(reply, NotJudged) or not reading.open or turn > 1:
            return reading
        if _is_final(reading.open) or not _says(reply):
            return reading
        messages = (*messages, *_returned(reply, _repair(reading.open)))
        rest = case.only(tuple(reading.open))
        # What was read before the repair stands, also where the repair fails.
        second = _read(await self._reply(turn, 2, messages, rest, inputs), rest)
        return Reading({**reading.judged, **second.judged}, second.open)

    async def _reply(
        self,
        turn: int,
        call: int,
        messages: tuple[Message, ...],
        case: Case,
        inputs: tuple[Sha256, ...],
    ) -> ModelResponse | NotJudged:
        """The reply to one call, or why there is none."""
        try:
            return await self._ask(turn, call, messages, case, inputs)
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
        case: Case,
        inputs: tuple[Sha256, ...],
    ) -> ModelResponse:
        judge = self.judging.judge
        request = ModelRequest(
            key=CallKey(
                scope=self.scope, role=ROLE, activation=self.activation, turn=turn, call=call
            ),
            model=judge.model,
            messages=messages,
            tools=(tool_of(case.ids),),
            max_output_tokens=judge.max_output_tokens,
            inputs=inputs,
        )
        answered = await self.asks.answered(request)
        self.is_live = self.is_live or not answered.reused
        return answered.response


def _failed(error: FinrubricError) -> NotJudged:
    return NotJudged(reason=WhyNot.CALL_FAILED, words=str(error)[:2_000])


def _read(reply: ModelResponse | NotJudged, case: Case) -> Reading:
    if isinstance(reply, NotJudged):
        return Reading({}, dict.fromkeys(case.ids, reply))
    return read_reply(reply, case)


async def found_by(judging: Judging, asks: Asks, *, scope: str, activations: int) -> Found:
    """Put a case to a judge, or read back what it said before.

    Args:
        judging: who judges what.
        asks: reaches the judge's model.
        scope: the judging's name in the ledger.
        activations: how often it was asked before; those are read back, and the last one is
            finished where it broke off. Only where they leave something open and nothing was sent
            now is it asked once more.
    """
    judged: dict[str, Judged] = {}
    still: Mapping[str, NotJudged] = {}
    rest, is_live, activation = judging.case, False, 0
    while activation < activations or not activation or (still and not is_live):
        activation += 1
        if activation > 1 and not still:
            break
        held = await _Sitting(judging, asks, scope, activation).hold(rest)
        judged |= held.judged
        still, is_live = held.open, held.is_live
        rest = judging.case.only(tuple(still))
    return Found(scope, tuple(_verdicts(judging, judged, still)), is_live)


def _verdicts(
    judging: Judging, judged: Mapping[str, Judged], still: Mapping[str, NotJudged]
) -> Iterable[Verdict]:
    judge = judging.judge
    for name in judging.case.ids:
        one = judged.get(name)
        yield Verdict(
            row_id=name,
            judge=judge.name,
            family=judge.family,
            decided=still[name] if one is None else Binary(ruled=one.ruled),
            why="" if one is None else one.why,
        )


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


def _repair(still: Mapping[str, NotJudged]) -> str:
    faults = [f"- {name}: {one.words}" for name, one in list(still.items())[:_TOLD]]
    more = [] if len(still) <= _TOLD else [f"- and {len(still) - _TOLD} more"]
    named = ", ".join(still)
    return "\n".join(
        [
            "These criteria are not decided by what you handed in:",
            *faults,
            *more,
            f"Call {TOOL} once more, for these alone: {named}. All others stand.",
        ]
    )
