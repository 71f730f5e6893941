"""Codes of the Obligation coverage family."""

from gates.code import Code

CODES: tuple[Code, ...] = ()
