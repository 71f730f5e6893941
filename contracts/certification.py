"""What acceptance certifies, and what it does not; a module of its own, so that it loads fast."""

CERTIFICATION = (
    "Acceptance certifies that every expected value is grounded in a source dated on or before the "
    "cutoff or in an executed script, and that the rubric is consistent. It does not certify that "
    "an ambiguous question was read as its author meant it; the readings not chosen are listed."
)
"""The sentence that README, `--help` and every export carry."""
