"""`finrubric generate --batch FILE`: many questions, checked together before the first one runs."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from benchmarks.item_file import numbered_lines, read_item_file
from cli.archive import open_archive
from cli.data_folder import require_room
from cli.drive import Finished, Plan, start_run
from cli.generate import profile_folder
from cli.live import NOTHING_SAID, LiveChoice, models_of
from cli.models_source import source_of
from cli.options import SandboxChoice, command_line
from cli.outcome import EXIT_CODES
from cli.output import note, print_json, print_line, print_table
from cli.question import checked, question_of, read_cutoff
from cli.wiring import HeldBytes, read_sources
from contracts.batch import BatchItem
from contracts.contract import Json, parse_contract, sha256_of
from contracts.errors import EnvironmentFault, FinrubricError, InputError
from contracts.request import RunRequest
from contracts.run_paths import database_file
from contracts.settings import Settings
from contracts.source import Corpus
from orchestrator.configuration import load_configuration
from records.files import write_once
from records.runs import RunRow, RunStatus

ReadT = TypeVar("ReadT")
QUARANTINE = "quarantine"
ANY_ZONE = "America/New_York"
"""What a date is read in where the item's profile, which has the zone, is no good itself."""
MOST_SHOWN = 100
"""Bad items that are named in a refusal."""


@dataclass(frozen=True, slots=True)
class Bad:
    """An item that cannot be run: where it stands, its text, and why."""

    place: str
    text: str
    why: str
    is_begun: bool = False
    """Whether all that is wrong is that its run is there: the batch was typed before."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one item ended: its run, or the error that stopped it."""

    run: str
    finished: Finished | None
    error: FinrubricError | None

    @property
    def exit_code(self) -> int:
        """Exit code of the item's run alone."""
        if self.finished is not None:
            return EXIT_CODES[self.finished.status]
        return self.error.exit_code if self.error is not None else 1


async def run_batch(
    path: Path,
    settings: Settings,
    *,
    now: datetime,
    sandbox: SandboxChoice,
    live: LiveChoice = NOTHING_SAID,
    skip_bad: bool,
) -> tuple[tuple[Result, ...], Path | None]:
    """Run every item of a file, one after the other, and give the quarantine's file, if any.

    All items are checked first. A bad one stops the batch before anything is written, or with
    `skip_bad` is put aside with its reason. A run that ends badly does not keep others from
    running; a fault of the environment does, since it would meet them all.

    Raises:
        InputError: names every bad item by file and line; nothing was written.
    """
    plans, bad = await checked_items(path, settings, now=now, sandbox=sandbox, live=live)
    if bad and not skip_bad:
        raise _refused(path, bad, of=len(bad) + len(plans))
    require_room(settings.data_dir)
    faulty, begun = ([item for item in bad if item.is_begun is word] for word in (False, True))
    aside = _put_aside(path, faulty, settings) if faulty else None
    for words, left in (("put aside", faulty), ("runs already and left as they are", begun)):
        if left:
            note(f"{len(left)} of {len(bad) + len(plans)} items are {words}:\n{_named(path, left)}")
    shared = replace(live, scopes=tuple(f"run:{plan.run}" for plan in plans))
    results: list[Result] = []
    for checked_plan in plans:
        plan = replace(checked_plan, live=shared)
        try:
            results.append(Result(plan.run, await start_run(plan, settings), None))
        except FinrubricError as error:
            note(f"finrubric: {plan.run}: {error}")
            results.append(Result(plan.run, None, error))
            if isinstance(error, EnvironmentFault):
                break
    return tuple(results), aside


def _named(path: Path, bad: Sequence[Bad]) -> str:
    """Every bad item on a line of its own, up to a bound."""
    shown = "\n".join(f"  {path}:{item.place}: {item.why}" for item in bad[:MOST_SHOWN])
    return shown if len(bad) <= MOST_SHOWN else f"{shown}\n  and {len(bad) - MOST_SHOWN} more"


def _refused(path: Path, bad: Sequence[Bad], *, of: int) -> InputError:
    way = "Mend them, or put them aside with"
    if any(item.is_begun for item in bad):
        way = "Leave those that are runs already as they are, put faulty ones aside, with"
    return InputError(
        f"{len(bad)} of {of} items cannot be run, so none was:\n{_named(path, bad)}\n"
        f"{way} --skip-bad"
    )


def tell_batch(results: Sequence[Result], aside: Path | None, *, as_json: bool) -> int:
    """Print how the items ended; gives the gravest exit code, 2 for an item put aside."""
    code = max([item.exit_code for item in results] + [InputError.exit_code] * (aside is not None))
    if as_json:
        shown: list[Json] = [
            {"run": item.run, "status": _word(item), "exit_code": item.exit_code}
            for item in results
        ]
        print_json({"items": shown, "quarantine": str(aside) if aside else None, "exit_code": code})
        return code
    rows = [(item.run, _word(item), str(item.exit_code)) for item in results]
    print_table(("Run", "Ended", "Exit code"), rows)
    if aside is not None:
        print_line(f"Put aside, with reasons: {aside}")
    return code


