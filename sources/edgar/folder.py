"""Filings into a folder of sources: each main document as filed, with the sidecar that dates it."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from contracts.contract import canonical
from contracts.cutoff import DateBasis
from contracts.errors import EnvironmentFault, InputError
from contracts.sidecar import Sidecar, SidecarTime
from sources.as_of import Unshown
from sources.corpus import SIDECAR
from sources.edgar.client import Edgar
from sources.edgar.filing import ZONE, Filing
from sources.file_kind import KINDS, require_kind
from sources.store.filing import is_html


class Saved(NamedTuple):
    """What was written, and what could not be."""

    files: tuple[Path, ...]
    left_out: tuple[Unshown, ...]


async def save_filings(
    client: Edgar, filings: Sequence[Filing], folder: Path, *, now: datetime
) -> Saved:
    """Fetch the main document of each filing and write it with its sidecar.

    A document that is there with the same bytes is left as it is.

    Raises:
        InputError: the folder has another file of that name.
        FetchFailed: EDGAR gave no usable answer.
        EnvironmentFault: the folder cannot be written.
    """
    files: list[Path] = []
    left_out: list[Unshown] = []
    for filing in filings:
        data = await client.document(filing)
        ending = (
            ".html" if is_html(data) else PurePosixPath(filing.document).suffix.lower() or ".txt"
        )
        fault = _fault(data, ending)
        if fault:
            left_out.append(Unshown(filing.label, fault))
            continue
        sidecar = _sidecar(filing, now)
        path = folder / f"{sidecar.id}{ending}"
        _write(path, data, keeps=True)
        _write(folder / f"{sidecar.id}{SIDECAR}", canonical(sidecar), keeps=False)
        files.append(path)
    return Saved(tuple(files), tuple(left_out))


def _fault(data: bytes, ending: str) -> str:
    """Why the document cannot be a source; empty where it can."""
    if ending not in KINDS:
        return f"its main document ends in {ending}, which is not read"
    try:
        require_kind(data, ending)
    except InputError as error:
        return str(error)
    return ""


def _sidecar(filing: Filing, now: datetime) -> Sidecar:
    card = filing.card()
    retrieved = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Sidecar(
        id=card.id,
        title=card.title,
        publisher=card.publisher,
        form=card.form,
        accession=card.accession,
        url=card.url,
        supplied_by="fetch",
        published=SidecarTime(
            at=f"{filing.filed}",
            zone=ZONE,
            basis=DateBasis.FILING_INDEX,
            verified=filing.verified,
        ),
        retrieved=SidecarTime(at=retrieved, zone="UTC", basis=DateBasis.FIRST_SEEN, verified=False),
        version_proof="accession",
        note="Fetched from EDGAR; the filing date is that of the registry's own list.",
    )


def _write(path: Path, data: bytes, *, keeps: bool) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if keeps and path.exists():
            if path.read_bytes() != data:
                raise InputError(f"{path} is there with other bytes: name another folder")
            return
        _ = beside.write_bytes(data)
        _ = beside.replace(path)
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be written: {error.strerror}") from None
