"""What became of a page that a role asked for during a run, whether it was shown or not."""

from contracts.contract import Contract, Text, Words
from contracts.fetching import Hop
from contracts.ids import Sha256
from contracts.source import CorpusItem


class PageVisit(Contract):
    """One call of `open_page`; its tool row names it by hash."""

    contract_name = "page-visit"

    url: Words
    """As it was asked for, cut after 2,000 characters."""
    hops: tuple[Hop, ...]
    """Every address on the way, the refused one last."""
    item: CorpusItem | None
    """The page as a source; none where nothing readable came."""
    record: Sha256 | None = None
    """What was seen, a `page-record`: it names text, picture, dates and the browser's image."""
    egress: Sha256 | None = None
    """What page and browser asked of the proxy, an `egress-log`; none where the host fetched."""
    reason: Text = ""
    """Why the page was not shown; empty for one that was, which is a source of the run."""
