"""What the console asks of packages that it may not import."""

from cli.archive import Archive
from cli.console_items import ConsoleItems
from cli.console_runs import ConsoleRuns
from contracts.settings import Settings
from records.clock import Clock, SystemClock


class CliPorts:
    """The console's ports over open records."""

    def __init__(self, archive: Archive, settings: Settings, clock: Clock | None = None) -> None:
        """Work over `archive`, which stays open as long as the console."""
        self.settings = settings
        self.runs = ConsoleRuns(archive)
        """What runs used, opened and came to."""
        self.items = ConsoleItems(archive, clock or SystemClock())
        """What can be decided on items, and decisions as forms give them."""
