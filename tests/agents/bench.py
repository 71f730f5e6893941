"""Sessions over real records and a real local sandbox, answered by a served script."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.desk import Material, lay_desk
from agents.models.model import ModelClient
from agents.prompt import load_prompts, render_prompt
from agents.role import Role
from agents.roles import CONFIRMER
from agents.room import ROOM
from agents.seat import Seat
from agents.session import Records, Session
from agents.terms import NoTerms
from agents.tools.validate import ValidateDraft
from contracts.model import ModelRequest, ToolMessage
from records.database import Database, open_database
from records.files import Blobs
from records.ledger import Ledger
from records.tool_log import ToolLog
from sandboxes.local import LocalProvider, Walls
from sandboxes.sandbox import SandboxProvider, Workspace
from sources.corpus import LoadedCorpus
from tests.agents.scripted import Scripted, Stage
from tests.builders import texas_corpus, texas_cutoff, texas_source_text
from tests.empty import laid
from tests.servers.provider import serve

RUN = "r1"
SCOPE = f"run:{RUN}"
SEED = "seed"
GIVEN: Mapping[str, bytes] = {"query.json": b'{"text": "What is it?"}\n'}


@dataclass
class StepClock:
    """Each look at the monotonic clock is `step` seconds after the one before."""

    step: float = 0.001
    seconds: float = 0.0

    def now(self) -> datetime:
        return datetime(2026, 1, 9, 12, tzinfo=UTC)

    def monotonic(self) -> float:
        self.seconds += self.step
        return self.seconds


def texas_loaded(changes: Mapping[str, str] = MappingProxyType({})) -> LoadedCorpus:
    """The example's sources; `changes` replaces texts by source id."""
    corpus = texas_corpus()
    texts = {item.card.id: texas_source_text(item.card.id) for item in corpus.items}
    return LoadedCorpus(corpus, {**texts, **changes})


LOCAL = LocalProvider(Walls.BARE)


@dataclass
class Bench:
    """One data folder with its records; sessions are opened as often as a test likes."""

    data: Path
    db: Database
    clock: StepClock
    stage: Stage
    root_url: str
    """Where the stage is served."""
    provider: SandboxProvider = LOCAL
    make_tool_log: Callable[[Database, Blobs, StepClock], ToolLog] = ToolLog

    @property
    def records(self) -> Records:
        blobs = Blobs(self.data)
        ledger = Ledger(self.db, self.data, self.clock)
        return Records(ledger, self.make_tool_log(self.db, blobs, self.clock), blobs)

    def workspace(self, role: Role, activation: int = 1) -> Workspace:
        return Workspace(self.data / "work" / f"{role.name}-{activation}")

    def session(
        self,
        model: Scripted | ModelClient,
        role: Role = CONFIRMER,
        *,
        activation: int = 1,
        given: Mapping[str, bytes] = GIVEN,
        validate: ValidateDraft | None = None,
        loaded: LoadedCorpus | None = None,
        research: bool = False,
        before_ms: int = 0,
        room: int = ROOM,
    ) -> Session:
        """A fresh session object, as a fresh process would make it."""
        records = self.records
        scripted = isinstance(model, Scripted)
        client = self.stage.client(model, self.root_url) if scripted else model
        seat = Seat(RUN, role, 1, activation, SEED)
        stopwatch = Stopwatch(
            Allowance(role.budget, before_ms),
            SCOPE,
            ledger=records.ledger,
            tool_log=records.tool_log,
        )
        material = Material(
            workspace=self.workspace(role, activation),
            given=given,
            provider=self.provider,
            corpus=loaded or texas_loaded(),
            cutoff=texas_cutoff(),
            validate=validate,
            research=research,
        )
        return Session(
            seat,
            lay_desk(seat, material, blobs=records.blobs, stopwatch=stopwatch),
            asker=Asker(
                client,
                records.ledger,
                stopwatch=stopwatch,
                terms=NoTerms(),
                lease=records.lease,
            ),
            records=records,
            stopwatch=stopwatch,
            system=render_prompt(role, load_prompts()),
            room=room,
        )


@asynccontextmanager
async def open_bench(data: Path, clock: StepClock | None = None) -> AsyncGenerator[Bench]:
    address = laid(data)
    stage = Stage(data)
    async with (
        open_database(address) as db,
        serve(stage.says, stage.fails, protocol="anthropic") as server,
    ):
        yield Bench(data, db, clock or StepClock(), stage, server.root_url)


def results_of(request: ModelRequest) -> list[ToolMessage]:
    """The tool results a request shows, in order."""
    return [item for item in request.messages if isinstance(item, ToolMessage)]
