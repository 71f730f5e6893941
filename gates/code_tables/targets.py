"""Codes of the Targets family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
