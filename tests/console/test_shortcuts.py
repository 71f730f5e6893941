"""The keyboard map: no key stands for two things, and none does what cannot be undone."""

import json
import re
from html import unescape
from importlib.resources import files

import pytest

from console.access.roles import Role
from console.shortcuts import (
    ALWAYS,
    FIXED,
    SHORTCUTS,
    Preferences,
    Remap,
    key_of,
    keys_of,
    remapped,
)
from contracts.errors import InputError
from tests.console.browser import text_of
from tests.console.conftest import Console

_KEYED = re.compile(r'data-key="([^"{]*)"')
KNOWN = {shortcut.action for shortcut in SHORTCUTS}


def test_no_key_shadows_another() -> None:
    keys = [shortcut.key for shortcut in SHORTCUTS if shortcut.key is not None]
    assert len(set(keys)) == len(keys)
    assert len({shortcut.action for shortcut in SHORTCUTS}) == len(SHORTCUTS)
    # A key with Ctrl is told apart from the same key alone; letters differ by more than case.
    single = [key.casefold() for key in keys]
    assert len(set(single)) == len(single)


def test_nothing_destructive_has_a_key() -> None:
    destructive = [shortcut for shortcut in SHORTCUTS if shortcut.is_destructive]
    assert {shortcut.action for shortcut in destructive} >= {"reject-run", "cancel-run"}
    assert [shortcut.action for shortcut in destructive if shortcut.key is not None] == []


def test_templates_name_known_actions() -> None:
    named = {
        (entry.name, action)
        for entry in (files("console") / "templates").iterdir()
        if entry.name.endswith(".html")
        for found in _KEYED.findall(entry.read_text(encoding="utf-8"))
        for action in found.split()
    }
    assert ("base.html", "keys") in named
    assert [item for item in sorted(named) if item[1] not in KNOWN] == []


def test_a_destructive_action_cannot_be_given_a_key() -> None:
    assert remapped({"reject-run": "r"}, shortcuts=True) == Preferences()


def test_fixed_keys_are_in_the_table() -> None:
    assert {shortcut.key for shortcut in SHORTCUTS} >= FIXED | ALWAYS


def test_a_user_chooses_other_keys() -> None:
    preferences = remapped({"next-row": "x", "undo": "u"}, shortcuts=True)
    assert preferences == Preferences(keys=(Remap(action="next-row", key="x"),))
    assert key_of("next-row", preferences) == "x"
    assert "j" not in keys_of(preferences)


def test_two_actions_may_change_keys_with_each_other() -> None:
    preferences = remapped({"next-row": "k", "previous-row": "j"}, shortcuts=True)
    assert (key_of("next-row", preferences), key_of("previous-row", preferences)) == ("k", "j")


@pytest.mark.parametrize("key", ["k", "?", "1"])
def test_one_key_for_two_actions_is_refused(key: str) -> None:
    with pytest.raises(InputError, match="cannot be both"):
        remapped({"next-row": key}, shortcuts=True)


@pytest.mark.parametrize("key", ["jj", "é", "\x07", "Enter", " "])
def test_what_is_no_single_sign_is_refused(key: str) -> None:
    with pytest.raises(InputError, match="is not one letter, digit or sign"):
        remapped({"next-row": key}, shortcuts=True)


def test_fixed_keys_stay() -> None:
    assert remapped({"close": "x", "submit": "y", "keys": "z"}, shortcuts=True) == Preferences()


def test_keys_that_are_off_leave_those_that_close_and_submit() -> None:
    assert set(keys_of(Preferences(shortcuts=False))) == ALWAYS


async def test_settings_keep_keys_per_user(console: Console) -> None:
    mine, other = await console.as_role(Role.VIEWER), await console.as_role(Role.ANALYST)
    answer = await mine.post("/settings/keys", {"shortcuts": "on", "key-next-row": "x"})
    assert answer.headers["location"] == "/settings?saved=1"
    page = (await mine.get("/settings?saved=1")).text
    assert "Your keys are saved" in text_of(page)
    keys = json.loads(unescape(page.partition('data-keys="')[2].partition('"')[0]))
    assert keys["x"] == "next-row"
    assert 'name="key-next-row" value="j"' in (await other.get("/settings")).text
    _ = await mine.post("/settings/keys", {"key-next-row": "x"})
    page = (await mine.get("/settings")).text
    keys = json.loads(unescape(page.partition('data-keys="')[2].partition('"')[0]))
    assert set(keys) == ALWAYS
    assert 'name="key-next-row" value="x"' in page


async def test_settings_refuse_a_doubled_key_and_keep_what_was_typed(console: Console) -> None:
    browser = await console.as_role(Role.VIEWER)
    answer = await browser.post("/settings/keys", {"shortcuts": "on", "key-undo": "e"})
    assert answer.status_code == 422
    assert "'e' cannot be both 'Evidence' and 'Undo'" in text_of(answer.text)
    assert 'name="key-undo" value="e"' in answer.text
