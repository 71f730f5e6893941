"""A local corpus: a folder of text sources, each with a sidecar that says what it is and when."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from contracts.contract import parse_contract
from contracts.errors import ContractError, InputError
from contracts.ids import SourceId
from contracts.sidecar import Sidecar
from contracts.source import Corpus, CorpusItem, SourceCard
from sources.store.snapshots import Snapshots
from sources.store.text import text_of

SIDECAR = ".source.json"
READABLE = frozenset({".md", ".txt", ".csv", ".json"})
MAX_SOURCE_BYTES = 50_000_000


class LoadedCorpus(NamedTuple):
    """The index of a corpus and the text of each source."""

    corpus: Corpus
    texts: Mapping[SourceId, str]


def load_corpus(folder: Path, snapshots: Snapshots) -> LoadedCorpus:
    """Read a folder whole or not at all: `NAME.md` with `NAME.source.json` beside it.

    Raises:
        InputError: with every fault of every file, each named.
    """
    if not folder.is_dir():
        msg = f"{folder}: no such folder of sources"
        raise InputError(msg)
    faults: list[str] = []
    items: list[CorpusItem] = []
    texts: dict[SourceId, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name.endswith(SIDECAR):
            continue
        try:
            card, data = _read(path)
            texts[card.id] = text_of(data)
        except InputError as error:
            faults.append(f"{path.name}: {error}")
            continue
        items.append(CorpusItem(card=card, snapshot=snapshots.put(data)))
    faults.extend(_strays(folder))
    faults.extend(_repeated(items))
    if not items and not faults:
        faults.append("holds no source")
    if faults:
        msg = f"{folder}: " + "; ".join(faults)
        raise InputError(msg)
    ordered = tuple(sorted(items, key=lambda item: item.card.id))
    return LoadedCorpus(Corpus(items=ordered), MappingProxyType(texts))


def restore_corpus(corpus: Corpus, snapshots: Snapshots) -> LoadedCorpus:
    """The corpus of a started run, from its kept bytes, never from the folder again.

    Raises:
        CorruptRun: kept bytes are missing or changed.
    """
    texts = {item.card.id: snapshots.text(item.snapshot) for item in corpus.items}
    return LoadedCorpus(corpus, MappingProxyType(texts))


def _read(path: Path) -> tuple[SourceCard, bytes]:
    if path.is_symlink() or not path.is_file():
        msg = "is not a regular file; copy the source itself"
        raise InputError(msg)
    if path.suffix.lower() not in READABLE:
        msg = (
            f"{path.suffix or 'no ending'} is not readable here; use {', '.join(sorted(READABLE))}"
        )
        raise InputError(msg)
    sidecar = path.with_name(path.stem + SIDECAR)
    if not sidecar.is_file() or sidecar.is_symlink():
        msg = f"has no sidecar {sidecar.name}; without it its date is unknown"
        raise InputError(msg)
    size = path.stat().st_size
    if not 0 < size <= MAX_SOURCE_BYTES:
        msg = f"is {size} bytes; a source has 1 to {MAX_SOURCE_BYTES}"
        raise InputError(msg)
    try:
        card = parse_contract(sidecar.read_bytes(), Sidecar).card()
    except ContractError as error:
        msg = f"sidecar {sidecar.name}: {error}"
        raise InputError(msg) from None
    return card, path.read_bytes()


def _strays(folder: Path) -> list[str]:
    stems = {path.stem for path in folder.iterdir() if not path.name.endswith(SIDECAR)}
    return [
        f"{path.name}: no source lies beside it"
        for path in sorted(folder.iterdir())
        if path.name.endswith(SIDECAR) and path.name.removesuffix(SIDECAR) not in stems
    ]


def _repeated(items: list[CorpusItem]) -> list[str]:
    seen: dict[str, str] = {}
    faults: list[str] = []
    for item in items:
        key = item.card.id.casefold()
        if key in seen:
            faults.append(f"id {item.card.id!r} stands twice (also as {seen[key]!r})")
        seen[key] = item.card.id
    return faults
