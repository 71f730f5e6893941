"""The stage files of one run: named by its journal, read with their hashes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Generic

from console.reading.veil import OPEN, Veil
from contracts.contract import BodyT, parse_stamped
from contracts.ids import RunId
from contracts.run_paths import RunPaths
from records.files import read_verified
from records.journal import Journal
from records.journal_chain import JournalRow


@dataclass(frozen=True, slots=True)
class StageFile(Generic[BodyT]):
    """The body of a stage file and the step that wrote it."""

    row: JournalRow
    body: BodyT


@dataclass(frozen=True, slots=True)
class StageFiles:
    """All that the steps of one run have left."""

    data: Path
    run: RunId
    rows: tuple[JournalRow, ...]
    """In the order of the steps."""
    veil: Veil = OPEN
    """What is left out of every body for who reads them."""

    def every(self, model: type[BodyT], *stages: str) -> tuple[StageFile[BodyT], ...]:
        """The files of one contract, of all stages or of those named, oldest first.

        Raises:
            CorruptRun: a file is missing or has other bytes.
        """
        named = (row for row in self.rows if not stages or row.stage in stages)
        found = ((row, self.body(row, model)) for row in named)
        return tuple(StageFile(row, body) for row, body in found if body is not None)

    def newest(self, model: type[BodyT], *stages: str) -> StageFile[BodyT] | None:
        """The last file of one contract, or None.

        Raises:
            CorruptRun: the file is missing or has other bytes.
        """
        for row in reversed(self.rows):
            if not stages or row.stage in stages:
                body = self.body(row, model)
                if body is not None:
                    return StageFile(row, body)
        return None

    def body(self, row: JournalRow, model: type[BodyT]) -> BodyT | None:
        """What one step wrote of a contract; None where it wrote none.

        Raises:
            CorruptRun: the file is missing or has other bytes.
        """
        for file in row.files:
            if file.name == model.contract_name:
                path = RunPaths(self.data, self.run).root / file.path
                return self.veil.over(parse_stamped(read_verified(path, file.sha256), model).body)
        return None


async def stage_files(journal: Journal, data: Path, run: RunId) -> StageFiles:
    """The files of a run as its journal names them now."""
    return StageFiles(data, run, await journal.rows(run))
