"""A judge that finds everything met, in a process of its own, over the protocols of three scorers.

Responses, streamed, for finrubric; Chat Completions for autorubric and inspect-ai. It thinks about
nothing, so what is measured is the scorer. Prints one line of JSON, its address, and serves until
its standard input ends; then prints how many requests it served.
"""

import asyncio
import json
import re
import sys

from contracts.contract import Json
from tests.servers import responses, wire
from tests.servers.script import USUAL, Said, Use

QUOTE = "operating margin"
"""Stands in every answer of the benchmark."""
_CRITERION = re.compile(r'\\"criterion_id\\": \\"([^"\\]+)\\"')
_PER_ITEM = re.compile(r'<criterion [^>]*id=\\"(c\d+)\\"|\b(c\d+)\b')


class Server:
    """Counts what it serves."""

    def __init__(self) -> None:
        self.served = 0

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection, as the servers of the tests do it, for all three alike."""
        try:
            raw = await wire.read_request(reader)
            if raw is None:
                return
            self.served += 1
            writer.write(self._answer(raw))
            await writer.drain()
        except ConnectionError:
            return
        finally:
            writer.close()

    def _answer(self, raw: wire.RawRequest) -> bytes:
        if raw.path.endswith(responses.PATH):
            return _streamed(_verdicts(raw.body.decode()), self.served, _model(raw.body))
        return wire.whole(200, json.dumps(_completion(raw.body.decode(), self.served)).encode())


def _verdicts(body: str) -> Said:
    entries: list[Json] = [
        {"criterion_id": name, "ruling": "met", "quote": QUOTE, "place": "answer", "why": "Said."}
        for name in _CRITERION.findall(body)
    ]
    arguments = json.dumps({"verdicts": entries})
    use = Use(id="call_1", name="submit_verdicts", arguments=arguments)
    return Said(uses=(use,), tokens=USUAL)


def _model(body: bytes) -> str:
    """The model that was asked: an answer by another one does not count."""
    asked: dict[str, Json] = json.loads(body)
    return str(asked["model"])


def _streamed(said: Said, number: int, model: str) -> bytes:
    events = responses.events(said, number, model)
    chunks = [wire.chunk(wire.event(event)) for event in events]
    return wire.STREAM_HEAD + b"".join(chunks) + wire.LAST_CHUNK


def _completion(body: str, number: int) -> Json:
    message: Json = {"role": "assistant", "content": _said(body)}
    choice: Json = {"index": 0, "message": message, "finish_reason": "stop"}
    usage: Json = {"prompt_tokens": 1_000, "completion_tokens": 50, "total_tokens": 1_050}
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_767_950_000,
        "model": "judge",
        "choices": [choice],
        "usage": usage,
    }


def _said(body: str) -> str:
    if "RubricJudgment" in body:
        names = sorted({a or b for a, b in _PER_ITEM.findall(body)})
        entries: list[Json] = [
            {
                "criterion_id": name,
                "criterion_status": "MET",
                "selected_option": None,
                "explanation": "Said.",
            }
            for name in names
        ]
        return json.dumps({"judgments": entries})
    if "criterion_status" in body:
        return json.dumps({"criterion_status": "MET", "explanation": "Said."})
    return "It is said.\n\nGRADE: C"


async def main() -> None:
    """Serve."""
    server = Server()
    listening = await asyncio.start_server(
        server.connected, "127.0.0.1", 0, limit=2**24, backlog=2_000
    )
    host, port = listening.sockets[0].getsockname()[:2]
    async with listening:
        print(json.dumps({"base_url": f"http://{host}:{port}/v1"}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
    print(json.dumps({"requests": server.served}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
