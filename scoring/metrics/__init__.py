"""Figures over finished judgements: pure functions, their counts and their intervals."""
