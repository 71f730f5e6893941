"""Blind studies: rubrics made alike, sides drawn, verdicts kept apart until all are in."""
