"""Codes of the Evidence links family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
