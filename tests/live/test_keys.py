"""No key is left anywhere by runs that failed and went on, though providers print it back at us."""

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from agents.models.scrubber import REMOVED
from tests.live.command import KEYS, finrubric
from tests.orchestrator.play import EXAMPLE, example_corpus
from tests.servers.played import played
from tests.servers.provider import serve
from tests.servers.script import Fault, Received, Said, Script, Use, first

RUN = "canary"
NOTED_CALLS = 3
"""Answers of each provider that repeat a key in the arguments of a call, too."""


def spelled(key: str) -> Iterator[bytes]:
    """A key as it could stand in a file: plain, escaped, in hexadecimal, in base64 anywhere."""
    yield key.encode()
    yield quote(key, safe="").encode()
    yield key.replace("/", "\\/").encode()
    yield key.replace("&", "&amp;").encode()
    yield key.encode().hex().encode()
    for shift in range(3):
        whole = base64.b64encode(b"x" * shift + key.encode())
        yield whole[4:-4]
        yield whole[4:-4].translate(bytes.maketrans(b"+/", b"-_"))


def echoing(name: str, status: int, key: str) -> Fault:
    """A failure whose body prints the key that was sent."""
    body = (
        f'{{"type": "error", "error": {{"type": "{name}", "code": "{name}", "message": "{key}"}}}}'
    )
    return Fault(name, status, {"retry-after": "0.01", "x-echo": key}, body.encode())


def repeating(script: Script, key: str) -> Script:
    """The same answers, with the key in words, thoughts and the arguments of a call."""
    forms = " ".join(
        (key, quote(key, safe=""), key.encode().hex(), base64.b64encode(key.encode()).decode())
    )

    def say(received: Received) -> Said:
        said = script(received)
        if received.number > NOTED_CALLS:
            return replace(said, text=f"{said.text} You sent {forms}.", thought=f"It was {forms}.")
        note = {"path": f"out/try_{received.number}.txt", "content": f"A note: {forms}."}
        noted = Use(id=f"note_{received.number}", name="write_file", arguments=json.dumps(note))
        text = f"{said.text} You sent {forms}."
        return replace(said, text=text, thought=f"It was {forms}.", uses=(noted, *said.uses))

    return say


def files_below(folder: Path, *, suffixes: set[str]) -> list[bytes]:
    """The bytes of all files of a run; it must have left some of each kind."""
    left = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in left} >= suffixes
    return [path.read_bytes() for path in left]


def _check_notes(folder: Path) -> None:
    """The calls whose arguments held a key were run, with other words in its place."""
    notes = [path.read_text() for path in folder.glob(".finrubric/runs/*/work/*/out/try_*.txt")]
    assert notes
    for note in notes:
        assert note.startswith(f"A note: {REMOVED} {REMOVED} {REMOVED} {REMOVED}")


@pytest.mark.walls
@pytest.mark.timeout(400)
async def test_no_key_is_found_after_runs_with_failures(tmp_path: Path) -> None:
    script = played(EXAMPLE / "recording", example_corpus(tmp_path / "corpus").corpus)
    writer, reviewer = KEYS.values()
    turned_away = first(echoing("invalid_api_key", 401, writer))
    troubled = first(
        echoing("server_error", 500, reviewer),
        Fault("malformed", body=f"<html>{reviewer}</html>".encode()),
        Fault("cut", events=2, then="break"),
    )
    given = (
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", RUN),
        *("--sources", str(EXAMPLE / "sources"), "--models", "live", "--sandbox", "local"),
    )
    async with (
        serve(repeating(script, writer), turned_away, protocol="openai") as openai,
        serve(repeating(script, reviewer), troubled, protocol="anthropic") as anthropic,
    ):
        at = {"openai": openai.base_url, "anthropic": anthropic.base_url}
        stopped = await finrubric(*given, cwd=tmp_path, addresses=at)
        assert stopped.code == 7, stopped.err
        resume = ("runs", "resume", RUN, "--sandbox", "local")
        done = await finrubric(*resume, cwd=tmp_path, addresses=at)
        assert done.code == 0, done.err
        assert "11.8 %" in done.out
        shown = await finrubric("runs", "show", RUN, cwd=tmp_path, addresses=at)
    _check_notes(tmp_path)
    sent = [line.received.headers for log in (openai.log, anthropic.log) for line in log.lines]
    assert all(any(key in str(headers) for key in KEYS.values()) for headers in sent)
    texts = files_below(tmp_path, suffixes={".html", ".json", ".md", ".db"})
    texts += [text.encode() for result in (stopped, done, shown) for text in result[1:]]
    for key in KEYS.values():
        for spelling in spelled(key):
            assert not [1 for text in texts if spelling in text], spelling
