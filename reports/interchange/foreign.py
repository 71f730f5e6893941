"""One rubric in one foreign form, and everything that is lost on the way, in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from contracts.rubric import Rubric
from reports.interchange.autorubric import autorubric_json
from reports.interchange.carried import Carried, carried
from reports.interchange.healthbench import healthbench_line
from reports.interchange.inspect_task import inspect_module
from reports.interchange.rubric_spec import rubric_spec_json
from reports.interchange.verifiers import verifiers_json


class Foreign(StrEnum):
    """Tools whose form a rubric can be written in."""

    INSPECT = "inspect"
    AUTORUBRIC = "autorubric"
    VERIFIERS = "verifiers"
    RUBRIC_SPEC = "rubric-spec"
    HEALTHBENCH = "healthbench"


@dataclass(frozen=True, slots=True)
class Exported:
    """The file of one foreign form."""

    name: str
    """What the file is called where nobody names it."""
    data: bytes
    losses: tuple[str, ...]
    """What the form cannot carry, a sentence each."""


@dataclass(frozen=True, slots=True)
class _Form:
    name: str
    write: Callable[[Carried], bytes]
    losses: tuple[str, ...]


_SHARED = (
    "The sources, quotes, scripts and the review behind each expected value stay in rubric.json.",
    "The readings not chosen stay in rubric.json.",
    "No value is checked by code: a judge alone compares it, by the rule in the criterion's words.",
)
"""What no foreign form has a place for."""
_NO_QUESTION = "It has no place for the question: give that to the tool yourself."
_NO_CUTOFF = "It has no place for the cutoff: give the tool answers of that time only."
_NO_TURNS = "It has no place for the earlier turns of the conversation."
_NO_ROLES = "It has no place for the role of a row (outcome or support)."
_FORMS: Mapping[Foreign, _Form] = {
    Foreign.INSPECT: _Form(
        "rubric_inspect.py",
        inspect_module,
        ("One judge grades; finrubric's ensembles, cache and resume do not travel.",),
    ),
    Foreign.AUTORUBRIC: _Form(
        "rubric.autorubric.json",
        autorubric_json,
        (
            _NO_QUESTION,
            _NO_TURNS,
            _NO_ROLES,
            "By its defaults autorubric drops a criterion that its judge cannot assess from the "
            "maximum too, so a failed call can raise a score.",
        ),
    ),
    Foreign.VERIFIERS: _Form(
        "rubric.verifiers.json",
        verifiers_json,
        (
            _NO_QUESTION,
            _NO_CUTOFF,
            _NO_TURNS,
            _NO_ROLES,
            "It has no place for what acceptance certifies and what it does not.",
        ),
    ),
    Foreign.RUBRIC_SPEC: _Form("rubric.rubric-spec.json", rubric_spec_json, (_NO_TURNS,)),
    Foreign.HEALTHBENCH: _Form(
        "rubric.healthbench.jsonl",
        healthbench_line,
        (
            "It has no place for what acceptance certifies and what it does not.",
            "HealthBench's grader shows its judge the points of a criterion beside its text.",
        ),
    ),
}


def export_foreign(rubric: Rubric, form: Foreign, *, accepted_on: date | None) -> Exported:
    """The rubric in a form that another tool reads; words of withheld sources stay withheld.

    Args:
        rubric: an accepted rubric.
        form: which tool reads it.
        accepted_on: the day of acceptance, where the record is at hand.
    """
    found = carried(rubric, accepted_on=accepted_on)
    chosen = _FORMS[form]
    losses = (*chosen.losses, *_SHARED)
    if not found.prior_turns:
        losses = tuple(loss for loss in losses if loss is not _NO_TURNS)
    if not rubric.not_chosen:
        losses = tuple(loss for loss in losses if loss is not _SHARED[1])
    return Exported(chosen.name, chosen.write(found), losses)
