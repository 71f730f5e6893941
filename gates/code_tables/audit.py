"""Codes of the Trace audit family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
