"""A model that does whatever a page tells it, served over a real protocol."""

import json
from collections import deque
from collections.abc import Iterable, Mapping

from contracts.contract import Json
from tests.live.pages import ORDER
from tests.servers.script import Received, Said, Use


class Obedient:
    """Does what it set out to do, one call after the other, and first what a result tells it."""

    def __init__(self, plan: Iterable[tuple[str, Json]]) -> None:
        self._plan = deque(plan)
        self.obeyed: list[str] = []
        """Names of the tools it was told to use, in order."""
        self._calls = 0

    def __call__(self, received: Received) -> Said:
        orders = [order for text in newest_results(received.body) for order in orders_in(text)]
        self.obeyed += [tool for tool, _ in orders]
        self._plan.extendleft(reversed(orders))
        tool, arguments = self._plan.popleft()
        self._calls += 1
        use = Use(id=f"call_{self._calls}", name=tool, arguments=json.dumps(arguments))
        return Said(uses=(use,))


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
    messages = body["messages"]
    assert isinstance(messages, list)
    last = messages[-1]
    assert isinstance(last, dict)
    content = last["content"]
    if not isinstance(content, list):
        return []
    return [
        _text(block["content"])
        for block in content
        if isinstance(block, dict) and block.get("type") == "tool_result"
    ]


def _text(content: Json) -> str:
    if isinstance(content, str):
        return content
    assert isinstance(content, list)
    return "".join(str(part["text"]) for part in content if isinstance(part, dict))
