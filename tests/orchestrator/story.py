"""A played run made of contracts: a test gives what roles submit, the rest is filled in."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from agents.prompt import load_prompts
from agents.tools.declarations import tools_sha256
from contracts.composition import CheckOutcome, Composition
from contracts.confirmation import ConfirmationSubmission, JudgedOutcome
from contracts.context import Alignment, Context, ContextCriterion, Fit, Rating, Route
from contracts.contract import Contract, Json, sha256_of
from contracts.cutoff import Cutoff
from contracts.evidence import Evidence
from contracts.factorization import (
    Binding,
    Component,
    Deliverable,
    Factorization,
    InstanceKind,
    Obligation,
    SchematicKind,
    Signature,
    Span,
)
from contracts.feature import Feature
from contracts.query import Query
from contracts.registry import contracts_sha256
from contracts.review import CriterionVerdict, Passed, Review, ReviewCriterion
from contracts.rows import Candidate
from gates.review_shape import CRITERIA
from orchestrator.nodes.match import SHORTLIST
from principles.kinds import activated_kinds, load_kinds
from principles.library import activate, load_library
from principles.profiles import load_profile
from records.files import Blobs
from sources.corpus import LoadedCorpus, load_corpus
from sources.store.snapshots import Snapshots
from task_bank.bank import load_bank
from task_bank.retrieval import Bm25
from tests.orchestrator.altered import Altered

ZONE = "America/New_York"


@dataclass(frozen=True)
class Told:
    """One source: file name, bytes and the day it was published."""

    name: str
    data: bytes
    published: str
    title: str = "A report"


@dataclass(frozen=True)
class Story:
    """What is asked of which sources, and what writer and reviewer submit."""

    text: str
    entity: str
    """Words of the request that name whom it is about."""
    measure: str
    """Words of the request that name what is asked."""
    signature: str
    deliverable: Deliverable
    features: tuple[Feature, ...]
    cutoff: date
    sources: Mapping[str, Told]
    evidence: Callable[[LoadedCorpus], Evidence]
    rows: Candidate
    review: Callable[[Evidence, LoadedCorpus], Review]
    scripts: Mapping[str, str] = field(default_factory=dict)
    own_scripts: Mapping[str, str] = field(default_factory=dict)
    looks: tuple[tuple[str, str, str], ...] = ()
    """Tool, argument and value of what writer and reviewer look at before they write."""
    period: str = ""
    """Words of the request that name a period, if any do."""

    @property
    def query(self) -> Query:
        """The request as of its cutoff."""
        return Query(text=self.text, cutoff=Cutoff(day=self.cutoff, zone=ZONE))

    @property
    def factorization(self) -> Factorization:
        """One obligation of one component over the whole text."""
        named = (
            (InstanceKind.ENTITY, self.entity),
            (SchematicKind.MEASURE, self.measure),
            *(((InstanceKind.PERIOD, self.period),) if self.period else ()),
        )
        bindings = tuple(
            Binding(id=f"BND{number}", kind=kind, spans=(self._span(words),))
            for number, (kind, words) in enumerate(named, start=1)
        )
        return Factorization(
            signature=Signature(statement=self.signature, features=self.features),
            bindings=bindings,
            obligations=(
                Obligation(
                    id="O1",
                    statement=self.signature,
                    deliverable=self.deliverable,
                    spans=(self._span(self.text),),
                    binding_ids=tuple(item.id for item in bindings),
                    components=(Component(id="O1.1", statement=self.signature),),
                ),
            ),
            ambiguities=(),
            context_spans=(),
        )

    def _span(self, words: str) -> Span:
        start = self.text.index(words)
        return Span(start=start, end=start + len(words), text=words)


def passed_criteria() -> tuple[CriterionVerdict, ...]:
    """Every criterion of a review, passed."""

    def one(criterion: ReviewCriterion) -> Passed:
        return Passed(verdict="passed", criterion=criterion, note="Looked at in the sources.")

    return tuple(one(criterion) for criterion in CRITERIA)


def told(story: Story, folder: Path) -> Altered:
    """The story as an example folder whose recording is not pinned."""
    example = folder / "example"
    (example / "sources").mkdir(parents=True)
    for name, source in story.sources.items():
        _ = (example / "sources" / source.name).write_bytes(source.data)
        sidecar = (example / "sources" / source.name).with_suffix(".source.json")
        _ = sidecar.write_text(json.dumps(_sidecar(name, source)), encoding="utf-8")
    return recorded(
        story, example, load_corpus(example / "sources", Snapshots(Blobs(folder / "first")))
    )


def recorded(
    story: Story, example: Path, loaded: LoadedCorpus, *, title: str = "Put together by a test"
) -> Altered:
    """The story's question and its recording, not pinned, for sources that lie elsewhere."""
    for place in ("recording/bodies", "recording/turns"):
        (example / place).mkdir(parents=True)
    _ = (example / "query.txt").write_text(f"{story.text}\n", encoding="utf-8")
    head = json.dumps(_head(title))
    _ = (example / "recording" / "recording.json").write_text(head, encoding="utf-8")
    evidence = story.evidence(loaded)
    altered = Altered(example)
    bodies = example / "recording" / "bodies"
    for name, text in {**story.scripts, **story.own_scripts}.items():
        _ = (bodies / name).write_text(text, encoding="utf-8")
    written = {
        "factorization": story.factorization,
        "context": _context(story),
        "evidence": evidence,
        "rows": story.rows,
        "review": story.review(evidence, loaded),
        "composition": _composition(story.rows),
        "confirmation": _confirmation(),
    }
    for name, body in written.items():
        _ = (bodies / f"{name}.json").write_text(_text(body), encoding="utf-8")
    altered.add_turn("factorizer", 1, _out("factorization"))
    altered.add_turn("contextualizer", 1, _out("context"))
    altered.add_turn("writer", 1, candidate_files(story), looks=story.looks)
    own = {**_out("review"), **_scripts(story.own_scripts)}
    altered.add_turn("reviewer", 1, own, looks=story.looks)
    altered.add_turn("composer", 1, _out("composition"))
    altered.add_turn("confirmer", 1, _out("confirmation"))
    return altered


