"""The windows of a run in which its process can die, and what strikes there.

Installed in a child process of the tests by wrapping what lies around the product: system calls,
commits, LangGraph's saver, the asking of a model, the start of scripts. The product knows nothing.
"""

import asyncio
import errno
import functools
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Literal, NamedTuple, ParamSpec, TypeVar

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from sqlalchemy import Connection, Engine, PoolProxiedConnection, event
from sqlalchemy.engine.default import DefaultDialect

from agents.asking import Asker
from contracts.run_paths import checkpoint_file, database_file
from orchestrator import nodes
from orchestrator.deps import Deps
from orchestrator.state import RunState, Update
from sandboxes.docker import DockerSandbox
from tests.records.material import TickingClock

P = ParamSpec("P")
T = TypeVar("T")
Act = Literal["kill", "stop", "term", "int", "full", "read-only", "lock", "back", "ahead"]
"""Signals to itself, a full or read-only disk, the database locked by another process, or the clock
set back or ahead by an hour."""

LOCKER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


def patch(owner: object, name: str, replacement: object) -> None:
    """Put a wrapper in the place of what it wraps."""
    setattr(owner, name, replacement)


class Window(StrEnum):
    """What has just happened, or is about to."""

    ENTERED = "a node is entered"
    ANSWERED = "the model has answered and nothing of it is stored"
    STORED = "the answer's file is renamed"
    LEDGER_OK = "the ledger's ok is committed"
    SCRIPT = "a script runs"
    TOOL_ROW = "a tool's result is committed"
    STAGE_WRITE = "a stage file is opened and empty"
    STAGE_FILE = "a stage file is renamed"
    JOURNAL_ROW = "the journal row is committed"
    ESCALATION = "the escalation is committed with its journal row"
    UNDECIDED = "a person's decision is written down and not committed"
    DECISION = "a person's decision is committed"
    BEFORE_WRITES = "the checkpoint does not have the node's writes"
    AFTER_WRITES = "the checkpoint has the node's writes"
    BEFORE_PUT = "the next checkpoint is not put"
    AFTER_PUT = "the next checkpoint is put"


CURSOR = frozenset({Window.BEFORE_WRITES, Window.AFTER_WRITES, Window.BEFORE_PUT, Window.AFTER_PUT})
"""Windows of the checkpoint, which a resumed process passes without entering the node again."""


class Strike(NamedTuple):
    """Where and how a child is struck."""

    act: Act
    window: Window
    node: str | None = None
    """None for any."""
    n: int = 1
    """At the n-th time in this process."""


