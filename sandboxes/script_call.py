"""What may be passed on to a sandbox: the name of a script and its arguments, or a command."""

import re
from collections.abc import Mapping

from sandboxes.safe_files import UnsafePath, checked_parts

MAX_ARGUMENTS = 32
MAX_ARGUMENT = 4_000
"""Longest argument, in characters."""
MAX_COMMAND_ARGUMENT = 30_000
"""Longest argument of a command; the kernel takes 131,072 bytes."""
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{0,63}", re.ASCII)


def checked_call(script: str, args: tuple[str, ...]) -> tuple[str, ...]:
    """The script's argument vector.

    Raises:
        UnsafePath: the script's path is not taken, or an argument cannot be passed on.
    """
    checked_parts(script)
    _check_arguments(args, longest=MAX_ARGUMENT)
    return (script, *args)


def checked_command(argv: tuple[str, ...], environment: Mapping[str, str]) -> tuple[str, ...]:
    """The argument vector of a command.

    Raises:
        UnsafePath: it is empty, or an argument or a variable cannot be passed on.
    """
    if not argv or not argv[0]:
        raise UnsafePath("a command names a program")
    _check_arguments(argv, longest=MAX_COMMAND_ARGUMENT)
    for name, value in environment.items():
        if not _VARIABLE.fullmatch(name):
            raise UnsafePath(f"{name[:80]!r} is no name of a variable")
        _check_arguments((value,), longest=MAX_ARGUMENT)
    return argv


def _check_arguments(args: tuple[str, ...], *, longest: int) -> None:
    if len(args) > MAX_ARGUMENTS:
        raise UnsafePath(f"{len(args)} arguments; at most {MAX_ARGUMENTS} are passed on")
    for place, argument in enumerate(args, start=1):
        if len(argument) > longest:
            raise UnsafePath(f"argument {place} has more than {longest} characters")
        if "\0" in argument or not _is_utf8(argument):
            raise UnsafePath(f"argument {place} holds a NUL or a lone surrogate")


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