async def checked_items(
    path: Path,
    settings: Settings,
    *,
    now: datetime,
    sandbox: SandboxChoice,
    live: LiveChoice = NOTHING_SAID,
) -> tuple[tuple[Plan, ...], tuple[Bad, ...]]:
    """The runs that a file's items stand for, and the items that cannot be run.

    Raises:
        InputError: the file cannot be read at all.
    """
    plans: list[Plan] = []
    bad: list[Bad] = []
    begun = {
        row.id.casefold(): _begun_text(row, settings.data_dir) for row in await _runs(settings)
    }
    taken = dict(begun)
    for place, text in _items(path):
        try:
            item = parse_contract(text.encode("utf-8", "surrogatepass"), BatchItem)
            faults: list[str] = []
            if owner := taken.get(item.id.casefold()):
                faults.append(f"id {item.id!r} is that of {owner}")
            plan = await _plan(item, path.parent, faults, now=now, live=live)
            if plan is not None and len(faults) == 1 and item.id.casefold() in begun:
                bad.append(Bad(place, text, faults[0], is_begun=True))
                continue
            if plan is None or faults:
                raise InputError("; ".join(faults))
            plans.append(replace(plan, sandbox=sandbox))
            other = f"the item at {place}; give each item an id of its own"
            taken[item.id.casefold()] = other
        except FinrubricError as error:
            bad.append(Bad(place, text, str(error)))
    return tuple(plans), tuple(bad)


def _items(path: Path) -> Iterator[tuple[str, str]]:
    """Line and JSON text of every item; a table's rows are written as JSON."""
    if path.suffix.lower() == ".jsonl":
        yield from numbered_lines(path)
        return
    if path.suffix.lower() not in (".csv", ".tsv"):
        raise InputError(f"{path}: a batch is a .jsonl, .csv or .tsv file")
    for record in read_item_file(path).records:
        value = record.value
        if isinstance(value, dict):  # an empty cell says nothing
            value = {name: cell for name, cell in value.items() if cell != ""}
        yield record.place, json.dumps(value, ensure_ascii=False)


def _begun_text(row: RunRow, data: Path) -> str:
    """Which run an id is that of, and how it goes on."""
    match row.status:
        case None:
            way = f"which has not ended: go on with `{command_line(f'runs resume {row.id}', data)}`"
        case RunStatus.BLOCKED:
            way = f"which waits for a person: see `{command_line(f'queue show {row.id}', data)}`"
        case _:
            way = f"which has ended as {row.status}"
    return f"a run of this data folder, {way}"


async def _runs(settings: Settings) -> tuple[RunRow, ...]:
    if settings.database_url is None and not database_file(settings.data_dir).is_file():
        return ()
    async with open_archive(settings) as archive:
        return tuple(await archive.runs.list())


async def _plan(
    item: BatchItem, folder: Path, faults: list[str], *, now: datetime, live: LiveChoice
) -> Plan | None:
    """The item's run, after everything that it names was read once; None where that has faults.

    All are gathered, so that nobody mends one after the other.
    """
    home = _profile_beside(folder, item)
    sources = _beside(folder, item.sources)
    standard = _read(lambda: load_configuration(home or item.profile).loaded.profile, faults)
    zone = item.zone or (standard.zone if standard else ANY_ZONE)
    cutoff = _read(lambda: read_cutoff(item.cutoff, zone, now=now, allow_future=False), faults)
    text = _read(lambda: checked(item.query), faults)
    models = _read(lambda: source_of(item.models, here=folder), faults)
    corpus = await _corpus(sources, faults)
    if standard is None or cutoff is None or text is None or models is None or corpus is None:
        return None
    query = question_of(text, cutoff, profile=standard.name)
    request = RunRequest(query=query, corpus=corpus)
    _ = _read(lambda: models_of(models, request, live, today=now.date()), faults)
    return Plan(
        run=item.id,
        query=query,
        sources=sources,
        models=models,
        sandbox=SandboxChoice.AUTO,
        profile_folder=home,
    )


def _read(read: Callable[[], ReadT], faults: list[str]) -> ReadT | None:
    """What is read, or None and one fault more."""
    try:
        return read()
    except InputError as error:
        faults.append(str(error))
        return None


async def _corpus(sources: Path, faults: list[str]) -> Corpus | None:
    try:
        return (await read_sources(sources, HeldBytes())).corpus
    except InputError as error:
        faults.append(str(error))
        return None


def _beside(folder: Path, name: str) -> Path:
    return folder / Path(name).expanduser()


def _profile_beside(folder: Path, item: BatchItem) -> str | None:
    if profile_folder(item.profile) is None:
        return None
    return profile_folder(str(folder / Path(item.profile).expanduser()))


def _put_aside(path: Path, bad: Sequence[Bad], settings: Settings) -> Path:
    lines = [
        json.dumps({"file": str(path), "line": item.place, "why": item.why, "item": item.text})
        for item in bad
    ]
    data = ("\n".join(lines) + "\n").encode()
    target = settings.data_dir / QUARANTINE / f"{path.stem}-{sha256_of(data)[:12]}.jsonl"
    target.parent.mkdir(parents=True, exist_ok=True)
    write_once(target, data)
    return target


def _word(item: Result) -> str:
    if item.finished is not None:
        return item.finished.status.value
    return f"stopped: {str(item.error)[:200]}"
