"""Reading answers, judges, scores and metrics."""
