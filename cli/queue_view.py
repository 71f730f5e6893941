"""What is shown of items in the human queue."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cli.archive import Archive, open_archive
from cli.deciding import unique_item
from cli.decision_lines import decision_json, decision_line, end_json, tell_end
from cli.edit_files import to_start_from
from cli.exports import Unsigned, read_unsigned
from cli.lock_state import LockState, lock_state
from cli.options import command_line
from cli.outcome import escalation_json, rows_json, tell_rows
from cli.output import print_line
from cli.queue_remarks import Remarks, remarks_on
from cli.ruling import MatterView
from contracts.contract import Json
from contracts.decision import DecisionKind
from contracts.escalation import (
    STAGE_ROLES,
    Escalation,
    legal_decisions,
    recoveries_left,
    waivable_findings,
)
from contracts.ids import RunId
from contracts.matter import Matter
from contracts.query import Query
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from contracts.settings import Settings
from escalations.cancels import EndAsked, end_asked
from escalations.claims import Claim, claim_in
from escalations.decisions import DecisionRow, decision_rows
from escalations.item import Item, items
from escalations.rulings import rulings_on
from reports.decision_view import waiver_texts
from reports.rubric_view import UNSIGNED
from reports.words import cutoff_text

NOTE = "--note '…'"


@dataclass(frozen=True, slots=True)
class ItemView:
    """An item with what a reviewer needs to decide on it."""

    item: Escalation
    query: Query
    claim: Claim | None
    decisions: tuple[DecisionRow, ...]
    end: EndAsked | None
    """Who asked for the end of its run, if anybody did."""
    starts: Mapping[str, Path]
    """Files of the run that an edit can start from, by the name that `--file` takes."""
    stages: Path
    """Folder of the run's stage files."""
    unsigned: Unsigned | None
    """The rubric that a person is asked to sign."""
    lock: LockState | None
    """How the run's lock stands to this machine; None where nothing is open to be decided."""
    remarks: Remarks
    """Who looks after it, and what people wrote."""

    @property
    def offered(self) -> tuple[DecisionKind, ...]:
        """What can be decided here and now: legal, and not refused for the lock's sake."""
        if self.item.state != "open":
            return ()
        legal = legal_decisions(self.item)
        return self.lock.leaves(legal) if self.lock is not None else legal

    @property
    def differences(self) -> tuple[str, ...]:
        """What of the run's configuration has changed."""
        return self.lock.differences if self.lock is not None else ()

    def as_json(self, data: Path | None) -> Json:
        """The view as one document."""
        return {
            "item": escalation_json(self.item),
            "kind": self.item.kind.value,
            "state": self.item.state,
            "run": self.item.run,
            "attempt": self.item.attempt,
            "recoveries_left": recoveries_left(self.item.attempt),
            "query": self.query.text,
            "cutoff": self.query.cutoff.day.isoformat(),
            "zone": self.query.cutoff.zone,
            "stage_files": str(self.stages),
            "claim": self.claim.as_json() if self.claim else None,
            "legal": {kind.value: _command(self.item, kind, data) for kind in self.offered},
            "lock_differences": [*self.differences],
            "decisions": [decision_json(row) for row in self.decisions],
            "end_asked": end_json(self.end),
            "edit_starts": {name: str(path) for name, path in self.starts.items()},
            "unsigned": self._unsigned_json(),
            **self.remarks.as_json(),
        }

    def _unsigned_json(self) -> Json:
        if self.unsigned is None:
            return None
        return {"status": UNSIGNED, "rows": rows_json(self.unsigned.rubric)}


async def item_named(archive: Archive, given: str) -> Item:
    """The item that a person named, by its id or the beginning of it.

    Raises:
        InputError: there is none, or there are several.
    """
    async with archive.database.reading() as reading:
        return unique_item(await items(reading, only_open=False), given)


