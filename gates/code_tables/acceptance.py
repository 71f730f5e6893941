"""Codes of the Acceptance family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
