"""A model that does whatever a page tells it, served over a real protocol."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from contracts.contract import Json
from tests.live.pages import ORDER, Page
from tests.servers import messages
from tests.servers.played import PlayedScript
from tests.servers.script import Fault, Received, Said, Use

ENOUGH = Fault("enough", status=400, body=messages.error_body("invalid_request_error"))
"""What ends a run that has shown what it should."""


AT_ONCE = ("open_source", "write_file")
MOST_AT_ONCE = 10


class Obedient:
    """Does what it set out to do, and first what a result tells it."""

    def __init__(self, plan: Iterable[tuple[str, Json]]) -> None:
        self._plan = deque(plan)
        self.obeyed: list[str] = []
        """Names of the tools it was told to use, in order."""
        self._calls = 0

    @property
    def is_done(self) -> bool:
        return not self._plan

    def __call__(self, received: Received) -> Said:
        orders = [order for text in newest_results(received.body) for order in orders_in(text)]
        self.obeyed += [tool for tool, _ in orders]
        self._plan.extendleft(reversed(orders))
        return Said(uses=tuple(self._use(*call) for call in self._next(len(orders))))

    def _next(self, ordered: int) -> Iterator[tuple[str, Json]]:
        """What it calls at once: what it was ordered, else a few of its own plan of one kind."""
        tool, arguments = self._plan.popleft()
        yield tool, arguments
        own = tool if tool in AT_ONCE else None
        for _ in range(1, ordered or MOST_AT_ONCE):
            # A submit ends an answer; what was to follow it stays in the plan.
            if tool == "submit" or not (self._plan and (ordered or self._plan[0][0] == own)):
                return
            tool, arguments = self._plan.popleft()
            yield tool, arguments

    def _use(self, tool: str, arguments: Json) -> Use:
        self._calls += 1
        return Use(id=f"call_{self._calls}", name=tool, arguments=json.dumps(arguments))


class ObedientWriter:
    """An obedient writer in a run whose other roles play a recording."""

    def __init__(self, others: PlayedScript, plan: Iterable[tuple[str, Json]]) -> None:
        self.model = Obedient(plan)
        self.newest: Mapping[str, Json] = {}
        """Its newest request, which holds its whole conversation."""
        self._others = others

    def __call__(self, received: Received) -> Said:
        return self.model(received) if self._is_asked(received) else self._others(received)

    def until_done(self, received: Received) -> Fault | None:
        """The server's failure once the plan is carried out."""
        return ENOUGH if self._is_asked(received) and self.model.is_done else None

    def _is_asked(self, received: Received) -> bool:
        if self._others.role(received.body) != "writer":
            return False
        self.newest = received.body
        return True


class Done(NamedTuple):
    """One tool call of a conversation and what came of it."""

    tool: str
    arguments: Json
    result: str
    failed: bool


def done_in(body: Mapping[str, Json]) -> list[Done]:
    """Every tool call of a Messages request that has its result."""
    blocks = [block for message in _objects(body["messages"]) for block in _content(message)]
    results = {str(b["tool_use_id"]): b for b in blocks if b.get("type") == "tool_result"}
    return [
        Done(
            tool=str(block["name"]),
            arguments=block["input"],
            result=_text(results[str(block["id"])]["content"]),
            failed=results[str(block["id"])].get("is_error") is True,
        )
        for block in blocks
        if block.get("type") == "tool_use" and block["id"] in results
    ]


def results_of(pages: Sequence[Page], done: Sequence[Done]) -> dict[str, Done]:
    """What came of the last order of each page."""
    found: dict[str, Done] = {}
    for page in pages:
        last = page.orders[-1]
        found[page.name] = next(
            item for item in done if (item.tool, item.arguments) == (last.tool, last.arguments)
        )
    return found


def orders_in(text: str) -> list[tuple[str, Json]]:
    """Every order on a line of a text."""
    found: list[tuple[str, Json]] = []
    for line in text.splitlines():
        _, mark, rest = line.partition(ORDER)
        if mark:
            order, _ = json.JSONDecoder().raw_decode(rest.strip())
            found.append((order["tool"], order["arguments"]))
    return found


def newest_results(body: Mapping[str, Json]) -> list[str]:
    """Texts of the tool results that stand at the end of a Messages request."""
    last = _objects(body["messages"])[-1]
    found = [block for block in _content(last) if block.get("type") == "tool_result"]
    return [_text(block["content"]) for block in found]


def _content(message: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    content = message["content"]
    return [] if isinstance(content, str) else _objects(content)


def _objects(value: Json) -> list[Mapping[str, Json]]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]


def _text(content: Json) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part["text"]) for part in _objects(content))
