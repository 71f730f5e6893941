"""Codes of the Budget family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
