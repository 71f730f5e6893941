"""Codes of evidence links."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="EVD-form",
        severity=Severity.ERROR,
        meaning="Evidence rests on a form of document that the profile does not list.",
        threshold="source_order of the profile; every form where it lists none",
        bad="a press release under a profile that lists 10-K and 10-Q",
        good="a 10-Q under that profile",
    ),
    Code(
        code="EVD-source-unknown",
        severity=Severity.ERROR,
        meaning="A source of the evidence is not in the run's corpus.",
        bad="a source that nobody supplied",
        good="a source of the corpus index",
    ),
    Code(
        code="EVD-snapshot",
        severity=Severity.ERROR,
        meaning="The bytes a source was read from are not those the corpus holds.",
        threshold="equal SHA-256",
        bad="the snapshot of an older copy",
        good="the snapshot in the corpus index",
    ),
    Code(
        code="EVD-source-idle",
        severity=Severity.WARNING,
        meaning="A source is listed that nothing rests on.",
        bad="a report that was opened and not used",
        good="only sources that a figure, frame, convention or search names",
    ),
    Code(
        code="EVD-source-unlisted",
        severity=Severity.ERROR,
        meaning="An observation names a source that the evidence does not pin.",
        bad="a figure from a report that is not under sources",
        good="a figure from a listed source",
    ),
    Code(
        code="EVD-quote-absent",
        severity=Severity.ERROR,
        meaning="A quote does not stand verbatim in its source.",
        threshold="character for character in NFC text",
        bad="a quote with a figure that the source does not have",
        good="a line copied from the source",
    ),
    Code(
        code="EVD-quote-repeated",
        severity=Severity.WARNING,
        meaning="A quote stands more than once in its source, so it says not where.",
        bad="the quote `Total`",
        good="the whole line of the table",
    ),
    Code(
        code="EVD-number",
        severity=Severity.ERROR,
        meaning="No number in the quote is the observed value under its scale.",
        threshold="equal as decimals, in the stated scale or in whole units",
        bad="value 128,896 thousand, quoted line says 128,869",
        good="value 128,896 thousand, quoted line says 128,896",
    ),
    Code(
        code="EVD-unused",
        severity=Severity.ERROR,
        meaning="A figure that nothing uses: noise for the reviewer.",
        bad="an observation that no derivation, population or target names",
        good="an observation that is the input of a derivation",
    ),
    Code(
        code="EVD-conflict",
        severity=Severity.ERROR,
        meaning=(
            "One figure is read with two values: one of them is restated, or slipped by a scale."
        ),
        threshold=(
            "same subject, measure, basis, period, unit and vintage; a rounded value agrees with"
            " the exact one"
        ),
        bad=(
            "11.93 a share in one report, 1.19 for the same year in a later one, both without basis"
        ),
        good="11.93 with the basis `recast: as_reported`, 1.19 with `recast: recast`",
    ),
    Code(
        code="EVD-zero",
        severity=Severity.WARNING,
        meaning="A figure is zero where others of its series are not: it may be a missing value.",
        threshold="same subject, measure, basis and unit",
        bad="dividends of 0.0 after 66.92 the month before",
        good="dividends of 66.92 and 66.71",
    ),
    Code(
        code="EVD-period",
        severity=Severity.WARNING,
        meaning="A period is labelled as a fiscal quarter and has not its length.",
        threshold="70 to 119 days: 10 to 17 weeks",
        bad="39 weeks labelled as the third quarter",
        good="13 weeks labelled as the third quarter",
    ),
)
