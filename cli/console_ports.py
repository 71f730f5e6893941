"""What the console asks of packages that it may not import."""

from dataclasses import dataclass, field

from cli.archive import Archive
from cli.console_items import ConsoleItems
from cli.console_runs import ConsoleRuns
from contracts.settings import Settings
from records.clock import Clock, SystemClock


@dataclass(frozen=True, slots=True)
class CliPorts:
    """The console's ports over open records."""

    archive: Archive
    settings: Settings
    clock: Clock = field(default_factory=SystemClock)

    @property
    def runs(self) -> ConsoleRuns:
        """What runs used, opened and came to."""
        return ConsoleRuns(self.archive)

    @property
    def items(self) -> ConsoleItems:
        """What can be decided on items, and decisions as forms give them."""
        return ConsoleItems(self.archive, self.clock)
