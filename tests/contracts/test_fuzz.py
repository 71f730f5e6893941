"""`parse_contract` under fuzz: whatever the bytes, a value or a ContractError, in bounded time."""

import json
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contracts.contract import Contract, Json, canonical, parse_contract
from contracts.errors import ContractError
from tests.contracts.examples import examples

GOOD = {name: (type(body), canonical(body)) for name, body in examples().items()}
PATIENCE_S = 5.0
"""CPU seconds for one document of an example's size; a good one takes milliseconds."""
RUNS = 20_000

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["", " ", "-0.0", "1e999", "NaN", "\u0661\u0660\u0660", "1_000", "33,33"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=10,
)
TOKENS = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", "\\u0000", "\\ud800", "null", "true"),
        *("-", "0", "1e999", "NaN", "Infinity", "01", "1.", "\ufeff", "\x00", "//", " ", "'"),
        *('"contract"', '"header"', '"body"', '"id"', '"id":1,', "9" * 400),
    ]
)


def read_or_refused(data: bytes, model: type[Contract]) -> Contract | None:
    """The value, or None where it is refused as it should be; anything else fails the test."""
    begin = time.process_time()
    value = None
    with suppress(ContractError):
        value = parse_contract(data, model)
    assert time.process_time() - begin < PATIENCE_S
    return value


@pytest.mark.parametrize("name", sorted(GOOD))
@settings(max_examples=12)
@given(data=st.data())
def test_a_good_file_with_other_bytes_is_read_or_refused(name: str, data: st.DataObject) -> None:
    model, good = GOOD[name]
    start = data.draw(st.integers(0, len(good)))
    end = data.draw(st.integers(start, min(len(good), start + 6)))
    spoilt = good[:start] + data.draw(st.binary(max_size=6)) + good[end:]
    value = read_or_refused(spoilt, model)
    if value is not None:
        assert parse_contract(canonical(value), model) == value


@pytest.mark.parametrize("name", sorted(GOOD))
@settings(max_examples=12)
@given(data=st.data())
def test_a_good_file_with_another_value_is_read_or_refused(name: str, data: st.DataObject) -> None:
    model, good = GOOD[name]
    document: Json = json.loads(good)
    places = _places(document)
    parent, key = data.draw(st.sampled_from(places))
    new: Json = data.draw(VALUES)
    if isinstance(parent, dict):
        parent[str(key)] = new
    elif isinstance(parent, list):
        parent[int(key)] = new
    value = read_or_refused(json.dumps(document).encode(), model)
    if value is not None:
        assert parse_contract(canonical(value), model) == value


def _places(value: Json) -> list[tuple[Json, str | int]]:
    """Every member of every object and list within, by its parent and key."""
    members: list[tuple[str | int, Json]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    return [(value, key) for key, _ in members] + [
        place for _, inner in members for place in _places(inner)
    ]


@settings(max_examples=300)
@given(st.sampled_from(sorted(GOOD)), st.lists(TOKENS, max_size=60))
def test_what_looks_like_json_is_read_or_refused(name: str, tokens: list[str]) -> None:
    _ = read_or_refused("".join(tokens).encode(), GOOD[name][0])


@settings(max_examples=100)
@given(st.sampled_from(sorted(GOOD)), st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(name: str, data: bytes) -> None:
    _ = read_or_refused(data, GOOD[name][0])


@pytest.mark.fuzz
@pytest.mark.timeout(600)
def test_coverage_guided_fuzzing_finds_nothing(repository: Path) -> None:
    command = [sys.executable, "-m", "tests.contracts.fuzzing", f"-runs={RUNS}", "-seed=1"]
    done = subprocess.run(
        command, cwd=repository, capture_output=True, text=True, timeout=580, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
