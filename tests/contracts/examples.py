"""A good example of every registered contract, by contract name."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from agents.model_setup import load_setup
from agents.models.recorded_judge import load_judges
from contracts.address_search import AddressSearch
from contracts.audit import TraceAudit
from contracts.batch import BatchItem
from contracts.benchmark import BenchmarkQuestion, HumanRuling
from contracts.certification import CERTIFICATION
from contracts.comparison import expected_text, rule_text
from contracts.contract import Contract, Header, fingerprint, parse_contract
from contracts.covered_query import CoveredQuery, ExpertCriterion, MatchVote
from contracts.criteria import criteria_of
from contracts.cutoff import DateBasis, SourceTime
from contracts.decision import Decision, DecisionKind, DecisionReason
from contracts.draft import DecisionDraft
from contracts.egress import EgressLine, EgressLog, EgressRule
from contracts.escalation import Escalation, ItemKind, Reason
from contracts.event import Event, EventKind
from contracts.exchange import (
    ExchangeAnswer,
    ExchangeCall,
    ExchangeClaim,
    ExchangeFault,
    ExchangeOutput,
    ExchangeRefusal,
    ExchangeRequest,
    ExchangeTool,
)
from contracts.experiment import Experiment, Results
from contracts.fetching import FetchRule, Hop
from contracts.finding import Finding, Severity, Validation
from contracts.lock import Lock, LockItem, LockKind
from contracts.match import Activation, Match, Shortlist
from contracts.matter import Matter, Ruling, RulingKind
from contracts.model import CallKey, ModelRequest, ModelResponse, SystemMessage, UserMessage
from contracts.page import PageComparison, PageDate, PageRecord, Redirect
from contracts.page_reopening import PageReopening, PageReopenings
from contracts.page_visit import PageVisit
from contracts.recording import PlayedCall, PlayedStep, PlayedTurn, Recording
from contracts.recovery import Guidance
from contracts.request import RunRequest
from contracts.review import ReviewCheck
from contracts.rows import Row
from contracts.rubric import Expected, NotChosen, ReviewTrail, Rubric, RubricRow
from contracts.sidecar import Sidecar
from gates.confirmation import coded_checks, confirm
from gates.rendering import render_row
from gates.review import check_review
from gates.verdict import gate_report
from principles.kinds import activated_kinds, load_kinds
from principles.library import load_library
from principles.profiles import load_profile
from principles.strict_toml import read_toml
from task_bank.bank import load_bank
from task_bank.retrieval import Bm25
from tests import builders, texas_review
from tests.conftest import ROOT
from tests.contracts.answers import example_response, example_score, example_trace
from tests.contracts.studies import (
    example_draft,
    example_export,
    example_pair,
    example_plan,
    example_verdict,
)

HASH = "0" * 64
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
SIDECARS: Path = ROOT / "examples/texas_roadhouse/sources"


def examples() -> Mapping[str, Contract]:
    """Contract name to a good body; the header stands beside them."""
    found: tuple[Contract, ...] = (
        *_of_the_question(),
        *_of_the_candidate(),
        *_of_the_end(),
        *_of_people(),
        *_of_models(),
        *_of_an_exchange(),
        *_of_rows(),
        *_of_the_web(),
        *_of_scoring(),
        *_of_sets(),
        DecisionDraft(kind="retry", note="take the newest report", findings=("TXT-a@rows:/0",)),
        *(example_plan(), example_pair(), example_draft(), example_verdict(), example_export()),
    )
    header = Header(contract="rows", version=1, run="demo", producer="writer", inputs=(HASH,))
    return {"header": header} | {body.contract_name: body for body in found}


def _of_scoring() -> tuple[Contract, ...]:
    score = example_score()
    response = example_response()
    judges = load_judges(ROOT / "examples/responses/judges")
    verdict = score.rows[0].verdicts[0]
    covered = CoveredQuery(
        query_id="Fin-0",
        criteria=(
            ExpertCriterion(
                criterion_id="C1",
                votes=(MatchVote(judge="judge 1", demand=True, value=True, match="R1"),),
            ),
        ),
        asked=score.asked,
    )
    return (criteria_of(_rubric()), judges, response, example_trace(), verdict, score, covered)


def _of_sets() -> tuple[Contract, ...]:
    question = BenchmarkQuestion(
        id="Fin-0", text="What did it earn?", cutoff=builders.texas_cutoff(), category="finance-mba"
    )
    ruling = HumanRuling(query_id="Fin-0", response_id="Fin-0--o3", criterion_id="C1", met=False)
    folder = ROOT / "examples" / "experiment"
    experiment = read_toml((folder / "experiment.toml").read_bytes(), "", Experiment)
    results = parse_contract((folder / "results" / "results.json").read_bytes(), Results)
    return (question, ruling, experiment, results)


def _of_the_web() -> tuple[Contract, ...]:
    line = EgressLine(
        at=datetime(2026, 1, 9, 15, 4, 5, tzinfo=UTC),
        rule=EgressRule.ALLOWED,
        method="CONNECT",
        host="www.sec.gov",
        port="443",
        sni="www.sec.gov",
        server="203.0.113.7",
        bytes_up=700,
        bytes_down=2_000,
    )
    image = f"sha256:{HASH}"
    at = datetime(2026, 1, 9, 15, 4, 5, tzinfo=UTC)
    stated = SourceTime.of_instant(at, "UTC", DateBasis.STRUCTURED_METADATA, verified=False)
    meta = "meta article:published_time"
    page = PageRecord(
        url="https://example.org/results",
        final_url="https://www.example.org/results",
        redirects=(Redirect(url="https://example.org/results", status=301),),
        status=200,
        media_type="text/html",
        title="Results",
        opened_at=at,
        body=HASH,
        text=HASH,
        screenshot=HASH,
        dates=(PageDate(of="published", stated="2026-01-09T15:04:05Z", where=meta, time=stated),),
        browser_image=image,
        egress=HASH,
    )
    hop = Hop(
        url="https://www.example.org/results",
        host="www.example.org",
        addresses=("93.184.216.34",),
        rule=FetchRule.ALLOWED,
        status=404,
    )
    visit = PageVisit(url=hop.url, hops=(hop,), item=None, reason="it answered 404")
    comparison = PageComparison(
        first=HASH,
        again=HASH,
        same_body=False,
        same_text=False,
        changed=("title",),
        lines_added=1,
        lines_removed=1,
        added=("Revenue was 11 million.",),
        removed=("Revenue was 10 million.",),
        quotes_lost=("Revenue was 10 million.",),
    )
    log = EgressLog(policy=HASH, rules=HASH, proxy_image=image, lines=(line,))
    again = PageReopening(
        source_id="web-0123456789abcdef",
        url=hop.url,
        hops=(hop,),
        record=HASH,
        egress=HASH,
        differs=comparison,
    )
    search = AddressSearch(hops=(hop,))
    return (log, page, search, visit, comparison, PageReopenings(pages=(again,)))


def _of_the_question() -> tuple[Contract, ...]:
    query, corpus = builders.texas_query(), builders.texas_corpus()
    signature = builders.texas_factorization().signature
    tasks = [item.task for item in load_bank()]
    retriever = Bm25()
    ranked = retriever.rank(signature.statement, signature.features, tasks, limit=3)
    item = LockItem(kind=LockKind.PROFILE, name="default", sha256=HASH, kept=True)
    return (
        query,
        corpus,
        RunRequest(query=query, corpus=corpus),
        Lock(items=(item,)),
        builders.texas_factorization(),
        builders.texas_budget(),
        Match(retriever=retriever.name, bank_sha256=HASH, shortlist=tuple(ranked)),
        Shortlist(tasks=tuple(tasks[:2])),
        Activation(
            principle_ids=("primary-evidence",),
            convention_kinds=activated_kinds(load_kinds().catalogue, signature.features),
        ),
        builders.texas_context(),
    )


def _of_the_candidate() -> tuple[Contract, ...]:
    return (
        builders.texas_evidence(),
        builders.texas_rows(),
        builders.texas_scripts(),
        builders.texas_reproduction(),
        Validation(verdict="passed", findings=(_warning(),), questions=()),
        texas_review.texas_review(),
        _check(),
        texas_review.texas_composition(),
        gate_report("composition", ()),
    )


def _of_the_end() -> tuple[Contract, ...]:
    submission = texas_review.texas_confirmation_submission()
    coded = coded_checks(texas_review.texas_confirmation_input())
    audit = TraceAudit(
        verdict="passed",
        calls=40,
        tool_calls=60,
        hosts=("www.sec.gov",),
        sources_opened=("10-K-2024",),
        findings=(),
    )
    return (submission, confirm(coded, submission), audit, _rubric())


def _of_people() -> tuple[Contract, ...]:
    sidecar = parse_contract((SIDECARS / "10-K-2024.source.json").read_bytes(), Sidecar)
    return (
        load_library()[0].principle,
        load_kinds().catalogue,
        load_profile("default").profile,
        load_setup(None).setup,
        load_bank()[0].task,
        sidecar,
        sidecar.card(),
        builders.texas_guard(),
        Recording(
            title="Texas Roadhouse",
            made_by="hand",
            query=builders.texas_query(),
            families={"writer": "played-writer", "reviewer": "played-reviewer"},
            turns=("factorizer-1-1.json",),
            tools_sha256=HASH,
            contracts_sha256=HASH,
            prompts={"writer.md": HASH},
        ),
        PlayedTurn(
            role="factorizer",
            activation=1,
            turn=1,
            inputs=(),
            steps=(PlayedStep(calls=(PlayedCall(tool="submit", arguments="{}"),)),),
        ),
    )


def _of_an_exchange() -> tuple[Contract, ...]:
    fault = ExchangeFault(code="missing", pointer="/answered_by", message="Field required")
    return (
        ExchangeRequest(
            key=CallKey(scope="run:demo", role="writer", activation=1, turn=1, call=1),
            request_sha256=HASH,
            role="writer",
            model="files",
            system="Write the rubric.",
            messages=(UserMessage(text="Your inputs lie in ../inputs."),),
            tools=(ExchangeTool(name="submit", description="Ends the turn.", parameters={}),),
            outputs=(
                ExchangeOutput(path="out/rows.json", contract="rows", required=True, body={}),
            ),
            workspace="/data/runs/demo/work/writer-a1-1",
            deadline=NOW,
            lease_s=900,
        ),
        ExchangeClaim(by="anna", until=NOW),
        ExchangeAnswer(answered_by="anna", tool_calls=(ExchangeCall(name="submit"),)),
        ExchangeRefusal(faults=(fault,), moved_to="answer.refused-1.json", advice="Mend it."),
    )


def _of_models() -> tuple[Contract, ...]:
    key = CallKey(scope="run:demo", role="writer", activation=1, turn=1, call=1)
    messages = (SystemMessage(text="You write."), UserMessage(text="Begin."))
    return (
        ModelRequest(key=key, model="played-writer", messages=messages, tools=()),
        ModelResponse(model="played-writer", text="Done.", tool_calls=(), stop="end"),
    )


def _of_rows() -> tuple[Contract, ...]:
    escalation = Escalation(
        id="demo-a1-validate-3",
        run="demo",
        attempt=1,
        stage="validate",
        reason=Reason.TURNS_EXHAUSTED,
        findings=(_warning(),),
        state="open",
        opened=NOW,
    )
    decision = Decision(
        id="demo-a1-validate-3-d1",
        item=escalation.id,
        run="demo",
        attempt=1,
        kind=DecisionKind.RETRY,
        reason=DecisionReason.WRONG_PERIOD,
        note="The window ends a quarter too late.",
        guidance="Take the five quarters up to Q2 2025.",
        by="an analyst",
        at=NOW,
    )
    guidance = Guidance(text=decision.guidance, findings=(_warning(),), source_ids=())
    event = Event(run="demo", seq=1, kind=EventKind.RUN_STARTED, at=NOW)
    return (event, escalation, decision, guidance, _batch_item(), *_of_matters())


def _of_matters() -> tuple[Contract, ...]:
    matter = Matter(
        id="build-7-credit",
        kind=ItemKind.BANK_GATE,
        subject="build-7",
        question="May the task `credit-report` enter the bank?",
        findings=(_warning(),),
        state="open",
        opened=NOW,
    )
    ruling = Ruling(
        id="build-7-credit-d1",
        item=matter.id,
        subject=matter.subject,
        kind=RulingKind.ADMIT,
        note="Asked for often, and no task covers it.",
        by="an analyst",
        at=NOW,
    )
    return (matter, ruling)


def _batch_item() -> BatchItem:
    return BatchItem(
        id="texas",
        query="What is the share of Bubba's 33?",
        cutoff="2026-01-09",
        sources="sources",
        models="replay:recording",
    )


def _warning() -> Finding:
    return Finding(
        code="CUT-unverified",
        severity=Severity.WARNING,
        pointer="sources:/0",
        message="The date was not looked up.",
    )


def _check() -> ReviewCheck:
    return check_review(texas_review.texas_review_input())


def _rubric() -> Rubric:
    evidence, composition = builders.texas_evidence(), texas_review.texas_composition()
    return Rubric(
        status="accepted",
        query=builders.texas_query(),
        certification=CERTIFICATION,
        rows=tuple(_row(row) for row in composition.rows),
        not_chosen=(
            NotChosen(
                statement="Summed amounts, then one share",
                value="11.4 %",
                treatment="refuse",
                words="The request asks for a simple average.",
            ),
        ),
        warnings=(_warning(),),
        factorization=builders.texas_factorization(),
        budget=builders.texas_budget(),
        context=builders.texas_context(),
        evidence=evidence,
        scripts=builders.texas_scripts(),
        sources=builders.texas_corpus().items,
        reproduction=builders.texas_reproduction(),
        trail=ReviewTrail(
            reviews=(texas_review.texas_review(),),
            checks=(_check(),),
            composition_findings=composition.findings,
            edits=composition.edits,
            moves=composition.moves,
        ),
        lock_sha256=fingerprint(evidence),
    )


def _row(row: Row) -> RubricRow:
    targets = {target.id: target for target in builders.texas_evidence().targets}
    return RubricRow(
        id=row.id,
        block_id=row.block_id,
        obligation_id="O1",
        role=row.role,
        text=render_row(row, texas_review.texas_values()),
        points=row.points,
        expected=tuple(
            Expected(
                target_id=target_id,
                component_id=targets[target_id].component_id,
                comparison=targets[target_id].comparison,
                text=expected_text(targets[target_id].comparison),
                rule=rule_text(targets[target_id].comparison),
            )
            for target_id in row.target_ids
        ),
        criterion_ids=row.criterion_ids,
        principle_ids=row.principle_ids,
        rationale=row.rationale,
    )
