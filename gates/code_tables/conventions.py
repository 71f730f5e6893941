"""Codes of convention closure."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="CNV-open",
        severity=Severity.ERROR,
        meaning="An ambiguity, or a kind that the signature activates, is closed by no convention.",
        threshold="one convention per ambiguity and per activated kind",
        bad="an average of ratios is asked for, no convention says which",
        good="a convention of kind average_of_ratios",
    ),
    Code(
        code="CNV-doubled",
        severity=Severity.ERROR,
        meaning="Two conventions close one ambiguity.",
        bad="CNV1 and CNV5 both close A1",
        good="CNV1 closes A1",
    ),
    Code(
        code="CNV-foreign",
        severity=Severity.ERROR,
        meaning="A convention closes an ambiguity that does not exist or is of another kind.",
        bad="a convention for A9 where the request has A1",
        good="a convention for A1, of its kind",
    ),
    Code(
        code="CNV-options",
        severity=Severity.ERROR,
        meaning="The options are not the readings of the ambiguity or the known ones of the kind.",
        threshold="ambiguity: exactly its readings; kind: all known ones, others may be added",
        bad="two readings are known, one is listed",
        good="both readings, each computed or excused",
    ),
    Code(
        code="CNV-chosen",
        severity=Severity.ERROR,
        meaning="The chosen reading is none of the options.",
        bad="chosen median of mean_of_ratios and ratio_of_sums",
        good="chosen mean_of_ratios",
    ),
    Code(
        code="CNV-unapplied",
        severity=Severity.ERROR,
        meaning="No affected target rests on the derivation that computes the chosen reading.",
        bad="the mean is chosen, the target rests on the aggregate",
        good="the target rests on the mean",
    ),
    Code(
        code="CNV-basis",
        severity=Severity.ERROR,
        meaning="What the basis names does not exist.",
        threshold=(
            "query: a binding; profile: its default for the kind, or a term that it defines;"
            " governing document or issuer definition: a listed source; principle: an activated"
            " one; human: a source supplied by a human"
        ),
        bad="basis query, BND99",
        good="basis query, BND6: 'simple average'",
    ),
    Code(
        code="CNV-precedence",
        severity=Severity.ERROR,
        meaning="A lower basis decides what a higher one has decided.",
        threshold="query, profile, governing document, issuer definition, principle, human",
        bad="the profile's default is ratio_of_sums, a principle is cited for mean_of_ratios",
        good="the query's own words are cited for mean_of_ratios",
    ),
    Code(
        code="CNV-rival",
        severity=Severity.ERROR,
        meaning="An unchosen reading is neither refused nor accepted, or a chosen one is.",
        bad="nothing is said of ratio_of_sums",
        good="ratio_of_sums is refused in words",
    ),
    Code(
        code="CNV-conflict",
        severity=Severity.ERROR,
        meaning="A convention and a target treat the same rival value in opposite ways.",
        bad="the convention accepts the aggregate, the target refuses it",
        good="both refuse it",
    ),
    Code(
        code="CNV-accepted-rival",
        severity=None,
        meaning="A rival reading is accepted in words: do the rows take it?",
        bad="'an answer may also use the aggregate'",
        good="the aggregate is refused",
    ),
)
