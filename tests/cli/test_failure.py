import os
import signal
import subprocess
import sys

import pytest

from cli.failure import report
from contracts import errors
from tests.cli.process import ROOT


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.InputError("x"), 2),
        (errors.ContractError("rubric", (errors.Fault("a", "/b", "c"),)), 2),
        (errors.RunHeld("x"), 3),
        (errors.DeadlineReached("x"), 5),
        (errors.DriftError("x"), 6),
        (errors.LockChanged("x"), 6),
        (errors.CorruptRun("x"), 6),
        (errors.ModelRefused("x"), 6),
        (errors.EngineMissing("x"), 7),
        (errors.DatabaseBusy("x"), 7),
    ],
)
def test_error_is_one_message_and_its_exit_code(
    error: errors.FinrubricError, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(error) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"finrubric: {error}\n"


def test_an_error_that_kept_a_run_tells_the_way_on(capsys: pytest.CaptureFixture[str]) -> None:
    error = errors.EnvironmentFault("the disk is full")
    error.way_on = "run x is kept"
    assert report(error) == 7
    assert capsys.readouterr().err == "finrubric: the disk is full\nfinrubric: run x is kept\n"


def test_message_holds_nothing_that_a_terminal_obeys(capsys: pytest.CaptureFixture[str]) -> None:
    _ = report(errors.InputError("file '\x1b]0;owned\x07\x1b[2J\udce4'"))
    assert capsys.readouterr().err == "finrubric: file '\ufffd'\n"


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("is_debugging", [True, False])
def test_unexpected_exception_is_our_bug(is_debugging: bool) -> None:
    done = _python(
        f"from cli.failure import install_hook\ninstall_hook(is_debugging={is_debugging})\n"
        "raise RuntimeError('odd \\x1b[31mthing')"
    )
    assert done.returncode == 1
    assert "this is our bug: RuntimeError: odd thing" in done.stderr
    assert ("Traceback" in done.stderr) is is_debugging


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_lets_the_work_end_in_order_and_is_an_environment_fault(number: int) -> None:
    done = _python(
        f"""
import asyncio, os, signal, sys
from cli.failure import report
from cli.loop import run
from contracts.errors import FinrubricError

async def work():
    try:
        os.kill(os.getpid(), {int(number)})
        await asyncio.sleep(20)
    except asyncio.CancelledError:
        await asyncio.sleep(0)
        print("put in order")
        raise

try:
    run(work(), when_stopped="Go on with: this")
except FinrubricError as error:
    sys.exit(report(error))
"""
    )
    assert (done.returncode, done.stdout) == (7, "put in order\n")
    assert done.stderr == "finrubric: stopped by a signal. Go on with: this\n"


def test_reader_that_leaves_is_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "principles", "list"],
            cwd=ROOT,
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writing)
    assert "bug" not in done.stderr
    assert "Traceback" not in done.stderr
