"""What became of a page that a role asked for during a run, whether it was shown or not."""

from contracts.contract import Contract, Text, Words
from contracts.fetching import Hop
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
    screenshot: Words | None = None
    """Hash of a picture of the page, where the opener takes one."""
    reason: Text = ""
    """Why the page was not shown; empty for one that was, which is a source of the run."""
