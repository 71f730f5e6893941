"""One hard case: an input that somebody could submit, and everything that is said about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from contracts.finding import Severity
from gates.codes import code_of
from gates.composition import CompositionInput, check_composition
from gates.validation_input import ValidationInput
from gates.validator import validate

DecidedBy: TypeAlias = Literal["code", "human", "reviewer", "reader", "nobody"]
"""Code refuses and the writer mends; a human must agree; the content reviewer is asked; a reader
sees a warning on the rubric; or there is nothing to decide."""
STANDING = frozenset({"POP-complete"})
"""Asked of every population."""
TEXAS = STANDING | {"CUT-unverified"}
"""What the good candidate of Texas Roadhouse gets without any edit."""


@dataclass(frozen=True)
class Case:
    """A row of the case tables; docs may be printed from name, theme, codes and decider."""

    name: str
    theme: str
    make: Callable[[], ValidationInput | CompositionInput]
    codes: frozenset[str]
    """Exactly the codes of findings and questions, the standing ones left out."""
    standing: frozenset[str] = STANDING

    @property
    def decided_by(self) -> DecidedBy:
        """The strictest of the codes decides."""
        found = {code_of(word).severity for word in self.codes}
        if Severity.BLOCKER in found:
            return "human"
        if Severity.ERROR in found:
            return "code"
        if None in found:
            return "reviewer"
        return "reader" if found else "nobody"

    def said(self, given: ValidationInput | CompositionInput) -> list[tuple[str, str]]:
        """Codes and pointers of what the gate says of the input, the standing codes left out."""
        if isinstance(given, CompositionInput):
            return [(item.code, item.pointer) for item in check_composition(given).findings]
        validation = validate(given)
        items = (*validation.findings, *validation.questions)
        return [(item.code, item.pointer) for item in items if item.code not in self.standing]
