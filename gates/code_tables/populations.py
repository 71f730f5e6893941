"""Codes of the Population closure family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
