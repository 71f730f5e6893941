"""A run that waits at an item, put into the records by hand: no role plays, no script runs."""

from collections.abc import Sequence
from dataclasses import replace

from console.parts import Parts
from contracts.contract import Contract, Header, Stamped, canonical, fingerprint, sha256_of
from contracts.counters import Counters
from contracts.escalation import Escalation, Reason
from contracts.finding import Finding, Severity, Validation
from contracts.request import RunRequest
from contracts.rows import Candidate
from contracts.run_paths import RunPaths
from contracts.source import Corpus
from escalations.item import open_item
from records.files import write_once
from records.journal import NewRow
from records.journal_chain import JournalFile
from records.lease import Lease, Leases
from tests.builders import (
    texas_budget,
    texas_composed_rows,
    texas_context,
    texas_corpus,
    texas_evidence,
    texas_factorization,
    texas_query,
    texas_reproduction,
    texas_rows,
    texas_scripts,
    texas_source_text,
)
from tests.console.chromium.spiced import Say, plain, spiced
from tests.orchestrator.play import EXAMPLE
from tests.records.material import run_row

RUN = "texas"
ITEM = "texas-a1-review-1"
ROW_UNSOUND = Finding(
    code="review-material",
    severity=Severity.ERROR,
    pointer="review:F1",
    message="rows:/rows/1: the window is stated, and nobody asked for it",
)
QUOTE_ABSENT = Finding(
    code="EVD-quote-absent",
    severity=Severity.ERROR,
    pointer="evidence:/observations/0/quote/text",
    message="the quote of OBS1 does not stand verbatim in 10-Q-2025-Q3",
)
UNVERIFIED = Finding(
    code="CUT-unverified",
    severity=Severity.WARNING,
    pointer="evidence:/sources/0",
    message="nobody looked the date up",
)
SPLIT = Finding(
    code="STR-credit",
    severity=Severity.ERROR,
    pointer="rows:/rows/0",
    message="one row of 100 points gives no credit for a part: split it",
)
FINDINGS = (UNVERIFIED, ROW_UNSOUND, QUOTE_ABSENT)
_BEFORE: tuple[tuple[str, Contract], ...] = (
    ("factorize", texas_factorization()),
    ("budget", texas_budget()),
    ("contextualize", texas_context()),
)


async def blocked_run(
    parts: Parts,
    *,
    run: str = RUN,
    stage: str = "review",
    reason: Reason = Reason.REVISIONS_EXHAUSTED,
    findings: tuple[Finding, ...] = FINDINGS,
    has_rows: bool = True,
    say: Say = plain,
    given: Corpus | None = None,
    web: bool = False,
) -> Escalation:
    """A run blocked at an item, with two versions of rows or with none.

    The first version is one row of 100 points; a finding against it led to the second one. `say`
    tells every text of others. `given` are other sources than its own, of which the caller keeps
    the texts. With `web`, pages may have been opened in it, as by `opened_in_browser`.
    """
    corpus = given or spiced(texas_corpus(), say)
    for source in corpus.items:
        _ = parts.blobs.put(texas_source_text(source.card.id).encode())
    request = RunRequest(query=spiced(texas_query(), say), corpus=corpus, web=web)
    query_sha = parts.blobs.put(canonical(request))
    await parts.runs.create(
        replace(run_row(run), query_sha=query_sha, models=f"replay:{EXAMPLE / 'recording'}")
    )
    lease = await Leases(parts.database, parts.clock).take(run, "tests", 600)
    for name, body in _BEFORE:
        await _step(parts, lease, name, 1, [spiced(body, say)])
    if has_rows:
        await _versions(parts, lease, say)
    item = Escalation(
        id=f"{run}-a1-{stage}-1",
        run=run,
        attempt=1,
        stage=stage,
        reason=reason,
        findings=tuple(spiced(one, say) for one in findings),
        state="open",
        opened=parts.clock.now(),
    )
    async with parts.database.unit() as uow:
        await open_item(uow, item)
    await Leases(parts.database, parts.clock).release(lease)
    return item


def role_files(
    parts: Parts, texts: dict[str, str], *, run: str = RUN, role: str = "writer"
) -> None:
    """What the role left in its own folder, which an edit begins from."""
    out = RunPaths(parts.data, run).work(role, 1, 1) / "out"
    out.mkdir(parents=True)
    for name, text in texts.items():
        _ = (out / name).write_text(text, encoding="utf-8")


async def _versions(parts: Parts, lease: Lease, say: Say) -> None:
    evidence, scripts = spiced(texas_evidence(), say), spiced(texas_scripts(), say)
    for n, rows, found in ((1, texas_rows(), (SPLIT,)), (2, _second(), ())):
        await _step(parts, lease, "write", n, [evidence, spiced(rows, say), scripts])
        await _step(parts, lease, "reproduce", n, [spiced(texas_reproduction(), say)])
        verdict = "findings" if found else "passed"
        validation = Validation(verdict=verdict, findings=found, questions=())
        await _step(parts, lease, "validate", n, [spiced(validation, say)])


def _second() -> Candidate:
    """The split rows, the first with other words than in the first version."""
    first, *others = texas_composed_rows().rows
    words = first.template.replace("each share taken first", "every share taken first")
    return Candidate(rows=(first.model_copy(update={"template": words}), *others))


async def _step(parts: Parts, lease: Lease, stage: str, n: int, bodies: Sequence[Contract]) -> None:
    new = NewRow(
        attempt=1,
        stage=stage,
        n=n,
        verdict="done",
        counters=Counters(candidate=n),
        active_ms=1_500,
        inputs_sha=sha256_of(f"{stage} {n}".encode()),
        at=parts.clock.now(),
        files=tuple(_file(parts, lease.run, n, body) for body in bodies),
    )
    async with parts.database.unit() as uow:
        _ = await parts.journal.append(uow, lease, new)


def _file(parts: Parts, run: str, n: int, body: Contract) -> JournalFile:
    name = body.contract_name
    header = Header(contract=name, version=1, run=run, producer="tests", inputs=())
    data = canonical(Stamped(header=header, body=body))
    paths = RunPaths(parts.data, run)
    path = paths.stage_file(name, 1, n, sha256_of(data))
    write_once(path, data)
    return JournalFile(
        name=name,
        path=path.relative_to(paths.root).as_posix(),
        sha256=sha256_of(data),
        fingerprint=fingerprint(body),
        contract=name,
        version=1,
    )
