"""What a human's decision gives to the role that goes on."""

from contracts.contract import Contract, Text
from contracts.finding import Finding
from contracts.ids import SourceId


class Guidance(Contract):
    """The words of a human, what had blocked the run, and the sources that came with the words.

    Neither ids nor times stand here, so that a recording of the new attempt can be pinned to it.
    """

    contract_name = "guidance"

    text: Text
    findings: tuple[Finding, ...]
    """What stood against the run when it was blocked."""
    source_ids: tuple[SourceId, ...]
    """Sources that a human supplied; they are in the corpus and marked as such."""
