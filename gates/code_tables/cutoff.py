"""Codes of the Cutoff family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
