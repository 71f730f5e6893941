"""Codes of the Row texts family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
