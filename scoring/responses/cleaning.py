"""Text of others made fit for judges: cut with a visible mark, cleaned, keys withheld.

Whatever is taken away is counted and told in a remark; nothing is shortened in silence.
"""

import hashlib
import re
from collections import Counter

from contracts.response import Remark, RemarkKind

MAX_ANSWER = 200_000
MAX_STEP = 20_000
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_KEY = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[A-Za-z0-9_-]{35}"
)
_IMAGE = re.compile(r"data:([a-z]+/[a-z0-9.+-]{1,40});base64,([A-Za-z0-9+/=_-]{64,})")
_WORDS = {
    RemarkKind.ANSWER_CUT: "characters of the answer are left out; the cut is marked",
    RemarkKind.TRACE_CUT: "characters or steps of the trace are left out; each cut is marked",
    RemarkKind.IMAGES_REPLACED: "pictures stand as their hash",
    RemarkKind.CHARACTERS_REMOVED: "control characters, colour codes or lone surrogates removed",
    RemarkKind.KEY_WITHHELD: "strings that look like a key are masked",
}


class Cleaner:
    """Cleans the texts of one response and remembers what it took away."""

    def __init__(self) -> None:
        """Begin with nothing taken away."""
        self._taken: Counter[RemarkKind] = Counter()

    def answer(self, text: str) -> str:
        """The text of an answer, at most 200,000 characters with the mark of the cut."""
        return self._clean(text, MAX_ANSWER, RemarkKind.ANSWER_CUT)

    def step(self, text: str) -> str:
        """The text of one step, at most 20,000 characters with the mark of the cut."""
        return self._clean(text, MAX_STEP, RemarkKind.TRACE_CUT)

    def left_out(self, steps: int) -> None:
        """Count steps that are not read."""
        self._taken[RemarkKind.TRACE_CUT] += steps

    def image(self, media: str, data: str) -> str:
        """What stands for a picture that is given as base64 text."""
        self._taken[RemarkKind.IMAGES_REPLACED] += 1
        digest = hashlib.sha256(data.encode()).hexdigest()
        return f"[picture, {media}, {len(data):,} characters of base64, sha256 {digest}]"

    def remarks(self) -> tuple[Remark, ...]:
        """One remark per kind of loss."""
        return tuple(
            Remark(kind=kind, words=f"{count:,} {_WORDS[kind]}")
            for kind, count in sorted(self._taken.items())
        )

    def _clean(self, text: str, limit: int, kind: RemarkKind) -> str:
        text = _IMAGE.sub(lambda found: self.image(found[1], found[2]), text)
        text, codes = _ANSI.subn("", text)
        text, others = _CONTROL.subn("\ufffd", text)
        text, keys = _KEY.subn("[key withheld]", text)
        if codes + others:
            self._taken[RemarkKind.CHARACTERS_REMOVED] += codes + others
        if keys:
            self._taken[RemarkKind.KEY_WITHHELD] += keys
        if len(text) <= limit:
            return text
        kept = limit - 100
        self._taken[kind] += len(text) - kept
        return f"{text[:kept]}\n[cut by finrubric: {len(text) - kept:,} more characters]"
