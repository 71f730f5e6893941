"""Texts of sources, in which quotes are shown where they stand."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock

from contracts.errors import InputError
from contracts.ids import Sha256, SourceId
from contracts.source import CorpusItem
from records.files import Blobs
from reports.withheld import WITHHELD
from sources.store.document import document_of

MOST_KEPT = 40_000_000
"""Characters of texts that stay in memory: laying out a filing takes seconds."""


class _Kept:
    """Texts by the hash of their bytes, the least used ones forgotten first."""

    def __init__(self) -> None:
        self._texts: OrderedDict[Sha256, str] = OrderedDict()
        self._lock = Lock()

    def get(self, sha256: Sha256) -> str | None:
        with self._lock:
            if sha256 in self._texts:
                self._texts.move_to_end(sha256)
            return self._texts.get(sha256)

    def put(self, sha256: Sha256, text: str) -> None:
        with self._lock:
            self._texts[sha256] = text
            while sum(map(len, self._texts.values())) > MOST_KEPT and len(self._texts) > 1:
                _ = self._texts.popitem(last=False)


_KEPT = _Kept()


def text_of(blobs: Blobs, snapshot: Sha256) -> str:
    """The text of kept bytes, verified by their hash when they are read.

    Raises:
        CorruptRun: the bytes are missing or have another hash.
        InputError: they cannot be read as text.
    """
    found = _KEPT.get(snapshot)
    if found is None:
        found = document_of(blobs.get(snapshot)).text
        _KEPT.put(snapshot, found)
    return found


def texts_of(blobs: Blobs, items: Iterable[CorpusItem]) -> Mapping[SourceId, str]:
    """The texts of sources that may be shown; one that cannot be read is left out.

    Raises:
        CorruptRun: kept bytes are missing or have another hash.
    """
    found: dict[SourceId, str] = {}
    for item in items:
        if item.card.source_class in WITHHELD:
            continue
        try:
            found[item.card.id] = text_of(blobs, item.snapshot)
        except InputError:
            continue
    return found
