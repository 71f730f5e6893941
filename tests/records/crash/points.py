"""Places where a process can die: before every system call and statement that changes something.

To die after one is to die before the next. A write is two places, with half of it done between.
Installed in a child process of the tests, by wrapping; the product knows nothing of it.
"""

import errno
import os
import signal
from collections.abc import Callable
from typing import Literal

from sqlalchemy import Connection, Engine, event
from typing_extensions import Buffer

Kind = Literal["kill", "full"]
"""Die by SIGKILL, or let a write put down half and fail, as on a full disk."""
Write = Callable[[int, Buffer], int]

CALLS = ("open", "write", "fsync", "rename", "mkdir")


class Points:
    """Counts the places passed and strikes at the n-th; 0 never strikes."""

    def __init__(self, kind: Kind, n: int) -> None:
        self.kind = kind
        self.n = n
        self.passed: list[str] = []
        self.is_half_written = False

    def install(self) -> None:
        if self.kind == "full":
            os.write = self._full(os.write)
            return
        for name in CALLS:
            setattr(os, name, self._around(name, getattr(os, name)))
        event.listen(Engine, "before_cursor_execute", self._statement)
        event.listen(Engine, "commit", lambda _: self.at("commit"))

    def at(self, label: str) -> None:
        """Pass one place."""
        self.passed.append(label)
        if len(self.passed) == self.n:
            if self.kind == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _around(self, name: str, real: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*args: object, **kwargs: object) -> object:
            if name == "open" and not (isinstance(args[1], int) and args[1] & os.O_CREAT):
                return real(*args, **kwargs)
            self.at(name)
            if name == "write" and isinstance(args[1], memoryview):
                return real(args[0], self._part(args[1]))
            return real(*args, **kwargs)

        return wrapped

    def _full(self, real: Write) -> Write:
        def wrapped(descriptor: int, data: Buffer) -> int:
            whole = bytes(data)
            if len(self.passed) + 1 == self.n:
                real(descriptor, whole[: len(whole) // 2])
            self.at("write")
            return real(descriptor, whole)

        return wrapped

    def _part(self, data: memoryview) -> bytes:
        # A write may stop half-way at any time; the rest then comes with the next call.
        self.is_half_written = not self.is_half_written and len(data) > 1
        return bytes(data[: len(data) // 2] if self.is_half_written else data)

    def _statement(
        self, connection: Connection, cursor: object, statement: str, *_: object
    ) -> None:
        if not statement.startswith(("SELECT", "PRAGMA", "BEGIN")):
            self.at(statement.split("(")[0].strip()[:40])
