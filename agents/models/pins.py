"""Comparing what a session shows a replay with what the recording was made with."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from agents.models.data_block import data_in
from agents.models.draft_report import findings_in
from agents.models.played import Played, TurnKey
from contracts.contract import sha256_of
from contracts.errors import DriftError
from contracts.model import ModelRequest, ToolMessage
from contracts.recording import PlayedCall, PlayedTurn


class Place(NamedTuple):
    """One played call; step and number count from 1."""

    turn: TurnKey
    step: int
    number: int

    @property
    def call_id(self) -> str:
        """The tool call id a replay gives it."""
        role, activation, turn = self.turn
        return f"{role}-{activation}-{turn}-{self.step}-{self.number}"


def check_inputs(request: ModelRequest, turn: PlayedTurn) -> None:
    """Compare the fingerprints of the stage inputs, where they are pinned.

    Raises:
        DriftError: they differ; names the first one that does.
    """
    if not turn.inputs or turn.inputs == request.inputs:
        return
    longest = max(len(turn.inputs), len(request.inputs))
    recorded = [*turn.inputs, *["none"] * (longest - len(turn.inputs))]
    found = [*request.inputs, *["none"] * (longest - len(request.inputs))]
    first = next(i for i in range(longest) if recorded[i] != found[i])
    where = TurnKey(turn.role, turn.activation, turn.turn)
    msg = (
        f"{where}: stage input {first + 1} of {longest} has the fingerprint {found[first]}, "
        f"recorded {recorded[first]}: what stands before this turn has changed"
    )
    raise DriftError(msg)


def check_results(request: ModelRequest, played: Played) -> None:
    """Compare every pinned tool result that must have been seen by now with its pin.

    Raises:
        DriftError: a result is missing or differs; names turn, step, tool, argument and both.
    """
    seen = {item.call_id: item for item in request.messages if isinstance(item, ToolMessage)}
    for place, call in _calls_before(request, played):
        _check_call(place, call, seen)


def _calls_before(request: ModelRequest, played: Played) -> Iterator[tuple[Place, PlayedCall]]:
    key = request.key
    for number in range(1, key.turn + 1):
        turn = TurnKey(key.role, key.activation, number)
        if turn not in played.turns:
            raise DriftError(f"{turn}: no such turn was recorded")
        steps = played.turns[turn].steps
        done = len(steps) if number < key.turn else key.call - 1
        for step, part in enumerate(steps[:done], start=1):
            for number, call in enumerate(part.calls, start=1):
                yield Place(turn, step, number), call


def _check_call(place: Place, call: PlayedCall, seen: Mapping[str, ToolMessage]) -> None:
    if call.result_sha256 is None and call.findings is None:
        return
    message = seen.get(place.call_id)
    if message is None:
        raise _drift(place, call, "a result", "none")
    text = data_in(message.text)
    if call.result_sha256 is not None and (found := sha256_of(text.encode())) != call.result_sha256:
        raise _drift(place, call, f"sha256 {call.result_sha256}", f"{found}: {text[:200]!r}")
    if call.findings is not None and (codes := findings_in(text)) != call.findings:
        raise _drift(place, call, f"findings {list(call.findings)}", f"{list(codes)}")


def _drift(place: Place, call: PlayedCall, expected: str, found: str) -> DriftError:
    return DriftError(
        f"{place.turn} step {place.step} call {place.number}: {call.tool} "
        f"{call.arguments[:200]} gave another result: expected {expected}, found {found}"
    )
