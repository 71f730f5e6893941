"""The adapter reads the data set's shape, strictly, and its criteria's dollar amounts."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from benchmarks.frontierfinance import is_met_by, load_items, parse_item, stated_amount
from contracts.errors import InputError
from contracts.quantity import Quantity, Scale, Unit


def criterion(number: int = 1, text: str = "Says that sales were USD 1.2 billion.") -> Any:
    return {
        "rubric_id": number,
        "rubric_text": text,
        "must_have": True,
        "rubric_type": "made up",
        "rubric_subtype": "made up",
        "data_source_type": "na",
        "data_source_subtype": "na",
        "data_source_detailed": ["na"],
    }


def item(**changes: Any) -> dict[str, Any]:
    return {
        "query_id": "q1",
        "query": "What were sales?",
        "query_date": "2025-02-04",
        "use_cases": ["made up"],
        "capabilities": ["made up"],
        "rubrics": [criterion()],
    } | changes


def line(**changes: Any) -> bytes:
    return json.dumps(item(**changes)).encode()


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "items.jsonl"
    path.write_bytes(line() + b"\n\n" + line(query_id="q2") + b"\n")
    assert [one.query_id for one in load_items(path)] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (b"{", "line 2: "),
        (line(query_date="soon"), "/query_date"),
        (line(rubrics=[]), "/rubrics"),
        (line(rubrics=[criterion(1), criterion(1)]), "q1: criteria with one id: 1"),
        (line(rubrics=[criterion(0)]), "/rubrics/0/rubric_id"),
        (line(rubrics=[criterion() | {"must_have": "yes"}]), "/rubrics/0/must_have"),
        (line(extra=1), "/extra"),
        (line().replace(b'"query": ', b'"query_id": "q3", "query": '), "query_id"),
        (line(), "query_id 'q1' stands twice"),
        (line(query="\u0000"), "line 2: "),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_read(tmp_path: Path, bad: bytes, words: str) -> None:
    path = tmp_path / "items.jsonl"
    path.write_bytes(line() + b"\n" + bad + b"\n")
    with pytest.raises(InputError, match=words) as caught:
        load_items(path)
    assert str(path) in str(caught.value)


def test_a_missing_or_empty_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load_items(tmp_path / "none.jsonl")
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    with pytest.raises(InputError, match="holds no item"):
        load_items(tmp_path / "empty.jsonl")


@pytest.mark.parametrize(
    ("text", "value", "scale"),
    [
        ("Says USD 19.7 billion in Q4 2024.", "19.7", Scale.BILLION),
        ("Says USD 3 billion.", "3", Scale.BILLION),
        ("Says USD 692 million, under it.", "692", Scale.MILLION),
        ("Says USD 1,234.", "1234", Scale.ONE),
        ("Says nothing in dollars of 2024.", None, None),
        ("Says USD 1 billion or USD 2 billion.", None, None),
    ],
)
def test_the_amount_of_a_criterion(text: str, value: str | None, scale: Scale | None) -> None:
    (found,) = parse_item(line(rubrics=[criterion(text=text)])).rubrics
    amount = stated_amount(found)
    if value is None or scale is None:
        assert amount is None
    else:
        assert amount == Quantity(value=Decimal(value), unit=Unit.USD, scale=scale)


@pytest.mark.parametrize(
    ("stated", "dollars", "met"),
    [
        ("USD 19.7 billion", 19_749_999_999, True),
        ("USD 19.7 billion", 19_750_000_000, False),
        ("USD 3 billion", 3_061_000_000, True),
        ("USD 692 million", 692_000_000, True),
    ],
)
def test_an_amount_meets_a_figure_of_its_own_precision(
    stated: str, dollars: int, met: bool
) -> None:
    assert is_met_by(Quantity.parse(stated), Decimal(dollars)) is met
