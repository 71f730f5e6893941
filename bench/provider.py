"""The providers of the benchmark, in a process of their own: they serve the played example.

Prints one line of JSON, the addresses, and serves until its standard input ends.
"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

from tests.orchestrator.play import EXAMPLE, example_corpus
from tests.servers.played import played
from tests.servers.provider import serve


async def main() -> None:
    """Serve both protocols."""
    with tempfile.TemporaryDirectory() as folder:
        script = played(EXAMPLE / "recording", example_corpus(Path(folder)).corpus)
    async with (
        serve(script, protocol="openai") as writer,
        serve(script, protocol="anthropic") as reviewer,
    ):
        print(json.dumps({"writer": writer.base_url, "reviewer": reviewer.base_url}), flush=True)
        await asyncio.to_thread(sys.stdin.read)
        print(json.dumps({"requests": writer.log.sent + reviewer.log.sent}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
