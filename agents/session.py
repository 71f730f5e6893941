"""The session loop: from a message of ours to one `submit`, every step recorded before it counts.

The loop never asks whether it was interrupted. It walks from the turn's first message and takes
each answer and each tool result through the ledger and the tool rows, which give back what is
stored and do the rest. Resuming is running the turn again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from agents.allowance import Stopwatch
from agents.asking import Asker
from agents.desk import Desk
from agents.reply import Reply, misplaced_submit, read_reply
from agents.room import KEPT_SHARE, ROOM, shortened, size_of, within_room
from agents.seat import Seat
from agents.submission import Submission, read_manifest, restore
from agents.tools.name import ToolName
from agents.tools.tool import Action, refused
from agents.tools.toolbox import MisusedTool
from contracts.counters import MAX_DRAFT_VALIDATIONS
from contracts.errors import AgentProtocolError, CorruptRun, ModelError, ModelFault
from contracts.ids import Sha256
from contracts.model import (
    CallKey,
    Message,
    ModelRequest,
    ModelResponse,
    SystemMessage,
    ToolCall,
    UserMessage,
)
from records.files import Blobs
from records.lease import Lease
from records.ledger import Ledger
from records.tool_log import ToolLog, ToolOutcome

MAX_CALLS = 60
"""Model calls per turn."""
MAX_FAULTS_IN_A_ROW = 5
"""Answers in a row that break the turn protocol."""
OUTPUT_TOKENS = 32_768
"""Output limit of a call; doubled once after an answer was cut."""


class Records(NamedTuple):
    """Where a session's steps are kept."""

    ledger: Ledger
    tool_log: ToolLog
    blobs: Blobs
    lease: Lease | None = None


@dataclass(slots=True)
class _Turn:
    """What one turn has used so far; the same after a resume, since the loop walks it again."""

    number: int
    room: int
    given_up: frozenset[int]
    """Calls that were refused for their length before a resume; the turn went on after them."""
    is_shortened: bool = False
    faults_in_a_row: int = 0
    validations: int = 0
    output_tokens: int = OUTPUT_TOKENS


class _Acted(NamedTuple):
    messages: list[Message]
    faulty: bool
    manifest: str | None
    """What `submit` answered; None while the turn goes on."""


