"""What two rubrics are compared in unless a study says otherwise.

Appendix D of the paper prints what its analysts gave as reasons: errors in expected values,
requests that no row grades, rows on what nobody asked, points on steps instead of answers, and
rows that cannot be decided (missing steps, bands that are too wide). Each became a dimension.
"""

from contracts.study import Dimension

DIMENSIONS = (
    Dimension(
        name="correctness",
        question="Whose expected values, facts and methods are right as of the cutoff?",
    ),
    Dimension(name="coverage", question="Which one grades everything that the question asks for?"),
    Dimension(
        name="scope", question="Which one keeps to the question and grades nothing unrequested?"
    ),
    Dimension(
        name="weighting", question="Whose points follow what matters for the decision at hand?"
    ),
    Dimension(
        name="gradability",
        question="Whose rows can be decided from an answer alone, with fair steps and tolerances?",
    ),
)
