"""The context gate says one thing about each way a context can be wrong."""

from typing import Any

import pytest

from contracts.bank import BankTask, TaskCriterion
from contracts.context import Context, Fit, Rating
from contracts.contract import Json
from contracts.factorization import Component, Factorization
from contracts.match import Match, Shortlisted
from gates.code_tables import context as table
from gates.context import ContextInput, check_context, complete_and_unique_fit
from tests.builders import (
    replaced,
    texas_context,
    texas_factorization,
    texas_query,
    texas_span,
    with_body,
)
from tests.gates.places import leads_into

TASK = "capital-expenditure-retrieval"
OTHER = "credit-report"


def bank_task(task_id: str = TASK) -> BankTask:
    return BankTask(
        id=task_id,
        title="A task",
        description="A task",
        features=texas_factorization().signature.features,
        criteria=tuple(
            TaskCriterion(id=f"c{n}", statement=item.statement, principle_ids=item.principle_ids)
            for n, item in enumerate(texas_context().criteria, start=1)
        ),
    )


def context_input(
    context: Context | None = None, *, shortlist: tuple[str, ...] = (TASK,), **changes: Any
) -> ContextInput:
    context = context or texas_context()
    fields: dict[str, Any] = {
        "query": texas_query(),
        "factorization": texas_factorization(),
        "match": Match(
            retriever="bm25",
            bank_sha256="0" * 64,
            shortlist=tuple(
                Shortlisted.model_validate_json(f'{{"task_id": "{task}", "score": "1.5"}}')
                for task in shortlist
            ),
        ),
        "tasks": {TASK: bank_task(), OTHER: bank_task(OTHER)},
        "principle_ids": texas_context().principle_ids,
        "convention_kinds": texas_context().convention_kinds,
        "context": context,
    }
    return ContextInput(**{**fields, **changes})


def codes(given: ContextInput) -> set[str]:
    return {item.code for item in check_context(given)}


def rating(task: str = TASK, obligation: str = "O1", fit: Fit = Fit.FITS) -> Rating:
    return Rating(task_id=task, obligation_id=obligation, fit=fit, reason="Because.")


def rated(*ratings: Rating, **changes: object) -> Context:
    return texas_context(ratings=ratings, **changes)


def authored(**changes: object) -> Context:
    context = rated(rating(fit=Fit.PARTIAL), schema_origin="authored", task_id=None)
    return replaced(context, **changes)


def said(statement: str) -> Context:
    return with_body(authored(), "/criteria/1/statement", statement)


def two_obligations() -> Factorization:
    first = texas_factorization().obligations[0]
    second = replaced(
        first,
        id="O2",
        spans=(texas_span("what is"),),
        components=(Component(id="O2.1", statement="Another"),),
    )
    return texas_factorization(obligations=(first, second))


