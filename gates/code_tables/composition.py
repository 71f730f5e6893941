"""Codes of the composition gate."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="CMP-check-undecided",
        severity=Severity.ERROR,
        meaning="A composition check is not decided, or decided twice.",
        threshold="each of the four once",
        bad="`rows_are_atomic` left out",
        good="all four decided",
    ),
    Code(
        code="CMP-check-without-finding",
        severity=Severity.ERROR,
        meaning="A failed check names no finding of the composition.",
        bad="`credit_is_graded` failed, no finding",
        good="`credit_is_graded` failed, finding `F1` listed",
    ),
    Code(
        code="CMP-blocker",
        severity=Severity.BLOCKER,
        meaning="The composer found what rows cannot mend.",
        bad="a finding of severity `blocker`",
        good="a material finding and the edit that mends it",
    ),
    Code(
        code="CMP-verdict",
        severity=Severity.ERROR,
        meaning="The verdict word and the list of edits and moves say different things.",
        bad="`unchanged` with one move",
        good="`edited` with one move",
    ),
    Code(
        code="CMP-id-repeated",
        severity=Severity.ERROR,
        meaning="A row, edit or finding id stands twice, or a finding takes one of the review's.",
        bad="two rows `R2`",
        good="`R2` and `R3`",
    ),
    Code(
        code="CMP-finding-unfit",
        severity=Severity.ERROR,
        meaning="An edit or move cites no material finding.",
        threshold="a finding of a content review or of this composition, not minor",
        bad="a move that cites a minor finding",
        good="a move that cites a material one",
    ),
    Code(
        code="CMP-finding-open",
        severity=Severity.ERROR,
        meaning="A material finding of the composer is mended by no edit and no move.",
        bad="`F2` material, cited by nothing",
        good="`F2` cited by an edit",
    ),
    Code(
        code="CMP-edit-unfit",
        severity=Severity.ERROR,
        meaning="An edit does not have its kind's shape, or its rows are not what it says.",
        threshold=(
            "rewrite 1 to 1, split 1 to many, merge many to 1, add_support none to many support "
            "rows, remove many to none; new rows have new ids"
        ),
        bad="a `split` of one row into one",
        good="a `split` of one row into two",
    ),
    Code(
        code="CMP-row-unlisted",
        severity=Severity.ERROR,
        meaning="A row is new, gone or changed beside its points, and no edit says so.",
        threshold="rows outside edits are equal in every field but points",
        bad="another template in `R1`, no edit",
        good="a `rewrite` of `R1`",
    ),
    Code(
        code="CMP-move-unfit",
        severity=Severity.ERROR,
        meaning="A move leads from a row to itself, or names no row.",
        bad="2,000 hundredths from `R1` to `R9` of three rows",
        good="2,000 hundredths from `R1` to `R2`",
    ),
    Code(
        code="CMP-points",
        severity=Severity.ERROR,
        meaning="A row does not hold what it held before plus its moves.",
        threshold="equal hundredths; added rows start at 0, removed rows end at 0",
        bad="`R1` from 10,000 to 6,000 with moves of 3,000",
        good="`R1` from 10,000 to 6,000 with two moves of 2,000",
    ),
    Code(
        code="CMP-total",
        severity=Severity.ERROR,
        meaning="The rows are not worth 100 points.",
        threshold="10,000 hundredths",
        bad="9,900",
        good="10,000",
    ),
    Code(
        code="CMP-block-total",
        severity=Severity.ERROR,
        meaning="A block does not hold its frozen points plus the moves over its border.",
        threshold="equal hundredths",
        bad="a row rewritten into another block without a move",
        good="the same, with a move between the blocks' rows",
    ),
    Code(
        code="CMP-outcome-minority",
        severity=Severity.ERROR,
        meaning="Support rows hold half of the points or more.",
        threshold="outcome rows strictly above 5,000 hundredths",
        bad="outcome 5,000",
        good="outcome 5,001",
    ),
    Code(
        code="CMP-outcome-lost",
        severity=Severity.ERROR,
        meaning="An outcome target has no outcome row any more.",
        bad="two outcome targets, the row of one removed",
        good="an outcome row for each",
    ),
    Code(
        code="CMP-support-promoted",
        severity=Severity.ERROR,
        meaning="Support is graded as outcome.",
        threshold="no outcome row that was support, came from support, or has no outcome target",
        bad="an outcome row for the window alone",
        good="the window as a support row",
    ),
    Code(
        code="CMP-template",
        severity=Severity.ERROR,
        meaning="A composed row refers to nothing, or has a stray brace.",
        bad="`States {{T9}}` of three targets",
        good="`States {{T1}}`",
    ),
    Code(
        code="CMP-digits",
        severity=Severity.ERROR,
        meaning="A composed row holds a digit outside a reference.",
        bad="`States 11.8 %`",
        good="`States {{T1}}`",
    ),
    Code(
        code="CMP-step-credit",
        severity=Severity.WARNING,
        meaning="No row gives credit for a step on the way to an outcome that takes several.",
        threshold=(
            "a derivation that takes another derivation; some graded target is carried by a"
            " figure it rests on"
        ),
        bad="one row for an average of derived shares",
        good="a row for the average and one for the derived quarter",
    ),
    Code(
        code="CMP-concentrated",
        severity=Severity.WARNING,
        meaning="One row decides alone.",
        threshold="more than 60 of 100 points",
        bad="one row of 100 points",
        good="rows of 60, 20 and 20",
    ),
    Code(
        code="CMP-fraction",
        severity=Severity.WARNING,
        meaning="A row holds a fraction of a point, which no reader is told the reason of.",
        threshold="whole points",
        bad="33.34 points",
        good="34 points",
    ),
)
