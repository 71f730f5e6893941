"""A console on a real socket of this machine, for browsers; it runs in a thread of its own."""

import asyncio
import socket
import threading
from collections.abc import Coroutine, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import uvicorn

from console.access.roles import Role
from console.access.sessions import open_session
from console.access.users import add_user
from console.access.visit import session_cookie
from console.app import create_app
from console.parts import ConsoleSettings, Parts
from console.ports import Ports
from records.clock import SystemClock
from records.database import open_database
from tests.console.conftest import parts_over
from tests.records.material import database_url

ResultT = TypeVar("ResultT")
START_S = 60


class Served:
    """A console that browsers reach at `url`."""

    def __init__(self, data: Path, ports: Ports | None) -> None:
        self._data = data
        self._ports = ports
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._server: uvicorn.Server | None = None
        self._parts: Parts | None = None
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def parts(self) -> Parts:
        assert self._parts is not None
        return self._parts

    def call(self, work: Coroutine[None, None, ResultT]) -> ResultT:
        """Run something over the console's records, in the console's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(START_S)

    def session(self, name: str, role: Role) -> tuple[str, str]:
        """Name and value of the cookie of a new user who is logged in."""

        async def opened() -> str:
            now = self.parts.clock.now()
            async with self.parts.database.unit() as uow:
                user = await add_user(uow, self.parts.audit, name, role, by="tests", at=now)
                return await open_session(uow, user.id, method="token", agent="tests", at=now)

        return session_cookie(self.parts.settings), self.call(opened())

    def run(self) -> None:
        """Serve until `stop`; what the thread does."""
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        settings = ConsoleSettings(port=self.port)
        async with open_database(database_url(self._data)) as database:
            self._parts = parts_over(
                self._data, database, clock=SystemClock(), ports=self._ports, settings=settings
            )
            config = uvicorn.Config(
                create_app(self._parts),
                log_level="error",
                lifespan="off",
                timeout_graceful_shutdown=1,
            )
            self._server = uvicorn.Server(config)
            self._ready.set()
            await self._server.serve(sockets=[self._socket])

    def wait(self) -> None:
        """Wait until it answers."""
        assert self._ready.wait(START_S)

    def stop(self) -> None:
        """Let it end."""
        if self._server is not None:
            self._server.should_exit = True


@contextmanager
def served(data: Path, *, ports: Ports | None = None) -> Generator[Served]:
    """Serve the records under a folder."""
    console = Served(data, ports)
    thread = threading.Thread(target=console.run, name="console")
    thread.start()
    try:
        console.wait()
        yield console
    finally:
        console.stop()
        thread.join(START_S)
