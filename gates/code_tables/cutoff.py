"""Codes of the cutoff."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="CUT-after",
        severity=Severity.ERROR,
        meaning="A source was published, or its version last changed, after the cutoff.",
        threshold="latest possible instant before the end of the cutoff day in its zone",
        bad="filed 2026-01-10, cutoff 2026-01-09",
        good="filed 2026-01-09, cutoff 2026-01-09",
    ),
    Code(
        code="CUT-straddles",
        severity=Severity.ERROR,
        meaning="A source's date is too vague to say on which side of the cutoff it lies.",
        threshold="earliest instant before the end of the cutoff day, latest not",
        bad="'January 2026', cutoff 2026-01-09",
        good="'December 2025', cutoff 2026-01-09",
    ),
    Code(
        code="CUT-undated",
        severity=Severity.ERROR,
        meaning="A source has no publication date, or one from a basis that proves none.",
        threshold="HTTP headers and the time of our fetch prove nothing",
        bad="a page dated by its Last-Modified header",
        good="a filing dated by the filing index",
    ),
    Code(
        code="CUT-mutable",
        severity=Severity.ERROR,
        meaning="A source is dated in time, but nothing proves that its text is that of then.",
        threshold="accession, archive capture, vintage, hash registry or human",
        bad="a company web page without an archive capture",
        good="a filing with an accession number",
    ),
    Code(
        code="CUT-unverified",
        severity=Severity.WARNING,
        meaning="A source is in time by a date that was transcribed and not verified.",
        bad="a filing date copied from a note",
        good="a filing date checked in the filing index",
    ),
    Code(
        code="CUT-vintage",
        severity=Severity.ERROR,
        meaning="A figure is of a vintage later than the cutoff.",
        threshold="vintage on or before the cutoff day",
        bad="vintage 2026-02-01, cutoff 2026-01-09",
        good="vintage 2025-12-23, cutoff 2026-01-09",
    ),
    Code(
        code="CUT-vintage-early",
        severity=Severity.ERROR,
        meaning="A figure is said to be of a vintage from before its period ended.",
        threshold="vintage on or after the last day of the period",
        bad="the October figure in a vintage of 2025-10-15",
        good="the October figure in a vintage of 2025-11-13",
    ),
    Code(
        code="CUT-latest-vintage",
        severity=Severity.ERROR,
        meaning="A series that is rewritten in place is read without proof of its vintage.",
        threshold=(
            "subject of scheme `series`: source proven by vintage, archive capture or hash"
            " registry; with `vintage`, the figure names its own"
        ),
        bad="the file of a price index as of today, for last year",
        good="the vintage of 2025-12-18, named by the figure",
    ),
    Code(
        code="CUT-period",
        severity=Severity.ERROR,
        meaning="A figure is read of a period that had not ended by the cutoff.",
        threshold="last day of the period on or before the cutoff day",
        bad="an amount of the year 2026, cutoff 2026-01-09",
        good="an amount of the quarter that ended 2025-09-30",
    ),
)