async def view_of(given: str, settings: Settings, *, at: datetime) -> ItemView | MatterView:
    """Read an item with its claim and decisions, and with its run's question if it has a run.

    Raises:
        InputError: there is none, or there are several.
    """
    async with open_archive(settings) as archive:
        item = await item_named(archive, given)
        async with archive.database.reading() as reading:
            held = await claim_in(reading, item.id, at=at)
            remarks = await remarks_on(reading, item.id, viewer=settings.reviewer, at=at)
        if isinstance(item, Matter):
            rulings = await rulings_on(archive.database, item.id)
            return MatterView(item, held, rulings, remarks)
        made = await decision_rows(archive.database, item.run)
        async with archive.database.reading() as reading:
            end = await end_asked(reading, item.run)
        return ItemView(
            item=item,
            query=(await archive.request(item.run)).query,
            claim=held,
            decisions=tuple(row for row in made if row.decision.item == item.id),
            end=end,
            starts=to_start_from(archive.data, item),
            unsigned=await read_unsigned(archive, item.run) if item.state == "open" else None,
            stages=RunPaths(archive.data, item.run).stages,
            lock=await lock_state(archive, item.run) if item.state == "open" else None,
            remarks=remarks,
        )


def tell_item(view: ItemView, data: Path | None) -> None:
    """Print an item for people: why it is there, what was found, what can be decided."""
    item = view.item
    print_line(f"Item {item.id} ({item.kind}) is {item.state}.")
    print_line(f"Question: {view.query.text}")
    print_line(f"Cutoff: {cutoff_text(view.query.cutoff)}")
    left = recoveries_left(item.attempt)
    print_line(
        f"Stage {item.stage}, attempt {item.attempt}: {item.reason}; recoveries left: {left}"
    )
    for found in item.findings:
        print_line(f"  - {found.code} ({found.severity}) {found.pointer}: {found.message}")
    print_line(f"Stage files: {view.stages}")
    if view.claim is not None:
        print_line(f"Claimed by {view.claim.holder} until {view.claim.expires:%H:%M:%S} UTC")
    for row in view.decisions:
        print_line(f"Decided: {decision_line(row)}")
    tell_end(view.end)
    view.remarks.tell()
    if view.unsigned is not None:
        _tell_unsigned(view.unsigned.rubric, item.run, data)
    if item.state == "open":
        _tell_offered(view, data)


def _tell_offered(view: ItemView, data: Path | None) -> None:
    """Print what of the configuration has changed, and what can be decided."""
    if view.differences:
        print_line("The configuration is not that of the run's start:")
    for line in view.differences:
        print_line(f"  - {line}")
    print_line("What can be decided:")
    for kind in view.offered:
        print_line(f"  {_command(view.item, kind, data)}")
        for name, path in view.starts.items() if kind is DecisionKind.EDIT else ():
            print_line(f"      {name}: copy and change {path}")


def _tell_unsigned(rubric: Rubric, run: RunId, data: Path | None) -> None:
    """Print what is to be signed, and what shows where it comes from."""
    print_line(f"\nThe rubric to be signed. {UNSIGNED}.")
    for words in waiver_texts(rubric):
        print_line(f"Waived: {words}")
    tell_rows(rubric)
    print_line("\nSources:")
    for source in rubric.sources:
        print_line(f"  - {source.card.id}: {source.card.title}")
    trace = command_line(f"runs show {run} --trace {rubric.rows[0].id}", data)
    print_line(f"Where a row's values come from: {trace}")
    print_line(f"As a page and as Markdown: {command_line(f'export {run}', data)}\n")


def _command(item: Escalation, kind: DecisionKind, data: Path | None) -> str:
    gives = ""
    match kind:
        case DecisionKind.RETRY:
            gives = " --guidance '…'"
        case DecisionKind.EDIT:
            gives = f" --file NAME=PATH  # a file of the {STAGE_ROLES[item.stage]}"
        case DecisionKind.WAIVE:
            named = (f"{found.code}@{found.pointer}" for found in waivable_findings(item))
            gives = "".join(f" --finding {name}" for name in named)
        case _:
            pass
    options, _, remark = gives.partition("  # ")
    line = command_line(f"queue decide {item.id} {kind} {NOTE}{options}", data)
    return f"{line}  # {remark}" if remark else line
