import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.drive import Finished, fresh_run_id
from cli.outcome import EXIT_CODES, tell
from cli.progress import event_line, row_of
from cli.usage import Usage, cost_text, usage_after
from contracts.counters import Counters
from contracts.event import Event, EventKind
from contracts.model import CallKey, ModelRequest, ModelResponse, UserMessage
from contracts.model import Usage as ModelUsage
from records.clock import SystemClock
from records.journal_chain import JournalRow
from records.ledger import Ledger, Totals
from records.runs import RunStatus
from sandboxes.local import local_provider
from tests.agents.bench import open_bench
from tests.cli.archived import escalation

AT = datetime(2026, 11, 30, 14, 5, 9, tzinfo=UTC)
USAGE = Usage(
    calls=31,
    unknown=0,
    turns=6,
    active_seconds=4.12,
    sent=31,
    cost_text="1.23 USD",
    cached_text="",
    is_replayed=False,
)
NOTHING = Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, None, 0)


def event(kind: EventKind, detail: str = "", stage: str = "") -> Event:
    return Event(run="r", seq=1, kind=kind, at=AT, stage=stage, detail=detail)


def test_line_says_stage_verdict_time_turns_and_cost() -> None:
    line = event_line(event(EventKind.STAGE_DONE, "passed", "validate"), USAGE)
    assert line == "validate       passed    4.1 s active, 6 turns, 31 calls, cost 1.23 USD"


def test_line_of_a_finished_step_shows_that_steps_row() -> None:
    rows = [
        _row(1, "write", 1),
        _row(2, "validate", 2),
        _row(3, "validate", 30),
        _row(4, "write", 40),
    ]
    done = event(EventKind.STAGE_DONE, "findings", "validate")
    assert row_of(done, rows) == rows[1]
    assert row_of(done.model_copy(update={"at": AT + timedelta(seconds=31)}), rows) == rows[2]
    assert row_of(done.model_copy(update={"kind": EventKind.ACCEPTED}), rows) is None
    assert row_of(done, ()) is None


async def test_use_after_a_step_is_what_stood_there_then(tmp_path: Path) -> None:
    clock = StepClock()
    async with open_bench(tmp_path) as bench:
        ledger = Ledger(bench.db, tmp_path, clock)
        for turn in (1, 2):
            await ledger.once(_request(turn), _send, lease=None)
        first = await usage_after(_row(1, "write", 30), ledger=ledger, models="replay:x")
    assert (first.turns, first.calls, first.active_seconds) == (1, 1, 1.5)
    assert first.calls_text == "1 played call"
    assert first.cost_text == "none: recorded answers"


async def _send(request: ModelRequest) -> ModelResponse:
    usage = ModelUsage(cost=7)
    return ModelResponse(model="m", text="", tool_calls=(), stop="end", usage=usage)


def _request(turn: int) -> ModelRequest:
    key = CallKey(scope="run:r", role="writer", activation=1, turn=turn, call=1)
    return ModelRequest(key=key, model="m", messages=(UserMessage(text="q"),), tools=())


class StepClock(SystemClock):
    """Each look at the time is ten seconds after the one before."""

    def __init__(self) -> None:
        self.looks = 0

    def now(self) -> datetime:
        self.looks += 1
        return AT + timedelta(seconds=10 * (self.looks - 1))


def _row(seq: int, stage: str, second: int) -> JournalRow:
    return JournalRow(
        run="r",
        seq=seq,
        attempt=1,
        stage=stage,
        n=seq,
        verdict="done",
        counters=Counters(),
        active_ms=1500 * seq,
        inputs_sha="",
        prev_sha="",
        row_sha="",
        epoch=1,
        at=AT - timedelta(seconds=5) + timedelta(seconds=second),
        files=(),
    )


@pytest.mark.parametrize("kind", EventKind)
def test_every_kind_has_a_line_without_anything_a_terminal_obeys(kind: EventKind) -> None:
    line = event_line(event(kind, "a\x1b]0;x\x07b\x1b[2J\nc\r[bold]", "st\x1bage"), USAGE)
    assert "\x1b" not in line
    assert "\n" not in line
    assert "\r" not in line


@pytest.mark.parametrize(
    ("cost", "unpriced", "is_replayed", "words"),
    [
        (None, 0, False, "not reported"),
        (0, 0, False, "0.00 USD"),
        (1_234_567, 0, False, "1.23 USD"),
        (None, 2, False, "unpriced"),
        (1_234_567, 1, False, "1.23 USD and 1 answer unpriced"),
        (None, 0, True, "none: recorded answers"),
    ],
)
def test_cost_is_never_invented(
    cost: int | None, unpriced: int, is_replayed: bool, words: str
) -> None:
    totals = NOTHING._replace(cost=cost, unpriced=unpriced)
    assert cost_text(totals, replayed=is_replayed) == words


def test_calls_that_were_sent_again_are_told() -> None:
    assert replace(USAGE, sent=33).calls_text == "31 calls (sent 33 times)"


def test_fresh_ids_differ_and_sort_by_time() -> None:
    one, other = fresh_run_id("demo", AT), fresh_run_id("demo", AT)
    assert one != other
    assert one.startswith("demo-20261130-140509-")


@pytest.mark.parametrize("status", RunStatus)
async def test_every_status_has_its_exit_code(
    status: RunStatus, capsys: pytest.CaptureFixture[str]
) -> None:
    is_blocked = status is RunStatus.BLOCKED
    finished = Finished(
        run="r",
        status=status,
        sandbox=await local_provider(),
        escalation=escalation("r") if is_blocked else None,
        accepted=None,
        exports={},
    )
    expected = {"accepted": 0, "accepted_with_waiver": 0, "blocked": 5}.get(status.value, 6)
    assert EXIT_CODES[status] == expected
    assert tell(finished, data=None, as_json=True) == expected
    document = json.loads(capsys.readouterr().out)
    assert document["exit_code"] == expected
    assert (document["escalation"] is not None) is is_blocked
    assert tell(finished, data=None, as_json=False) == expected
    assert ("r-a1-validate-3" in capsys.readouterr().out) is is_blocked
