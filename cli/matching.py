"""One matching from files to a file: read, put before judges, written, told."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.prices import dollars
from cli.failure import INCOMPLETE
from cli.judging import Bench, bench_of, limit_of
from cli.matching_input import MatchingInput, read_matching
from cli.output import note, print_json, print_line
from cli.scoring import Teller
from cli.scoring_estimate import estimate_of, tell
from contracts.contract import Json
from contracts.line import line_of
from records.clock import SystemClock
from records.database import open_database, url_of
from records.files import replace_file
from records.held_name import HeldNames
from records.ledger import Ledger
from records.scope_usage import ScopeUsage, usage_of
from scoring.judges.hearings import Hearing, Hearings
from scoring.judges.judge import Judge
from scoring.judges.panel import panel_of
from scoring.matching.matcher import Matched, hearings_of, match
from scoring.matching.reply import Compared
from scoring.metrics.value_coverage import Coverage, value_coverage

if TYPE_CHECKING:
    from contracts.settings import Settings


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asked for."""

    expert: Path
    generated: Path
    out: Path
    judges: str = ""
    query: str | None = None
    failed: tuple[str, ...] = ()
    take_waived: bool = False
    round: int = 1
    max_cost: int | None = None


class Ready(NamedTuple):
    """All that a matching needs, before anything is sent or written."""

    given: MatchingInput
    bench: Bench
    judges: tuple[Judge, ...]
    hearings: list[Hearing[Compared]]


def made_ready(order: Order, *, sends: bool) -> Ready:
    """Read what is matched and who judges.

    Raises:
        InputError: a file or the judges are not usable.
    """
    given = read_matching(
        order.expert,
        order.generated,
        query=order.query,
        failed=order.failed,
        take_waived=order.take_waived,
    )
    bench = bench_of(order.judges, here=Path(), sends=sends, classes=given.classes)
    judges = panel_of("fixed", bench.judges).judges
    return Ready(given, bench, judges, hearings_of(given.pairs, judges, order.round))


def tell_matching_estimate(order: Order, *, as_json: bool) -> int:
    """Print what a matching would ask; needs no key.

    Raises:
        InputError: a file or the judges are not usable.
    """
    ready = made_ready(order, sends=False)
    found = estimate_of(ready.hearings, ready.bench.prices, SystemClock().now().date())
    return tell("questions", len(ready.given.pairs), found, as_json=as_json)


async def finished(order: Order, settings: "Settings", *, as_json: bool) -> int:
    """Match, write the file and print the coverage; gives the exit code.

    Raises:
        InputError: a file or the judges are not usable.
        FinrubricError: what is no judge's fault.
    """
    (given, bench, judges, asked), clock = made_ready(order, sends=True), SystemClock()
    scopes = tuple(one.scope for one in asked)
    limit = limit_of(bench, order.max_cost, scopes, clock.now().date())
    url = url_of(settings.database_url, settings.data_dir)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(url))
        names = stack.enter_context(HeldNames(settings.data_dir))
        ledger = Ledger(database, settings.data_dir, clock)
        asks = bench.asks(ledger, database, clock, limit=limit)
        hearings = Hearings(asks, ledger, names, bench.setup.concurrent, Teller())
        matched = await match(given.pairs, judges, hearings, number=order.round)
        usage = await usage_of(database, matched.scopes)
    return await asyncio.to_thread(_told, order, given, bench, matched, usage, as_json=as_json)


def _told(
    order: Order,
    given: MatchingInput,
    bench: Bench,
    matched: Matched,
    usage: ScopeUsage,
    *,
    as_json: bool,
) -> int:
    queries = (*matched.queries, *given.failed)
    replace_file(order.out, b"".join(line_of(query) for query in queries))
    coverage = value_coverage(queries, failed="count")
    if as_json:
        print_json(_document(order, given, matched, coverage, usage))
    else:
        print_line(_words(coverage))
        print_line(f"{usage.sent} requests over all tries, {dollars(usage.cost)}")
        print_line(f"Written: {order.out}")
    if bench.made_by is not None:
        note(f"finrubric: the judges are a recording (made by {bench.made_by})")
    if given.alone:
        note(
            f"finrubric: not matched, since one file alone has them: {', '.join(given.alone)}. "
            "--failed names a question without a generated rubric"
        )
    if matched.open:
        note(
            f"finrubric: incomplete: {matched.open} votes are missing. The same command asks only "
            "for those again"
        )
        return INCOMPLETE
    return 0


def _words(coverage: Coverage) -> str:
    value, figure = coverage.figure.value, coverage.figure
    share = "none" if value is None else f"{100 * value:.1f} %"
    return (
        f"Value coverage: {share} of {figure.items} expert criteria ({figure.unjudged} not judged, "
        f"{figure.failed} failed questions); of {coverage.judged_covered} that judges cover, code "
        f"takes {coverage.vetoed} away and could compare {coverage.compared_by_code} in all"
    )


def _document(
    order: Order, given: MatchingInput, matched: Matched, coverage: Coverage, usage: ScopeUsage
) -> Json:
    return {
        "matches": str(order.out),
        "coverage": coverage.figure.value,
        "criteria": coverage.figure.items,
        "not_judged": coverage.figure.unjudged,
        "failed": coverage.figure.failed,
        "covered_by_judges": coverage.judged_covered,
        "vetoed": coverage.vetoed,
        "veto_rate": coverage.veto_rate,
        "compared_by_code": coverage.compared_by_code,
        "missing_votes": matched.open,
        "alone": list(given.alone),
        "usage": dict(usage._asdict()),
    }
