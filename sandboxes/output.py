"""What is kept of a script's output: the first bytes of each stream, and a word on the rest."""

import codecs
from typing import Literal

FLOOD_FACTOR = 16
"""A script that prints this many times the cap is ended."""


class Output:
    """Collects stdout and stderr up to a cap each, in bytes."""

    def __init__(self, cap: int) -> None:
        """Start empty."""
        self._cap = cap
        self._kept = {"stdout": bytearray(), "stderr": bytearray()}
        self._seen = 0
        self.truncated = False

    def add(self, stream: Literal["stdout", "stderr"], chunk: bytes) -> None:
        """Take a chunk; what lies beyond the cap is dropped."""
        kept = self._kept[stream]
        room = self._cap - len(kept)
        kept += chunk[:room]
        self._seen += len(chunk)
        self.truncated = self.truncated or len(chunk) > room

    @property
    def is_flood(self) -> bool:
        """Whether the script printed so much that it should be ended."""
        return self._seen > FLOOD_FACTOR * self._cap

    def text(self, stream: Literal["stdout", "stderr"]) -> str:
        """What was kept, as text; a character that the cap cut in two is left out."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        return decoder.decode(bytes(self._kept[stream]), final=not self.truncated)
