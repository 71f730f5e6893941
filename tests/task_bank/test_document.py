"""docs/task-bank.md is what the bank prints."""

from pathlib import Path

from task_bank.bank import load_bank
from task_bank.document import task_bank_document


def test_the_document_is_current(repository: Path) -> None:
    """Print it again with `task_bank_document(load_bank())` when this fails."""
    committed = (repository / "docs" / "task-bank.md").read_text(encoding="utf-8")
    assert committed == task_bank_document(load_bank())


def test_the_document_holds_every_criterion() -> None:
    text = task_bank_document(load_bank())
    for item in load_bank():
        for criterion in item.task.criteria:
            assert f"| {criterion.id} | {criterion.statement} |" in text
