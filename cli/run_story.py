"""The story of one run, from its records."""

from dataclasses import dataclass
from pathlib import Path

from cli.archive import Archive, open_archive
from cli.decision_lines import decision_json, decision_line, end_json, tell_end
from cli.exports import details_of, read_accepted, read_unsigned
from cli.left_out import left_out_json, tell_left_out
from cli.outcome import escalation_json, tell_escalation, tell_rubric
from cli.output import print_line, print_table
from cli.role_usage import role_uses
from cli.run_pages import PageLine, page_lines, tell_pages
from cli.standing import advice, standings_of
from cli.usage import Usage, usage_of
from contracts.contract import Json
from contracts.escalation import Escalation
from contracts.event import EventKind
from contracts.ids import RowId, RunId
from contracts.left_out import LeftOut, left_out
from contracts.query import Query
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths, database_file
from contracts.settings import Settings
from escalations.audit_chain import Anchor, head
from escalations.cancels import EndAsked, end_asked
from escalations.decisions import DecisionRow, decision_rows
from escalations.item import open_item_of
from escalations.standing import Standing
from records.journal_chain import JournalRow
from records.runs import RunRow
from reports.independence import same_family_texts, same_harness_texts
from reports.played import changed_text
from reports.role_use import HEAD, RoleUse, row_of
from reports.row_trace import trace_row
from reports.rubric_view import UNSIGNED
from reports.words import counted, cutoff_text, seconds_text


@dataclass(frozen=True, slots=True)
class Story:
    """Where a run stands and what its journal holds."""

    row: RunRow
    query: Query
    steps: tuple[JournalRow, ...]
    usage: Usage
    roles: tuple[RoleUse, ...]
    """What each role used; empty before it was asked anything."""
    same_families: tuple[str, ...]
    same_harnesses: tuple[str, ...]
    escalation: Escalation | None
    standing: Standing
    rubric: Rubric | None
    made_by: tuple[str, ...]
    """Who made the recording that was played; empty where no event says."""
    changed_prompts: tuple[str, ...]
    """Prompts that were not those of the recording when the run was made."""
    left_out: tuple[LeftOut, ...]
    """Sources that were not known by the cutoff."""
    pages: tuple[PageLine, ...]
    """Pages of the web that were opened for it."""
    decisions: tuple[DecisionRow, ...]
    """What people decided when it waited, oldest first."""
    end: EndAsked | None
    """Who asked for its end, if anybody did."""
    anchor: Anchor | None
    """The head of the audit chain of all runs; kept elsewhere it shows a cut-off end."""

    def as_json(self) -> Json:
        """The story as one document."""
        return {
            **run_json(self.standing),
            "query": self.query.text,
            "lock_sha256": self.row.lock_sha,
            "models": self.row.models,
            "recording_made_by": list(self.made_by),
            "changed_prompts": list(self.changed_prompts),
            "active_seconds": self.usage.active_seconds,
            "calls": self.usage.calls,
            "calls_sent": self.usage.sent,
            "calls_unknown": self.usage.unknown,
            "turns": self.usage.turns,
            "cost": self.usage.cost_text,
            "cached": self.usage.cached_text or None,
            "roles": [use.as_json() for use in self.roles],
            "same_families": list(self.same_families),
            "same_harnesses": list(self.same_harnesses),
            "steps": [_step_json(step) for step in self.steps],
            "sources_left_out": left_out_json(self.left_out),
            "pages": [line.as_json() for line in self.pages],
            "escalation": escalation_json(self.escalation),
            "decisions": [decision_json(item) for item in self.decisions],
            "end_asked": end_json(self.end),
            "has_rubric": self.rubric is not None,
            "audit_anchor": None if self.anchor is None else str(self.anchor),
        }


def run_json(standing: Standing) -> dict[str, Json]:
    """A run's own row, and where it stands, as JSON."""
    row = standing.row
    return {
        "run": row.id,
        "status": row.status.value if row.status else None,
        "stands": standing.word,
        "stopped": standing.stopped_json(),
        "cutoff": row.cutoff.isoformat(),
        "zone": row.zone,
        "profile": row.profile,
        "sandbox": row.sandbox,
        "created": row.created.isoformat(),
    }


def _step_json(step: JournalRow) -> Json:
    return {
        "seq": step.seq,
        "attempt": step.attempt,
        "stage": step.stage,
        "n": step.n,
        "verdict": step.verdict,
        "active_ms": step.active_ms,
        "at": step.at.isoformat(),
        "files": {file.name: file.sha256 for file in step.files},
    }


async def runs_of(settings: Settings) -> tuple[Standing, ...]:
    """All runs under a data folder, newest first; none where none was ever started."""
    if settings.database_url is None and not database_file(settings.data_dir).is_file():
        return ()
    async with open_archive(settings) as archive:
        return await standings_of(archive, *await archive.runs.list())


