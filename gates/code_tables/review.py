"""Codes of the Content review family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
