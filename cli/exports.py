"""An accepted run's rubric in every form, read from the journal's own bytes."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from cli.archive import Archive
from cli.models_source import is_replayed
from cli.role_usage import player_names, role_uses
from cli.usage import usage_of
from contracts.contract import Header, parse_stamped, sha256_of
from contracts.errors import ContractError, EnvironmentFault, InputError
from contracts.escalation import signable_findings
from contracts.event import Event, EventKind
from contracts.ids import PrincipleId, RunId, Sha256, SourceId
from contracts.left_out import left_out
from contracts.lock import LockKind
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from escalations.audit_chain import head as audit_head
from escalations.item import open_item_of
from orchestrator.proposal import read_unsigned as read_proposed
from principles.library import PREAMBLE_FILE, parse_principle
from records.files import Blobs
from records.journal import Journal
from records.runs import RunRow
from reports.document import record_json, render_json
from reports.html import render_html
from reports.markdown import render_markdown
from reports.record import ModelUse, RunRecord
from reports.spreadsheet import render_csv
from reports.withheld_words import without_words
from sources.store.snapshots import Snapshots


class ExportFormat(StrEnum):
    """Forms a rubric is exported in."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    RECORD = "record"


FILES: dict[ExportFormat, str] = {
    ExportFormat.JSON: "rubric.json",
    ExportFormat.MARKDOWN: "rubric.md",
    ExportFormat.HTML: "rubric.html",
    ExportFormat.CSV: "rubric.csv",
    ExportFormat.RECORD: "record.json",
}


@dataclass(frozen=True, slots=True)
class Accepted:
    """All that an export is made of."""

    header: Header
    rubric: Rubric
    record: RunRecord
    texts: dict[SourceId, str]
    has_mark: bool = False
    """Whether the CSV begins with a byte order mark, by which Excel knows UTF-8."""

    def rendered(self, form: ExportFormat) -> bytes:
        """The rubric in one form."""
        match form:
            case ExportFormat.JSON:
                return render_json(self.rubric, self.header)
            case ExportFormat.MARKDOWN:
                return render_markdown(self.rubric, self.record, texts=self.texts).encode()
            case ExportFormat.HTML:
                return render_html(self.rubric, self.record, texts=self.texts).encode()
            case ExportFormat.CSV:
                text = render_csv(self.rubric, self.record)
                return text.encode("utf-8-sig" if self.has_mark else "utf-8")
            case ExportFormat.RECORD:
                rubric_sha256 = sha256_of(render_json(self.rubric, self.header))
                return record_json(self.record, rubric_sha256=rubric_sha256)


@dataclass(frozen=True, slots=True)
class Unsigned:
    """What a person reads before signing it; no program is given it."""

    rubric: Rubric
    record: RunRecord
    texts: dict[SourceId, str]

    def rendered(self, form: ExportFormat) -> bytes:
        """The page or the Markdown, marked as not accepted.

        Raises:
            InputError: another form, which programs read.
        """
        match form:
            case ExportFormat.HTML:
                return render_html(self.rubric, self.record, texts=self.texts).encode()
            case ExportFormat.MARKDOWN:
                return render_markdown(self.rubric, self.record, texts=self.texts).encode()
            case _:
                msg = f"run {self.record.run} waits for a signature: until then its rubric is shown"
                raise InputError(f"{msg} as html and markdown only, not as {form}")


async def read_unsigned(archive: Archive, run: RunId) -> Unsigned | None:
    """What a run that waits for a signature would accept; None for every other run.

    Raises:
        InputError: there is no such run.
        CorruptRun: a file that the journal names is missing or changed.
    """
    row = await archive.runs.get(run)
    item = await open_item_of(archive.database, run)
    if item is None or not signable_findings(item):
        return None
    paths, snapshots = RunPaths(archive.data, run), Snapshots(archive.blobs)
    await archive.journal.verify(run, paths)
    newest = (await archive.journal.rows(run))[-1]
    shelf = _Shelf(archive.journal, archive.blobs, snapshots)
    rubric = await read_proposed(_KeptRun(shelf, paths, row.query_sha), newest.counters)
    texts = {item.card.id: snapshots.text(item.snapshot) for item in rubric.sources}
    record = await _record(archive, row, accepted_at=None, head=newest.row_sha)
    return Unsigned(without_words(rubric, texts), record, texts)


@dataclass(frozen=True, slots=True)
class _Shelf:
    journal: Journal
    blobs: Blobs
    snapshots: Snapshots


@dataclass(frozen=True, slots=True)
class _KeptRun:
    services: _Shelf
    paths: RunPaths
    request_sha256: Sha256

    @property
    def run(self) -> RunId:
        return self.paths.run


