"""What a role's search for addresses asked of the outside, whatever came of it."""

from contracts.contract import Contract
from contracts.fetching import Hop


class AddressSearch(Contract):
    """One call of `find_filings` or `search_web`; its tool row names it by hash."""

    contract_name = "address-search"

    hops: tuple[Hop, ...]
    """Every address that was asked, redirects among them; none where a kept answer was read."""
