"""The thin public package: published contracts, and later the scoring of one answer."""

from contracts.certification import CERTIFICATION
from contracts.comparison import Acceptance, Comparison, accepts
from contracts.contract import (
    Header,
    Stamped,
    canonical,
    fingerprint,
    parse_contract,
    parse_stamped,
)
from contracts.cutoff import Cutoff
from contracts.errors import ContractError, FinrubricError, InputError
from contracts.evidence import Evidence
from contracts.quantity import Quantity
from contracts.query import Query
from contracts.rubric import Rubric, RubricRow

__all__ = [
    "CERTIFICATION",
    "Acceptance",
    "Comparison",
    "ContractError",
    "Cutoff",
    "Evidence",
    "FinrubricError",
    "Header",
    "InputError",
    "Quantity",
    "Query",
    "Rubric",
    "RubricRow",
    "Stamped",
    "accepts",
    "canonical",
    "fingerprint",
    "parse_contract",
    "parse_stamped",
    "read_rubric",
]


def read_rubric(data: bytes) -> Rubric:
    """The rubric in an exported `rubric.json`, also one of an older version.

    Raises:
        ContractError: the bytes are no rubric, or one of a newer version.
    """
    return parse_stamped(data, Rubric).body
