"""Faults of fields are told in our words, whatever pydantic calls them."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

import pytest
from pydantic import AwareDatetime, Field, StringConstraints

from contracts.contract import Contract, parse_contract
from contracts.errors import ContractError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Cat(Contract):
    kind: Literal["cat"]


class Dog(Contract):
    kind: Literal["dog"]


class Whole(Contract):
    """One field of each sort."""

    text: Annotated[str, StringConstraints(min_length=3, max_length=5)] = "abc"
    form: Annotated[str, StringConstraints(pattern="^[a-z]+$")] = "a"
    number: Annotated[int, Field(ge=1, le=9)] = 1
    more: Annotated[Decimal, Field(gt=0, lt=2)] = Decimal(1)
    truth: bool = True
    nothing: None = None
    some: Annotated[tuple[int, ...], Field(min_length=1, max_length=2)] = (1,)
    word: Literal["yes", "no"] = "yes"
    colour: Colour = Colour.RED
    day: date = date(2026, 1, 9)
    moment: AwareDatetime = datetime.fromisoformat("2026-01-09T12:00:00+00:00")
    pet: Annotated[Cat | Dog, Field(discriminator="kind")] = Cat(kind="cat")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('{"text": "a"}', "/text [string_too_short] must have 3 characters at least"),
        ('{"text": "abcdef"}', "/text [string_too_long] must have 5 characters at most"),
        ('{"text": 3}', "/text [string_type] must be text"),
        ('{"form": "A"}', "/form [string_pattern_mismatch] is not of the form ^[a-z]+$"),
        ('{"number": "1"}', "/number [int_type] must be a whole number"),
        ('{"number": 0}', "/number [greater_than_equal] must be 1 at least"),
        ('{"number": 10}', "/number [less_than_equal] must be 9 at most"),
        ('{"more": "0"}', "/more [greater_than] must be more than 0"),
        ('{"more": "2"}', "/more [less_than] must be less than 2"),
        ('{"truth": 1}', "/truth [bool_type] must be true or false"),
        ('{"nothing": 1}', "/nothing [none_required] must be null"),
        ('{"some": 1}', "/some [tuple_type] must be a list"),
        ('{"some": []}', "/some [too_short] must have 1 entries at least"),
        ('{"some": [1, 2, 3]}', "/some [too_long] must have 2 entries at most"),
        ('{"word": "perhaps"}', "/word [literal_error] must be 'yes' or 'no'"),
        ('{"colour": "green"}', "/colour [enum] must be 'red' or 'blue'"),
        ('{"day": "9.1.2026"}', "must be a day as YYYY-MM-DD"),
        ('{"moment": "noon"}', "must be a moment as YYYY-MM-DDTHH:MM:SS+HH:MM"),
        ('{"moment": "2026-01-09T12:00:00"}', "must say its offset from UTC, as +HH:MM"),
        ('{"pet": {}}', "/pet [union_tag_not_found] must have the field 'kind'"),
        ('{"pet": {"kind": "cow"}}', "/pet [union_tag_invalid] 'cow' is none of 'cat', 'dog'"),
        ('{"pet": {"kind": "cat", "age": 3}}', "/pet/cat/age [extra_forbidden] is not a field"),
        ("[]", "/ [model_type] must be an object"),
    ],
)
def test_each_fault_is_told_in_plain_words(given: str, said: str) -> None:
    with pytest.raises(ContractError) as caught:
        _ = parse_contract(given.encode(), Whole)
    assert said in str(caught.value)
    assert "should" not in str(caught.value)
