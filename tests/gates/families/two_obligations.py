"""A good candidate with two obligations of 60 and 40 points, for what needs two blocks."""

from decimal import Decimal

from contracts.budget import Block
from contracts.factorization import Component, Obligation
from contracts.quantity import Quantity
from gates.validation_input import ValidationInput
from tests.builders import (
    texas_budget,
    texas_evidence,
    texas_factorization,
    texas_input,
    texas_row,
    texas_rows,
)
from tests.contract_edit import replaced


def two_obligations(*, foreign: bool = False) -> ValidationInput:
    """The average and the derived quarter as two things asked; `foreign`: a row mixes them."""
    evidence = texas_evidence()
    factorization = texas_factorization()
    asked = factorization.obligations[0]
    quarter = Obligation(
        id="O2",
        statement="The amount of the quarter that is not reported",
        deliverable="value",
        spans=asked.spans,
        binding_ids=asked.binding_ids,
        components=(Component(id="O2.1", statement="The amount"),),
    )
    third = evidence.targets[2]
    fourth = replaced(
        third, id="T4", component_id="O2.1", role="outcome", statement="The derived amount"
    )
    assert fourth.comparison.kind == "number"
    assert fourth.comparison.expected == Quantity(
        value=Decimal(13289),
        unit=fourth.comparison.expected.unit,
        scale=fourth.comparison.expected.scale,
    )
    rows = (
        texas_row(points=6_000),
        texas_row(
            2,
            block_id="B2",
            template="Derives {{T4}} beside {{T1}}." if foreign else "Derives {{T4}}.",
            target_ids=("T4", "T1") if foreign else ("T4",),
            points=4_000,
        ),
    )
    return texas_input(
        factorization=replaced(factorization, obligations=(asked, quarter)),
        budget=texas_budget(
            blocks=(
                Block(id="B1", obligation_id="O1", points=6_000),
                Block(id="B2", obligation_id="O2", points=4_000),
            )
        ),
        evidence=replaced(evidence, targets=(*evidence.targets, fourth)),
        rows=texas_rows(rows=rows),
    )
