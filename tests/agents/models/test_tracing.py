"""Nothing of a call reaches a tracer that a user's environment switches on."""

import asyncio
import sys
from pathlib import Path

from tests.agents.models.live import MODEL
from tests.servers.provider import serve
from tests.servers.script import Said, in_order

ASKS = """
import asyncio, sys
from langchain_core.tracers.langchain import wait_for_all_tracers
from agents.models.openai import OpenAIClient
from agents.models.route import Route
from contracts.model import CallKey, ModelRequest, UserMessage

route = Route("stub", "openai", sys.argv[2], "writer", "k", base_url=sys.argv[1])
key = CallKey(scope="run:x", role="writer", activation=1, turn=1, call=1)
asked = ModelRequest(key=key, model=sys.argv[2], messages=(UserMessage(text="Hi"),), tools=())
print(asyncio.run(OpenAIClient(route).complete(asked)).text)
wait_for_all_tracers()
"""


async def test_no_trace_leaves(repository: Path) -> None:
    async with serve(in_order(Said(text="Hello."))) as server:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", ASKS, server.base_url, MODEL["openai"]),
            cwd=repository,
            env={
                "LANGSMITH_TRACING": "true",
                "LANGSMITH_ENDPOINT": server.root_url,
                "LANGSMITH_API_KEY": "tracer",
            },
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await child.communicate()
    assert said.decode().strip() == "Hello."
    assert server.log.sent == 1
    assert server.log.strays == []
