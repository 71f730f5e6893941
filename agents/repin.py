"""Pinning a recording to a finished run: for maintainers who changed what stands behind it.

It reads ledger and tool rows of a run that was played with loose pins, and writes result hashes,
finding codes, stage inputs, the question and the head's hashes. Tests never call it on the shipped
example.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from agents.models.draft_report import findings_in
from agents.models.played import SUBMIT, load_recording
from agents.prompt import load_prompts
from agents.tools.declarations import tools_sha256
from agents.tools.name import ToolName
from contracts.contract import parse_contract, sha256_of
from contracts.errors import InputError
from contracts.ids import Sha256
from contracts.query import Query
from contracts.recording import PlayedCall, PlayedTurn, Recording
from contracts.registry import contracts_sha256
from records.ledger import Ledger
from records.tool_log import ToolLog

PINNED_EXACTLY = frozenset(
    {ToolName.SEARCH_SOURCES, ToolName.OPEN_SOURCE, ToolName.FIND_FACTS, ToolName.RUN_PYTHON}
)
"""Tools whose result text is pinned by its hash: source reads and script output."""


class Seen(NamedTuple):
    """What one turn of a run was given and what its tools answered."""

    inputs: tuple[Sha256, ...]
    results: Mapping[tuple[int, int], str]
    """(call, place of the tool call from 0) to result text."""


async def repin(
    folder: Path, query: Query, *, scope: str, ledger: Ledger, tool_log: ToolLog
) -> tuple[Path, ...]:
    """Rewrite all turn files and the head of a recording from the rows of one run.

    Returns:
        The files whose bytes changed.

    Raises:
        InputError: the run is of another question, or did not play a turn of the recording, or
            not to its end; nothing was written.
    """
    head = parse_contract((folder / "recording.json").read_bytes(), Recording)
    _require_question(head, query, folder)
    pinned: dict[Path, PlayedTurn | Recording] = {}
    for name in head.turns:
        path = folder / "turns" / name
        turn = parse_contract(path.read_bytes(), PlayedTurn)
        seen = await _seen(turn, scope=scope, ledger=ledger, tool_log=tool_log)
        pinned[path] = repinned(turn, seen)
    pinned[folder / "recording.json"] = repinned_head(head, query)
    changed = [path for path, contract in pinned.items() if _write(path, contract)]
    hashes = {name: sha256_of(data) for name, data in load_prompts().items()}
    _ = load_recording(folder, tools_sha256=tools_sha256(), prompts=hashes)
    return tuple(changed)


def _require_question(head: Recording, query: Query, folder: Path) -> None:
    had = head.query
    if had is not None and (had.text, had.cutoff) != (query.text, query.cutoff):
        msg = (
            f"{folder} answers {had.text[:100]!r} as of {had.cutoff.day}, and the run is of "
            f"{query.text[:100]!r} as of {query.cutoff.day}. Pin it from a run of its own "
            "question; where the question was changed, take `query` out of recording.json first"
        )
        raise InputError(msg)


def repinned(turn: PlayedTurn, seen: Seen) -> PlayedTurn:
    """A turn with the pins of what was seen; nothing else is changed.

    Raises:
        InputError: a tool call of the turn has no result.
    """
    last = len(turn.steps)
    steps = tuple(
        step.model_copy(
            update={
                "calls": tuple(
                    pinned_call(call, _result(turn, seen, number, place), is_last=number == last)
                    for place, call in enumerate(step.calls)
                )
            }
        )
        for number, step in enumerate(turn.steps, start=1)
    )
    return turn.model_copy(update={"inputs": seen.inputs, "steps": steps})


def repinned_head(head: Recording, query: Query) -> Recording:
    """The head with the run's question and today's hashes of tools, contracts and prompts."""
    return head.model_copy(
        update={
            "query": query,
            "tools_sha256": tools_sha256(),
            "contracts_sha256": contracts_sha256(),
            "prompts": {name: sha256_of(data) for name, data in load_prompts().items()},
        }
    )


def _result(turn: PlayedTurn, seen: Seen, call: int, place: int) -> str:
    text = seen.results.get((call, place))
    if text is None:
        where = f"{turn.role} {turn.activation}.{turn.turn} step {call} call {place + 1}"
        raise InputError(f"{where}: the run has no result for it; pin from a finished run")
    return text


def pinned_call(call: PlayedCall, text: str, *, is_last: bool) -> PlayedCall:
    """A call with the pin of its result; none in a last step: no later call would compare it."""
    pin: dict[str, str | tuple[str, ...] | None] = {"result_sha256": None, "findings": None}
    if call.tool in PINNED_EXACTLY and not is_last:
        pin["result_sha256"] = sha256_of(text.encode())
    if call.tool == ToolName.VALIDATE_DRAFT and not is_last:
        pin["findings"] = findings_in(text)
    return call.model_copy(update=pin)


async def _seen(turn: PlayedTurn, *, scope: str, ledger: Ledger, tool_log: ToolLog) -> Seen:
    place = (scope, turn.role, turn.activation)
    asked = [row for row in await ledger.requests(*place) if row.key.turn == turn.turn]
    if not asked:
        where = f"{turn.role} {turn.activation}.{turn.turn}"
        raise InputError(f"{scope}: did not play {where}; it must, to its {SUBMIT}")
    results = {
        (row.key.call, row.index): row.outcome.text
        for row in await tool_log.results(*place)
        if row.key.turn == turn.turn
    }
    return Seen(asked[0].request.inputs, results)


def _write(path: Path, contract: PlayedTurn | Recording) -> bool:
    data = (contract.model_dump_json(indent=2, exclude_none=True) + "\n").encode()
    if path.read_bytes() == data:
        return False
    _ = path.write_bytes(data)
    return True
