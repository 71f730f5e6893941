"""What may be passed on to a sandbox: the name of a script and its arguments."""

from sandboxes.safe_files import UnsafePath, checked_parts

MAX_ARGUMENTS = 32
MAX_ARGUMENT = 4_000
"""Longest argument, in characters."""


def checked_call(script: str, args: tuple[str, ...]) -> tuple[str, ...]:
    """The script's argument vector.

    Raises:
        UnsafePath: the script's path is not taken, or an argument cannot be passed on.
    """
    checked_parts(script)
    if len(args) > MAX_ARGUMENTS:
        raise UnsafePath(f"{len(args)} arguments; at most {MAX_ARGUMENTS} are passed on")
    for place, argument in enumerate(args, start=1):
        if len(argument) > MAX_ARGUMENT:
            raise UnsafePath(f"argument {place} has more than {MAX_ARGUMENT} characters")
        if "\0" in argument or not _is_utf8(argument):
            raise UnsafePath(f"argument {place} holds a NUL or a lone surrogate")
    return (script, *args)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
