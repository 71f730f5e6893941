"""Serving the console: what is checked first, the socket, the runner beside it, and the end."""

import asyncio
import ipaddress
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cli.archive import Archive, open_archive
from cli.options import command_line
from cli.output import note, print_line
from contracts.errors import EnvironmentFault, InputError
from contracts.settings import Settings
from sandboxes.companion import companion

if TYPE_CHECKING:
    from console.app import ConsoleApp
    from console.parts import Parts

GRACE_S = 1
"""Seconds that open connections get at the end; streams of events would never end by themselves."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the console is to be reached."""

    host: str
    port: int
    allowed: tuple[str, ...]
    is_behind_tls: bool
    has_runner: bool
    oidc: Path | None = None
    """The file of an identity provider."""

    @property
    def is_loopback(self) -> bool:
        """Whether nobody beyond this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


async def serve_console(wanted: Wanted, settings: Settings, *, data: Path | None) -> None:
    """Serve until SIGTERM or SIGINT.

    Raises:
        InputError: no data folder, a wide address without users, TLS or an allowed name, or a file
            or secret of an identity provider that cannot be used.
        EnvironmentFault: the address cannot be listened on.
    """
    from console.app import create_app

    async with open_archive(settings) as archive:
        users = await _count_users(archive)
        _require_guarded(wanted, users)
        with _listening(wanted) as sock:
            port = sock.getsockname()[1]
            # A file of a provider that cannot be used is told of before anybody is called here.
            parts = _parts(wanted, port, archive, settings)
            _tell(wanted, port, users, data)
            async with _runner(wanted, settings):
                await serve_app(create_app(parts), sock)


async def _count_users(archive: Archive) -> int:
    from console.access.users import count_enabled

    async with archive.database.reading() as reading:
        return await count_enabled(reading)


def _require_guarded(wanted: Wanted, users: int) -> None:
    if wanted.is_loopback:
        return
    where = f"--host {wanted.host[:80]!r} can be reached from other machines"
    if not users:
        raise InputError(
            f"{where}, and there is no user yet: `finrubric users add NAME --role admin`"
        )
    if not wanted.is_behind_tls:
        raise InputError(
            f"{where}: put a proxy with https before it and say --behind-tls, or leave --host out"
        )
    if not wanted.allowed:
        raise InputError(
            f"{where}: name how browsers call it, such as --allow-host finrubric.example"
        )


def _listening(wanted: Wanted) -> socket.socket:
    try:
        found = socket.getaddrinfo(wanted.host, wanted.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise InputError(
            f"--host {wanted.host[:80]!r} is no address of this machine: {error}"
        ) from None
    family, kind, protocol, _, address = found[0]
    sock = socket.socket(family, kind, protocol)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind(address)
        # From here on a browser is not refused, though its answer waits for the pages to be loaded.
        sock.listen()
    except OSError as error:
        sock.close()
        raise EnvironmentFault(
            f"port {wanted.port} of {wanted.host} cannot be listened on ({error.strerror}); "
            "--port names another one"
        ) from None
    return sock


def _tell(wanted: Wanted, port: int, users: int, data: Path | None) -> None:
    print_line(f"Console: http://{_shown(wanted.host)}:{port}/")
    # Whoever started this with its output in a file waits for that line.
    _ = sys.stdout.flush()
    if not users:
        note("Nobody can log in yet: " + command_line("users add NAME --role admin", data))


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _parts(wanted: Wanted, port: int, archive: Archive, settings: Settings) -> "Parts":
    from cli.console_ports import CliPorts
    from cli.console_provider import provider_from
    from console.parts import LOOPBACK, ConsoleSettings, Parts
    from records.clock import SystemClock

    return Parts(
        data=archive.data,
        database=archive.database,
        runs=archive.runs,
        journal=archive.journal,
        ledger=archive.ledger,
        tool_log=archive.tool_log,
        events=archive.events,
        blobs=archive.blobs,
        audit=archive.audit,
        clock=SystemClock(),
        ports=CliPorts(archive, settings),
        settings=ConsoleSettings(
            port=port,
            hosts=(*LOOPBACK, *wanted.allowed) if wanted.is_loopback else wanted.allowed,
            is_behind_tls=wanted.is_behind_tls,
            provider=provider_from(wanted.oidc) if wanted.oidc else None,
        ),
    )


@asynccontextmanager
async def _runner(wanted: Wanted, settings: Settings) -> AsyncGenerator[None]:
    """The process that obeys what is decided on the pages."""
    if not wanted.has_runner:
        yield
        return
    async with companion(("runs", "work", "--data", str(settings.data_dir))):
        yield


async def serve_app(app: "ConsoleApp", sock: socket.socket) -> None:
    """Answer requests on a bound socket until SIGTERM or SIGINT."""
    import uvicorn

    from console.streams import open_streams

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Who asks, in the headers of a proxy, is believed of a proxy on this machine alone.
        proxy_headers=app.settings.is_behind_tls,
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_graceful_shutdown=GRACE_S,
        lifespan="off",
    )
    server = uvicorn.Server(config)

    def stop() -> None:
        server.should_exit = True
        open_streams(app).is_ending = True

    # In place of the one that has a command fail: this is how a server ends.
    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, stop)
    await server.serve(sockets=[sock])
