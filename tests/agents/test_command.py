"""A command-line agent plays a turn in a container: it reaches the relay, and no key reaches it."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.command import Command, CommandHarness
from agents.desk import Material, lay_desk
from agents.models.relay import RelayClient
from agents.models.route import Protocol, Route
from agents.models.scrubber import REMOVED
from agents.prompt import load_prompts, render_prompt
from agents.roles import CONFIRMER
from agents.seat import Seat
from agents.terms import NoTerms
from agents.transcript import transcript
from contracts.errors import AgentProtocolError, EnvironmentFault, ModelError, ModelFault
from contracts.settings import load_settings
from sandboxes.auto import choose
from sandboxes.sandbox import SandboxProvider
from tests.agents.bench import GIVEN, LOCAL, RUN, SCOPE, SEED, Bench, texas_loaded
from tests.builders import texas_cutoff
from tests.servers.provider import serve
from tests.servers.script import Fault, Received, Said, first

KEY = "sk-canary-0123456789"
AGENT = Path(__file__).with_name("command_agent.py").read_text(encoding="utf-8")
MODEL = "claude-opus-5"


def said(request: Received) -> Said:
    return Said("{}" if request.number == 1 else "That is all.")


def python(script: str, *args: str) -> tuple[str, ...]:
    return ("python3", "-c", script, *args)


def harness(
    bench: Bench,
    provider: SandboxProvider,
    argv: tuple[str, ...],
    *,
    base_url: str = "http://127.0.0.1:9",
    protocol: Protocol = "anthropic",
) -> CommandHarness:
    """A fresh harness for the confirmer, as a fresh process would make it."""
    records = bench.records
    seat = Seat(RUN, CONFIRMER, 1, 1, SEED)
    stopwatch = Stopwatch(
        Allowance(CONFIRMER.budget), SCOPE, ledger=records.ledger, tool_log=records.tool_log
    )
    material = Material(bench.workspace(CONFIRMER), GIVEN, provider, texas_loaded(), texas_cutoff())
    route = Route("stub", protocol, MODEL, "reviewer", KEY, base_url)
    return CommandHarness(
        seat,
        lay_desk(seat, material, blobs=records.blobs, stopwatch=stopwatch),
        Command(argv, route),
        material=material,
        asker=Asker(
            RelayClient(route), records.ledger, stopwatch=stopwatch, terms=NoTerms(), lease=None
        ),
        records=records,
        stopwatch=stopwatch,
        system=render_prompt(CONFIRMER, load_prompts()),
    )


@pytest.fixture
async def docker() -> SandboxProvider:
    return await choose("docker", load_settings())


async def test_a_local_process_is_no_place_for_a_command(bench: Bench) -> None:
    with pytest.raises(EnvironmentFault, match="needs Docker"):
        _ = harness(bench, LOCAL, ("true",))


@pytest.mark.docker
@pytest.mark.parametrize("protocol", ["anthropic", "openai"])
@pytest.mark.parametrize("mode", ["stream", "plain"])
async def test_what_the_command_leaves_is_the_submission(
    bench: Bench, docker: SandboxProvider, protocol: Protocol, mode: str
) -> None:
    def say(request: Received) -> Said:
        one = said(request)
        is_telling = mode == "plain" and request.number == 2
        return replace(one, text=f"{one.text} Your key is {KEY}.") if is_telling else one

    async with serve(say, protocol=protocol) as server:
        argv = python(AGENT, protocol, mode)
        one = harness(bench, docker, argv, base_url=server.base_url, protocol=protocol)
        found = await one.run_turn(1, "Confirm it.")
        again = harness(bench, docker, argv, base_url=server.base_url, protocol=protocol)
        assert await again.run_turn(1, "Confirm it.") == found
    assert found.files == {"confirmation.json": b"{}"}
    totals = await bench.records.ledger.totals(SCOPE)
    lines = server.log.lines
    assert (totals.calls, totals.sent, totals.unknown) == (2, len(lines), 0) == (2, 2, 0)
    assert totals.input_tokens == sum(
        line.said.tokens.input for line in lines if line.said and line.said.tokens
    )
    keys = {
        line.received.headers.get(name, "")
        for line in lines
        for name in ("x-api-key", "authorization")
    }
    assert keys - {""} == {KEY if protocol == "anthropic" else f"Bearer {KEY}"}
    told = await transcript(
        bench.records.ledger, bench.records.tool_log, scope=SCOPE, role="confirmer", activation=1
    )
    assert "Is that all?" in told
    assert "then it said: That is all." in told
    assert (f"Your key is {REMOVED}." in told) is (mode == "plain")
    kept = [path.read_bytes() for path in bench.data.rglob("*") if path.is_file()]
    assert kept
    assert not any(KEY.encode() in data for data in kept)


SEARCH = """\
import os, pathlib, re
seen = ["\\n".join(f"{k}={v}" for k, v in os.environ.items())]
for root in ("/proc", "/role", "/door", "/tmp", "/etc", "/run", "/var"):
    for folder, _, names in os.walk(root):
        for name in names:
            path = os.path.join(folder, name)
            if root == "/proc" and not re.fullmatch(r"/proc/\\d+/(environ|cmdline)", path):
                continue
            try:
                with open(path, "rb") as file:
                    seen.append(file.read(2_000_000).decode("latin-1"))
            except OSError:
                pass
