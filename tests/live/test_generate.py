"""`generate` with live models, from `finrubric.toml` to the rubric: only base addresses differ."""

import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest

from cli.drive import Plan, resume_run, start_run
from cli.exports import ExportFormat
from cli.live import LiveChoice
from cli.options import SandboxChoice
from cli.run_story import story_of
from contracts.contract import parse_stamped
from contracts.errors import CostReached, InputError, LockChanged
from contracts.rubric import Rubric
from contracts.settings import Settings, load_settings
from records.runs import RunStatus
from tests.orchestrator.play import EXAMPLE, example_corpus, example_query
from tests.servers.played import played
from tests.servers.provider import Provider, serve
from tests.servers.script import Served

RUN = "live"
KEYS = {"WRITER_KEY": "key-of-the-writer", "REVIEWER_KEY": "key-of-the-reviewer"}
DOLLAR = 1_000_000


def setup_of(openai: Provider, anthropic: Provider, *, effort: str = "high") -> str:
    return f"""
[writer]
provider = "openai"
model = "gpt-5.6-sol"
effort = "{effort}"
context_tokens = 8000
[reviewer]
provider = "anthropic"
model = "claude-opus-5"
effort = "high"
family = "openai"
[providers.openai]
protocol = "openai"
key = "WRITER_KEY"
base_url = "{openai.base_url}"
requests_per_minute = 600
timeout_s = 90
[providers.openai.extra_body.provider]
only = ["house"]
[providers.anthropic]
protocol = "anthropic"
key = "REVIEWER_KEY"
base_url = "{anthropic.base_url}"
requests_per_minute = 500
timeout_s = 80
[providers.anthropic.extra_body.metadata]
user_id = "desk"
[[prices]]
model = "openai/gpt-5.6-sol"
since = "2026-01-01"
input = "4"
cached_input = "0.4"
output = "20"
source = "a test"
[[prices]]
model = "anthropic/claude-opus-5"
since = "2026-01-01"
input = "5"
cached_input = "0.5"
output = "25"
source = "a test"
"""


@dataclass(frozen=True)
class Desk:
    """A folder to work in, and two providers that play the worked example."""

    folder: Path
    openai: Provider
    anthropic: Provider
    settings: Settings

    def write(self, *, effort: str = "high") -> None:
        text = setup_of(self.openai, self.anthropic, effort=effort)
        _ = (self.folder / "finrubric.toml").write_text(text, encoding="utf-8")

    @property
    def sent(self) -> int:
        return self.openai.log.sent + self.anthropic.log.sent

    def plan(self, *, max_cost: int, allow_same_family: bool = True) -> Plan:
        return Plan(
            run=RUN,
            query=example_query(day=date(2026, 1, 9)),
            sources=EXAMPLE / "sources",
            models="",
            sandbox=SandboxChoice.LOCAL,
            live=LiveChoice(max_cost=max_cost, allow_same_family=allow_same_family),
            is_quiet=True,
        )


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Desk]:
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    script = played(EXAMPLE / "recording", example_corpus(tmp_path / "other").corpus)
    async with (
        serve(script, protocol="openai") as openai,
        serve(script, protocol="anthropic") as anthropic,
    ):
        settings = replace(load_settings(), data_dir=folder / "data")
        yield Desk(folder, openai, anthropic, settings)


@pytest.mark.walls
@pytest.mark.timeout(300)
async def test_what_was_said_at_the_start_holds_and_a_higher_limit_goes_on(desk: Desk) -> None:
    desk.write()
    with pytest.raises(InputError, match="share a family of models: openai"):
        _ = await start_run(desk.plan(max_cost=1, allow_same_family=False), desk.settings)
    assert not desk.settings.data_dir.exists()
    with pytest.raises(CostReached, match=r"could pass --max-cost 0\.75 USD"):
        _ = await start_run(desk.plan(max_cost=750_000), desk.settings)
    stopped = await story_of(RUN, desk.settings)
    assert 0 < desk.sent == stopped.usage.sent
    with pytest.raises(CostReached):
        _ = await resume_run(RUN, desk.settings, sandbox=None, is_quiet=True)
    assert desk.sent == stopped.usage.sent

    desk.write(effort="low")
    with pytest.raises(LockChanged, match=r"writer: openai/gpt-5\.6-sol \(effort low, context"):
        _ = await resume_run(RUN, desk.settings, sandbox=None, is_quiet=True)
    assert desk.sent == stopped.usage.sent

    desk.write()
    more = LiveChoice(max_cost=10 * DOLLAR)
    finished = await resume_run(RUN, desk.settings, sandbox=None, live=more, is_quiet=True)
    assert finished.status is RunStatus.ACCEPTED
    assert finished.accepted is not None
    _check_record(desk, json.loads(finished.exports[ExportFormat.RECORD].read_bytes()))
    _check_rows(desk)
    _check_wire(desk)
    _check_rates(desk)
    page = finished.exports[ExportFormat.HTML].read_text(encoding="utf-8")
    assert "openai/gpt-5.6-sol (effort high, context 8000 tokens, extra " in page
    assert "), answered by " in page
    assert "side share a family of models: openai (factorizer, contextualizer" in page
    found = [path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()]
    assert not any(key.encode() in data for key in KEYS.values() for data in found)


