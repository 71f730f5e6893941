"""Pages of the web that a candidate rests on, opened anew before it is reviewed."""

from contracts.contract import Contract, Text, Words
from contracts.fetching import Hop
from contracts.ids import Sha256, SourceId
from contracts.page import PageComparison


class PageReopening(Contract):
    """One page, and how it differs from when it was cited."""

    source_id: SourceId
    url: Words
    hops: tuple[Hop, ...]
    """Every address on the way, the refused one last."""
    record: Sha256 | None
    """What was seen this time, a `page-record`; none where no page came."""
    egress: Sha256 | None = None
    """What page and browser asked of the proxy, an `egress-log`; none where the host fetched."""
    differs: PageComparison | None
    """By code; none where no page came."""
    reason: Text = ""
    """Why no page came."""


class PageReopenings(Contract):
    """All cited pages of one candidate; they are found by opening, not by date."""

    contract_name = "page-reopenings"

    pages: tuple[PageReopening, ...]
