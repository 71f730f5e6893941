"""Codes of the content review.

What a review lacks goes to its repair turn and blocks after it; the last four codes become
material findings on the candidate.
"""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="REV-source-not-reopened",
        severity=Severity.ERROR,
        meaning="A source that carries the evidence was not reopened by the reviewer.",
        threshold="every source of the evidence",
        bad="five of six sources reopened",
        good="six of six",
    ),
    Code(
        code="REV-disagreement-silent",
        severity=Severity.ERROR,
        meaning="A reopened source does not agree, and no finding above minor says what is wrong.",
        bad="`agrees: false` and no finding",
        good="`agrees: false` and a material finding",
    ),
    Code(
        code="REV-no-own-computation",
        severity=Severity.ERROR,
        meaning="An outcome that code can compare was not worked out by the reviewer itself.",
        threshold=(
            "per outcome target one computation (number) or determination (interval, date, choice, "
            "set, sequence); none for a statement, judgement, forecast or indeterminate outcome, "
            "since code has nothing to compare a result with"
        ),
        bad="a choice target, criterion `computation` passed, no script",
        good="a script of the reviewer's own that prints the option",
    ),
    Code(
        code="REV-computation-unfit",
        severity=Severity.ERROR,
        meaning="An own result is for no target of the evidence, or the second one for a target.",
        bad="a computation for `T9` of three targets",
        good="a computation for `T1`",
    ),
    Code(
        code="REV-script-missing",
        severity=Severity.ERROR,
        meaning="An own result names a script that was not submitted.",
        bad="`own_mean.py` named, no such file",
        good="`own_mean.py` in `scripts/`",
    ),
    Code(
        code="REV-script-copied",
        severity=Severity.ERROR,
        meaning="The reviewer's script is the writer's under another look.",
        threshold=(
            "equal syntax tree without docstrings, annotations and the names that the script "
            "chose; text that is no Python: equal without spaces"
        ),
        bad="the writer's `mean.py` with other names and a comment",
        good="a script that was written anew",
    ),
    Code(
        code="REV-input-not-own",
        severity=Severity.ERROR,
        meaning="An own result rests on a source that the reviewer did not reopen.",
        bad="an input from `10-K-2024`, reopened are the 10-Qs",
        good="inputs from reopened sources only",
    ),
    Code(
        code="REV-criterion-undecided",
        severity=Severity.ERROR,
        meaning="A review criterion is not decided, or decided twice.",
        threshold="each of the seven once",
        bad="`no_later_knowledge` left out",
        good="all seven decided",
    ),
    Code(
        code="REV-question-unanswered",
        severity=Severity.ERROR,
        meaning="A question of the validator has no answer, two, or was never asked.",
        threshold="each question once",
        bad="`Q1` asked, no answers",
        good="`Q1` answered",
    ),
    Code(
        code="REV-finding-repeated",
        severity=Severity.ERROR,
        meaning="Two findings have one id.",
        bad="`F1` twice",
        good="`F1` and `F2`",
    ),
    Code(
        code="REV-rerun-differs",
        severity=Severity.ERROR,
        meaning="The reviewer's script, run again by code, does not print the declared result.",
        threshold="equal text",
        bad="declared 11.768121, printed 11.398896",
        good="declared and printed 11.768121",
    ),
    Code(
        code="REV-no-own-themes",
        severity=Severity.ERROR,
        meaning="Outcomes rest on themes, and the reviewer extracted none of its own.",
        threshold=(
            "at least one own theme with passages; that it was written before the candidate was"
            " read shows in the trace and is not decided by code: a script may read any input"
        ),
        bad="a list of risks, `themes` empty",
        good="own themes, each with quoted passages",
    ),
    Code(
        code="REV-theme-unmatched",
        severity=Severity.ERROR,
        meaning="The reviewer found a theme of which the candidate has no passage.",
        threshold="no quote of the theme stands in the same line of a source as a graded claim's",
        bad="own theme on refinancing, no claim of the candidate from its paragraph",
        good="own theme on currencies; the candidate quotes the next sentence of that paragraph",
    ),
    Code(
        code="REV-theme-lacking",
        severity=Severity.WARNING,
        meaning="The reviewer found no passage of one of the candidate's core themes.",
        threshold="a minor finding of the review: it is printed, and nothing is sent back",
        bad="core theme on interest, no own theme quotes its paragraph",
        good="an own theme for each core theme",
    ),
    Code(
        code="REV-agreement",
        severity=Severity.ERROR,
        meaning=(
            "An outcome has no value by the cutoff, or rests on a judgement; by default a human"
            " must agree to that."
        ),
        threshold=(
            "nobody revises for it: when nothing else is open the run waits, and a human's waiver"
            " of this finding is the agreement"
        ),
        bad="an outcome that ends indeterminate after a closed search, or is a judgement",
        good="a waiver of that finding, printed on the rubric for ever",
    ),
    Code(
        code="REV-quote-absent",
        severity=Severity.ERROR,
        meaning="An input of the reviewer does not stand in its source as quoted.",
        bad="a quote with another figure than the filing's",
        good="the words of the source, verbatim",
    ),
    Code(
        code="REV-result-refused",
        severity=Severity.ERROR,
        meaning="The candidate's comparison does not take the reviewer's own result.",
        threshold="the target's own comparison",
        bad="own result 11.398896 % against 11.8 %, half up to one place",
        good="own result 11.768121 %",
    ),
    Code(
        code="REV-answer-unacceptable",
        severity=Severity.ERROR,
        meaning="The reviewer says that what a question asks about is not acceptable.",
        bad="`acceptable: false` for unspanned words",
        good="`acceptable: true`",
    ),
)
