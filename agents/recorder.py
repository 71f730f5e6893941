"""Turning a run into a recording: what its models called and wrote, to be played again.

Ledger and tool rows are read; nothing is asked again. What the turn protocol refused is left out
(answers without a call, a `submit` that was not taken), since no replay would need it. Files that
somebody wrote into the workspace past the tools become `write_file` calls.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from agents.command import COMMAND, CommandCall, CommandReport
from agents.models.played import SUBMIT, load_recording
from agents.models.scrubber import Scrubber
from agents.prompt import load_prompts
from agents.recorded_text import Bodies, Written, arguments_of, written_by
from agents.repin import pinned_call
from agents.reply import read_reply
from agents.roles import ROLES
from agents.submission import Manifest, read_manifest
from agents.tools.declarations import tools_sha256
from agents.tools.name import ToolName
from contracts.contract import sha256_of
from contracts.errors import InputError
from contracts.ids import Sha256
from contracts.query import Query
from contracts.recording import PlayedCall, PlayedStep, PlayedTurn, Recording
from contracts.registry import contracts_sha256
from contracts.source import Corpus
from records.files import Blobs, replace_file
from records.ledger import Exchange, Ledger, TurnPlace
from records.tool_log import ToolLog, ToolResult


class RecordedRun(NamedTuple):
    """Which run is recorded."""

    scope: str
    query: Query
    corpus: Corpus
    made_by: str | None = None
    """Who made the recording that the run itself played; None where models answered."""


class Rows(NamedTuple):
    """Where the run's rows lie."""

    ledger: Ledger
    tool_log: ToolLog
    blobs: Blobs


class _Step(NamedTuple):
    text: str
    calls: tuple[PlayedCall, ...]


async def record(
    folder: Path, run: RecordedRun, rows: Rows, *, secrets: Collection[str] = ()
) -> tuple[Path, ...]:
    """Write a recording of a run into a fresh folder.

    Args:
        folder: made when it is not there; it must be empty.
        run: what is recorded.
        rows: the records.
        secrets: values that must not stand in any file of it, plain or encoded.

    Returns:
        The files that were written, the head last.

    Raises:
        InputError: the folder is not empty, or a turn of the run did not end in a submit.
        CorruptRun: kept bytes are missing or changed.
    """
    await asyncio.to_thread(require_fresh, folder)
    scrub = Scrubber(secrets)
    bodies = Bodies(run.corpus, scrub)
    turns: dict[str, PlayedTurn] = {}
    models: dict[str, set[str]] = {}
    for number, place in enumerate(await rows.ledger.turns(run.scope), start=1):
        exchanges = await _exchanges(rows, run.scope, place)
        models.setdefault(_family(place.role), set()).update(
            scrub.text(exchange.response.model) for exchange in exchanges
        )
        name = f"{number:02}-{place.role}-{place.activation}.{place.turn}.json"
        turns[name] = await _played(rows, run.scope, place, exchanges, bodies)
    if not turns:
        raise InputError(f"{run.scope}: no role has answered yet; there is nothing to record")
    head = _head(run, tuple(turns), {side: sorted(names) for side, names in models.items()})
    return await asyncio.to_thread(_write, folder, head, turns, bodies)


def _family(role: str) -> str:
    return next(item.family for item in ROLES if item.name == role)


async def _exchanges(rows: Rows, scope: str, place: TurnPlace) -> list[Exchange]:
    answered = await rows.ledger.requests(scope, place.role, place.activation)
    found = [exchange for exchange in answered if exchange.key.turn == place.turn]
    if not found:
        raise _unfinished(scope, place)
    return found


async def _played(
    rows: Rows, scope: str, place: TurnPlace, exchanges: Sequence[Exchange], bodies: Bodies
) -> PlayedTurn:
    results = await rows.tool_log.results(scope, place.role, place.activation)
    mine = [row for row in results if row.key.turn == place.turn]
    if not mine or _manifest_of(mine[-1]) is None:
        raise _unfinished(scope, place)
    before = [row for row in results if row.key.turn < place.turn]
    unseen = _unseen_files(rows.blobs, mine[-1], before=before, during=mine)
    inputs = exchanges[0].request.inputs
    if mine[-1].name == COMMAND:
        steps = [_Step("", (PlayedCall(tool=SUBMIT, arguments="{}"),))]
        inputs = CommandCall.model_validate_json(mine[-1].arguments).inputs
    else:
        found = (_step(item, mine, bodies, is_loose=bool(unseen.first)) for item in exchanges)
        steps = [step for step in found if step.calls]
    return PlayedTurn(
        role=place.role,
        activation=place.activation,
        turn=place.turn,
        inputs=inputs,
        steps=tuple(_with_files(steps, unseen, bodies)),
    )


def _step(
    exchange: Exchange, results: Iterable[ToolResult], bodies: Bodies, *, is_loose: bool
) -> _Step:
    """One answer as it is played: its calls that were run, with the pins of their results."""
    run = {row.index: row for row in results if row.key == exchange.key}
    calls = tuple(
        _call(row, bodies, is_loose=is_loose)
        for index, _ in enumerate(read_reply(exchange.response, exchange.key).calls)
        if (row := run.get(index)) and not (row.name == SUBMIT and row.outcome.failed)
    )
    return _Step(bodies.words(exchange.response.text), calls)