ALIGNED: Json = {"obligation_id": "O1", "criterion_id": "CR9", "reason": "x"}
SECOND: Json = {"obligation_id": "O2", "criterion_id": "CR1", "reason": "x"}
ROUTE: Json = {"obligation_id": "O2", "sources": ["x"], "reason": "x"}
GOOD = texas_context()
CASES: list[tuple[str, ContextInput]] = [
    ("CTX-rating-missing", context_input(shortlist=(TASK, OTHER))),
    ("CTX-rating-unknown", context_input(rated(rating(), rating("made-up")))),
    ("CTX-rating-repeated", context_input(rated(rating(), rating()))),
    ("CTX-origin", context_input(texas_context(schema_origin="authored", task_id=None))),
    ("CTX-origin", context_input(rated(rating(fit=Fit.CONFLICTS)))),
    ("CTX-task", context_input(texas_context(task_id=None))),
    ("CTX-task", context_input(texas_context(task_id=OTHER))),
    ("CTX-task", context_input(authored(task_id=OTHER))),
    (
        "CTX-criterion-repeated",
        context_input(
            with_body(with_body(GOOD, "/criteria/5/id", "CR5"), "/alignment/5/criterion_id", "CR5")
        ),
    ),
    ("CTX-criteria-changed", context_input(with_body(GOOD, "/criteria/0/statement", "Other"))),
    ("CTX-criteria-changed", context_input(with_body(GOOD, "/criteria/0/principle_ids", ["x"]))),
    ("CTX-criterion-value", context_input(said("States the share as 11.8 %"))),
    ("CTX-criterion-value", context_input(said("States twelve figures"))),
    ("CTX-criterion-condition", context_input(said("Derives the period if it is missing"))),
    ("CTX-criterion-condition", context_input(said("States the basis as applicable"))),
    ("CTX-criterion-instance", context_input(said("Takes amounts of TXRH from its reports"))),
    (
        "CTX-criterion-principle",
        context_input(with_body(authored(), "/criteria/0/principle_ids", ["credit-terms"])),
    ),
    ("CTX-alignment-dangling", context_input(with_body(GOOD, "/alignment/-", ALIGNED))),
    ("CTX-unaligned", context_input(texas_context(alignment=GOOD.alignment[1:]))),
    (
        "CTX-unaligned",
        context_input(
            with_body(rated(rating(), rating(obligation="O2")), "/routing/-", ROUTE),
            factorization=two_obligations(),
        ),
    ),
    ("CTX-principles", context_input(texas_context(principle_ids=GOOD.principle_ids[1:]))),
    ("CTX-kinds", context_input(texas_context(convention_kinds=GOOD.convention_kinds[1:]))),
    ("CTX-cutoff", context_input(with_body(GOOD, "/cutoff/day", "2026-01-10"))),
    ("CTX-cutoff", context_input(with_body(GOOD, "/cutoff/zone", "UTC"))),
    ("CTX-bindings", context_input(texas_context(bindings=GOOD.bindings[:-1]))),
    (
        "CTX-route-missing",
        context_input(
            with_body(rated(rating(), rating(obligation="O2")), "/alignment/-", SECOND),
            factorization=two_obligations(),
        ),
    ),
    ("CTX-route-unknown", context_input(with_body(GOOD, "/routing/-", ROUTE))),
]


@pytest.mark.parametrize(("code", "given"), CASES, ids=[code for code, _ in CASES])
def test_code_fires_on_its_bad_example_and_only_it(code: str, given: ContextInput) -> None:
    found = check_context(given)
    assert {item.code for item in found} == {code}
    files = {"context": given.context}
    assert [item.pointer for item in found if not leads_into(files, item.pointer)] == []


def test_good_contexts_pass_and_every_code_has_a_case() -> None:
    assert check_context(context_input()) == ()
    assert check_context(context_input(authored())) == ()
    assert check_context(context_input(authored(ratings=()), shortlist=())) == ()
    assert {code for code, _ in CASES} == {code.code for code in table.CODES}


@pytest.mark.parametrize(
    ("fits", "taken"),
    [
        ({}, None),
        ({(TASK, "O1"): Fit.FITS, (TASK, "O2"): Fit.FITS}, TASK),
        ({(TASK, "O1"): Fit.FITS}, None),
        ({(TASK, "O1"): Fit.FITS, (TASK, "O2"): Fit.PARTIAL}, None),
        ({(TASK, "O1"): Fit.FITS, (TASK, "O2"): Fit.CONFLICTS}, None),
        (
            {
                (TASK, "O1"): Fit.FITS,
                (TASK, "O2"): Fit.FITS,
                (OTHER, "O1"): Fit.CONFLICTS,
                (OTHER, "O2"): Fit.FITS,
            },
            TASK,
        ),
        (
            {
                (TASK, "O1"): Fit.FITS,
                (TASK, "O2"): Fit.FITS,
                (OTHER, "O1"): Fit.FITS,
                (OTHER, "O2"): Fit.FITS,
            },
            None,
        ),
        (
            {
                (TASK, "O1"): Fit.FITS,
                (TASK, "O2"): Fit.PARTIAL,
                (OTHER, "O1"): Fit.PARTIAL,
                (OTHER, "O2"): Fit.FITS,
            },
            None,
        ),
    ],
)
def test_a_bank_task_is_taken_on_a_complete_and_unique_fit(
    fits: dict[tuple[str, str], Fit], taken: str | None
) -> None:
    context = rated(*(rating(task, obligation, fit) for (task, obligation), fit in fits.items()))
    given = context_input(context, shortlist=(TASK, OTHER), factorization=two_obligations())
    assert complete_and_unique_fit(given) == taken


def test_bank_task_that_is_not_in_the_bank_is_named_as_the_wrong_task() -> None:
    given = context_input(texas_context(task_id="made-up"))
    assert codes(given) == {"CTX-task"}


@pytest.mark.timeout(5)
def test_a_criterion_without_spaces_is_read_in_time() -> None:
    assert codes(context_input(said("a" * 20_000))) == set()
