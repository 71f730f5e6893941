"""A model that a test wrote down: a server says it over the real protocol to the real client."""

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from agents.models.anthropic import AnthropicClient
from agents.models.model import Family
from agents.models.route import Route
from contracts.contract import sha256_of
from contracts.model import ModelRequest
from records.files import Blobs
from tests.servers import messages
from tests.servers.script import Fault, Received, Said, Stop, Use

SILENT = Fault("silent", events=0, then="stall")
ENDED = Fault(
    "script ended", 400, body=messages.error_body("invalid_request_error", "the script ends here")
)


def call(name: str, /, call_id: str = "", **arguments: object) -> Use:
    """A well-formed tool call; its id follows from what it says unless one is given."""
    text = json.dumps(arguments, ensure_ascii=False)
    return Use(id=call_id or f"{name}-{sha256_of(text.encode())[:8]}", name=name, arguments=text)


def answer(*calls: Use, text: str = "", thought: str = "", stop: Stop | None = None) -> Said:
    return Said(text=text, uses=calls, thought=thought, stop=stop)


def _nothing(_: ModelRequest) -> None:
    """What most models do beside answering."""


@dataclass(eq=False)
class Scripted:
    """What a model says, by turn and call; it keeps what it was asked."""

    turns: Mapping[int, tuple[Said, ...]]
    family: Family = "reviewer"
    model: str = "scripted-1"
    before: Callable[[ModelRequest], None] = _nothing
    """What happens on the provider's side of the wall before it answers."""
    is_silent: bool = False
    asked: list[ModelRequest] = field(default_factory=list[ModelRequest])

    def said(self, request: ModelRequest) -> Said | None:
        """The answer to a request; None where the script has ended."""
        turn, place = self.turns.get(request.key.turn, ()), request.key.call - 1
        return turn[place] if place < len(turn) else None


class Stage:
    """The scripts of one data folder, each served below a path of its own.

    What a request was in our terms is read in the ledger, which must hold it as sent by the time it
    arrives.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._scripts: list[Scripted] = []

    def client(self, script: Scripted, root_url: str) -> AnthropicClient:
        """A real client whose address is the script's."""
        if script not in self._scripts:
            self._scripts.append(script)
        route = Route(
            provider="scripted",
            protocol="anthropic",
            model=script.model,
            family=script.family,
            key="key-of-the-script",
            base_url=f"{root_url}/{self._scripts.index(script)}",
            timeout_s=60.0,
        )
        return AnthropicClient(route)

    def fails(self, received: Received) -> Fault | None:
        """Takes a request in; fails where the script has no answer."""
        script, request = self._script(received), self._sent()
        script.asked.append(request)
        script.before(request)
        if script.is_silent:
            return SILENT
        return ENDED if script.said(request) is None else None

    def says(self, received: Received) -> Said:
        """The answer to the request that was just taken in."""
        script = self._script(received)
        return script.said(script.asked[-1]) or Said()

    def _script(self, received: Received) -> Scripted:
        return self._scripts[int(received.path.split("/")[1])]

    def _sent(self) -> ModelRequest:
        with closing(sqlite3.connect(self._data / "finrubric.db")) as rows:
            ((sha256,),) = rows.execute("SELECT request_sha FROM call WHERE state = 'sent'")
        return ModelRequest.model_validate_json(Blobs(self._data).get(sha256))


SUBMIT = answer(call("submit"))
WRITE = answer(call("write_file", path="out/confirmation.json", content="{}"))
LIST = answer(call("list_files"))
NO_TOOL = answer(text="I am done.", stop="end")


def spoken(*answers: Said) -> Scripted:
    return Scripted({1: answers})
