"""A provider's own figure of what a call cost: read exactly, or not at all."""

import json

import pytest

from agents.models.told_cost import Listener, cost_in


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({}, None),
        ({"cost": None}, None),
        ({"cost": 0}, 0),
        ({"cost": 0.0000005}, 1),
        ({"cost": "1.25"}, 1_250_000),
        ({"cost": 1e-7}, 0),
        ({"cost": -0.1}, None),
        ({"cost": True}, None),
        ({"cost": "much"}, None),
        ({"cost": float("nan")}, None),
        ({"cost": float("inf")}, None),
        ({"cost": 10**9}, None),
        ({"cost": [1]}, None),
        ({"cost": 0.01, "is_byok": False, "cost_details": {"upstream_inference_cost": 1}}, 10_000),
        (
            {"cost": 0.01, "is_byok": True, "cost_details": {"upstream_inference_cost": 1}},
            1_010_000,
        ),
        ({"cost": 0.01, "is_byok": True, "cost_details": None}, None),
    ],
)
def test_cost_is_read_as_it_is_meant(usage: dict[str, object], cost: int | None) -> None:
    assert cost_in(usage) == cost


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_last_event_is_heard_however_its_bytes_come(size: int, end: str) -> None:
    events = [
        {"type": "response.output_text.delta", "delta": 'it says "cost"'},
        {"type": "x", "response": {"usage": {"cost": 3}}},
        {"type": "response.completed", "response": {"usage": {"cost": 0.1}}},
    ]
    text = "".join(f"event: {e['type']}{end}data: {json.dumps(e)}{end}{end}" for e in events)
    data, listener = text.encode(), Listener()
    for start in range(0, len(data), size):
        listener.hear(data[start : start + size])
    assert listener.cost() == 100_000
    listener.hear(b'data: {"cost": oops\n\n')
    assert listener.cost() is None
