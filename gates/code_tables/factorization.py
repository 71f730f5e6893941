"""Codes of the factorization gate."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="FAC-span-not-verbatim",
        severity=Severity.ERROR,
        meaning="A span's text is not what stands at its offsets in the query.",
        threshold="equal code points",
        bad="`{start: 5, end: 20, text: Texas Roadhouse}` where the name starts at 4",
        good="`{start: 4, end: 19, text: Texas Roadhouse}`",
    ),
    Code(
        code="FAC-id-repeated",
        severity=Severity.ERROR,
        meaning="Two bindings, obligations, components or ambiguities have one id.",
        bad="two bindings `BND1`",
        good="`BND1` and `BND2`",
    ),
    Code(
        code="FAC-binding-dangling",
        severity=Severity.ERROR,
        meaning="An obligation names a binding that is not listed.",
        bad="`binding_ids: [BND1, BND99]` with nine bindings",
        good="`binding_ids: [BND1, BND9]`",
    ),
    Code(
        code="FAC-obligation-unbound",
        severity=Severity.ERROR,
        meaning="None of an obligation's bindings is listed, so nothing says what it is about.",
        bad="`binding_ids: [BND99]` and no other",
        good="at least the entity, the measure and the period of the obligation",
    ),
    Code(
        code="FAC-component-misplaced",
        severity=Severity.ERROR,
        meaning="A component's id begins with another obligation's.",
        bad="`O2.1` under `O1`",
        good="`O1.1` under `O1`",
    ),
    Code(
        code="FAC-readings-repeated",
        severity=Severity.ERROR,
        meaning="An ambiguity has fewer distinct readings than it lists.",
        threshold="two or more, distinct by id and by words",
        bad="`mean_of_ratios` listed twice",
        good="`mean_of_ratios` and `ratio_of_sums`",
    ),
    Code(
        code="FAC-signature-instance",
        severity=Severity.ERROR,
        meaning="The signature holds an instance binding in some normal form.",
        threshold=(
            "any spelling: case, width, dashes, quotes, accents, legal form, possessive, ticker, "
            "date format, thousands separator, number word, percent"
        ),
        bad="binding `1/9/2026`, signature `... as of January 9, 2026`",
        good="signature `... as of the cutoff`",
    ),
    Code(
        code="FAC-signature-output",
        severity=Severity.ERROR,
        meaning="The signature says how the answer is to be rounded or laid out.",
        bad="`the average share, with two decimal places`",
        good="`the average share`",
    ),
    Code(
        code="FAC-cutoff-mismatch",
        severity=Severity.BLOCKER,
        meaning="An as-of date of the request is in no reading the cutoff day.",
        threshold="one reading equals the cutoff, or a month holds it",
        bad="`as of 2/9/2026` with cutoff 2026-01-09",
        good="`as of 1/9/2026` with cutoff 2026-01-09 (the other reading is 2026-09-01)",
    ),
    Code(
        code="FAC-as-of-unbound",
        severity=Severity.ERROR,
        meaning="A date after `as of` in the request is not bound, so it is held against nothing.",
        threshold="within 40 characters of `as of`, `as at` or `cutoff`, same sentence",
        bad="`as of 1/9/2026` without a binding for the date",
        good="a binding of kind `as_of` for `1/9/2026`",
    ),
    Code(
        code="FAC-as-of-undated",
        severity=Severity.WARNING,
        meaning="An as-of binding holds no date that can be held against the cutoff.",
        bad="`as_of` binding `the latest report`",
        good="`as_of` binding `1/9/2026`",
    ),
)
