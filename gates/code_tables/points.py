"""Codes of the Points family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
