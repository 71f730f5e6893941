"""Codes of the trace audit."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="AUD-blocked-host",
        severity=Severity.ERROR,
        meaning="A tool call, a result or a file names a blocked host.",
        threshold=(
            "the host or a sub-domain, through case, width, final dot, escapes, punycode, and "
            "as part of another URL's query"
        ),
        bad="`https://cache.example/?u=https%3A%2F%2FAnswers.Example.%2Fkey`",
        good="`https://www.sec.gov/`",
    ),
    Code(
        code="AUD-source-unknown",
        severity=Severity.ERROR,
        meaning="A source was opened that is not in the run's corpus.",
        bad="`open_source` of `blog-post`",
        good="`open_source` of `10-K-2024`",
    ),
    Code(
        code="AUD-source-late",
        severity=Severity.ERROR,
        meaning="A source of after the cutoff was opened, asked for, or found by a provider.",
        threshold="the as-of rule of contracts/cutoff.py",
        bad="a report published on 2026-02-19 for cutoff 2026-01-09",
        good="a report published on 2025-11-07",
    ),
    Code(
        code="AUD-page-unproved",
        severity=Severity.WARNING,
        meaning="A role asked for a page whose date or version nothing proves; it was not shown.",
        threshold="the as-of rule of contracts/cutoff.py; a page of after the cutoff is an error",
        bad="a page that states no date",
        good="a capture in the Internet Archive that was made by the cutoff",
    ),
    Code(
        code="AUD-tool-unknown",
        severity=Severity.ERROR,
        meaning="The trace holds a tool or event that this version cannot read, so cannot audit.",
        bad="`web_search`",
        good="`search_sources`",
    ),
    Code(
        code="AUD-arguments-unread",
        severity=Severity.ERROR,
        meaning="A source was opened by a call whose arguments cannot be read.",
        bad="`open_source` with `[]`",
        good='`open_source` with `{"source_id": "10-K-2024"}`',
    ),
    Code(
        code="AUD-protected-text",
        severity=Severity.ERROR,
        meaning="A tool call, a result or a file repeats guarded text of an evaluation set.",
        threshold="a run of the set's n words, or a whole line but for its numbers; copies only",
        bad="thirteen words in a row of a public rubric",
        good="the request's own words and the text of the run's sources",
    ),
    Code(
        code="AUD-instruction",
        severity=Severity.WARNING,
        meaning="A source holds text that reads like an order to a model; a person should look.",
        threshold="nine kinds of words and marks that are meant for a program; it blocks nothing",
        bad="a page that says `ignore all previous instructions`",
        good="a proxy statement that says how to give voting instructions",
    ),
    Code(
        code="AUD-refused-reach",
        severity=Severity.ERROR,
        meaning="A role, or a page that it opened, reached for what no policy lets through.",
        threshold="every hop of a fetch and every line of a proxy that was refused by a rule",
        bad="a redirect to `http://127.0.0.1/`",
        good="a redirect from `sec.gov` to `www.sec.gov`",
    ),
)
