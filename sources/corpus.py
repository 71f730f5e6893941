"""A local corpus: a folder of sources, each with a sidecar that says what it is and when."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from contracts.contract import parse_contract
from contracts.errors import ContractError, InputError
from contracts.ids import SourceId
from contracts.sidecar import Sidecar
from contracts.source import Corpus, CorpusItem, SourceCard
from sources.file_kind import KINDS, require_kind
from sources.store.document import Document, document_of
from sources.store.facts import Fact
from sources.store.snapshots import Snapshots

SIDECAR = ".source.json"
MAX_SOURCE_BYTES = 50_000_000


class LoadedCorpus(NamedTuple):
    """The index of a corpus, the text of each source, and the facts that filings tag."""

    corpus: Corpus
    texts: Mapping[SourceId, str]
    facts: Mapping[SourceId, tuple[Fact, ...]] = MappingProxyType({})
    """Of sources that tag any."""


def load_corpus(folder: Path, snapshots: Snapshots) -> LoadedCorpus:
    """Read a folder whole or not at all: `NAME.md`, `.pdf` or another of `KINDS`, with its sidecar.

    Raises:
        InputError: with every fault of every file, each named.
    """
    if not folder.is_dir():
        msg = f"{folder}: no such folder of sources"
        raise InputError(msg)
    named = {
        path.name: path
        for path in sorted(folder.iterdir())
        if not path.name.startswith(".") and not path.name.endswith(SIDECAR)
    }
    items, documents, faults = _read_all(named, snapshots)
    faults.extend(_strays(folder))
    faults.extend(_repeated(items))
    if not items and not faults:
        faults.append("holds no source")
    if faults:
        msg = f"{folder}: " + "; ".join(faults)
        raise InputError(msg)
    ordered = tuple(sorted(items, key=lambda item: item.card.id))
    return _loaded(Corpus(items=ordered), documents)


class GivenSource(NamedTuple):
    """A source as a person hands it over: its name, its bytes, and the bytes of its sidecar."""

    name: str
    data: bytes
    sidecar: bytes


def read_given(paths: Iterable[Path]) -> tuple[GivenSource, ...]:
    """Read single sources from files, each with its sidecar, all or none.

    Raises:
        InputError: with every fault of every file, each named.
    """
    found: list[GivenSource] = []
    faults: list[str] = []
    for path in paths:
        try:
            given = _given(path)
            _ = document_of(_checked(given).data)
        except InputError as error:
            faults.append(f"{path}: {error}")
            continue
        found.append(given._replace(name=str(path)))
    if faults:
        raise InputError("; ".join(faults))
    return tuple(found)


def load_given(sources: Iterable[GivenSource], snapshots: Snapshots) -> tuple[CorpusItem, ...]:
    """Check sources that a person handed over and keep them, all or none; sorted by id.

    Raises:
        InputError: with every fault of every source, each named.
    """
    items: list[CorpusItem] = []
    faults: list[str] = []
    for given in sources:
        try:
            card, data = _checked(given)
            _ = document_of(data)
        except InputError as error:
            faults.append(f"{given.name}: {error}")
            continue
        items.append(CorpusItem(card=card, snapshot=snapshots.put(data)))
    faults.extend(_repeated(items))
    if faults:
        raise InputError("; ".join(faults))
    return tuple(sorted(items, key=lambda item: item.card.id))


class _Checked(NamedTuple):
    card: SourceCard
    data: bytes


class _Read(NamedTuple):
    items: list[CorpusItem]
    documents: dict[SourceId, Document]
    faults: list[str]


def _read_all(named: Mapping[str, Path], snapshots: Snapshots) -> _Read:
    read = _Read([], {}, [])
    for name, path in named.items():
        try:
            card, data = _checked(_given(path))
            read.documents[card.id] = document_of(data)
        except InputError as error:
            read.faults.append(f"{name}: {error}")
            continue
        read.items.append(CorpusItem(card=card, snapshot=snapshots.put(data)))
    return read


def restore_corpus(corpus: Corpus, snapshots: Snapshots) -> LoadedCorpus:
    """The corpus of a started run, from its kept bytes, never from the folder again.

    Raises:
        CorruptRun: kept bytes are missing or changed.
    """
    documents = {item.card.id: snapshots.document(item.snapshot) for item in corpus.items}
    return _loaded(corpus, documents)


def _loaded(corpus: Corpus, documents: Mapping[SourceId, Document]) -> LoadedCorpus:
    return LoadedCorpus(
        corpus,
        MappingProxyType({name: document.text for name, document in documents.items()}),
        MappingProxyType({name: item.facts for name, item in documents.items() if item.facts}),
    )


def _given(path: Path) -> GivenSource:
    """The bytes of a file and of its sidecar."""
    if not path.exists() and not path.is_symlink():
        raise InputError("does not exist")
    if path.is_symlink() or not path.is_file():
        msg = "is not a regular file; copy the source itself"
        raise InputError(msg)
    _require_ending(path.name)
    sidecar = path.with_name(path.stem + SIDECAR)
    if not sidecar.is_file() or sidecar.is_symlink():
        msg = f"has no sidecar {sidecar.name}; without it its date is unknown"
        raise InputError(msg)
    _require_size(path.stat().st_size)
    return GivenSource(path.name, path.read_bytes(), sidecar.read_bytes())


def _checked(given: GivenSource) -> _Checked:
    """What a source says of itself, held against its bytes."""
    name = Path(given.name)
    _require_ending(name.name)
    _require_size(len(given.data))
    try:
        card = parse_contract(given.sidecar, Sidecar).card()
    except ContractError as error:
        msg = f"sidecar {name.stem}{SIDECAR}: {error}"
        raise InputError(msg) from None
    require_kind(given.data, name.suffix)
    return _Checked(card, given.data)


def _require_ending(name: str) -> None:
    ending = Path(name).suffix
    if ending.lower() not in KINDS:
        msg = f"{ending or 'no ending'} is not readable here; use {', '.join(KINDS)}"
        raise InputError(msg)


def _require_size(size: int) -> None:
    if not 0 < size <= MAX_SOURCE_BYTES:
        msg = f"is {size} bytes; a source has 1 to {MAX_SOURCE_BYTES}"
        raise InputError(msg)


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
