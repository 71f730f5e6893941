"""How waits are spread, so that calls held back together do not come back together.

The spread follows from the call's key: two calls differ, and one call waits the same in a replayed
test as it did before.
"""

import hashlib

from contracts.contract import canonical
from contracts.model import CallKey

MOST = 0.1
"""Most that is added to a wait that a provider asked for, as a share of it."""


def spread_of(key: CallKey, ordinal: int) -> float:
    """A share from 0 to below 1 for the `ordinal`-th wait of a call."""
    digest = hashlib.sha256(canonical(key) + f"#{ordinal}".encode()).digest()
    return int.from_bytes(digest[:4]) / 2**32


def later(seconds: float, key: CallKey, ordinal: int) -> float:
    """A wait that was asked for, and a little more: never less."""
    return seconds * (1 + MOST * spread_of(key, ordinal))
