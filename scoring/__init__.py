"""Judges, ensembles and metrics; filled by the work on scoring answers."""
