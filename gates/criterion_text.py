"""What code can say of an authored criterion: it holds no value, no instance and no condition.

Heuristics, narrow on purpose: a condition in other words is left to the content reviewer.
"""

import re
from collections.abc import Iterator

from contracts.factorization import Binding, InstanceKind
from contracts.finding import Finding
from gates.codes import finding
from gates.instance_forms import forms_of, found_in
from gates.normal_form import folded

_VALUE = re.compile(
    r"(?<!\S)\S*?[\d%\u2030$\u20ac\u00a3\u00a5]\S*"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty"
    r"|fifty|sixty|seventy|eighty|ninety|hundred|dozen|percent|per cent)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|otherwise|depending|provided that|in case|in the event"
    r"|to the extent|as applicable|where applicable|as needed|as appropriate|where relevant"
    r"|optional|optionally)\b"
)
_NAMING = frozenset(InstanceKind) - {
    InstanceKind.UNIT,
    InstanceKind.ROUNDING,
    InstanceKind.OUTPUT_FORM,
}
"""Kinds that name the instance; units and forms are words that criteria need."""


def check_criterion_text(
    statement: str, pointer: str, *, bindings: tuple[Binding, ...]
) -> Iterator[Finding]:
    """Findings on the statement of one authored criterion."""
    plain = folded(statement)
    value = _VALUE.search(plain)
    if value:
        message = f"{value.group()!r}: a criterion says what must be stated, never the value"
        yield finding("CTX-criterion-value", pointer, message)
    condition = _CONDITION.search(plain)
    if condition:
        message = f"{condition.group()!r}: a criterion holds without a condition"
        yield finding("CTX-criterion-condition", pointer, message)
    forms = forms_of(statement)
    for binding in bindings:
        found = found_in(binding, forms) if binding.kind in _NAMING else None
        if found:
            message = f"holds {found} of {binding.id}: a criterion names no instance"
            yield finding("CTX-criterion-instance", pointer, message)
