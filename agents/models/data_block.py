"""What others wrote as data: wrapped between marks that carry a nonce the content cannot know.

The nonce comes from the run's seed and the place of the call, so that a resumed run builds the
same request, and an author of a source cannot foresee it.
"""

import hashlib
import hmac
import re

from contracts.contract import canonical
from contracts.model import CallKey

MESSAGE = -1
"""The place of the message that opens a turn, in its first call: before the first tool result."""

_BLOCK = re.compile(
    r'<data nonce="(?P<nonce>[0-9a-f]{16})">\n(?P<text>.*)\n</data (?P=nonce)>', re.S
)


def nonce_of(seed: str, key: CallKey, index: int) -> str:
    """16 hex digits for the `index`-th tool result of a call, from 0, or for a turn's `MESSAGE`."""
    place = canonical(key) + f"#{index}".encode()
    return hmac.new(seed.encode(), place, hashlib.sha256).hexdigest()[:16]


def as_data(text: str, nonce: str) -> str:
    """Wrap `text`; a text that holds the nonce is given another one."""
    while nonce in text:
        nonce = hashlib.sha256(nonce.encode()).hexdigest()[:16]
    return f'<data nonce="{nonce}">\n{text}\n</data {nonce}>'


def data_in(block: str) -> str:
    """The text inside a block; a text that is no block is returned as it is."""
    found = _BLOCK.fullmatch(block)
    return block if found is None else found["text"]
