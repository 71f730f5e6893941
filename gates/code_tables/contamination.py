"""Codes of the Contamination family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