class Session:
    """One activation of one role, with the host's own loop and tools."""

    def __init__(
        self,
        seat: Seat,
        desk: Desk,
        *,
        asker: Asker,
        records: Records,
        stopwatch: Stopwatch,
        system: str,
        room: int = ROOM,
    ) -> None:
        """Seat a model at a desk.

        Args:
            seat: who works.
            desk: what with.
            asker: asks the model.
            records: where every step is kept.
            stopwatch: what is left of the role's budget.
            system: the role's rendered prompt.
            room: characters of a conversation that the model is sent at most.
        """
        self._seat = seat
        self._desk = desk
        self._asker = asker
        self._records = records
        self._stopwatch = stopwatch
        self._system = system
        self._room = room

    async def run_turn(
        self, turn: int, message: str, *, inputs: tuple[Sha256, ...] = ()
    ) -> Submission:
        """Run one turn to its submit; see `agents.harness.Harness`."""
        await asyncio.to_thread(self._desk.lay_given)
        messages = [*await self._before(turn), UserMessage(text=message)]
        try:
            manifest = await self._converse(await self._begun(turn), messages, inputs)
        finally:
            await self._desk.sandbox.close()
        return await asyncio.to_thread(
            restore, read_manifest(manifest), self._records.blobs, turns_used=turn
        )

    async def _begun(self, turn: int) -> _Turn:
        given_up = await self._records.ledger.given_up(self._seat.key(turn, 1))
        return _Turn(turn, self._room, given_up)

    async def _converse(
        self, turn: _Turn, messages: list[Message], inputs: tuple[Sha256, ...]
    ) -> str:
        for call in range(1, MAX_CALLS + 1):
            key = self._seat.key(turn.number, call)
            messages = within_room(messages, turn.room)
            response = await self._answer(turn, key, messages, inputs)
            if response is None:
                messages = _shorten(turn, messages)
                continue
            reply = read_reply(response, key)
            messages.append(reply.said)
            acted = await self._act(turn, key, reply)
            if acted.manifest is not None:
                return acted.manifest
            messages.extend(acted.messages)
            self._count(turn, reply, acted)
        raise AgentProtocolError(f"{self._place(turn)}: no submit within {MAX_CALLS} calls")

    def _count(self, turn: _Turn, reply: Reply, acted: _Acted) -> None:
        faulty = acted.faulty or reply.note is not None
        turn.faults_in_a_row = turn.faults_in_a_row + 1 if faulty else 0
        turn.output_tokens = OUTPUT_TOKENS * (2 if reply.cut else 1)
        if turn.faults_in_a_row >= MAX_FAULTS_IN_A_ROW:
            last = acted.messages[-1].text
            msg = f"{self._place(turn)}: {turn.faults_in_a_row} faulty answers in a row, the last: "
            raise AgentProtocolError(msg + last[:1_000])

    def _place(self, turn: _Turn) -> str:
        return f"{self._seat.role.name} {self._seat.activation}.{turn.number}"

    async def _answer(
        self,
        turn: _Turn,
        key: CallKey,
        messages: list[Message],
        inputs: tuple[Sha256, ...],
    ) -> ModelResponse | None:
        """The model's answer; None where the conversation is too long and can still be shortened.

        A shorter one is another request, so it is asked as the next call.
        """
        if key.call in turn.given_up:
            return None
        try:
            return await self._ask(turn, key, messages, inputs)
        except ModelError as error:
            if error.fault is not ModelFault.CONTEXT:
                raise
            if turn.is_shortened or shortened(messages) == messages:
                msg = (
                    f"{self._place(turn)}: {error}; its conversation of about "
                    f"{size_of(messages):,} characters cannot be shortened further. Begin a run "
                    "with a lower context_tokens, or with a model that reads more"
                )
                raise ModelError(msg, ModelFault.CONTEXT) from None
            return None

    async def _ask(
        self,
        turn: _Turn,
        key: CallKey,
        messages: Sequence[Message],
        inputs: tuple[Sha256, ...],
    ) -> ModelResponse:
        request = ModelRequest(
            key=key,
            model=self._asker.model,
            messages=tuple(messages),
            tools=self._desk.toolbox.schemas,
            max_output_tokens=turn.output_tokens,
            inputs=inputs,
        )
        return await self._asker.ask(request)

    async def _act(self, turn: _Turn, key: CallKey, reply: Reply) -> _Acted:
        acted: list[Message] = []
        faulty, manifest = False, None
        for index, call in enumerate(reply.calls):
            action, misused = self._action(turn, reply.calls, index)
            outcome = await self._once(key, index, call, action)
            acted.append(self._seat.tool_message(key, index, call=call, outcome=outcome))
            faulty = faulty or misused
            if call.name == ToolName.SUBMIT and not outcome.failed:
                manifest = outcome.text
        if reply.note is not None:
            acted.append(UserMessage(text=reply.note))
        return _Acted(acted, faulty, manifest)

    async def _once(self, key: CallKey, index: int, call: ToolCall, action: Action) -> ToolOutcome:
        async def within_budget() -> ToolOutcome:
            _ = await self._stopwatch.remaining_s()
            return await action()

        name = call.name.replace("\x00", "\N{REPLACEMENT CHARACTER}")  # no row keeps a NUL
        return await self._records.tool_log.once(
            key, index, name, call.arguments, within_budget, lease=self._records.lease
        )

    def _action(self, turn: _Turn, calls: tuple[ToolCall, ...], index: int) -> tuple[Action, bool]:
        """What one call does, and whether it breaks the protocol."""
        call = calls[index]
        if misplaced_submit(calls, index):
            return _saying(f"{call.name} must be the last call of your answer"), True
        try:
            action = self._desk.toolbox.prepare(call)
        except MisusedTool as error:
            return _saying(str(error)), True
        if call.name == ToolName.VALIDATE_DRAFT:
            turn.validations += 1
            if turn.validations > MAX_DRAFT_VALIDATIONS:
                return _saying(f"{MAX_DRAFT_VALIDATIONS} validations are used up; submit"), False
        return action, False

    async def _before(self, turn: int) -> list[Message]:
        """The conversation up to this turn, from rows alone."""
        if turn == 1:
            return [SystemMessage(text=self._system)]
        seat, records = self._seat, self._records
        place = (seat.scope, seat.role.name, seat.activation)
        earlier = [row for row in await records.ledger.requests(*place) if row.key.turn == turn - 1]
        if not earlier:
            raise CorruptRun(f"{seat.scope}: {seat.role.name} has no rows of turn {turn - 1}")
        last = earlier[-1]
        reply = read_reply(last.response, last.key)
        outcomes = {
            row.index: row.outcome
            for row in await records.tool_log.results(*place)
            if row.key == last.key
        }
        results = [
            seat.tool_message(last.key, index, call=call, outcome=outcomes[index])
            for index, call in enumerate(reply.calls)
        ]
        return [*last.request.messages, reply.said, *results]


def _shorten(turn: _Turn, messages: list[Message]) -> list[Message]:
    """What was refused for its length, shortened; the turn's room is less from here on."""
    turn.is_shortened = True
    turn.room = min(turn.room, int(size_of(messages) * KEPT_SHARE))
    return shortened(messages)


def _saying(text: str) -> Action:
    async def say() -> ToolOutcome:
        return refused(text)

    return say
