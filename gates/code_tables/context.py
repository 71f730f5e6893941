"""Codes of the Context gate family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
