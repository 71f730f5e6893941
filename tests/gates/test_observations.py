"""Observations against their own labels."""

from gates.observations import check_readings
from tests.gates.hard.small import candidate, days, obs, source, target


def test_each_quarter_is_measured_whatever_stands_before_it() -> None:
    figures = [
        obs(1, "100", days("2024-01-01", "2024-12-31")),
        obs(2, "50", days("2025-01-01", "2025-06-30", 2)),
    ]
    given = candidate([source()], figures, [target(n, "1", f"OBS{n}") for n in (1, 2)])
    found = [(item.code, item.pointer) for item in check_readings(given.evidence)]
    assert found == [("EVD-period", "evidence:/observations/1/period")]
