"""Pages of the web that the evidence rests on, opened anew for a review; code says what differs.

It is a step of its own, so that a resumed review is given the same account again.
"""

import asyncio

from agents.roles import REVIEWER, REVISER, WRITER
from agents.tools.name import ToolName
from contracts.contract import canonical, parse_contract
from contracts.counters import Counters
from contracts.errors import FetchFailed, FetchRefused, InputError
from contracts.evidence import Evidence
from contracts.ids import SourceId
from contracts.page import PageComparison, PageRecord
from contracts.page_reopening import PageReopening, PageReopenings
from orchestrator.assignment import activation_number
from orchestrator.deps import Deps
from orchestrator.found_pages import visit_of
from orchestrator.materials import Settled, Submitted
from orchestrator.reader import Read, read
from orchestrator.stage import Outcome, Step, run_stage
from sandboxes.sandbox import Labels
from sources.browser.page import keep_page
from sources.browser.reopening import compare_pages
from sources.web.opener import Errand, PageOpener

REOPENED_FILE = "reopened.json"
_WRITERS = frozenset({WRITER.name, REVISER.name})


async def reopen(
    deps: Deps, settled: Settled, submitted: Submitted, counters: Counters, *, n: int
) -> Read[PageReopenings] | None:
    """How the pages read now that a candidate cites; None where it cites none.

    Args:
        deps: of the run.
        settled: what the candidate answers to.
        submitted: the candidate.
        counters: as the review finds them.
        n: the review's ordinal in the attempt.
    """
    question = settled.question
    cited = await _cited(deps, submitted.evidence.body) if question.web else {}
    if not cited:
        return None
    inputs = (*question.configuration, *submitted.fingerprints)
    step = Step("reopen", counters.attempt, n, inputs)

    async def make() -> Outcome:
        labels = Labels(
            deps.run, REVIEWER.name, counters.attempt, activation_number(counters.attempt, n)
        )
        opener = deps.services.pages(question.blocked_hosts, labels)
        pages = [
            await _again(deps, opener, source, record, _quotes(submitted.evidence.body, source))
            for source, record in cited.items()
        ]
        body = PageReopenings(pages=tuple(pages))
        return Outcome(verdict="done", bodies=(body,), counters=counters)

    _ = await run_stage(deps, step, make)
    return await read(deps, PageReopenings, "reopen", attempt=counters.attempt, n=n)


def as_shown(body: PageReopenings) -> PageReopenings:
    """What a role may read of it: counts and lost quotes, and no line of a page.

    New lines can be of after the cutoff, and so can those that are gone: a browser shows what
    scripts brought in on the day of the first opening, beside the bytes that are proved.
    """
    pages = (
        page.model_copy(update={"differs": page.differs and _without_lines(page.differs)})
        for page in body.pages
    )
    return PageReopenings(pages=tuple(pages))


def _without_lines(differs: PageComparison) -> PageComparison:
    return differs.model_copy(update={"added": (), "removed": ()})


async def _cited(deps: Deps, evidence: Evidence) -> dict[SourceId, PageRecord]:
    """What was seen, when a writer opened them, of the pages that the evidence rests on."""
    used = {source.id for source in evidence.sources}
    found: dict[SourceId, PageRecord] = {}
    for result in await deps.services.tool_log.named(deps.scope, ToolName.OPEN_PAGE):
        visit = visit_of(deps, result) if result.key.role in _WRITERS else None
        if visit and visit.item and visit.record and visit.item.card.id in used:
            data = deps.services.blobs.get(visit.record)
            found[visit.item.card.id] = parse_contract(data, PageRecord)
    return found


async def _again(
    deps: Deps, opener: PageOpener, source: SourceId, first: PageRecord, quotes: tuple[str, ...]
) -> PageReopening:
    services, errand = deps.services, Errand()
    record, differs, reason = None, None, ""
    try:
        page = await opener.open(first.url, errand)
        record = await asyncio.to_thread(
            keep_page, page, errand.egress, errand.image, services.blobs
        )
        differs = await asyncio.to_thread(compare_pages, first, record, services.snapshots, quotes)
    except (FetchRefused, FetchFailed, InputError) as error:
        reason = str(error)
    return PageReopening(
        source_id=source,
        url=first.url,
        hops=tuple(errand.hops),
        record=None if record is None else services.blobs.put(canonical(record)),
        egress=None if errand.egress is None else services.blobs.put(canonical(errand.egress)),
        differs=differs,
        reason=reason,
    )


def _quotes(evidence: Evidence, source: SourceId) -> tuple[str, ...]:
    """What the evidence quotes of a source, each once."""
    observed = (item.quote.text for item in evidence.observations if item.source_id == source)
    claimed = (item.quote.text for item in evidence.claims if item.source_id == source)
    return tuple(dict.fromkeys((*observed, *claimed)))
