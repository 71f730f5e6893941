"""One process group of this machine: started, read, and ended as a whole."""

import asyncio
import os
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from contracts.errors import SandboxError
from sandboxes.disk_use import wait_until_over
from sandboxes.output import Output
from sandboxes.sandbox import Limit

KILLED = 137
SETTLE_S = 1.0
"""How long a pipe that a process outside the group holds open is listened to."""


class Ended(NamedTuple):
    """How the group's first process ended."""

    exit_code: int
    """Its own; 128 + n after signal n."""
    limit: Limit | None


async def run_group(
    argv: tuple[str, ...],
    *,
    env: Mapping[str, str],
    out: Path,
    output: Output,
    timeout_s: float,
) -> Ended:
    """Run a program in a session of its own and kill its whole group when it ends or must end.

    Args:
        argv: program and arguments; no shell sees them.
        env: its whole environment.
        out: working folder, watched for its size.
        output: collects what it prints.
        timeout_s: wall-clock seconds it may take.

    Raises:
        SandboxError: it could not be started.
    """
    async with _pipe() as (out_reader, out_end), _pipe() as (err_reader, err_end):
        try:
            process = await _start(argv, env, out, (out_end, err_end))
        finally:
            os.close(out_end)
            os.close(err_end)
        try:
            limit = await _follow(process, (out_reader, err_reader), out, output, timeout_s)
        finally:
            _kill_group(process)
            await process.wait()
        return Ended(KILLED if limit else _code(process.returncode), limit)


async def _start(
    argv: tuple[str, ...], env: Mapping[str, str], out: Path, ends: tuple[int, int]
) -> Process:
    try:
        return await asyncio.create_subprocess_exec(
            *argv,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=ends[0],
            stderr=ends[1],
            env=dict(env),
            cwd=out,
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(f"{argv[0]} cannot be started: {error}") from error


async def _follow(
    process: Process,
    readers: tuple[asyncio.StreamReader, asyncio.StreamReader],
    out: Path,
    output: Output,
    timeout_s: float,
) -> Limit | None:
    """Wait for the end or for the first limit that is reached."""
    flooded = asyncio.Event()
    reading = asyncio.gather(
        _pump(readers[0], "stdout", output, flooded), _pump(readers[1], "stderr", output, flooded)
    )
    ending = asyncio.ensure_future(process.wait())
    flooding = asyncio.ensure_future(flooded.wait())
    filling = asyncio.ensure_future(wait_until_over(out))
    try:
        done, _ = await asyncio.wait(
            {ending, flooding, filling}, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED
        )
        if ending not in done:
            return Limit.OUTPUT if flooding in done else Limit.DISK if done else Limit.TIME
        _kill_group(process)
        await asyncio.wait({reading}, timeout=SETTLE_S)
        return Limit.OUTPUT if flooded.is_set() else None
    finally:
        tasks = (reading, ending, flooding, filling)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pump(
    reader: asyncio.StreamReader,
    stream: Literal["stdout", "stderr"],
    output: Output,
    flooded: asyncio.Event,
) -> None:
    while chunk := await reader.read(1 << 16):
        output.add(stream, chunk)
        if output.is_flood:
            flooded.set()
            return


@asynccontextmanager
async def _pipe() -> AsyncGenerator[tuple[asyncio.StreamReader, int]]:
    """A pipe: a reader, and the end for the child, which the caller closes.

    Not asyncio's own pipe of a child: that stays open for as long as any descendant holds it.
    """
    read_end, write_end = os.pipe()
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read_end, "rb", buffering=0)
    )
    try:
        yield reader, write_end
    finally:
        transport.close()


def _kill_group(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _code(returncode: int | None) -> int:
    if returncode is None:
        raise SandboxError("a script ended without an exit code")
    return returncode if returncode >= 0 else 128 - returncode