def candidate_files(story: Story) -> dict[str, str]:
    """What the writer writes, as `Altered.add_turn` takes it."""
    return {**_out("evidence", "rows"), **_scripts(story.scripts)}


def _out(*names: str) -> dict[str, str]:
    return {f"out/{name}.json": f"{name}.json" for name in names}


def _scripts(scripts: Mapping[str, str]) -> dict[str, str]:
    return {f"out/scripts/{name}": name for name in scripts}


def _text(body: Contract) -> str:
    return json.dumps(body.model_dump(mode="json"), ensure_ascii=False)


def _sidecar(name: str, source: Told) -> dict[str, Json]:
    return {
        "id": name,
        "title": source.title,
        "publisher": "The issuer",
        "form": "10-K",
        "accession": "0000000001-25-000001",
        "url": "https://www.sec.gov/",
        "source_class": "public",
        "supplied_by": "corpus",
        "extract": not source.name.endswith(".html"),
        "published": {
            "at": source.published,
            "zone": ZONE,
            "basis": "transcribed",
            "verified": False,
        },
        "version_proof": "accession",
        "note": "Put together by a test.",
    }


def _head(title: str) -> dict[str, Json]:
    return {
        "title": title,
        "made_by": "hand",
        "families": {"writer": "played-writer", "reviewer": "played-reviewer"},
        "turns": [],
        "tools_sha256": tools_sha256(),
        "contracts_sha256": contracts_sha256(),
        "prompts": {name: sha256_of(prompt) for name, prompt in load_prompts().items()},
    }


def _context(story: Story) -> Context:
    """Criteria authored from what the signature activates; no task of the bank fits."""
    signature = story.factorization.signature
    tasks = [item.task for item in load_bank()]
    shortlist = Bm25().rank(signature.statement, signature.features, tasks, limit=SHORTLIST)
    library = [item.principle for item in load_library()]
    active = activate(library, signature.features, load_profile("default").profile)
    return Context(
        schema_origin="authored",
        task_id=None,
        ratings=tuple(
            Rating(
                task_id=item.task_id,
                obligation_id="O1",
                fit=Fit.PARTIAL,
                reason="Near, but its criteria ask for more.",
            )
            for item in shortlist
        ),
        criteria=(
            ContextCriterion(
                id="CR1",
                statement="Answers from the sources and names where each thing stands.",
                principle_ids=active[:1],
            ),
        ),
        alignment=(Alignment(obligation_id="O1", criterion_id="CR1", reason="Asked for."),),
        principle_ids=active,
        convention_kinds=activated_kinds(load_kinds().catalogue, signature.features),
        routing=(Route(obligation_id="O1", sources=("The reports",), reason="They say it."),),
        cutoff=story.query.cutoff,
        bindings=story.factorization.bindings,
    )


def active_principle(story: Story) -> str:
    """A principle that a row of the story may carry."""
    return _context(story).principle_ids[0]


def _composition(rows: Candidate) -> Composition:
    checks = ("credit_is_graded", "rows_are_atomic", "weights_follow_decision")
    return Composition(
        verdict="unchanged",
        checks=tuple(
            CheckOutcome(check=check, passed=True, finding_id=None, note="It is so.")
            for check in (*checks, "nothing_unrequested")
        ),
        findings=(),
        edits=(),
        moves=(),
        rows=rows.rows,
    )


def _confirmation() -> ConfirmationSubmission:
    checks = ("asked_in_full_and_nothing_more", "rows_judgeable_once", "points_follow_decision")
    return ConfirmationSubmission(
        checks=tuple(JudgedOutcome(check=check, passed=True, note="It is so.") for check in checks)
    )
