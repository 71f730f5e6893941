"""Rubrics of others, read strictly into criteria to judge; every lossy step is told."""