EXTRA = {
    "openai": 'effort high, context 8000 tokens, extra {"body":{"provider":{"only":["house"]}}}',
    "anthropic": 'effort high, extra {"body":{"metadata":{"user_id":"desk"}}}',
}


def _check_rows(desk: Desk) -> None:
    """The paper's example: the value, the window, and the quarter that no filing states."""
    (found,) = (desk.settings.data_dir / "runs" / RUN).rglob("rubric-*.json")
    rubric = parse_stamped(found.read_bytes(), Rubric).body
    assert rubric.rows[0].expected[0].text == "11.8 %"
    assert [row.points for row in rubric.rows] == [6_000, 2_000, 2_000]


def _check_wire(desk: Desk) -> None:
    """What the file says of effort, extra body, time and context is what the requests say."""
    for line in desk.openai.log.lines:
        assert line.received.body["reasoning"] == {"effort": "high"}
        assert line.received.body["provider"] == {"only": ["house"]}
        assert float(line.received.headers["x-stainless-read-timeout"]) == 90
    assert any(is_trimmed(line) for line in desk.openai.log.lines)
    assert not any(is_trimmed(line) for line in desk.anthropic.log.lines)
    for line in desk.anthropic.log.lines:
        assert line.received.body["output_config"] == {"effort": "high"}
        assert line.received.body["metadata"] == {"user_id": "desk"}
        assert float(line.received.headers["x-stainless-read-timeout"]) == 80


def is_trimmed(line: Served) -> bool:
    return "[trimmed: " in json.dumps(line.received.body)


def _check_rates(desk: Desk) -> None:
    """Calls were taken from each provider's own bucket."""
    with closing(sqlite3.connect(desk.settings.data_dir / "finrubric.db")) as rows:
        left: dict[str, int] = dict(rows.execute("SELECT provider, requests FROM rate").fetchall())
    assert set(left) == {"openai", "anthropic"}
    assert 595_000 <= left["openai"] < 600_000
    assert 495_000 <= left["anthropic"] < 500_000


def _check_record(desk: Desk, record: dict[str, list[dict[str, int | str]]]) -> None:
    """Every figure equals what the servers wrote down."""
    roles = {str(use["role"]): use for use in record["roles"]}
    sides = {
        "openai": (desk.openai, ("factorizer", "contextualizer", "writer")),
        "anthropic": (desk.anthropic, ("reviewer", "composer", "confirmer")),
    }
    assert set(roles) == {name for _, names in sides.values() for name in names}
    for provider, (server, names) in sides.items():
        uses = [roles[name] for name in names]
        assert {use["provider"] for use in uses} == {provider}
        assert {(use["harness"], use["settings"]) for use in uses} == {("session", EXTRA[provider])}
        assert sum(int(use["sent"]) for use in uses) == server.log.sent
        assert sum(int(use["input_tokens"]) for use in uses) == server.log.tokens.input
        assert sum(int(use["cached_tokens"]) for use in uses) == server.log.tokens.cached
        assert sum(int(use["output_tokens"]) for use in uses) == server.log.tokens.output
    assert len(record["same_families"]) == len(record["same_harnesses"]) == 1
    assert record["cached"] == "60 % cached"
    one, other = desk.openai.log.tokens, desk.anthropic.log.tokens
    cost = (one.input - one.cached) * 4 + one.cached * 0.4 + one.output * 20
    cost += (other.input - other.cached) * 5 + other.cached * 0.5 + other.output * 25
    assert record["cost"] == f"{cost / DOLLAR:.2f} USD"
