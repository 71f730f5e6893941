"""What the console asks of packages that it may not import."""

from dataclasses import dataclass

from cli.archive import Archive
from contracts.settings import Settings


@dataclass(frozen=True, slots=True)
class CliPorts:
    """The console's ports over open records."""

    archive: Archive
    settings: Settings
