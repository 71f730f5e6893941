"""Answers of services on disk, by their address: asked once, and read again while they hold."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from contracts.contract import Contract, canonical, parse_contract, sha256_of
from contracts.cutoff import Instant
from contracts.errors import ContractError
from contracts.ids import Sha256


class CachedAnswer(Contract):
    """What stands beside a cached body."""

    url: str
    retrieved: Instant
    sha256: Sha256


class AnswerCache:
    """A folder of bodies, each with where and when it was fetched."""

    def __init__(
        self, folder: Path, *, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Keep bodies in `folder`."""
        self._folder = folder
        self._now = now

    def get(self, url: str, *, within: timedelta | None) -> bytes | None:
        """The body of an address, unless it is missing, damaged or older than `within`."""
        body, head = self._files(url)
        try:
            kept = parse_contract(head.read_bytes(), CachedAnswer)
            data = body.read_bytes()
        except (OSError, ContractError):
            return None
        is_old = within is not None and self._now() - kept.retrieved > within
        return None if is_old or kept.url != url or sha256_of(data) != kept.sha256 else data

    def put(self, url: str, data: bytes) -> None:
        """Keep a body; a reader sees the old one or the new one, whole."""
        body, head = self._files(url)
        self._folder.mkdir(parents=True, exist_ok=True)
        kept = CachedAnswer(url=url, retrieved=self._now().astimezone(UTC), sha256=sha256_of(data))
        for path, content in ((body, data), (head, canonical(kept))):
            beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
            _ = beside.write_bytes(content)
            _ = beside.replace(path)

    def _files(self, url: str) -> tuple[Path, Path]:
        key = sha256_of(url.encode())
        return self._folder / f"{key}.body", self._folder / f"{key}.json"
