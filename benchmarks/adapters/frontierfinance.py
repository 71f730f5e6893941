"""FrontierFinance as items to judge: each criterion is worth one point, as the paper counts."""

import json
from decimal import Decimal

from benchmarks.adapters.item import Demand, Item
from benchmarks.adapters.reading import Reading
from benchmarks.frontierfinance import parse_item
from benchmarks.item_file import Record
from contracts.errors import InputError


def item_of(reading: Reading, record: Record) -> Item:
    """One line of the set; the day the query was asked on becomes the cutoff."""
    place = record.place
    try:
        found = parse_item(json.dumps(record.value).encode())
    except InputError as error:
        raise reading.fault(place, str(error)) from None
    if any(criterion.must_have for criterion in found.rubrics):
        reading.lose("must_have is not carried: criteria count equally and none is a gate.", place)
    reading.lose("Types and data sources of criteria, and capabilities, are not carried.", place)
    if len(found.use_cases) > 1:
        reading.lose("Of several use cases the first is the category.", place)
    return Item(
        place=place,
        id=found.query_id,
        query=found.query,
        demands=tuple(
            Demand(one.rubric_text, Decimal(1), id=f"C{one.rubric_id}") for one in found.rubrics
        ),
        asked_on=found.query_date,
        category=found.use_cases[0] if found.use_cases else "",
    )
