"""The rubric that a waiting run has so far, to be read by whoever decides on it."""

from dataclasses import dataclass

from console.reading.stage_files import StageFiles
from console.reading.version import Version, versions
from contracts.budget import Budget
from contracts.certification import CERTIFICATION
from contracts.context import Context
from contracts.evidence import Evidence
from contracts.factorization import Factorization
from contracts.ids import Sha256
from contracts.query import Query
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Scripts
from contracts.rubric import ReviewTrail, Rubric
from contracts.source import Corpus, CorpusItem
from reports.lookup import Lookup, lookup
from reports.withheld import without_withheld

_NOTHING_RUN = Reproduction(scripts=(), quotes=())


@dataclass(frozen=True, slots=True)
class Groundwork:
    """What a run has fixed before research; what is not there yet is None."""

    query: Query
    factorization: Factorization | None
    budget: Budget | None
    context: Context | None
    sources: tuple[CorpusItem, ...]
    is_refused: bool = False
    """Whether the question was taken apart in a form that its gate refused."""


@dataclass(frozen=True, slots=True)
class Draft:
    """The newest rows with all they rest on, and every version before them."""

    rubric: Rubric
    """Of the status that is never graded with; words of sources that stay in the house are out."""
    parts: Lookup
    versions: tuple[Version, ...]
    """Oldest first; the last one is the rubric's."""
    reviews: tuple[Review, ...]

    @property
    def newest(self) -> Version:
        """The version that the rubric shows."""
        return self.versions[-1]


def read_groundwork(files: StageFiles, query: Query, corpus: Corpus) -> Groundwork:
    """What the stages before the writer left.

    Raises:
        CorruptRun: a stage file is missing or has other bytes.
    """
    factorization, budget = files.newest(Factorization), files.newest(Budget)
    context, grown = files.newest(Context), files.newest(Corpus)
    return Groundwork(
        query=query,
        factorization=factorization.body if factorization else None,
        budget=budget.body if budget else None,
        context=context.body if context else None,
        sources=(grown.body if grown else corpus).items,
    )


def read_draft(files: StageFiles, ground: Groundwork, lock: Sha256 | None) -> Draft | None:
    """The rows so far; None before there are any.

    Raises:
        CorruptRun: a stage file is missing or has other bytes.
    """
    found = versions(files)
    if not found or ground.factorization is None or ground.budget is None or ground.context is None:
        return None
    newest = found[-1]
    used = {source.id for source in newest.evidence.sources}
    reviews = tuple(item.body for item in files.every(Review, "review"))
    rubric = Rubric(
        status="ablation",
        query=ground.query,
        certification=CERTIFICATION,
        rows=newest.rows,
        not_chosen=(),
        warnings=(),
        factorization=ground.factorization,
        budget=ground.budget,
        context=ground.context,
        evidence=newest.evidence,
        scripts=_scripts(files, newest.evidence),
        sources=tuple(item for item in ground.sources if item.card.id in used),
        reproduction=_reproduction(files),
        trail=_trail(files, newest, reviews),
        lock_sha256=lock or "0" * 64,
    )
    shown = without_withheld(rubric)
    return Draft(shown, lookup(shown), found, reviews)


def _scripts(files: StageFiles, evidence: Evidence) -> Scripts:
    """The scripts that came with the evidence: those of the writer's side, never a reviewer's."""
    for item in reversed(files.every(Evidence, "write")):
        if item.body == evidence:
            return files.body(item.row, Scripts) or Scripts(scripts=())
    return Scripts(scripts=())


def _reproduction(files: StageFiles) -> Reproduction:
    """What code found when it ran these scripts; nothing where it has not come to it."""
    found = files.newest(Reproduction, "reproduce")
    written = files.newest(Evidence, "write")
    if found is None or written is None or found.row.seq < written.row.seq:
        return _NOTHING_RUN
    return found.body


def _trail(files: StageFiles, newest: Version, reviews: tuple[Review, ...]) -> ReviewTrail:
    return ReviewTrail(
        reviews=reviews,
        checks=tuple(item.body for item in files.every(ReviewCheck, "review")),
        composition_findings=(),
        edits=newest.edits,
        moves=newest.moves,
    )
