"""Words that people give for what they do to the queue: held against one contract."""

import json
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from contracts.contract import Contract, Words, parse_contract
from contracts.errors import InputError

LEAST_REASON = 10
"""Characters that a reason has at least."""
MAX_NAME = 80
"""Characters of a person's name."""


def _printable(name: str) -> str:
    if not name.isprintable():
        msg = "holds what cannot be printed"
        raise ValueError(msg)
    return name


Name = Annotated[Words, StringConstraints(max_length=MAX_NAME), AfterValidator(_printable)]
"""A person as the queue names them."""


class _Reason(Contract):
    contract_name = "reason"

    reason: Annotated[Words, StringConstraints(min_length=LEAST_REASON, max_length=2_000)]


class _Person(Contract):
    contract_name = "person"

    name: Name


def words_of_reason(given: str) -> str:
    """A reason without its margins.

    Raises:
        InputError: it says too little or too much, or holds what is no text.
    """
    words = given.strip()
    if len(words) < LEAST_REASON:
        msg = f"reason {words!r} has {len(words)} characters; say why in at least {LEAST_REASON}"
        raise InputError(msg)
    return parse_contract(json.dumps({"reason": words}).encode(), _Reason).reason


def person_of(given: str) -> str:
    """A person's name without its margins.

    Raises:
        InputError: it is blank, too long or not printable.
    """
    return parse_contract(json.dumps({"name": given.strip()}).encode(), _Person).name
