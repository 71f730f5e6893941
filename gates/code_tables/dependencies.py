"""Codes of the Dependencies family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
