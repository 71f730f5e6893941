"""Pages of the web that roles found during a run, and how they become sources of it.

What an activation was shown stands in its tool rows. The stage that takes its candidate writes the
grown corpus, and later stages read it from the journal.
"""

from collections.abc import Iterable

from agents.tools.name import ToolName
from agents.tools.pages import visit_in
from contracts.contract import fingerprint, parse_contract
from contracts.egress import EgressLog
from contracts.ids import Sha256
from contracts.page_visit import PageVisit
from contracts.source import Corpus, CorpusItem
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps
from orchestrator.reader import Read, read_file
from orchestrator.recovery import read_newest
from records.tool_log import ToolResult
from sources.browser.pages import of_the_page


async def found_items(deps: Deps, assignment: Assignment) -> tuple[CorpusItem, ...]:
    """What an assignment's activation was shown of the web so far, each page once."""
    role, activation = assignment.role.name, assignment.activation
    results = await deps.services.tool_log.results(deps.scope, role, activation)
    visits = (visit_of(deps, result) for result in results)
    shown = (visit.item for visit in visits if visit and visit.item and not visit.reason)
    return tuple({item.card.id: item for item in shown}.values())


def visit_of(deps: Deps, result: ToolResult) -> PageVisit | None:
    """The visit that a tool row names; none for other tools, and where nothing was asked."""
    if result.name != ToolName.OPEN_PAGE:
        return None
    return visit_in(result.outcome.text, deps.services.blobs)


def egress_of(deps: Deps, log: Sha256 | None) -> EgressLog | None:
    """What a proxy let through and refused for a page; none where there was no proxy."""
    if log is None:
        return None
    return of_the_page(parse_contract(deps.services.blobs.get(log), EgressLog))


def grown(corpus: Corpus, more: Iterable[CorpusItem]) -> Corpus:
    """The corpus with what it does not hold yet; a page that was opened twice is one source."""
    known = {item.card.id for item in corpus.items}
    return corpus.with_sources(tuple(item for item in more if item.card.id not in known))


async def read_grown(deps: Deps, attempt: int, candidate: int) -> Read[Corpus]:
    """The run's corpus in an attempt, with what was found for a candidate, if there is one.

    Raises:
        CorruptRun: a row's file is missing or other bytes.
    """
    given = await read_newest(deps, Corpus, attempt)
    if not candidate:
        return given
    journal = deps.services.journal
    row = await journal.newest(deps.run, attempt=attempt, stage="write", n=candidate)
    if row is None or all(file.name != Corpus.contract_name for file in row.files):
        return given
    body = grown(given.body, read_file(deps, row, Corpus).body.items)
    return Read(body, fingerprint(body))
