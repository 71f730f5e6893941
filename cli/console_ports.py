"""What the console asks of packages that it may not import."""

from dataclasses import dataclass

from cli.archive import Archive
from cli.console_runs import ConsoleRuns
from contracts.settings import Settings


@dataclass(frozen=True, slots=True)
class CliPorts:
    """The console's ports over open records."""

    archive: Archive
    settings: Settings

    @property
    def runs(self) -> ConsoleRuns:
        """What runs used, opened and came to."""
        return ConsoleRuns(self.archive)
