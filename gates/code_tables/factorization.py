"""Codes of the Factorization gate family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
