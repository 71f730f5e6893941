"""The context gate: ratings, the fit rule, criteria and alignment of one evaluation context."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from contracts.bank import BankTask
from contracts.context import Context, Fit
from contracts.factorization import Factorization
from contracts.feature import ConventionKind
from contracts.finding import Finding
from contracts.ids import PrincipleId, TaskId
from contracts.match import Match
from contracts.query import Query
from gates.codes import finding
from gates.criterion_text import check_criterion_text


@dataclass(frozen=True, slots=True)
class ContextInput:
    """What a context is held against."""

    query: Query
    factorization: Factorization
    match: Match
    tasks: Mapping[TaskId, BankTask]
    """The locked bank; every shortlisted task is in it."""
    principle_ids: tuple[PrincipleId, ...]
    """Principles that the signature activates, as code computes them."""
    convention_kinds: tuple[ConventionKind, ...]
    """Convention kinds that the signature activates, as code computes them."""
    context: Context


def check_context(given: ContextInput) -> tuple[Finding, ...]:
    """All findings on one context; empty when the gate passes."""
    return (
        *_rating_findings(given),
        *_origin_findings(given),
        *_criterion_findings(given),
        *_alignment_findings(given),
        *_carried_findings(given),
        *_route_findings(given),
    )


def complete_and_unique_fit(given: ContextInput) -> TaskId | None:
    """The one shortlisted task that fits every obligation, or none.

    A task qualifies when every obligation is rated `fits`, so that none is in conflict; two that
    qualify are as good as none.
    """
    ratings = given.context.ratings
    wanted = {obligation.id for obligation in given.factorization.obligations}
    qualified = [
        item.task_id
        for item in given.match.shortlist
        if wanted == {r.obligation_id for r in ratings if r.task_id == item.task_id}
        and all(r.fit is Fit.FITS for r in ratings if r.task_id == item.task_id)
    ]
    return qualified[0] if len(qualified) == 1 else None


def _rating_findings(given: ContextInput) -> Iterator[Finding]:
    pointer = "context:/ratings"
    wanted = {
        (item.task_id, obligation.id)
        for item in given.match.shortlist
        for obligation in given.factorization.obligations
    }
    rated = Counter((item.task_id, item.obligation_id) for item in given.context.ratings)
    for task, obligation in sorted(wanted - rated.keys()):
        yield finding("CTX-rating-missing", pointer, f"rate {task} for {obligation}")
    for task, obligation in sorted(rated.keys() - wanted):
        message = f"{task} for {obligation}: no such pair of shortlisted task and obligation"
        yield finding("CTX-rating-unknown", pointer, message)
    for (task, obligation), count in rated.items():
        if count > 1 and (task, obligation) in wanted:
            message = f"{task} for {obligation} is rated {count} times: once is enough"
            yield finding("CTX-rating-repeated", pointer, message)


def _origin_findings(given: ContextInput) -> Iterator[Finding]:
    fit = complete_and_unique_fit(given)
    origin = "authored" if fit is None else "bank"
    context = given.context
    if context.schema_origin != origin:
        reason = "no task fits every obligation alone" if fit is None else f"only {fit} fits all"
        message = f"must be `{origin}`: {reason}"
        yield finding("CTX-origin", "context:/schema_origin", message)
    elif context.task_id != fit:
        yield finding("CTX-task", "context:/task_id", f"must be {fit or 'null'} by the ratings")


def _criterion_findings(given: ContextInput) -> Iterator[Finding]:
    criteria = given.context.criteria
    for item, count in Counter(criterion.id for criterion in criteria).items():
        if count > 1:
            yield finding("CTX-criterion-repeated", "context:/criteria", f"{item} stands twice")
    if given.context.schema_origin == "bank":
        yield from _bank_findings(given)
        return
    for n, criterion in enumerate(criteria):
        pointer = f"context:/criteria/{n}"
        yield from check_criterion_text(
            criterion.statement, f"{pointer}/statement", bindings=given.factorization.bindings
        )
        unknown = sorted(set(criterion.principle_ids) - set(given.principle_ids))
        if unknown:
            message = f"{', '.join(unknown)}: not activated by the signature"
            yield finding("CTX-criterion-principle", f"{pointer}/principle_ids", message)


def _bank_findings(given: ContextInput) -> Iterator[Finding]:
    task = given.tasks.get(given.context.task_id or "")
    if task is None:
        return
    expected = [(item.statement, item.principle_ids) for item in task.criteria]
    found = [(item.statement, item.principle_ids) for item in given.context.criteria]
    if found != expected:
        message = f"must be the {len(expected)} criteria of {task.id}, word for word, in its order"
        yield finding("CTX-criteria-changed", "context:/criteria", message)


def _alignment_findings(given: ContextInput) -> Iterator[Finding]:
    obligations = {item.id for item in given.factorization.obligations}
    criteria = {item.id for item in given.context.criteria}
    alignment = given.context.alignment
    for n, item in enumerate(alignment):
        unknown = [
            *({item.obligation_id} - obligations),
            *({item.criterion_id} - criteria),
        ]
        if unknown:
            message = f"{' and '.join(unknown)}: no such obligation or criterion"
            yield finding("CTX-alignment-dangling", f"context:/alignment/{n}", message)
    missing = sorted(obligations - {item.obligation_id for item in alignment})
    missing += sorted(criteria - {item.criterion_id for item in alignment})
    for item in missing:
        message = f"{item} is aligned with nothing: say why it bears on the request"
        yield finding("CTX-unaligned", "context:/alignment", message)


def _carried_findings(given: ContextInput) -> Iterator[Finding]:
    context = given.context
    for code, field, is_same in (
        ("CTX-principles", "principle_ids", context.principle_ids == given.principle_ids),
        ("CTX-kinds", "convention_kinds", context.convention_kinds == given.convention_kinds),
        ("CTX-cutoff", "cutoff", context.cutoff == given.query.cutoff),
        ("CTX-bindings", "bindings", context.bindings == given.factorization.bindings),
    ):
        if not is_same:
            message = "must be carried forward as it was given, in the same order"
            yield finding(code, f"context:/{field}", message)


def _route_findings(given: ContextInput) -> Iterator[Finding]:
    routed = Counter(item.obligation_id for item in given.context.routing)
    wanted = {item.id for item in given.factorization.obligations}
    for item in sorted(wanted ^ routed.keys()):
        is_missing = item in wanted
        message = f"{item} has no route" if is_missing else f"{item} is no obligation"
        code = "CTX-route-missing" if is_missing else "CTX-route-unknown"
        yield finding(code, "context:/routing", message)
