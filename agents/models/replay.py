"""A recording as a model: it plays what was recorded, and stops where its inputs differ.

Tools, scripts and gates run for real on what it plays. It answers call k of a turn with step k,
after it has compared every pinned result it was shown. A hand-made recording proves the path, not
that a model would have found it.
"""

import asyncio
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from agents.models.model import Family
from agents.models.pins import Place, check_inputs, check_results
from agents.models.played import BODY_KEY, SUBMIT, Played, TurnKey
from contracts.contract import Json, guard
from contracts.errors import ContractError, DriftError
from contracts.ids import Sha256, SourceId
from contracts.model import ModelRequest, ModelResponse, ToolCall
from contracts.recording import PlayedCall

PLACEHOLDER = re.compile(
    r"\{\{(?:sha:(?P<source>[A-Za-z0-9][A-Za-z0-9._-]{0,63})|(?P<corpus>corpus))\}\}"
)


class References(NamedTuple):
    """What placeholders in file bodies stand for in this run."""

    sources: Mapping[SourceId, Sha256]
    """`{{sha:ID}}`: the snapshot of a source."""
    corpus: Sha256
    """`{{corpus}}`: the fingerprint of the corpus index."""


class ReplayClient:
    """Plays one family's turns of a recording."""

    provider = "replay"

    def __init__(
        self,
        played: Played,
        family: Family,
        references: References,
        *,
        served_log: Path | None = None,
    ) -> None:
        """Play `played`; append a line per answered call to `served_log`, if one is named."""
        self._played = played
        self._references = references
        self._served_log = served_log
        self.family: Family = family
        self.model = played.head.families[family]

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer with the recorded step.

        Raises:
            DriftError: the turn or step was not recorded, or an input differs from its pin.
        """
        response = self._answer(request)
        if self._served_log is not None:
            await asyncio.to_thread(_append, self._served_log, request)
        return response

    def _answer(self, request: ModelRequest) -> ModelResponse:
        key = request.key
        turn = TurnKey(key.role, key.activation, key.turn)
        recorded = self._played.turns.get(turn)
        if recorded is None:
            raise DriftError(f"{turn}: no such turn was recorded: the run took another path")
        check_inputs(request, recorded)
        check_results(request, self._played)
        if key.call > len(recorded.steps):
            msg = (
                f"{turn} step {key.call}: only {len(recorded.steps)} steps were recorded; "
                f"the last one's {SUBMIT} was not taken"
            )
            raise DriftError(msg)
        step = recorded.steps[key.call - 1]
        calls = tuple(
            self._call(Place(turn, key.call, number), call)
            for number, call in enumerate(step.calls, start=1)
        )
        return ModelResponse(model=self.model, text=step.text, tool_calls=calls, stop="tool_use")

    def _call(self, place: Place, call: PlayedCall) -> ToolCall:
        return ToolCall(
            id=place.call_id, name=call.tool, arguments=self._arguments(place, call.arguments)
        )

    def _arguments(self, place: Place, text: str) -> str:
        try:
            document = guard(text.encode(), str(place.turn))
        except ContractError:
            return text
        filled = self._filled(document, place)
        return text if filled == document else json.dumps(filled, ensure_ascii=False)

    def _filled(self, value: Json, place: Place) -> Json:
        if isinstance(value, dict):
            name = value.get(BODY_KEY)
            if isinstance(name, str) and len(value) == 1:
                return self._body(name, place)
            return {key: self._filled(item, place) for key, item in value.items()}
        if isinstance(value, list):
            return [self._filled(item, place) for item in value]
        return value

    def _body(self, name: str, place: Place) -> str:
        def stands_for(found: re.Match[str]) -> str:
            source = found["source"]
            if source is None:
                return self._references.corpus
            if source not in self._references.sources:
                msg = f"{place.turn} step {place.step}: body {name} names source {source!r}"
                raise DriftError(f"{msg}, which this run's corpus does not have")
            return self._references.sources[source]

        return PLACEHOLDER.sub(stands_for, self._played.bodies[name])


def _append(log: Path, request: ModelRequest) -> None:
    key = request.key
    line = f"{key.role} {key.activation} {key.turn} {key.call}\n"
    with log.open("a", encoding="ascii") as file:
        _ = file.write(line)
        file.flush()
        os.fsync(file.fileno())
