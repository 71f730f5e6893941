"""The keyboard map: what each key does, in one table that pages and the list of keys are made from.

A key does what an element of the page with `data-key="ACTION"` does when it is clicked, or puts the
cursor into it; a page without such an element has no such key. What cannot be undone has no key.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import StringConstraints

from contracts.contract import Contract
from contracts.errors import InputError


@dataclass(frozen=True, slots=True)
class Shortcut:
    """One thing that can be done on a page."""

    action: str
    """The word that elements name in `data-key`."""
    words: str
    group: str
    key: str | None
    """The key as browsers name it, `Ctrl+` before it where that is held; None: only by hand."""
    is_destructive: bool = False


SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut("next-row", "Next row", "Moving", "j"),
    Shortcut("previous-row", "Previous row", "Moving", "k"),
    Shortcut("previous-item", "Previous item", "Moving", "["),
    Shortcut("next-item", "Next item", "Moving", "]"),
    Shortcut("evidence", "Evidence", "Looking", "e"),
    Shortcut("difference", "What has changed", "Looking", "d"),
    Shortcut("note", "Write the note", "Deciding", "n"),
    Shortcut("choose-a", "A is better", "Deciding", "1"),
    Shortcut("choose-b", "B is better", "Deciding", "2"),
    Shortcut("choose-tie", "Both are as good", "Deciding", "3"),
    Shortcut("choose-neither", "Both are bad", "Deciding", "4"),
    Shortcut("submit", "Submit", "Deciding", "Ctrl+Enter"),
    Shortcut("undo", "Undo", "Deciding", "u"),
    Shortcut("close", "Close", "Moving", "Escape"),
    Shortcut("keys", "This list", "Moving", "?"),
    Shortcut("reject-run", "Reject the run", "Deciding", None, is_destructive=True),
    Shortcut("cancel-run", "End the run", "Deciding", None, is_destructive=True),
    Shortcut("take-over", "Take an item over", "Deciding", None, is_destructive=True),
    Shortcut("disable-user", "Disable a user", "Access", None, is_destructive=True),
    Shortcut("end-session", "End a session", "Access", None, is_destructive=True),
    Shortcut("close-study", "Close a study early", "Deciding", None, is_destructive=True),
)

FIXED = frozenset({"Escape", "Ctrl+Enter", "?"})
"""Keys that stay what they are: leaving, submitting and asking for the list."""
ALWAYS = frozenset({"Ctrl+Enter", "Escape"})
"""Keys that also work while one types."""
Key = Annotated[str, StringConstraints(pattern=r"^[!-~]$")]
"""A key that a user may choose: one printable sign."""


class Remap(Contract):
    """Another key for an action."""

    action: str
    key: Key


class Preferences(Contract):
    """What a user set for themselves."""

    shortcuts: bool = True
    """Whether single keys do anything."""
    keys: tuple[Remap, ...] = ()


def keys_of(preferences: Preferences) -> Mapping[str, str]:
    """Key to action as a user has it; empty where single keys are off, but for the fixed ones."""
    chosen = {remap.action: remap.key for remap in preferences.keys}
    found = {
        chosen.get(shortcut.action, shortcut.key): shortcut.action
        for shortcut in SHORTCUTS
        if shortcut.key is not None
    }
    return {key: action for key, action in found.items() if preferences.shortcuts or key in ALWAYS}


def key_of(action: str, preferences: Preferences) -> str:
    """The key of an action as a user has it, to be shown; empty for none."""
    return next((key for key, done in keys_of(preferences).items() if done == action), "")


def remapped(chosen: Mapping[str, str], *, shortcuts: bool) -> Preferences:
    """Preferences from what a user typed: action to key.

    Raises:
        InputError: an unknown action, a key that is no single printable sign, or one key for two
            actions; names them.
    """
    keys: list[Remap] = []
    for shortcut in SHORTCUTS:
        if shortcut.key is None or shortcut.key in FIXED:
            continue
        key = chosen.get(shortcut.action, shortcut.key)
        if key == shortcut.key:
            continue
        if len(key) != 1 or not "!" <= key <= "~":
            raise InputError(
                f"{shortcut.words}: {key[:20]!r} is not one letter, digit or sign of the keyboard"
            )
        keys.append(Remap(action=shortcut.action, key=key))
    found = Preferences(shortcuts=shortcuts, keys=tuple(keys))
    _require_apart(found)
    return found


def _require_apart(preferences: Preferences) -> None:
    chosen = {remap.action: remap.key for remap in preferences.keys}
    seen: dict[str, str] = {}
    for shortcut in SHORTCUTS:
        key = chosen.get(shortcut.action, shortcut.key)
        if key is None:
            continue
        if key in seen:
            raise InputError(f"{key!r} cannot be both {seen[key]!r} and {shortcut.words!r}")
        seen[key] = shortcut.words
