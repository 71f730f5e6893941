"""Text of models, sources and people made fit for a terminal or a page: visible, and only text.

Escaping for HTML, Markdown or CSV comes on top and is each format's own.
"""

import json
import re

_SEQUENCE = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]"
    "|\x1b[\\]PX^_].*?(?:\x07|\x1b\\\\|\x9c|$)"
    "|\x9b[0-?]*[ -/]*[@-~]"
    "|\x9d.*?(?:\x07|\x9c|$)"
    "|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
"""Terminal control sequences: CSI, OSC and its kin, in 7 and 8 bits, and single escapes."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]"
    "|[\u200b\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u202a-\u202e]"
    "|[\U000e0000-\U000e007f]"
)
"""C0 and C1 controls but tab and line feed; zero-width, bidirectional and tag characters."""
_SURROGATE = re.compile("[\ud800-\udfff]")


def printable(text: str) -> str:
    """Text with its lines and tabs, without what a terminal obeys or a reader cannot see."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub("\ufffd", _HIDDEN.sub("", _SEQUENCE.sub("", lines)))


def escaped(text: str) -> str:
    """Text of a JSON file in which what `printable` takes away stands as JSON escapes.

    A program reads the same strings in it, and a person sees all that is there.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _SURROGATE.sub(_escape, _HIDDEN.sub(_escape, lines))


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


def one_line(text: str) -> str:
    """Printable text on a single line; runs of white space become one space."""
    return " ".join(printable(text).split())
