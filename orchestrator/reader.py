"""Reading what earlier stages wrote: by place in the journal, verified, never by file name."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from contracts.contract import Contract, parse_stamped
from contracts.errors import CorruptRun
from contracts.ids import Sha256
from orchestrator.deps import Kept
from orchestrator.stage import StageName
from records.files import read_verified
from records.journal_chain import JournalRow

BodyT = TypeVar("BodyT", bound=Contract)


@dataclass(frozen=True, slots=True)
class Read(Generic[BodyT]):
    """A body and its fingerprint."""

    body: BodyT
    fingerprint: Sha256


async def read(
    deps: Kept, model: type[BodyT], stage: StageName, *, attempt: int = 1, n: int = 1
) -> Read[BodyT]:
    """The body of type `model` that a stage wrote last, in this attempt or an earlier one.

    Raises:
        CorruptRun: no such row, no such file in it, or bytes that are not those of the row.
    """
    row = await deps.services.journal.newest(deps.run, attempt=attempt, stage=stage, n=n)
    if row is None:
        msg = f"run {deps.run}: no journal row for {stage} {n} up to attempt {attempt}"
        raise CorruptRun(msg)
    return read_file(deps, row, model)


def read_file(deps: Kept, row: JournalRow, model: type[BodyT]) -> Read[BodyT]:
    """The body of type `model` that a journal row names.

    Raises:
        CorruptRun: no such file in the row, or bytes that are not those of the row.
    """
    for file in row.files:
        if file.name == model.contract_name:
            data = read_verified(deps.paths.root / file.path, file.sha256)
            return Read(parse_stamped(data, model).body, file.fingerprint)
    msg = f"run {deps.run}: {row.stage} {row.n} wrote no {model.contract_name}"
    raise CorruptRun(msg)
