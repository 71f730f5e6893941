"""A second process of our own program, which ends with the first."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress

GRACE_S = 15.0
"""How long it may take to put its things in order after SIGTERM: a step that is under way is left
whole, and its containers are taken down."""


@asynccontextmanager
async def companion(arguments: Sequence[str]) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Run `finrubric ARGUMENTS` beside this process, with its environment and its output.

    At the end it gets SIGTERM, and is killed where that does not end it.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "cli", *arguments, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        _ = await asyncio.wait_for(process.wait(), GRACE_S)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        _ = await process.wait()
