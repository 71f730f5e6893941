"""Source bytes by hash: what was read stays readable, and is read from nowhere else."""

from typing import Protocol

from contracts.ids import Sha256
from sources.store.document import Document, document_of


class KeptBytes(Protocol):
    """A store of bytes by their SHA-256; `records.files.Blobs` is one."""

    def put(self, data: bytes) -> Sha256:
        """Keep bytes and return their hash; the same bytes twice are kept once."""
        ...

    def get(self, sha256: Sha256) -> bytes:
        """The bytes of a hash, verified.

        Raises:
            CorruptRun: they are missing or have another hash.
        """
        ...


class Snapshots:
    """Snapshots of sources over a byte store."""

    def __init__(self, kept: KeptBytes) -> None:
        """Work on `kept`."""
        self._kept = kept
        self._read: dict[Sha256, Document] = {}

    def put(self, data: bytes) -> Sha256:
        """Keep one source's bytes."""
        return self._kept.put(data)

    def data(self, snapshot: Sha256) -> bytes:
        """The raw bytes of a snapshot."""
        return self._kept.get(snapshot)

    def document(self, snapshot: Sha256) -> Document:
        """The text and the facts of a snapshot; laying out a filing takes seconds, so it is kept.

        Raises:
            CorruptRun: the bytes are missing or have another hash.
            InputError: they cannot be read.
        """
        data = self._kept.get(snapshot)
        if snapshot not in self._read:
            self._read[snapshot] = document_of(data)
        return self._read[snapshot]

    def text(self, snapshot: Sha256) -> str:
        """The text of a snapshot, in which quotes are located."""
        return self.document(snapshot).text
