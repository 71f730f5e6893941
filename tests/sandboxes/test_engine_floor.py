"""Versions of engine and runtime that have a published way out."""

import pytest

from contracts.settings import Settings
from sandboxes.engine_floor import below_floors, engine_versions


@pytest.mark.parametrize(
    ("engine", "runc", "below"),
    [
        ("29.5.1", "1.2.8", []),
        ("v30.0.0", "1.4.0", []),
        ("29.4.0", "1.3.3", ["CVE-2026-41567"]),
        ("25.0.5", "1.2.8", ["CVE-2026-41567"]),
        ("25.0.4", "1.2.8", ["CVE-2024-29018", "CVE-2026-41567"]),
        ("29.5.1", "1.2.7", ["CVE-2025-31133"]),
        ("29.5.1", "1.3.2", ["CVE-2025-31133"]),
        ("23.0.11", "1.3.3", ["CVE-2026-41567"]),
        ("29.5.1", "1.1.11", ["CVE-2024-21626", "CVE-2025-31133"]),
        ("29.5.1", "", ["CVE-2024-21626", "CVE-2025-31133"]),
        ("29.5.1", "unknown", ["CVE-2024-21626", "CVE-2025-31133"]),
    ],
)
def test_what_is_below_a_floor_names_the_fault(engine: str, runc: str, below: list[str]) -> None:
    found = below_floors(engine, runc)
    assert [one.floor.fault[: len("CVE-2024-21626")] for one in found] == below
    assert all("update to" in one.advice for one in found)


def test_a_distributions_number_is_told_apart() -> None:
    (first, second) = below_floors("29.5.1", "1.1.5+ds1")
    assert first.may_be_patched
    assert "may have mended it" in first.advice
    assert "1.1.5+ds1 is below 1.1.12" in first.advice
    assert "CVE-2025-31133" in second.advice
    assert not below_floors("20.10.24", "1.2.8")[0].may_be_patched
    assert below_floors("20.10.24+dfsg1", "1.2.8")[0].may_be_patched


@pytest.mark.parametrize(
    ("engine", "runc", "is_a_way_out"),
    [
        ("29.5.1", "1.1.11", True),
        ("29.5.1", "1.2.7", True),
        ("29.5.1", "1.1.5+ds1", False),
        ("29.5.1", "", False),
        ("20.10.24", "1.2.8", False),
    ],
)
def test_only_a_runtime_that_is_surely_below_is_a_way_out(
    engine: str, runc: str, is_a_way_out: bool
) -> None:
    assert any(one.is_a_way_out for one in below_floors(engine, runc)) is is_a_way_out


@pytest.mark.docker
async def test_this_machines_engine_says_both_versions(settings: Settings) -> None:
    engine, runc = await engine_versions(settings)
    assert engine.count(".") >= 1
    assert runc.count(".") >= 1
