"""A run whose writer's side is played through files, its reviewer's side by a live model."""

import asyncio
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from contracts.contract import parse_contract
from contracts.exchange import ExchangeRequest
from contracts.model import AssistantMessage
from contracts.recording import Recording
from orchestrator import nodes
from tests.live.command import finrubric
from tests.orchestrator.play import (
    EXAMPLE,
    deps_of,
    example_corpus,
    example_query,
    played_services,
    start_example,
    walk,
)
from tests.servers.played import PlayedScript, played
from tests.servers.provider import serve

SETUP = """
[writer]
provider = "files"
model = "an-agent"
harness = "files"
family = "agent-of-ours"

[reviewer]
provider = "anthropic"
model = "claude-opus-5"

[providers.anthropic]
protocol = "anthropic"
key = "ANTHROPIC_API_KEY"
base_url_env = "ANTHROPIC_BASE_URL"

[files]
folder = "exchange"
deadline_s = 300
"""
RUN = "by-files"


async def answer_all(exchange: Path, script: PlayedScript) -> None:
    """Answer whatever is asked, as the played example would."""
    while True:
        await asyncio.to_thread(answer_open, exchange, script)
        await asyncio.sleep(0.1)


def answer_open(exchange: Path, script: PlayedScript) -> None:
    for path in exchange.glob("*/request.json"):
        answer = path.with_name("answer.json")
        if answer.exists():
            continue
        request = parse_contract(path.read_bytes(), ExchangeRequest)
        said = sum(isinstance(item, AssistantMessage) for item in request.messages)
        step = script.step(request.role, said)
        calls = [{"name": use.name, "arguments": json.loads(use.arguments)} for use in step.uses]
        body = {"answered_by": "desk-7", "text": step.text, "tool_calls": calls}
        beside = path.with_name("answer.tmp")
        _ = beside.write_text(json.dumps(body))
        _ = beside.replace(answer)


def written(path: Path) -> Path:
    _ = path.write_text(SETUP)
    return path


@pytest.mark.walls
@pytest.mark.timeout(600)
async def test_the_writer_is_files_and_the_reviewer_a_live_model(tmp_path: Path) -> None:
    script = played(EXAMPLE / "recording", example_corpus(tmp_path / "corpus").corpus)
    setup = written(tmp_path / "finrubric.toml")
    given = (
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", RUN),
        *("--sources", str(EXAMPLE / "sources"), "--models", str(setup), "--sandbox", "local"),
        *("--record", str(tmp_path / "recording")),
    )
    async with serve(script, protocol="anthropic") as anthropic, asyncio.TaskGroup() as others:
        answering = others.create_task(answer_all(tmp_path / "exchange", script))
        at = {"anthropic": anthropic.base_url}
        done = await finrubric(*given, cwd=tmp_path, addresses=at)
        shown = await finrubric("runs", "show", RUN, cwd=tmp_path, addresses=at)
        _ = answering.cancel()
    assert done.code == 0, done.err
    assert "11.8 %" in done.out
    asked = sum(script.answers(role) for role in ("reviewer", "composer", "confirmer"))
    assert anthropic.log.sent == asked
    head = parse_contract((tmp_path / "recording" / "recording.json").read_bytes(), Recording)
    assert head.families == {"writer": "desk-7", "reviewer": "claude-opus-5"}
    assert len(head.turns) == 7
    assert "desk-7" in shown.out
    assert "claude-opus-5" in shown.out
    await _the_recording_plays_as_far_as_the_context(tmp_path, script)


async def _the_recording_plays_as_far_as_the_context(folder: Path, script: PlayedScript) -> None:
    """What `--record` wrote of the roles that files played, repair turn included, is a replay."""
    _ = await asyncio.to_thread(shutil.copytree, EXAMPLE / "sources", folder / "sources")
    async with played_services(folder / "again", example=folder) as services:
        await start_example(services, query=example_query(), example=folder)
        words = await walk(await deps_of(services), until=nodes.contextualize)
    assert words[-1] == "done"
    served = (folder / "again" / "served.log").read_text(encoding="ascii").splitlines()
    assert Counter(line.split()[0] for line in served) == {
        role: script.answers(role) for role in ("factorizer", "contextualizer")
    }
