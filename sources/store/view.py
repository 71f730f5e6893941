"""What a model is shown of a source: invisible controls taken out, visible text unchanged."""

import re

_INVISIBLE = re.compile(
    "[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]"
    "|[\U000e0000-\U000e007f]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
"""Zero-width and bidirectional controls, tag characters, C0 controls: hidden instructions."""


def model_view(text: str) -> str:
    """Text without invisible controls; the snapshot keeps them."""
    return _INVISIBLE.sub("", text)


def has_invisible(text: str) -> bool:
    """True when the text holds controls that a reader would not see."""
    return _INVISIBLE.search(text) is not None
