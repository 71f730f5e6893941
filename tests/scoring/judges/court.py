"""A whole scoring for tests: real clients, a real ledger, a server that judges."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from agents.asking import Asker, NoLimit
from agents.models.anthropic import AnthropicClient
from agents.models.model import ModelClient
from agents.models.openai import OpenAIClient
from agents.models.route import Route
from agents.terms import FREE
from contracts.criteria import Criteria
from contracts.response import Response
from records.clock import SystemClock
from records.database import Database, open_database
from records.held_name import HeldNames
from records.ledger import Ledger
from scoring.judges.hearings import Step, Tell
from scoring.judges.judge import AsksUntilRefused, Judge
from scoring.judges.panel import Mode, panel_of
from scoring.scorer import Manner, Put, Scored, Scorer
from tests.agents.models.live import KEY, Waits
from tests.empty import laid
from tests.scoring.judges.material import judge
from tests.servers.provider import Protocol, Provider

JUDGES = (judge(1), judge(2), judge(3))
USUAL = Manner()


@dataclass
class Court:
    """An open data folder."""

    database: Database
    ledger: Ledger
    names: HeldNames
    steps: list[Step] = field(default_factory=list[Step])
    tell: Tell | None = None
    """Hears of each step; else they are kept."""
    clients: dict[tuple[str, str], ModelClient] = field(
        default_factory=dict[tuple[str, str], ModelClient]
    )
    """Made once: loading the certificates of the machine takes longer than a judging."""

    async def score(
        self,
        server: Provider,
        criteria: Criteria,
        responses: Iterable[Response],
        *,
        judges: tuple[Judge, ...] = JUDGES,
        protocol: Protocol = "openai",
        mode: Mode = "fixed",
        manner: Manner = USUAL,
    ) -> Scored:
        asks = self.asks(server, judges, protocol)
        panel = panel_of(mode, judges)
        scorer = Scorer(
            panel, asks, self.ledger, self.names, manner, self.tell or self.steps.append
        )
        return await scorer.score([Put(response, criteria) for response in responses])

    def asks(
        self, server: Provider, judges: Iterable[Judge], protocol: Protocol = "openai"
    ) -> dict[str, AsksUntilRefused]:
        return {one.name: self._asks(server, one, protocol) for one in judges}

    def _asks(self, server: Provider, one: Judge, protocol: Protocol) -> AsksUntilRefused:
        place = (server.base_url, one.model)
        if place not in self.clients:
            self.clients[place] = self._client(server, one, protocol)
        asker = Asker(
            self.clients[place],
            self.ledger,
            stopwatch=NoLimit(),
            terms=FREE,
            lease=None,
            sleep=Waits(),
        )
        return AsksUntilRefused(asker)

    def _client(self, server: Provider, one: Judge, protocol: Protocol) -> ModelClient:
        route = Route(
            provider=one.provider,
            protocol=protocol,
            model=one.model,
            family="reviewer",
            key=KEY,
            base_url=server.base_url,
            timeout_s=20.0,
        )
        return OpenAIClient(route) if protocol == "openai" else AnthropicClient(route)


@asynccontextmanager
async def open_court(data: Path) -> AsyncGenerator[Court]:
    async with open_database(laid(data)) as database:
        with HeldNames(data) as names:
            yield Court(database, Ledger(database, data, SystemClock()), names)