async def story_of(run: RunId, settings: Settings) -> Story:
    """Read a run's records.

    Raises:
        InputError: there is no such run.
        CorruptRun: journal and files disagree.
    """
    async with open_archive(settings) as archive:
        row = await archive.runs.get(run)
        await archive.journal.verify(run, RunPaths(archive.data, run))
        found = await archive.rubric(run)
        request = await archive.request(run)
        events = await archive.events.since(run, 0)
        async with archive.database.reading() as reading:
            end, anchor = await end_asked(reading, run), await head(reading)
        (standing,) = await standings_of(archive, row)
        return Story(
            row=row,
            query=request.query,
            steps=await archive.journal.rows(run),
            usage=await _usage(archive, row),
            roles=await role_uses(archive, row),
            same_families=details_of(events, EventKind.SAME_FAMILY),
            same_harnesses=details_of(events, EventKind.SAME_HARNESS),
            escalation=await open_item_of(archive.database, run),
            standing=standing,
            rubric=found[1].body if found else None,
            made_by=details_of(events, EventKind.RECORDING_PLAYED),
            changed_prompts=details_of(events, EventKind.PROMPT_CHANGED),
            left_out=left_out(request.corpus, request.query.cutoff),
            pages=await page_lines(archive, run) if request.web else (),
            decisions=await decision_rows(archive.database, run),
            end=end,
            anchor=anchor,
        )


async def _usage(archive: Archive, row: RunRow) -> Usage:
    return await usage_of(
        row.id,
        ledger=archive.ledger,
        tool_log=archive.tool_log,
        models=row.models,
    )


async def trace_text(run: RunId, row_id: RowId, settings: Settings) -> str:
    """The chain of one row of a run's rubric.

    Raises:
        InputError: there is no such run, rubric or row.
    """
    async with open_archive(settings) as archive:
        unsigned = await read_unsigned(archive, run)
        found = unsigned or await read_accepted(archive, run)
    mark = f"{UNSIGNED}\n\n" if unsigned else ""
    return mark + trace_row(found.rubric, row_id, principles=found.record.principles)


def tell_story(story: Story, *, data: Path | None) -> None:
    """Print a run's story for people. `data` is the folder that was named, if any."""
    row, usage = story.row, story.usage
    print_line(f"Run {row.id}: {story.standing.word}")
    print_line(f"Question: {story.query.text}")
    print_line(f"Cutoff: {cutoff_text(story.query.cutoff)}; profile {row.profile}")
    played = f" (recording made by {' and '.join(story.made_by)})" if story.made_by else ""
    print_line(f"Sandbox: {row.sandbox}; models: {row.models.removesuffix(':')}{played}")
    if changed := changed_text(story.changed_prompts):
        print_line(changed)
    work = f"{usage.calls_text} in {counted(usage.turns, 'turn')}"
    active = seconds_text(usage.active_seconds)
    print_line(f"Active time: {active}, {work}; cost {usage.cost_text}")
    _tell_roles(story)
    _tell_steps(story.steps)
    tell_left_out(story.left_out)
    tell_pages(story.pages)
    for item in story.decisions:
        print_line(f"Decided: {decision_line(item)}")
    tell_end(story.end)
    if story.standing.reason:
        print_line(f"\nStopped: {story.standing.reason}")
    if words := advice(story.standing, data):
        print_line(words)
    tell_escalation(story.escalation, data)
    if story.anchor is not None:
        print_line(f"Audit anchor: {story.anchor}")
    if story.rubric is not None:
        print_line("")
        tell_rubric(story.rubric)


def _tell_roles(story: Story) -> None:
    """Who answered live and what it used; a recording uses nothing."""
    if story.usage.unknown:
        lost = counted(story.usage.unknown, "request")
        print_line(f"{lost} got no whole answer; the provider may have charged for them all")
    if story.usage.is_replayed:
        return
    for words in (
        *same_family_texts(story.same_families),
        *same_harness_texts(story.same_harnesses),
    ):
        print_line(f"Warning: {words}")
    if story.usage.cached_text:
        print_line(f"Input: {story.usage.cached_text}")
    if story.roles:
        print_table(HEAD, [row_of(use) for use in story.roles])


def _tell_steps(steps: tuple[JournalRow, ...]) -> None:
    print_table(
        ("Step", "Attempt", "Stage", "Verdict", "Active", "Files"),
        [
            (
                str(step.seq),
                str(step.attempt),
                f"{step.stage} {step.n}",
                step.verdict,
                seconds_text(step.active_ms / 1000),
                ", ".join(file.name for file in step.files),
            )
            for step in steps
        ],
    )
