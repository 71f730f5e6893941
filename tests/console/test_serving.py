"""Starting and ending: what is refused first, a busy port, the first login, and SIGTERM."""

import asyncio
import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.console_serving import Wanted, serve_console
from cli.options import settings_of
from console.access.roles import Role
from console.access.sessions import open_session
from console.access.users import add_user
from console.access.visit import session_cookie
from console.parts import ConsoleSettings
from contracts.errors import EnvironmentFault, FinrubricError, InputError
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from records.clock import SystemClock
from records.database import open_database
from sandboxes.companion import companion
from tests.architecture.source import ROOT
from tests.cli.archived import add_run
from tests.cli.process import finrubric
from tests.console.conftest import Console
from tests.empty import laid

STREAMS, USERS = 20, 4


LOCAL = Wanted(host="127.0.0.1", port=0, allowed=(), is_behind_tls=False, has_runner=False)


def names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def refusal(data: Path, asked: Wanted) -> FinrubricError:
    with pytest.raises(FinrubricError) as caught:
        await serve_console(asked, settings_of(data), data=data)
    return caught.value


async def test_nothing_is_served_where_no_run_was_started(tmp_path: Path) -> None:
    error = await refusal(tmp_path, LOCAL)
    assert isinstance(error, InputError)
    assert "no run was started here" in str(error)
    assert names(tmp_path) == []


async def test_nobody_is_called_before_the_provider_s_file_is_read(
    console: Console, capsys: pytest.CaptureFixture[str]
) -> None:
    error = await refusal(console.parts.data, replace(LOCAL, oidc=Path("nowhere.toml")))
    assert "nowhere.toml" in str(error)
    assert capsys.readouterr().out == ""


async def test_a_wide_address_wants_users_tls_and_a_name(console: Console) -> None:
    data = console.parts.data
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        error = await refusal(data, replace(LOCAL, host=host))
        assert isinstance(error, InputError)
        assert "finrubric users add NAME --role admin" in str(error)
    _ = await console.add_user("Ada", Role.ADMIN)
    error = await refusal(data, replace(LOCAL, host="0.0.0.0"))
    assert "say --behind-tls" in str(error)
    error = await refusal(data, replace(LOCAL, host="0.0.0.0", is_behind_tls=True))
    assert "--allow-host" in str(error)


async def test_a_port_that_is_taken_is_named(console: Console) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        error = await refusal(console.parts.data, replace(LOCAL, port=port))
    assert isinstance(error, EnvironmentFault)
    assert f"port {port} of 127.0.0.1 cannot be listened on" in str(error)


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("10.0.0.1", False),
        ("example.org", False),
    ],
)
def test_loopback_is_told_from_wider_addresses(host: str, *, is_loopback: bool) -> None:
    assert replace(LOCAL, host=host).is_loopback is is_loopback


async def test_a_companion_ends_with_what_started_it() -> None:
    async with companion(("runs", "list")) as process:
        assert process.returncode is None
    assert process.returncode is not None


async def logged_in(data: Path, port: int, count: int) -> list[str]:
    """Cookies of users who are logged in."""
    audit, cookies = AuditChain(AuditKey(data)), list[str]()
    async with open_database(laid(data)) as database, database.unit() as uow:
        for number in range(count):
            at, name = SystemClock().now(), f"Viewer {number}"
            user = await add_user(uow, audit, name, Role.VIEWER, by="tests", at=at)
            secret = await open_session(uow, user.id, method="token", agent="tests", at=at)
            cookies.append(f"{session_cookie(ConsoleSettings(port=port))}={secret}")
    return cookies


@contextlib.contextmanager
def followed(port: int, cookie: str) -> Generator[None]:
    """A stream of a run's events, of which the first has come."""
    lines = ("GET /runs/stopped/events HTTP/1.1", f"Host: 127.0.0.1:{port}", f"Cookie: {cookie}")
    with socket.create_connection(("127.0.0.1", port), 20) as stream:
        stream.sendall("\r\n".join((*lines, "", "")).encode())
        told = b""
        while b"event: " not in told:
            got = stream.recv(65536)
            told += got
            assert got, told
        yield


def test_the_command_serves_until_it_is_ended_with_streams_open(tmp_path: Path) -> None:
    _ = asyncio.run(add_run(tmp_path, "stopped", status=None))
    data = ("--data", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "console", "serve", "--port", "0", "--no-runner", *data],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with contextlib.ExitStack() as streams:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().removeprefix("Console: ").strip()
            with urlopen(f"{url}login") as answer:
                assert "Nobody can log in yet" in answer.read().decode()
            added = finrubric("users", "add", "Ada", "--role", "admin", "--json", *data)
            assert added.code == 0
            with urlopen(f"{url}login") as answer:
                assert "Nobody can log in yet" not in answer.read().decode()
            port = int(url.rstrip("/").rpartition(":")[2])
            for cookie in asyncio.run(logged_in(tmp_path, port, USERS)):
                for _ in range(STREAMS // USERS):
                    streams.enter_context(followed(port, cookie))
        finally:
            begun = time.monotonic()
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=30)
        assert time.monotonic() - begun < 5
    assert process.returncode == 0
    (line,) = err.splitlines()
    assert f"finrubric users add NAME --role admin --data {tmp_path}" in line


def test_open_streams_do_not_hold_up_the_end(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.console.streaming", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with contextlib.ExitStack() as stack:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            for _ in range(STREAMS):
                stream = stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
                stream.sendall(f"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
                while b": tick" not in stream.recv(65536):
                    pass
            begun = time.monotonic()
        finally:
            process.send_signal(signal.SIGTERM)
            _ = process.communicate(timeout=30)
        assert time.monotonic() - begun < 5
    assert process.returncode == 0
