"""Rubrics, runs and results as HTML, Markdown and CSV."""
