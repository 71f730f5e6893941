"""Codes of the Confirmation family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
