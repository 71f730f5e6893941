"""An accepted rubric and its record, assembled by the product from the good candidate."""

from datetime import UTC, datetime
from decimal import Decimal

from contracts.composition import CheckOutcome, Composition, Edit, Move
from contracts.contract import fingerprint
from contracts.quantity import Scale, Unit
from contracts.review import (
    OwnComputation,
    OwnInput,
    Passed,
    Reopened,
    RerunComputation,
    Review,
    ReviewCheck,
    ReviewFinding,
)
from contracts.rubric import Rubric
from gates.validator import validate
from gates.verdict import gate_report
from orchestrator.assembly import Reviewed, assemble
from orchestrator.locked import Locked
from orchestrator.materials import Question, Settled, Submitted
from orchestrator.reader import Read
from principles.library import Preamble, load_library
from reports.record import ModelUse, RunRecord
from sources.corpus import LoadedCorpus
from tests import builders

FINDING = ReviewFinding(
    id="F1",
    severity="material",
    pointer="rows:/rows/0",
    statement="One row carries all points: a right window with one slip earns nothing.",
)


RECORD = RunRecord(
    run="demo-20261130-a1b2",
    status="accepted",
    accepted_at=datetime(2026, 11, 30, 14, 5, 9, tzinfo=UTC),
    sandbox_kind="local",
    sandbox_isolation=(
        "Scripts run as processes of this user without network; files of this user that are "
        "not part of the run can be read."
    ),
    sandbox_image="Python 3.11.7",
    models=(
        ModelUse("writer", "played-writer", replayed=True, made_by="hand"),
        ModelUse("reviewer", "played-reviewer", replayed=True, made_by="hand"),
    ),
    active_seconds=11.4,
    calls=41,
    turns=9,
    cost="none: recorded answers",
    journal_head="ab" * 32,
    principles={
        "conventions-closed": "Close every choice that changes the figure",
        "unit-and-scale": "State unit, scale and precision",
    },
)


def sample_texts() -> dict[str, str]:
    return {
        item.card.id: builders.texas_source_text(item.card.id)
        for item in builders.texas_corpus().items
    }


def sample_rubric(**changes: object) -> Rubric:
    given = builders.texas_input()
    corpus = LoadedCorpus(given.corpus, sample_texts())
    locked = Locked(
        lock_sha256="cd" * 32,
        profile=given.profile,
        principles=load_library(),
        preamble=Preamble("", "preamble.md", b""),
        kinds=given.kinds,
        tasks=(),
        bank_sha256="ef" * 32,
        prompts={},
        guard=given.guard,
    )
    question = Question(given.query, corpus, locked, configuration=(), fingerprints=())
    settled = Settled(
        question,
        given.factorization,
        given.budget,
        given.context,
        frozen_budget=fingerprint(given.budget),
        fingerprints=(),
    )
    submitted = Submitted(
        Read(given.evidence, fingerprint(given.evidence)),
        Read(given.rows, fingerprint(given.rows)),
        Read(given.scripts, fingerprint(given.scripts)),
    )
    reviewed = Reviewed(
        validation=validate(given),
        reproduction=given.reproduction,
        reviews=(_review(),),
        checks=(_check(),),
        composition=_composition(),
        composition_report=gate_report("composition", ()),
    )
    return builders.replaced(assemble(settled, submitted, reviewed), **changes)


def _review() -> Review:
    quotes = {
        "bubbas_q3": ("OBS1", "10797"),
        "total_q3": ("OBS2", "128896"),
    }
    observations = {item.id: item for item in builders.texas_evidence().observations}
    return Review(
        reopened=tuple(
            Reopened(source_id=item.card.id, agrees=True, note="Both figures of the table agree.")
            for item in builders.texas_corpus().items
        ),
        computations=(
            OwnComputation(
                target_id="T1",
                script="own_mean.py",
                inputs=tuple(
                    OwnInput(
                        name=name,
                        value=Decimal(value),
                        source_id=observations[item].source_id,
                        quote=observations[item].quote.text,
                    )
                    for name, (item, value) in quotes.items()
                ),
                result=Decimal("11.768121"),
                unit=Unit.PERCENT,
                scale=Scale.ONE,
            ),
        ),
        criteria=(
            Passed(verdict="passed", criterion="sources_say_it", note="Every quote was reopened."),
            Passed(
                verdict="passed", criterion="window_and_entity", note="Five quarters, in order."
            ),
            Passed(verdict="passed", criterion="computation", note="Own script, same figure."),
            Passed(verdict="passed", criterion="no_later_knowledge", note=""),
        ),
        findings=(),
        answers=(),
    )


def _check() -> ReviewCheck:
    return ReviewCheck(
        verdict="passed",
        reruns=(
            RerunComputation(
                target_id="T1",
                outcome="equal",
                printed="11.768121",
                accepted="accepted",
                quotes_found=True,
            ),
        ),
        findings=(),
    )


def _composition() -> Composition:
    return Composition(
        verdict="edited",
        checks=(
            CheckOutcome(
                check="credit_is_graded", passed=False, finding_id="F1", note="One row of 100."
            ),
        ),
        findings=(FINDING,),
        edits=(
            Edit(
                id="E1",
                kind="split",
                before=("R1",),
                after=("R1", "R2", "R3"),
                finding_id="F1",
                reason="Window and derived quarter can be right when the figure is not.",
            ),
        ),
        moves=tuple(
            Move(
                from_row="R1",
                to_row=row,
                points=2_000,
                finding_id="F1",
                reason="A slip here costs a fifth, not everything.",
            )
            for row in ("R2", "R3")
        ),
        rows=builders.texas_composed_rows().rows,
    )