async def read_accepted(archive: Archive, run: RunId) -> Accepted:
    """Rubric, record and source texts of an accepted run.

    Raises:
        InputError: there is no such run, or it has no rubric; says where it stands.
        CorruptRun: a file that the journal names is missing or changed.
    """
    row = await archive.runs.get(run)
    await archive.journal.verify(run, RunPaths(archive.data, run))
    found = await archive.rubric(run)
    if found is None:
        word = row.status or "under way or stopped"
        raise InputError(f"run {run} has no rubric: it is {word}; see `finrubric runs show {run}`")
    accepting, stamped = found
    head = (await archive.journal.rows(run))[-1]
    record = await _record(archive, row, accepted_at=accepting.at, head=head.row_sha)
    snapshots = Snapshots(archive.blobs)
    texts = {item.card.id: snapshots.text(item.snapshot) for item in stamped.body.sources}
    return Accepted(stamped.header, without_words(stamped.body, texts), record, texts)


def read_rubric_file(path: Path) -> Rubric:
    """The rubric of an exported `rubric.json`.

    Raises:
        InputError: no such file, or no rubric in it; names the file.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return parse_stamped(data, Rubric).body
    except ContractError as error:
        raise InputError(f"{path}: {error}; name the rubric.json of an export") from None


async def _record(
    archive: Archive, row: RunRow, *, accepted_at: datetime | None, head: Sha256
) -> RunRecord:
    usage = await usage_of(
        row.id,
        ledger=archive.ledger,
        tool_log=archive.tool_log,
        models=row.models,
    )
    events = await archive.events.since(row.id, 0)
    kind, isolation = _sandbox(events, row)
    request = await archive.request(row.id)
    return RunRecord(
        run=row.id,
        status=row.status or "under way",
        accepted_at=accepted_at,
        sandbox_kind=kind,
        sandbox_isolation=isolation,
        sandbox_image=row.sandbox.partition("(")[2].removesuffix(")"),
        models=await _models(archive, events, row),
        roles=await role_uses(archive, row),
        cached=usage.cached_text,
        same_families=details_of(events, EventKind.SAME_FAMILY),
        same_harnesses=details_of(events, EventKind.SAME_HARNESS),
        active_seconds=usage.active_seconds,
        calls=usage.calls,
        turns=usage.turns,
        cost=usage.cost_text,
        journal_head=head,
        audit_anchor=await _anchor(archive, accepted_at),
        principles=await _titles(archive, row.id),
        left_out=left_out(request.corpus, request.query.cutoff),
        changed_prompts=details_of(events, EventKind.PROMPT_CHANGED),
    )


async def _anchor(archive: Archive, accepted_at: datetime | None) -> str:
    async with archive.database.reading() as reading:
        found = await audit_head(reading, until=accepted_at)
    return "" if found is None else str(found)


def details_of(events: Iterable[Event], kind: EventKind) -> tuple[str, ...]:
    """The different details of all events of a kind, in order."""
    return tuple(dict.fromkeys(event.detail for event in events if event.kind is kind))


def _sandbox(events: Iterable[Event], row: RunRow) -> tuple[str, str]:
    """Kind and sentence of the sandbox taken last; a resumed run may have changed it."""
    chosen = [event.detail for event in events if event.kind is EventKind.SANDBOX_CHOSEN]
    kind, _, isolation = chosen[-1].partition(": ") if chosen else (row.sandbox, "", "")
    kinds = dict.fromkeys(detail.partition(": ")[0] for detail in chosen)
    return (" and ".join(kinds) or kind), isolation


async def _models(archive: Archive, events: Iterable[Event], row: RunRow) -> tuple[ModelUse, ...]:
    """Both families as the lock names them; who made their recording as the run's events say."""
    names = await player_names(archive, row.id)
    played = is_replayed(row.models)
    made_by = " and ".join(details_of(events, EventKind.RECORDING_PLAYED))
    return tuple(
        ModelUse(family, names[family], replayed=played, made_by=made_by)
        for family in ("writer", "reviewer")
        if family in names
    )


async def _titles(archive: Archive, run: RunId) -> dict[PrincipleId, str]:
    """Titles of the principles as the run's lock keeps them."""
    lock = await archive.lock(run)
    kept = [
        item
        for item in (lock.items if lock else ())
        if item.kind is LockKind.PRINCIPLE and item.name != PREAMBLE_FILE
    ]
    parsed = [parse_principle(archive.blobs.get(item.sha256), item.name) for item in kept]
    return {item.principle.id: item.principle.title for item in parsed}


def write_exports(accepted: Accepted, folder: Path) -> dict[ExportFormat, Path]:
    """Write every form into a folder, each whole or not at all.

    Raises:
        EnvironmentFault: the folder cannot be written.
    """
    return {
        form: write_file(folder / name, accepted.rendered(form)) for form, name in FILES.items()
    }


def write_file(path: Path, data: bytes) -> Path:
    """Put a file in its place in one step, over an older one.

    Raises:
        InputError: the path is that of a folder, or leads through a file.
        EnvironmentFault: it cannot be written there.
    """
    if not path.name or path.is_dir():
        raise InputError(f"{path} is a folder; name a file in it")
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _ = beside.write_bytes(data)
        _ = beside.replace(path)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"{path.parent} is or leads through a file; name a folder") from None
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be written: {error.strerror}") from None
    return path
