"""What pages of runs are given by the packages that the console may not import."""

from collections.abc import Sequence

from cli.archive import Archive
from cli.exports import read_accepted, read_unsigned
from cli.models_source import is_replayed
from cli.role_usage import role_uses
from cli.run_pages import page_lines
from cli.usage import cost_text, usage_of
from console.run_port import OpenedPage, PrintedRubric, Used
from contracts.ids import RunId
from records.runs import RunRow
from reports.role_use import RoleUse


class ConsoleRuns:
    """Reads runs for the console over an open archive."""

    def __init__(self, archive: Archive) -> None:
        """Read over `archive`, which stays open as long as the console."""
        self._archive = archive

    async def used(self, row: RunRow) -> Used:
        """What a run has used."""
        archive = self._archive
        usage = await usage_of(
            row.id, ledger=archive.ledger, tool_log=archive.tool_log, models=row.models
        )
        return Used(
            calls=usage.calls_text,
            turns=usage.turns,
            active_seconds=usage.active_seconds,
            cost=usage.cost_text,
            cached=usage.cached_text,
        )

    async def costs(self, rows: Sequence[RunRow]) -> tuple[str, ...]:
        """What runs have cost, in words, in their order."""
        found: list[str] = []
        for row in rows:
            totals = await self._archive.ledger.totals(f"run:{row.id}")
            found.append(cost_text(totals, replayed=is_replayed(row.models)))
        return tuple(found)

    async def roles(self, row: RunRow) -> tuple[RoleUse, ...]:
        """What each role used; empty before it was asked anything."""
        return await role_uses(self._archive, row)

    async def pages(self, run: RunId) -> tuple[OpenedPage, ...]:
        """Every page of the web that was opened for a run.

        Raises:
            CorruptRun: a record that a row names is missing or changed.
        """
        return tuple(
            OpenedPage(
                who=line.who,
                url=line.url,
                came=line.came,
                source=line.source,
                record=line.record,
                screenshot=line.screenshot,
            )
            for line in await page_lines(self._archive, run)
        )

    async def rubric(self, run: RunId) -> PrintedRubric | None:
        """The rubric of a run that has one, or waits for its signature; words withheld are out.

        Raises:
            CorruptRun: a file that the journal names is missing or changed.
        """
        archive = self._archive
        if unsigned := await read_unsigned(archive, run):
            return PrintedRubric(unsigned.rubric, unsigned.record, unsigned.texts, None)
        if await archive.rubric(run) is None:
            return None
        found = await read_accepted(archive, run)
        return PrintedRubric(found.rubric, found.record, found.texts, found.header)
