"""An experiment: scores by several sources of rubrics, held against a reference."""
