"""A verdict out of the fields of a form: a draft always, a verdict where nothing is missing."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from contracts.errors import InputError
from contracts.study import (
    MIN_RATIONALE,
    Choice,
    DimensionChoice,
    Overall,
    PairVerdict,
    Rationale,
    StudyPlan,
    VerdictDraft,
)

OVERALL = "overall"
RATIONALE = "rationale"
BEFORE_DIMENSION = "dimension-"
_OVERALL: TypeAdapter[Overall] = TypeAdapter(Overall)
_CHOICE: TypeAdapter[Choice] = TypeAdapter(Choice)
_RATIONALE: TypeAdapter[str] = TypeAdapter(Rationale)


@dataclass(frozen=True, slots=True)
class Typed:
    """What a form says."""

    draft: VerdictDraft
    verdict: PairVerdict | None
    """None where something is missing."""
    faults: Mapping[str, str]
    """Field to what is missing or wrong with it."""


def typed_verdict(plan: StudyPlan, fields: Mapping[str, str]) -> Typed:
    """Read a form of a study.

    Raises:
        InputError: a choice that no form offers, or text that cannot be kept even as a draft.
    """
    overall = _overall(fields.get(OVERALL, ""))
    dimensions = tuple(
        DimensionChoice(name=one.name, choice=choice)
        for one in plan.dimensions
        if (choice := _choice(fields.get(f"{BEFORE_DIMENSION}{one.name}", ""))) is not None
    )
    # Browsers send line ends as CRLF.
    rationale = fields.get(RATIONALE, "").replace("\r\n", "\n").strip()
    try:
        draft = VerdictDraft(overall=overall, dimensions=dimensions, rationale=rationale)
    except ValidationError:
        raise InputError("the rationale is too long or holds control characters") from None
    faults = _faults(plan, draft)
    if faults or overall is None:
        return Typed(draft, None, faults)
    return Typed(
        draft, PairVerdict(overall=overall, dimensions=dimensions, rationale=rationale), faults
    )


def _faults(plan: StudyPlan, draft: VerdictDraft) -> dict[str, str]:
    faults: dict[str, str] = {}
    if draft.overall is None:
        faults[OVERALL] = "Overall: choose A, B, tie or both bad."
    chosen = {one.name for one in draft.dimensions}
    for one in plan.dimensions:
        if one.name not in chosen:
            faults[f"{BEFORE_DIMENSION}{one.name}"] = f"{one.name.capitalize()}: choose one."
    try:
        _ = _RATIONALE.validate_python(draft.rationale)
    except ValidationError:
        faults[RATIONALE] = f"Rationale: say why in at least {MIN_RATIONALE} characters."
    return faults


def _overall(given: str) -> Overall | None:
    try:
        return _OVERALL.validate_python(given) if given else None
    except ValidationError:
        raise InputError(f"{given[:40]!r} is no choice of this study") from None


def _choice(given: str) -> Choice | None:
    try:
        return _CHOICE.validate_python(given) if given else None
    except ValidationError:
        raise InputError(f"{given[:40]!r} is no choice of this study") from None
