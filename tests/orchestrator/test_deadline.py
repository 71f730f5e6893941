"""Budgets count active seconds of recorded steps; what passes between steps is free."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from agents.cast import Cast
from agents.roles import ROLES
from contracts.decision import DecisionKind
from contracts.escalation import Reason
from escalations.item import open_item_of
from orchestrator import nodes
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered
from tests.orchestrator.deciding import decided
from tests.orchestrator.ends import OUT_OF_TIME
from tests.orchestrator.play import (
    RUN,
    copied_example,
    deps_of,
    played_services,
    start_example,
    walk,
)


class SlowClock:
    """Every look at the stopwatch finds `step_s` more seconds gone."""

    def __init__(self, step_s: float) -> None:
        self._step_s = step_s
        self._passed_s = 0.0

    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC) + timedelta(seconds=self._passed_s / 1_000)

    def monotonic(self) -> float:
        self._passed_s += self._step_s
        return self._passed_s


async def test_a_used_up_budget_goes_to_a_human(tmp_path: Path) -> None:
    async with played_services(tmp_path, clock=SlowClock(90.0)) as services:
        await start_example(services)
        assert await advance(services, RUN) == "blocked"
        item = await open_item_of(services.database, RUN)
        rows = await services.journal.rows(RUN)
    assert item is not None
    OUT_OF_TIME.check(item)
    assert "active seconds" in item.findings[0].message
    assert rows[-1].active_ms >= 600_000


async def test_a_recovery_has_budgets_of_its_own(tmp_path: Path) -> None:
    altered = Altered(copied_example(tmp_path))
    altered.loosen()
    altered.copy_turn("01-factorizer-1.json", activation=101)
    data, example = tmp_path / "data", altered.example
    async with played_services(data, example=example, clock=SlowClock(90.0)) as services:
        await start_example(services, example=example)
        assert await advance(services, RUN) == "blocked"
        used_up = await services.ledger.requests(f"run:{RUN}", "factorizer", 1)
        await decided(services, DecisionKind.RETRY)
        assert await advance(services, RUN) == "blocked"
        asked = await services.ledger.requests(f"run:{RUN}", "factorizer", 101)
    assert len(asked) == len(used_up) > 0


async def test_time_between_steps_costs_nothing(tmp_path: Path) -> None:
    async with played_services(tmp_path, clock=SlowClock(0.001)) as services:
        await start_example(services)
        assert (await walk(await deps_of(services), until=nodes.contextualize))[-1] == "done"
        rows = await services.journal.rows(RUN)
    used = [row.active_ms for row in rows]
    assert used == sorted(used)
    assert used[-1] < 1_000


async def test_budgets_of_a_cast_rule_in_place_of_the_usual_ones(tmp_path: Path) -> None:
    async with played_services(tmp_path, clock=SlowClock(90.0)) as usual:
        players = {role.name: usual.cast.of(role) for role in ROLES}
        cast = Cast(players, budgets={"factorizer": 7_200, "contextualizer": 60})
        services = replace(usual, cast=cast)
        await start_example(services)
        assert await advance(services, RUN) == "blocked"
        item = await open_item_of(services.database, RUN)
    assert item is not None
    assert (item.stage, item.reason) == ("contextualize", Reason.DEADLINE)
    assert "the contextualizer budget of 60 active seconds" in item.findings[0].message
