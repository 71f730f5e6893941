"""One field changed anywhere: the validator never raises, and seldom says nothing."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contracts.contract import Contract
from contracts.evidence import Evidence
from gates.validation_input import ValidationInput
from gates.validator import validate
from tests.builders import (
    texas_budget,
    texas_composed_rows,
    texas_context,
    texas_corpus,
    texas_evidence,
    texas_factorization,
    texas_guard,
    texas_input,
    texas_profile,
    texas_query,
    texas_reproduction,
    texas_scripts,
)
from tests.gates.families.mutations import changed, elements_of, leaves_of, other, shortened
from tests.gates.families.rerun import rerun

GOOD = texas_input(rows=texas_composed_rows())
BASELINE = validate(GOOD)
# Words of people, names of places and labels: code decides nothing on them.
FREE = (
    "/statement",
    "/rationale",
    "/words",
    "/reason",
    "/not_computed",
    "/label",
    "/locator",
    "/measure",
    "/subject/",
    "/fiscal_year",
    "/fiscal_quarter",
    "/template",
    "/key_type",
    "/vintage",
    "/criterion_ids",
    "/principle_ids",
)
UNNOTICED = 0.1
"""Share of changes that a reader must see: another binding cited, another neighbour as rival."""


def put(part: str, model: Contract) -> ValidationInput:
    """The good input with another part; scripts are worked out again on changed evidence."""
    changes: dict[str, Contract] = {part: model}
    if isinstance(model, Evidence):
        changes["reproduction"] = rerun(model)
    return replace(GOOD, **changes)


EVERYTHING = pytest.param("evidence", 1, marks=pytest.mark.slow)


@pytest.mark.parametrize(("part", "stride"), [("evidence", 3), EVERYTHING, ("rows", 1)])
def test_most_single_changes_are_noticed(part: str, stride: int) -> None:
    model: Contract = getattr(GOOD, part)
    quiet: list[str] = []
    tried = 0
    for place, value in leaves_of(model)[::stride]:
        mutant = changed(model, place, other(value))
        if mutant is None or any(free in place for free in FREE):
            continue
        tried += 1
        if validate(put(part, mutant)) == BASELINE:
            quiet.append(place)
    assert tried > 10
    assert len(quiet) <= tried * UNNOTICED, quiet


@pytest.mark.parametrize(
    ("part", "stride"), [("evidence", 3), EVERYTHING, ("rows", 1), ("corpus", 1)]
)
def test_most_elements_taken_out_are_missed(part: str, stride: int) -> None:
    model: Contract = getattr(GOOD, part)
    quiet: list[str] = []
    tried = 0
    for place in elements_of(model)[::stride]:
        mutant = shortened(model, place)
        if mutant is None or any(free in place for free in FREE):
            continue
        tried += 1
        if validate(put(part, mutant)) == BASELINE:
            quiet.append(place)
    assert tried
    assert len(quiet) <= tried * 0.2, quiet


@pytest.mark.parametrize("part", ["factorization", "context", "kinds", "guard", "reproduction"])
def test_taking_out_any_element_raises_nothing(part: str) -> None:
    model: Contract = getattr(GOOD, part)
    mutants = [mutant for place in elements_of(model) if (mutant := shortened(model, place))]
    assert mutants
    for mutant in mutants:
        assert validate(put(part, mutant)).verdict in ("passed", "findings", "blocked")


PARTS: dict[str, Contract] = {
    "query": texas_query(),
    "factorization": texas_factorization(),
    "budget": texas_budget(),
    "context": texas_context(),
    "profile": texas_profile(),
    "corpus": texas_corpus(),
    "guard": texas_guard(),
    "evidence": texas_evidence(),
    "rows": texas_composed_rows(),
    "scripts": texas_scripts(),
    "reproduction": texas_reproduction(),
}
LEAVES = {name: leaves_of(model) for name, model in PARTS.items()}
WORDS = sorted(
    {value for leaves in LEAVES.values() for _, value in leaves if isinstance(value, str)}
)


@st.composite
def mutated_inputs(draw: st.DrawFn) -> ValidationInput:
    """The good candidate after up to six changes that its contracts still allow."""
    parts = dict(PARTS)
    for _ in range(draw(st.integers(1, 6))):
        name = draw(st.sampled_from(sorted(parts)))
        model = parts[name]
        if draw(st.booleans()) and (elements := elements_of(model)):
            mutant = shortened(model, draw(st.sampled_from(elements)))
        else:
            place, value = draw(st.sampled_from(leaves_of(model)))
            values = st.sampled_from(WORDS) | st.just(other(value)) | st.none() | st.text()
            mutant = changed(model, place, draw(values))
        parts[name] = mutant or model
    return replace(GOOD, **parts)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(mutated_inputs())
def test_total_on_whatever_the_contracts_allow(given: ValidationInput) -> None:
    validation = validate(given)
    assert validation.verdict in ("passed", "findings", "blocked")
    assert validate(given) == validation
