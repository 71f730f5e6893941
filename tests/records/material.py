"""A clock that ticks by itself, and rows and messages to record."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from contracts.contract import sha256_of
from contracts.counters import Counters
from contracts.escalation import Escalation, Reason
from contracts.finding import Finding, Severity
from contracts.model import CallKey, ModelRequest, ModelResponse, Usage, UserMessage
from contracts.run_paths import RunPaths
from records.database import Wait
from records.files import write_once
from records.journal import NewRow
from records.journal_chain import JournalFile
from records.runs import RunRow

RUN = "run-1"
SCOPE = f"run:{RUN}"
NOON = datetime(2026, 1, 9, 12, tzinfo=UTC)
HASTY = Wait(busy_ms=20, attempts=3, pause_s=0.01)


@dataclass(slots=True)
class SetClock:
    """A clock that stands until it is told how much time has passed."""

    at: datetime = NOON

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        return 0.0

    def pass_s(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


@dataclass(slots=True)
class TickingClock:
    """Each look at it moves it on by a second; `skip` is time in which nothing ran."""

    at: datetime = NOON
    seconds: float = 0.0

    def now(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at

    def monotonic(self) -> float:
        self.seconds += 1
        return self.seconds

    def skip(self, hours: float) -> None:
        self.at += timedelta(hours=hours)
        self.seconds += hours * 3600


def database_url(data: Path) -> str:
    return f"sqlite+aiosqlite:///{data / 'finrubric.db'}"


def run_row(run: str = RUN) -> RunRow:
    return RunRow(
        id=run,
        query_sha=sha256_of(b"query"),
        cutoff=date(2026, 1, 9),
        zone="America/New_York",
        profile="default",
        lock_sha=None,
        seed="seed-1",
        sandbox="local",
        models="replay:here",
        status=None,
        created=NOON,
    )


def call_key(call: int = 1, *, role: str = "writer", turn: int = 1) -> CallKey:
    return CallKey(scope=SCOPE, role=role, activation=1, turn=turn, call=call)


def request(key: CallKey | None = None, text: str = "What was capex?") -> ModelRequest:
    return ModelRequest(
        key=key or call_key(), model="m-1", messages=(UserMessage(text=text),), tools=()
    )


def response(text: str = "11.8 %") -> ModelResponse:
    usage = Usage(input_tokens=100, cached_tokens=40, output_tokens=10)
    return ModelResponse(model="m-1", text=text, tool_calls=(), stop="end", usage=usage)


def stage_file(paths: RunPaths, name: str = "evidence", data: bytes = b"{}") -> JournalFile:
    """Write a stage file and give the row that names it."""
    sha256 = sha256_of(data)
    path = paths.stage_file(name, 1, 1, sha256)
    write_once(path, data)
    return JournalFile(
        name=name,
        path=path.relative_to(paths.root).as_posix(),
        sha256=sha256,
        fingerprint=sha256_of(b"body" + data),
        contract=name,
        version=1,
    )


def new_row(stage: str = "write", n: int = 1, *files: JournalFile) -> NewRow:
    return NewRow(
        attempt=1,
        stage=stage,
        n=n,
        verdict="submitted",
        counters=Counters(candidate=n),
        active_ms=1500 * n,
        inputs_sha=sha256_of(f"{stage} {n}".encode()),
        at=NOON,
        files=files,
    )


def other_inputs(row: NewRow) -> NewRow:
    return replace(row, inputs_sha=sha256_of(row.inputs_sha.encode()))


def escalation(run: str = RUN, name: str = "esc-1") -> Escalation:
    finding = Finding(
        code="TOL-rival-accepted",
        severity=Severity.ERROR,
        pointer="evidence:/targets/0",
        message="11.4 is accepted as well; name the rounding",
    )
    return Escalation(
        id=name,
        run=run,
        attempt=1,
        stage="validate",
        reason=Reason.TURNS_EXHAUSTED,
        findings=(finding,),
        state="open",
        opened=NOON,
    )
