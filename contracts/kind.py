"""The catalogue of convention kinds: which features make a choice necessary, and its readings."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.factorization import Reading
from contracts.feature import ConventionKind, Feature


class KindRule(Contract):
    """One convention kind; activated when the signature has all features of any one group."""

    kind: ConventionKind
    title: Words
    activated_by: tuple[tuple[Feature, ...], ...]
    readings: Annotated[tuple[Reading, ...], Field(min_length=2)]
    """Known readings. A convention may add others, never fewer than two."""


class KindCatalogue(Contract):
    """All convention kinds."""

    contract_name = "kinds"

    kinds: tuple[KindRule, ...]
