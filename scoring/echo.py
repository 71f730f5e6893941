"""Whether an answer repeats the rubric it is graded by: a sign that its writer has seen it."""

from collections.abc import Sequence

from contracts.contract import Contract
from contracts.criteria import Criterion
from gates.shingles import shingle_hashes

_RUN = 8
"""Words in a row that two people do not write by chance."""


class Echo(Contract):
    """How much of the rows' words stands in the answer."""

    shared: int
    """Runs of eight words that rows and answer share."""
    of: int
    """Runs of eight words in the rows."""
    row_ids: tuple[str, ...]
    """Rows of which at least half stands in the answer word for word."""


def rubric_echo(rows: Sequence[Criterion], answer: str) -> Echo:
    """Compare the words of all rows with an answer; short rows have no run and never count."""
    said = shingle_hashes(answer, _RUN)
    runs = {row.id: shingle_hashes(row.text, _RUN) for row in rows}
    every = frozenset[str]().union(*runs.values())
    found = (name for name, own in runs.items() if own and 2 * len(own & said) >= len(own))
    return Echo(shared=len(every & said), of=len(every), row_ids=tuple(found))