def _call(row: ToolResult, bodies: Bodies, *, is_loose: bool) -> PlayedCall:
    """A call with its pin, unless files that the tools did not write could have changed it."""
    call = PlayedCall(tool=bodies.plain(row.name), arguments=bodies.arguments(row.arguments))
    depends = row.name in (ToolName.RUN_PYTHON, ToolName.VALIDATE_DRAFT)
    return call if is_loose and depends else pinned_call(call, row.outcome.text, is_last=False)


def _manifest_of(row: ToolResult) -> Manifest | None:
    """What a row submitted; None for rows that did not end a turn."""
    if row.outcome.failed or row.name not in (SUBMIT, COMMAND):
        return None
    if row.name == COMMAND:
        return CommandReport.model_validate_json(row.outcome.text).manifest
    return read_manifest(row.outcome.text)


def _submitted(row: ToolResult) -> dict[str, Sha256]:
    """Hashes of what a row submitted, by path below `out/`."""
    manifest = _manifest_of(row)
    if manifest is None:
        return {}
    return {**manifest.files, **{f"scripts/{k}": v for k, v in manifest.scripts.items()}}


class _Unseen(NamedTuple):
    """Submitted files that differ from what the tools wrote."""

    first: dict[str, bytes]
    """Never written by a tool: written first, so that scripts and validations find them."""
    last: dict[str, bytes]
    """Written by a tool and changed since: written before the submit."""


def _unseen_files(
    blobs: Blobs,
    submit: ToolResult,
    *,
    before: Iterable[ToolResult],
    during: Iterable[ToolResult],
) -> _Unseen:
    submitted = _submitted(submit)
    # What an earlier turn left is there still; that turn's own record made sure of its bytes.
    known: dict[str, Sha256] = {}
    for row in (*before, *during):
        if row is not submit:
            known |= _submitted(row)
        if (written := written_by(row)) is not None:
            known[written.path] = sha256_of(written.content.encode())
    first = {path: blobs.get(sha) for path, sha in submitted.items() if path not in known}
    changed = {path: sha for path, sha in submitted.items() if known.get(path, sha) != sha}
    return _Unseen(first, {path: blobs.get(sha) for path, sha in changed.items()})


def _with_files(steps: Sequence[_Step], unseen: _Unseen, bodies: Bodies) -> Iterator[PlayedStep]:
    if unseen.first:
        yield PlayedStep(calls=_writes(unseen.first, bodies))
    *earlier, last = steps
    for step in earlier:
        yield PlayedStep(text=step.text, calls=step.calls)
    calls = (*last.calls[:-1], *_writes(unseen.last, bodies), last.calls[-1])
    # Nothing reads the results of the last step, so it has no pins.
    loose = tuple(PlayedCall(tool=call.tool, arguments=call.arguments) for call in calls)
    yield PlayedStep(text=last.text, calls=loose)


def _writes(files: dict[str, bytes], bodies: Bodies) -> tuple[PlayedCall, ...]:
    def call(path: str, data: bytes) -> PlayedCall:
        try:
            written = Written(path, data.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise InputError(f"out/{path}: byte {error.start} is not UTF-8") from None
        return PlayedCall(
            tool=ToolName.WRITE_FILE, arguments=bodies.arguments(arguments_of(written))
        )

    return tuple(call(path, data) for path, data in sorted(files.items()))


def _head(run: RecordedRun, turns: tuple[str, ...], models: dict[str, list[str]]) -> Recording:
    everybody = sorted({name for names in models.values() for name in names})
    return Recording.model_validate(
        {
            "title": f"Recorded from {run.scope.replace(':', ' ')}",
            "made_by": run.made_by or ", ".join(everybody),
            "query": run.query,
            "families": {family: ", ".join(names) for family, names in models.items()},
            "turns": turns,
            "tools_sha256": tools_sha256(),
            "contracts_sha256": contracts_sha256(),
            "prompts": _prompts(),
        }
    )


def _prompts() -> dict[str, Sha256]:
    return {name: sha256_of(data) for name, data in load_prompts().items()}


def _unfinished(scope: str, place: TurnPlace) -> InputError:
    where = f"{place.role} {place.activation}.{place.turn}"
    return InputError(
        f"{scope}: {where} did not end in a submit, so it cannot be played; record a run whose "
        "turns all came to their end"
    )


def require_fresh(folder: Path) -> None:
    """Let a recording go nowhere but into a folder that is empty or not there yet.

    Raises:
        InputError: something is there.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} is not empty: a recording is written into a fresh folder")


def make_fresh(folder: Path) -> None:
    """Make the folder of a recording before there is anything to record.

    Raises:
        InputError: something is there, or nothing can be written there.
    """
    require_fresh(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"{folder}: nothing can be written there: {error.strerror}") from None


def _write(
    folder: Path, head: Recording, turns: dict[str, PlayedTurn], bodies: Bodies
) -> tuple[Path, ...]:
    """The head comes last: a folder without it is no recording."""
    files = {folder / "bodies" / name: text.encode() for name, text in bodies.texts.items()}
    documents: dict[Path, PlayedTurn | Recording] = {
        folder / "turns" / name: turn for name, turn in turns.items()
    }
    documents[folder / "recording.json"] = head
    for path, document in documents.items():
        text = document.model_dump_json(indent=2, exclude_none=True) + "\n"
        files[path] = text.encode()
    for path, data in files.items():
        replace_file(path, data)
    _ = load_recording(folder, tools_sha256=tools_sha256(), prompts=_prompts())
    return tuple(files)
