"""The one place where the event loop is started."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import TypeVar

from contracts.errors import EnvironmentFault

ResultT = TypeVar("ResultT")


def run(work: Coroutine[None, None, ResultT], *, when_stopped: str) -> ResultT:
    """Run a command's work to its end; SIGINT and SIGTERM let it put its things in order first.

    Raises:
        EnvironmentFault: a signal stopped it; the message is `when_stopped`.
    """
    before = signal.getsignal(signal.SIGTERM)
    try:
        return asyncio.run(_until_signalled(work))
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise EnvironmentFault(f"stopped by a signal. {when_stopped}") from None
    finally:
        # A closed loop leaves the default, which says nothing.
        _ = signal.signal(signal.SIGTERM, before)


async def _until_signalled(work: Coroutine[None, None, ResultT]) -> ResultT:
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work
