"""A console on a real socket of this machine, for browsers; it runs in a thread of its own."""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias, TypeVar

import uvicorn
from starlette.types import ASGIApp

from console.access.roles import Role
from console.access.sessions import open_session
from console.access.user import User
from console.access.users import add_user
from console.access.visit import session_cookie
from console.app import create_app
from console.parts import ConsoleSettings, Parts
from console.ports import Ports
from records.clock import Clock, SystemClock
from records.database import open_database
from tests.console.conftest import parts_over
from tests.empty import laid

ResultT = TypeVar("ResultT")
Wrap: TypeAlias = Callable[[ASGIApp], ASGIApp]
START_S = 60


class Served:
    """A console that browsers reach at `url`."""

    def __init__(
        self, data: Path, ports: Ports | None, clock: Clock, wraps: Sequence[Wrap]
    ) -> None:
        self._data = data
        self._ports = ports
        self._clock = clock
        self._wraps = wraps
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._servers: list[uvicorn.Server] = []
        self._parts: Parts | None = None
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.wrapped: list[str] = []
        """Where the same console answers inside of each of `wraps`."""

    @property
    def parts(self) -> Parts:
        assert self._parts is not None
        return self._parts

    def call(self, work: Coroutine[None, None, ResultT]) -> ResultT:
        """Run something over the console's records, in the console's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(START_S)

    def session(self, name: str, role: Role) -> tuple[str, str]:
        """Name and value of the cookie of a new user who is logged in."""

        async def added() -> User:
            now = self.parts.clock.now()
            async with self.parts.database.unit() as uow:
                return await add_user(uow, self.parts.audit, name, role, by="tests", at=now)

        return self.session_of(self.call(added()))

    def session_of(self, user: User) -> tuple[str, str]:
        """Name and value of the cookie of a user who is logged in once more."""

        async def opened() -> str:
            now = self.parts.clock.now()
            async with self.parts.database.unit() as uow:
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
        async with open_database(laid(self._data)) as database:
            self._parts = parts_over(
                self._data, database, clock=self._clock, ports=self._ports, settings=settings
            )
            app = create_app(self._parts)
            self._servers = [_server(app), *(_server(wrap(app)) for wrap in self._wraps)]
            with ExitStack() as stack:
                others = [
                    stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in self._wraps
                ]
                self.wrapped += [f"http://127.0.0.1:{sock.getsockname()[1]}" for sock in others]
                self._ready.set()
                sockets = (self._socket, *others)
                _ = await asyncio.gather(
                    *(
                        server.serve(sockets=[sock])
                        for server, sock in zip(self._servers, sockets, strict=True)
                    )
                )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self._ready.wait(START_S)

    def stop(self) -> None:
        """Let it end."""
        for server in self._servers:
            server.should_exit = True


def _server(app: ASGIApp) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1)
    )


@contextmanager
def served(
    data: Path,
    *,
    ports: Ports | None = None,
    clock: Clock | None = None,
    wraps: Sequence[Wrap] = (),
) -> Generator[Served]:
    """Serve the records under a folder, and once more inside of each of `wraps`."""
    console = Served(data, ports, clock or SystemClock(), wraps)
    thread = threading.Thread(target=console.run, name="console")
    thread.start()
    try:
        console.wait()
        yield console
    finally:
        console.stop()
        thread.join(START_S)
