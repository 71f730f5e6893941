"""Two lists of criteria and what judges say of them."""

import json
import re
from collections.abc import Iterable, Sequence

from contracts.comparison import AtPrecision, NumberComparison
from contracts.contract import Json
from contracts.criteria import ExpectedValue
from contracts.quantity import Quantity, Rounding, RoundingMode
from scoring.matching.pair import Pair
from tests.scoring.judges.material import criteria, criterion, shown_in
from tests.servers.script import Received, Said, Use

EXPERT = (
    criterion(1, text="States the mean share of 11.8 %."),
    criterion(2, text="Names the chief executive, Jerry Morgan.", points=100),
)


def expecting(value: str) -> tuple[ExpectedValue, ...]:
    """One figure with one place, for code."""
    comparison = NumberComparison(
        expected=Quantity.parse(value),
        rounding=Rounding(mode=RoundingMode.HALF_UP, places=1),
        band=AtPrecision(),
    )
    return (ExpectedValue(target_id="T1", comparison=comparison),)


def pair(value: str = "11.8 %", query_id: str = "q") -> Pair:
    """The second list begins with a row that matches nothing and has no chief executive."""
    rows = (
        criterion(7, text="Says which quarters the window covers."),
        criterion(8, text=f"Gives a mean share of {value}.", expected=expecting(value)),
    )
    return Pair(query_id, criteria(query_id=query_id, criteria=EXPERT), criteria(criteria=rows))


def both(first: str, second: str) -> dict[str, Json]:
    return {"first": first, "second": second}


def same(place: str = "A1", figure: str = "11.8 %", **changes: Json) -> dict[str, Json]:
    body: dict[str, Json] = {
        "criterion_id": place,
        "demand": "same",
        "match": "B2",
        "demand_words": both("mean share", "mean share"),
        "value": "same",
        "value_words": both("11.8 %", figure),
        "why": "Both ask for it.",
    }
    return {**body, **changes}


def none(place: str = "A2", **changes: Json) -> dict[str, Json]:
    body: dict[str, Json] = {
        "criterion_id": place,
        "demand": "none",
        "match": "",
        "demand_words": both("", ""),
        "value": "none_stated",
        "value_words": both("", ""),
        "why": "Nothing asks for it.",
    }
    return {**body, **changes}


def handed(entries: Iterable[Json]) -> str:
    return json.dumps({"matches": list(entries)})


def calling(entries: Sequence[Json]) -> Said:
    return Said(uses=(Use("u1", "submit_matches", handed(entries)),))


def honest(received: Received) -> Said:
    """Says of the places asked what stands in both lists."""
    figure = re.findall(r"mean share of ([\d.]+ %)", shown_in(received))[-1]
    said = {"A1": same(figure=figure), "A2": none()}
    return calling([said[place] for place in asked_in(received)])


def asked_in(received: Received) -> list[str]:
    """The places that the tool's schema names."""
    found = re.search(r'"enum": ?(\["A[^\]]*\])', json.dumps(received.body["tools"]))
    assert found
    places: list[str] = json.loads(found[1])
    return places
