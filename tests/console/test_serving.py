"""Starting and ending: what is refused first, a busy port, the first login, and SIGTERM."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.console_serving import Wanted, serve_console
from cli.options import settings_of
from console.access.roles import Role
from contracts.errors import EnvironmentFault, FinrubricError, InputError
from sandboxes.companion import companion
from tests.architecture.source import ROOT
from tests.cli.process import finrubric
from tests.console.conftest import Console
from tests.empty import laid

STREAMS = 20


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


def test_the_command_serves_until_it_is_ended(tmp_path: Path) -> None:
    _ = laid(tmp_path)
    data = ("--data", str(tmp_path))
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "console", "serve", "--port", "0", "--no-runner", *data],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix("Console: ").strip()
        with urlopen(f"{url}login") as answer:
            assert "Nobody can log in yet" in answer.read().decode()
        added = finrubric("users", "add", "Ada", "--role", "admin", "--json", *data)
        assert added.code == 0
        with urlopen(f"{url}login") as answer:
            assert "Nobody can log in yet" not in answer.read().decode()
    finally:
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert f"finrubric users add NAME --role admin --data {tmp_path}" in err


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
