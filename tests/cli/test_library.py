"""Commands on what is packaged: bank and principles."""

from pathlib import Path

import pytest

from principles.library import load_library
from task_bank.bank import load_bank
from tests.cli.process import ROOT, called


def test_bank_and_principles_are_listed() -> None:
    tasks = called("bank", "list", "--json").document
    assert isinstance(tasks, list)
    assert [task["id"] for task in tasks if isinstance(task, dict)] == [
        item.task.id for item in load_bank()
    ]
    principles = called("principles", "list", "--json").document
    assert isinstance(principles, list)
    assert [item["id"] for item in principles if isinstance(item, dict)] == [
        item.principle.id for item in load_library()
    ]


@pytest.mark.parametrize(
    ("kind", "name", "words"),
    [
        ("bank", "credit-report", "principles: "),
        ("principles", "answer-first", "A breach costs: "),
    ],
)
def test_one_is_shown(kind: str, name: str, words: str) -> None:
    shown = called(kind, "show", name)
    assert shown.code == 0
    assert words in shown.out
    document = called(kind, "show", name, "--json").document
    assert isinstance(document, dict)
    assert document["id"] == name
    missing = called(kind, "show", "nobody")
    assert (missing.code, missing.out) == (2, "")
    assert name in missing.err


def test_packaged_bank_has_no_fault() -> None:
    assert called("bank", "lint").out == "No fault found.\n"


def test_lint_names_the_faults_of_a_file(tmp_path: Path) -> None:
    good = (ROOT / "task_bank" / "tasks" / "credit-report.toml").read_text()
    bad = tmp_path / "credit-report.toml"
    bad.write_text(good.replace("Measures debt capacity", "Measures 40 % of debt capacity"))
    result = called("bank", "lint", str(bad))
    assert result.code == 2
    assert "[figure]" in result.out
    assert called("bank", "lint", str(tmp_path / "missing.toml")).code == 2
