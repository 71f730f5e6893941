"""A `finrubric.toml` names a command: the command line runs it in Docker as a role of a run."""

import json
from pathlib import Path

import pytest

from tests.live.command import KEYS
from tests.live.obedient import ENOUGH
from tests.live.told import SETUP, bytes_below, generated, journal, write_desk
from tests.orchestrator.play import EXAMPLE
from tests.servers.provider import serve
from tests.servers.script import Received, Said, first

AGENT = """
import json, os, pathlib, urllib.request
task = pathlib.Path(os.environ["FINRUBRIC_PROMPT"]).read_text()
asked = {"model": os.environ["FINRUBRIC_MODEL"], "max_tokens": 9000}
asked["messages"] = [{"role": "user", "content": task}]
request = urllib.request.Request(
    os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages",
    json.dumps(asked).encode(),
    {"content-type": "application/json", "x-api-key": os.environ["ANTHROPIC_API_KEY"]},
)
with urllib.request.urlopen(request, timeout=60) as answer:
    pathlib.Path("factorization.json").write_text(json.load(answer)["content"][0]["text"])
"""
FACTORIZATION = EXAMPLE / "recording" / "bodies" / "factorization.json"


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_command_of_a_setup_plays_its_role(tmp_path: Path) -> None:
    _ = write_desk(tmp_path, ())
    command = json.dumps(["python3", "-c", AGENT])
    role = f'[roles.factorizer]\nharness = "command"\ncommand = {command}\n'
    _ = (tmp_path / "finrubric.toml").write_text(f"{SETUP}{role}", encoding="utf-8")

    def say(_: Received) -> Said:
        return Said(FACTORIZATION.read_text(encoding="utf-8"))

    # The next role asks in vain, which ends the run.
    async with serve(say, first(None, ENOUGH), protocol="anthropic") as server:
        done = await generated(tmp_path, server, "docker")
    assert (done.code, "invalid_request_error" in done.err) == (7, True), done.err
    assert [step.stage for step in journal(tmp_path)][:3] == ["lock", "factorize", "budget"]
    asked, _ = (line.received for line in server.log.lines)
    assert asked.headers["x-api-key"] == KEYS["ANTHROPIC_API_KEY"]
    assert "exit code 0 when your files are complete" in json.dumps(asked.body)
    left = bytes_below(tmp_path / ".finrubric")
    assert not [key for key in KEYS.values() if key.encode() in left]
