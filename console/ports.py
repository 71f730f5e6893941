"""What the console needs of packages that it may not import; `cli/console_ports.py` gives it."""

from typing import Protocol

from console.item_port import ItemPort
from console.run_port import RunPort


class Ports(Protocol):
    """What is done for pages by the orchestrator's and the agents' code."""

    @property
    def runs(self) -> RunPort:
        """What runs used, opened and came to."""
        ...

    @property
    def items(self) -> ItemPort:
        """What can be decided on items, and decisions as forms give them."""
        ...
