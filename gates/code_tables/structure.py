"""Codes of the One submission on its own family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
