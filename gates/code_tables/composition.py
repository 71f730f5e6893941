"""Codes of the Composition family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
