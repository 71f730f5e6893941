"""Codes of the Tolerances and rivals family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
