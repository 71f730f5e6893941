"""Pages of the web that roles found during a run, and how they become sources of it.

What an activation was shown stands in its tool rows. The stage that takes its candidate writes the
grown corpus, and later stages read it from the journal.
"""

from collections.abc import Iterable, Sequence

from agents.tools.finding import search_in
from agents.tools.name import ToolName
from agents.tools.pages import visit_in
from contracts.address_search import AddressSearch
from contracts.contract import fingerprint, parse_contract
from contracts.egress import EgressLog
from contracts.guard import BlockedHost
from contracts.ids import Sha256
from contracts.page_visit import PageVisit
from contracts.source import Corpus, CorpusItem
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps, Kept
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


def search_of(deps: Deps, result: ToolResult) -> AddressSearch | None:
    """What a tool row that found addresses asked; none for other tools, and where nothing was."""
    if result.name not in (ToolName.FIND_FILINGS, ToolName.SEARCH_WEB):
        return None
    return search_in(result.outcome.text, deps.services.blobs)


def egress_of(deps: Deps, log: Sha256 | None, blocked: Sequence[BlockedHost]) -> EgressLog | None:
    """What a proxy let through and refused for a page; none where there was no proxy."""
    if log is None:
        return None
    return of_the_page(parse_contract(deps.services.blobs.get(log), EgressLog), blocked)


def grown(corpus: Corpus, more: Iterable[CorpusItem]) -> Corpus:
    """The corpus with what it does not hold yet; a page that was opened twice is one source."""
    known = {item.card.id for item in corpus.items}
    return corpus.with_sources(tuple(item for item in more if item.card.id not in known))


async def read_corpora(deps: Kept, attempt: int, candidate: int) -> tuple[Read[Corpus], ...]:
    """The run's corpus as it grew up to a candidate of an attempt, the newest last.

    A page stays a source once a candidate was taken that found it: a revision, a human's edit and
    a new attempt stand on what was found before them. The first one is without any such page.

    Raises:
        CorruptRun: a row's file is missing or other bytes.
    """
    given = await read_newest(deps, Corpus, attempt)
    corpora = [given]
    for row in await deps.services.journal.rows(deps.run):
        is_before = row.attempt < attempt or (row.attempt == attempt and row.n <= candidate)
        has_pages = any(file.name == Corpus.contract_name for file in row.files)
        if row.stage == "write" and is_before and has_pages:
            body = grown(corpora[-1].body, read_file(deps, row, Corpus).body.items)
            corpora.append(Read(body, fingerprint(body)))
    return tuple(corpora)
