"""Names that one process at a time works under: locks that end with the process that holds them.

All names share one file; a lock is on one byte of it, at a place that follows from the name. What
a killed process held is free at once, and nothing is left behind to clean up.
"""

import asyncio
import fcntl
import hashlib
import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from contracts.errors import EnvironmentFault

_POLL_S = 0.2


class HeldNames:
    """The names that are held over one data folder."""

    def __init__(self, data_dir: Path) -> None:
        """Name the folder; its file is made when it is first entered."""
        self._path = data_dir / "scoring.lock"
        self._file: int | None = None
        self._own: dict[str, asyncio.Lock] = {}

    def __enter__(self) -> Self:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            msg = f"{self._path} cannot be made or opened: {error.strerror}"
            raise EnvironmentFault(msg) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Closing lets go of all locks of this process on the file, so it is opened only once.
        if self._file is not None:
            os.close(self._file)
            self._file = None

    @asynccontextmanager
    async def held(self, name: str) -> AsyncGenerator[None]:
        """Hold a name until the block ends; wait while another task or process holds it."""
        lock = self._own.setdefault(name, asyncio.Lock())
        async with lock:
            place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7])
            await self._take(place)
            try:
                yield
            finally:
                if self._file is not None:
                    fcntl.lockf(self._file, fcntl.LOCK_UN, 1, place)

    async def _take(self, place: int) -> None:
        while True:
            if self._taken(place):
                return
            await asyncio.sleep(_POLL_S)

    def _taken(self, place: int) -> bool:
        if self._file is None:
            msg = f"{self._path} is not open"
            raise EnvironmentFault(msg)
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):
            return False
        return True
