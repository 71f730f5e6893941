"""The validator: pure and total; all findings of one candidate at once, in a stable order."""

from contracts.finding import Validation
from gates.validation_input import ValidationInput as ValidationInput


def validate(given: ValidationInput) -> Validation:
    """Run every family over one candidate; never raises on contract-valid input."""
    raise NotImplementedError
