"""Codes of contamination."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="CON-realised",
        severity=Severity.BLOCKER,
        meaning="A forecast's candidate states what only a source from after the cutoff prints.",
        threshold=(
            "a figure of three significant digits or more, no year, in any scale, that no source"
            " known by the cutoff prints; words are left to the reviewer"
        ),
        bad="a row that names the revenue which the next report states",
        good="a range worked out from what was known on the day",
    ),
    Code(
        code="CON-host",
        severity=Severity.ERROR,
        meaning="A blocked host stands in a source's address, a quote or a text.",
        threshold="the host itself and all its sub-domains",
        bad="a source published on a benchmark's data host",
        good="a source published on the registry's host",
    ),
    Code(
        code="CON-shingle",
        severity=Severity.BLOCKER,
        meaning="A text repeats a run of words of a protected set; a human must look.",
        threshold="a run as long as the set says, 13 words by default, in normal form",
        bad="a rationale copied from a public rubric",
        good="a rationale in own words; the request's words and filing quotes are exempt",
    ),
    Code(
        code="CON-item",
        severity=Severity.BLOCKER,
        meaning="A text, or a line or quotation in it, is a short protected item but for numbers.",
        threshold=(
            "equal in normal form with numerals masked; items of 5 words beside numerals up to 25 "
            "words in all"
        ),
        bad="a row that is a public rubric line with another figure",
        good="a row in own words, which also a paraphrase is: it cannot be found by hash",
    ),
    Code(
        code="CON-canary",
        severity=Severity.BLOCKER,
        meaning="A text holds a canary: a token that was put into a set to show copies of it.",
        threshold="all words of the token in a row; nothing is exempt, not even the request",
        bad="a rationale with a benchmark's canary GUID",
        good="a rationale with any other GUID",
    ),
)
