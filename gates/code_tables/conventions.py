"""Codes of the Convention closure family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
