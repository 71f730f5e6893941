"""What a database was asked for and gave, as SQLAlchemy says it in its log of rows."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

_LOGGER = logging.getLogger("sqlalchemy.engine.Engine")
ROW = "Row %r"


@dataclass(slots=True)
class Reads:
    """Statements that were sent, and rows that came back."""

    statements: int = 0
    rows: int = 0


class _Counting(logging.Handler):
    def __init__(self, reads: Reads) -> None:
        super().__init__(logging.DEBUG)
        self._reads = reads

    def emit(self, record: logging.LogRecord) -> None:
        self._reads.rows += record.msg == ROW
        self._reads.statements += record.getMessage().lstrip().startswith(("SELECT", "WITH"))


@contextmanager
def counted() -> Generator[Reads]:
    """Count what is read in the meantime, by every database of this process."""
    reads = Reads()
    handler, level, told = _Counting(reads), _LOGGER.level, _LOGGER.propagate
    _LOGGER.addHandler(handler)
    _LOGGER.setLevel(logging.DEBUG)
    _LOGGER.propagate = False
    try:
        yield reads
    finally:
        _LOGGER.removeHandler(handler)
        _LOGGER.setLevel(level)
        _LOGGER.propagate = told
