"""The rubric that a run's stages lead to: accepted once it is signed, read by whoever signs it."""

from dataclasses import dataclass

from contracts.audit import TraceAudit
from contracts.composition import Composition
from contracts.counters import Counters
from contracts.finding import GateReport
from contracts.review import Review, ReviewCheck
from contracts.rubric import Rubric, Signature
from orchestrator.assembly import Human, Reviewed, assemble
from orchestrator.composed import Passed, read_passed
from orchestrator.deps import Kept
from orchestrator.reader import Read, read
from orchestrator.recovery import waivers_in_force


@dataclass(frozen=True, slots=True)
class Judged:
    """A composed candidate, and what gates and audit said of it."""

    passed: Passed
    composition: Composition
    report: GateReport
    audit: TraceAudit
    """What it let pass are warnings: they stand on the rubric as all others do."""


async def put_together(
    kept: Kept, judged: Judged, counters: Counters, signed: tuple[Signature, ...]
) -> Rubric:
    """The rubric with its reviews, what people decided on its way, and their signatures.

    Raises:
        CorruptRun: a review's row or file is missing.
    """
    passed = judged.passed
    human = Human(
        decisions=tuple(item.decision for item in passed.recoveries),
        waivers=waivers_in_force(passed.recoveries),
        signatures=signed,
    )
    reviewed = await _reviewed(kept, judged, counters)
    rubric = assemble(passed.settled, passed.submitted, reviewed, human)
    return rubric.model_copy(update={"warnings": (*rubric.warnings, *judged.audit.findings)})


async def read_unsigned(kept: Kept, counters: Counters) -> Rubric:
    """What a run that waits for a signature would accept, to be read and for nothing else.

    Its status is the one that is never graded with, and no file of it is written among the stages.

    Raises:
        CorruptRun: a row or file is missing.
    """
    attempt = counters.attempt
    judged = Judged(
        passed=await read_passed(kept, counters),
        composition=(await read(kept, Composition, "compose", attempt=attempt)).body,
        report=(await read(kept, GateReport, "gates", attempt=attempt)).body,
        audit=(await read(kept, TraceAudit, "accept", attempt=attempt)).body,
    )
    rubric = await put_together(kept, judged, counters, ())
    return rubric.model_copy(update={"status": "ablation"})


async def _reviewed(kept: Kept, judged: Judged, counters: Counters) -> Reviewed:
    attempt, rounds = counters.attempt, range(1, counters.revisions + 2)
    reviews: list[Read[Review]] = [
        await read(kept, Review, "review", attempt=attempt, n=n) for n in rounds
    ]
    checks: list[Read[ReviewCheck]] = [
        await read(kept, ReviewCheck, "review", attempt=attempt, n=n) for n in rounds
    ]
    return Reviewed(
        validation=judged.passed.validation.body,
        reproduction=judged.passed.reproduction.body,
        reviews=tuple(item.body for item in reviews),
        checks=tuple(item.body for item in checks),
        composition=judged.composition,
        composition_report=judged.report,
    )
