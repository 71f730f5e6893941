"""Tables of blind studies: pairs of rubrics, sides, verdicts."""
