"""Two scripts have one form exactly when they are the same program under other names and looks."""

import pytest

from gates.script_form import script_form
from tests.texas_review import texas_own_scripts
from tests.texas_scripts import texas_scripts

MEAN = '''\
import json, sys
from decimal import Decimal

def mean(values):
    """The mean."""
    return sum(values) / len(values)

given = json.load(open(sys.argv[1]))
print(mean([Decimal(text) for text in given.values()]))
'''
SAME: dict[str, str] = {
    "a changed space": MEAN.replace("sum(values) / len", "sum( values )/len"),
    "a comment": MEAN.replace("given =", "# mine\ngiven ="),
    "another docstring": MEAN.replace("The mean.", "What the figures come to."),
    "no docstring": MEAN.replace('    """The mean."""\n', ""),
    "other names": MEAN.replace("values)", "figures)")
    .replace("mean(", "middle(")
    .replace("given", "own")
    .replace("text", "word"),
    "annotations": MEAN.replace("mean(values)", "mean(values: list) -> Decimal").replace(
        "given =", "given: dict ="
    ),
    "a declared name": MEAN.replace("given =", "given: dict\ngiven ="),
    "another sign for quotes": MEAN.replace('"""', "'''"),
    "line ends of another system": MEAN.replace("\n", "\r\n"),
}
OTHER: dict[str, str] = {
    "another operator": MEAN.replace("/", "*"),
    "another built-in": MEAN.replace("sum(", "max("),
    "another attribute": MEAN.replace(".values()", ".keys()"),
    "another module": MEAN.replace("from decimal", "from fractions"),
    "another module under its own name": MEAN.replace("json", "pickle"),
    "another constant": MEAN.replace("argv[1]", "argv[2]"),
    "a step more": MEAN + "print(len(given))\n",
    "no program": MEAN.replace("def mean(values):", "def mean(values)"),
}


@pytest.mark.parametrize("name", SAME)
def test_looks_do_not_count(name: str) -> None:
    assert script_form(SAME[name]) == script_form(MEAN)


@pytest.mark.parametrize("name", OTHER)
def test_what_a_run_would_feel_counts(name: str) -> None:
    assert script_form(OTHER[name]) != script_form(MEAN)


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("def (", "def\t(\n", True),
        ("def (", "def (x", False),
        ("print('\\d')", 'print("\\d")', True),
        ("x\x00y", "x\x00 y", True),
        ("-" * 100_000 + "1", "- " * 100_000 + "1", True),
        ("(" * 300 + "1" + ")" * 300, "(" * 300 + "1" + ")" * 300 + " ", True),
        ("", "# nothing\n", True),
        ("match 1:\n case [*a]: pass", "match 1:\n case [*b]: pass", True),
        ("import os as a\nprint(a)", "import os as b\nprint(b)", True),
        ("import os", "import sys", False),
    ],
)
def test_odd_text_has_a_form_too(one: str, other: str, *, equal: bool) -> None:
    assert (script_form(one) == script_form(other)) is equal


def test_the_scripts_of_writer_and_reviewer_differ() -> None:
    theirs = {script_form(item.text) for item in texas_scripts().scripts}
    own = {script_form(item.text) for item in texas_own_scripts().scripts}
    assert not theirs & own
