"""Which words of the request a criterion may repeat."""

import pytest

from contracts.factorization import Binding, InstanceKind, Span
from gates.criterion_text import check_criterion_text

WORDS = "a table"


@pytest.mark.parametrize("kind", InstanceKind)
def test_units_and_forms_are_words_that_criteria_need(kind: InstanceKind) -> None:
    binding = Binding(id="BND1", kind=kind, spans=(Span(start=0, end=7, text=WORDS),))
    found = check_criterion_text("Gives a table.", "context:/criteria/0", bindings=(binding,))
    is_free = kind in (InstanceKind.UNIT, InstanceKind.ROUNDING, InstanceKind.OUTPUT_FORM)
    assert [item.code for item in found] == ([] if is_free else ["CTX-criterion-instance"])
