"""A way to this machine's Docker engine that can be closed, as if the engine had gone away."""

import asyncio
from contextlib import suppress
from pathlib import Path

ENGINE = "/var/run/docker.sock"
RUNS_A_SCRIPT = b"/exec HTTP/1.1"
"""How the first line of a request ends that prepares a process in a container."""


class Gateway:
    """A socket that hands everything on to the engine, until it is to be gone."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.scripts = 0
        """How many scripts were asked for."""
        self.gone = asyncio.Event()
        self._closes_at = 0
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def host(self) -> str:
        """What DOCKER_HOST takes."""
        return f"unix://{self.socket}"

    async def open(self, *, until_script: int = 0) -> None:
        """Listen; be gone when a script of this number is asked for."""
        self._closes_at = until_script
        self._server = await asyncio.start_unix_server(self._serve, self.socket)

    async def close(self) -> None:
        """Be gone: nothing listens, and what is under way breaks off."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self.gone.set()
        self.socket.unlink(missing_ok=True)
        for writer in tuple(self._open):
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind_reader, behind = await asyncio.open_unix_connection(ENGINE)
        self._open |= {writer, behind}
        try:
            await asyncio.gather(
                self._hand_on(reader, behind, counts=True), self._hand_on(behind_reader, writer)
            )
        finally:
            for end in (writer, behind):
                end.close()
            self._open -= {writer, behind}

    async def _hand_on(
        self, reader: asyncio.StreamReader, to: asyncio.StreamWriter, *, counts: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if counts and RUNS_A_SCRIPT in data.partition(b"\r\n")[0]:
                    self.scripts += 1
                    if self.scripts == self._closes_at:
                        await self.close()
                        return
                to.write(data)
                await to.drain()
            if to.can_write_eof():
                to.write_eof()