text = "\\n".join(seen)
assert "FINRUBRIC_MODEL" in text and "What is it?" in text
key = "9876543210-yranac-ks"[::-1]  # this text itself stands in /proc
pathlib.Path("confirmation.json").write_text("found" if key in text.lower() else "clean")
"""

PROBES = """\
import json, os, pathlib, socket, urllib.error, urllib.request
base, token = os.environ["ANTHROPIC_BASE_URL"], os.environ["ANTHROPIC_API_KEY"]
model = os.environ["FINRUBRIC_MODEL"]

def status(path="/v1/messages", method="POST", key=token, **body):
    data = json.dumps({"model": model, "max_tokens": 5, **body}).encode()
    request = urllib.request.Request(base + path, data, {"x-api-key": key}, method=method)
    try:
        return urllib.request.urlopen(request, timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code

found = {
    "token": status(key="wrong"),
    "path": status("/v1/files"),
    "method": status(method="PUT"),
    "protocol": status("/v1/responses"),
    "model": status(model="gpt-5.6-sol"),
    "hosted": status(tools=[{"type": "web_search_20260318", "name": "web_search"}]),
    "mcp": status(mcp_servers=[{"type": "url", "url": "https://x.example"}]),
}
try:
    socket.create_connection(("192.0.2.1", 80), timeout=2)
    found["host"] = 200
except OSError:
    found["host"] = 0
pathlib.Path("confirmation.json").write_text(json.dumps(found))
"""


@pytest.mark.docker
async def test_no_key_is_in_the_container(bench: Bench, docker: SandboxProvider) -> None:
    found = await harness(bench, docker, python(SEARCH)).run_turn(1, "Confirm it.")
    assert found.files == {"confirmation.json": b"clean"}


@pytest.mark.docker
async def test_only_the_two_paths_and_the_one_model_leave(
    bench: Bench, docker: SandboxProvider
) -> None:
    async with serve(said, protocol="anthropic") as server:
        one = harness(bench, docker, python(PROBES), base_url=server.base_url)
        found = await one.run_turn(1, "Confirm it.")
    assert server.log.lines == []
    assert json.loads(found.files["confirmation.json"]) == {
        "token": 401,
        "path": 404,
        "method": 404,
        "protocol": 404,
        "model": 403,
        "hosted": 403,
        "mcp": 403,
        "host": 0,
    }


@pytest.mark.docker
@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("import sys; print('no luck', file=sys.stderr); sys.exit(3)", "exit code 3.*no luck"),
        ("pass", "not written yet: out/confirmation.json"),
    ],
)
async def test_a_command_that_fails_has_broken_the_protocol(
    bench: Bench, docker: SandboxProvider, script: str, words: str
) -> None:
    with pytest.raises(AgentProtocolError, match=words):
        _ = await harness(bench, docker, python(script)).run_turn(1, "Confirm it.")


@pytest.mark.docker
async def test_a_provider_that_fails_for_good_ends_the_command(
    bench: Bench, docker: SandboxProvider
) -> None:
    body = b'{"type": "error", "error": {"type": "authentication_error", "message": "no"}}'
    refuses = first(Fault("auth", status=401, body=body))
    async with serve(said, refuses, protocol="anthropic") as server:
        argv = python(AGENT, "anthropic", "stream")
        one = harness(bench, docker, argv, base_url=server.base_url)
        with pytest.raises(ModelError) as caught:
            _ = await one.run_turn(1, "Confirm it.")
        assert caught.value.fault is ModelFault.AUTH
        again = harness(bench, docker, argv, base_url=server.base_url)
        found = await again.run_turn(1, "Confirm it.")
    assert found.files["confirmation.json"] == b"That is all."


WAIT_ONCE = """
import time
if not pathlib.Path("waits").exists():
    pathlib.Path("waits").touch()
    time.sleep(600)
"""


@pytest.mark.docker
async def test_a_command_that_begins_again_is_given_the_answers_it_had(
    bench: Bench, docker: SandboxProvider
) -> None:
    async with serve(said, protocol="anthropic") as server:
        argv = python(AGENT + WAIT_ONCE, "anthropic", "plain")
        one = harness(bench, docker, argv, base_url=server.base_url)
        running = asyncio.create_task(one.run_turn(1, "Confirm it."))
        for _ in range(1_200):
            if await asyncio.to_thread((bench.workspace(CONFIRMER).out / "waits").exists):
                break
            await asyncio.sleep(0.05)
        _ = running.cancel()
        _ = await asyncio.wait({running})
        again = harness(bench, docker, argv, base_url=server.base_url)
        found = await again.run_turn(1, "Confirm it.")
    assert running.cancelled()
    assert server.log.sent == 2
    assert found.files == {"confirmation.json": b"{}"}
