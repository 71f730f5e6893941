"""Whole runs with their rows in PostgreSQL: accepted, and blocked, decided and resumed."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.cli.process import ROOT, Result, finrubric

EARLY = ROOT / "examples" / "texas_roadhouse_early"

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(900)]


@dataclass(frozen=True)
class Desk:
    """One who types commands with `FINRUBRIC_DATABASE` set."""

    data: Path

    def types(self, *arguments: str) -> Result:
        return finrubric(*arguments, "--data", str(self.data))


@pytest.fixture
def desk(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("FINRUBRIC_DATABASE", postgres_url)
    return Desk(tmp_path / "data")


def test_the_demo_is_accepted_and_leaves_no_file_of_rows(desk: Desk) -> None:
    played = desk.types("demo", "--sandbox", "local")
    assert played.code == 0, played.err
    assert "11.8 %" in played.out
    assert not (desk.data / "finrubric.db").exists()
    listed = desk.types("runs", "list")
    assert (listed.code, listed.out.count("accepted")) == (0, 1)


@pytest.mark.slow
def test_a_run_waits_for_a_person_is_decided_and_goes_on(desk: Desk) -> None:
    stopped = desk.types(
        *("generate", f"@{EARLY / 'query.txt'}", "--cutoff", "2025-09-01", "--run", "early"),
        *("--sources", str(ROOT / "examples" / "texas_roadhouse" / "sources")),
        *("--models", f"replay:{EARLY / 'recording'}", "--sandbox", "local"),
    )
    assert stopped.code == 5, stopped.err
    decided = desk.types(
        *("queue", "decide", "early-a1-validate-3", "retry", "--reason", "wrong_period"),
        *("--note", "The newest report was filed after the cutoff."),
        *("--guidance", guidance()),
    )
    assert decided.code == 0, decided.err
    resumed = desk.types("runs", "resume", "early")
    assert resumed.code == 0, resumed.err
    assert "12.8 %" in resumed.out
    verified = desk.types("audit", "verify")
    assert verified.code == 0, verified.out + verified.err
    assert not (desk.data / "finrubric.db").exists()


def guidance() -> str:
    """What the README has a person say, which the recording was played under."""
    return " ".join(
        (
            "The third quarter of 2025 was reported after the cutoff.",
            "Take the five quarters from Q2 2024 to Q2 2025.",
        )
    )
