"""FrontierFinance: queries with an expert's binary criteria, one JSON object per line.

Only the shape is ours. The data set is Samaya AI's, CC BY 4.0; its text stays in its own files.
"""

import re
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Words, parse_contract
from contracts.errors import ContractError, InputError
from contracts.quantity import Quantity, Rounding, RoundingMode, Unit

MAX_FILE_BYTES = 200_000_000
_AMOUNT = re.compile(r"\bUSD [0-9]+(?:[.,][0-9]+)*(?: (?:thousand|million|billion))?\b")


class ExpertCriterion(Contract):
    """One criterion of the expert: an answer meets it or does not."""

    rubric_id: Annotated[int, Field(ge=1)]
    rubric_text: Words
    must_have: bool
    rubric_type: Words
    rubric_subtype: Words
    data_source_type: Words
    data_source_subtype: Words
    data_source_detailed: tuple[Words, ...]


class ExpertItem(Contract):
    """One query with its criteria, as the data set has it."""

    query_id: Words
    query: Words
    query_date: date
    """The day the query was asked on; what was published later must not count."""
    use_cases: tuple[Words, ...]
    capabilities: tuple[Words, ...]
    rubrics: Annotated[tuple[ExpertCriterion, ...], Field(min_length=1)]


def load_items(path: Path) -> tuple[ExpertItem, ...]:
    """Read a file whole or not at all.

    Raises:
        InputError: no such file, too large, or a faulty line: names file, line and JSON pointer.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such file of FrontierFinance items")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise InputError(f"{path}: larger than {MAX_FILE_BYTES} bytes")
    items: list[ExpertItem] = []
    faults: list[str] = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            items.append(parse_item(line))
        except InputError as error:
            faults.append(f"line {number}: {error}")
    faults.extend(_repeated(items))
    if not items and not faults:
        faults.append("holds no item")
    if faults:
        raise InputError(f"{path}: " + "; ".join(faults))
    return tuple(items)


def parse_item(line: bytes) -> ExpertItem:
    """One line of the data set.

    Raises:
        InputError: it is not of this shape, or two criteria have one id.
    """
    try:
        item = parse_contract(line, ExpertItem)
    except ContractError as error:
        raise InputError(str(error)) from None
    ids = [one.rubric_id for one in item.rubrics]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise InputError(f"{item.query_id}: criteria with one id: {', '.join(map(str, twice))}")
    return item


def stated_amount(criterion: ExpertCriterion) -> Quantity | None:
    """The one dollar amount that a criterion states; None when it states none or several."""
    found = _AMOUNT.findall(criterion.rubric_text)
    return Quantity.parse(found[0]) if len(found) == 1 else None


def is_met_by(stated: Quantity, dollars: Decimal) -> bool:
    """Whether an exact amount prints as stated when it is rounded half up to as many places.

    Raises:
        UnitMismatch: the stated figure is not in US dollars.
    """
    exact = Quantity(value=dollars, unit=Unit.USD).in_terms_of(stated.unit, stated.scale)
    return Rounding(mode=RoundingMode.HALF_UP, places=stated.places).apply(exact) == stated.value


def _repeated(items: list[ExpertItem]) -> list[str]:
    ids = [item.query_id for item in items]
    return [
        f"query_id {one!r} stands twice" for one in sorted({i for i in ids if ids.count(i) > 1})
    ]