class Watch:
    """Notes every window that a child passes, and strikes in one of them."""

    def __init__(self, data: Path, strike: Strike | None) -> None:
        self.data = data
        self.strike = strike
        self.clock = TickingClock()
        self.node = ""
        self.passed: list[tuple[str, str]] = []
        self.hits = 0
        self.stage_files: set[int] = set()
        self.is_full = False
        self.helpers: list[subprocess.Popen[str]] = []

    def at(self, window: Window) -> None:
        """Pass a window."""
        self.passed.append((self.node, window))
        strike = self.strike
        if strike is None or window != strike.window or strike.node not in (None, self.node):
            return
        self.hits += 1
        if self.hits == strike.n:
            self._strike(strike.act)

    def _strike(self, act: Act) -> None:
        match act:
            case "full" if self.strike is not None and self.strike.window in CURSOR:
                self.is_full = True
            case "full":
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            case "read-only":
                raise OSError(errno.EROFS, os.strerror(errno.EROFS))
            case "lock":
                self._lock()
            case "back" | "ahead":
                self.clock.at += timedelta(hours=1 if act == "ahead" else -1)
            case _:
                signals = {
                    "kill": signal.SIGKILL,
                    "stop": signal.SIGSTOP,
                    "term": signal.SIGTERM,
                    "int": signal.SIGINT,
                }
                os.kill(os.getpid(), signals[act])
                if act == "stop":
                    self.clock.skip(1)

    def _lock(self) -> None:
        of_cursor = self.strike is not None and self.strike.window in CURSOR
        path = checkpoint_file(self.data) if of_cursor else database_file(self.data)
        argv = [sys.executable, "-I", "-S", "-c", LOCKER, str(path)]
        helper = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert helper.stdout is not None
        assert helper.stdout.readline() == "locked\n"
        self.helpers.append(helper)

    def install(self, on_enter: Callable[[str], None]) -> None:
        """Wrap everything; `on_enter` is told of each node before it begins."""
        self._watch_files()
        self._watch_commits()
        self._watch_scripts()
        patch(Asker, "_send", self._after(Asker._send, Window.ANSWERED))
        patch(AsyncSqliteSaver, "aput", self._capped(AsyncSqliteSaver.aput))
        for name, before, after in (
            ("aput_writes", Window.BEFORE_WRITES, Window.AFTER_WRITES),
            ("aput", Window.BEFORE_PUT, Window.AFTER_PUT),
        ):
            real = getattr(AsyncSqliteSaver, name)
            patch(AsyncSqliteSaver, name, self._after(self._before(real, before), after))
        nodes.ALL = tuple(self._watched(node, on_enter) for node in nodes.ALL)

    def _capped(self, put: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        """Let the checkpoint file grow no more, as on a full disk, once that was struck."""

        async def capped(*args: P.args, **kwargs: P.kwargs) -> T:
            saver = args[0]
            if self.is_full and isinstance(saver, AsyncSqliteSaver):
                await saver.conn.execute("PRAGMA max_page_count = 1")
            return await put(*args, **kwargs)

        return capped

    def _watched(
        self, node: Callable[[RunState, Deps], Awaitable[Update]], on_enter: Callable[[str], None]
    ) -> Callable[[RunState, Deps], Awaitable[Update]]:
        @functools.wraps(node)
        async def step(state: RunState, deps: Deps) -> Update:
            self.node = node.__name__
            on_enter(self.node)
            self.at(Window.ENTERED)
            return await node(state, deps)

        return step

    def _after(self, real: Callable[P, Awaitable[T]], window: Window) -> Callable[P, Awaitable[T]]:
        async def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            done = await real(*args, **kwargs)
            self.at(window)
            return done

        return wrapped

    def _before(self, real: Callable[P, Awaitable[T]], window: Window) -> Callable[P, Awaitable[T]]:
        async def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
            self.at(window)
            return await real(*args, **kwargs)

        return wrapped

    def _watch_files(self) -> None:
        opening, renaming, writing = os.open, os.rename, os.write

        def watched_open(path: str, flags: int, mode: int = 0o777, **more: int) -> int:
            descriptor = opening(path, flags, mode, **more)
            self.stage_files.discard(descriptor)
            if flags & os.O_CREAT and Path(path).parent.name == "stages":
                self.stage_files.add(descriptor)
            return descriptor

        def watched_write(descriptor: int, data: bytes) -> int:
            if descriptor in self.stage_files:
                self.at(Window.STAGE_WRITE)
            return writing(descriptor, data)

        def watched_rename(source: Path, target: Path) -> None:
            renaming(source, target)
            folder = Path(target).parent
            if folder.name == "stages":
                self.at(Window.STAGE_FILE)
            elif folder.parent.name == "calls":
                self.at(Window.STORED)

        os.open, os.write, os.rename = watched_open, watched_write, watched_rename

    def _watch_commits(self) -> None:
        committing = DefaultDialect.do_commit

        def note(connection: Connection, _: object, statement: str, *__: object) -> None:
            words = connection.info.setdefault("words", [])
            for window, (start, column) in COMMITS.items():
                if statement.startswith(start) and column in statement:
                    words.append(window)

        def commit(dialect: DefaultDialect, connection: PoolProxiedConnection) -> None:
            words = connection.info.pop("words", [])
            if Window.DECISION in words:
                self.at(Window.UNDECIDED)
            committing(dialect, connection)
            for window in words:
                self.at(window)

        event.listen(Engine, "before_cursor_execute", note)
        patch(DefaultDialect, "do_commit", commit)

    def _watch_scripts(self) -> None:
        start_process = asyncio.create_subprocess_exec
        patch(asyncio, "create_subprocess_exec", self._after(start_process, Window.SCRIPT))
        patch(DockerSandbox, "_exit_code", self._before(DockerSandbox._exit_code, Window.SCRIPT))


COMMITS: dict[Window, tuple[str, str]] = {
    Window.LEDGER_OK: ("UPDATE call ", "response_sha"),
    Window.TOOL_ROW: ("UPDATE tool ", "result_sha"),
    Window.JOURNAL_ROW: ("INSERT INTO journal ", "row_sha"),
    Window.ESCALATION: ("INSERT INTO escalation ", "opened"),
    Window.DECISION: ("INSERT INTO decision ", "consumed"),
}
"""What a statement begins with, and a column that it names."""
