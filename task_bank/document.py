"""`docs/task-bank.md` as a pure function of the bank."""

from collections.abc import Sequence

from task_bank.bank import BankItem

_HEAD = """\
<!-- Printed from task_bank/tasks/ by task_bank/document.py; edit those files, not this one. -->

# The task bank

A task says what any good answer to one kind of question must do. Its criteria hold no figures, no
dates and no names, and no conditions: each of them holds for every question of the task. The values
come later, from research on one question as of its cutoff.

**How a task is taken.** Code ranks all tasks by BM25 over the question's signature and features and
hands on a shortlist. A session rates every shortlisted task for every obligation of the question.
A task is taken only on a complete and unique fit; otherwise criteria are written from the signature
and the activated principles, and the rubric says `schema_origin: authored`.

**How a task is added.** One TOML file in `task_bank/tasks/`, named after its id, with three to
eleven criteria `c1`, `c2`, … each tagged to principles ([principles.md](principles.md)). The lint
(`task_bank/lint.py`) refuses figures, dates, names, conditions, unknown principles and repetitions;
it is a heuristic, so people read every task as well.
"""


def task_bank_document(items: Sequence[BankItem]) -> str:
    """The whole Markdown document: how the bank works, then every task."""
    parts = [_HEAD, _overview(items), *(_task(item) for item in items)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _overview(items: Sequence[BankItem]) -> str:
    rows = [
        f"| [{item.task.title}](#{item.task.id}) | {len(item.task.criteria)} |" for item in items
    ]
    return "\n".join(["## The tasks at a glance", "", "| task | criteria |", "|---|---|", *rows])


def _task(item: BankItem) -> str:
    task = item.task
    rows = [
        f"| {criterion.id} | {criterion.statement} "
        f"| {', '.join(f'[{p}](principles.md#{p})' for p in criterion.principle_ids)} |"
        for criterion in task.criteria
    ]
    features = ", ".join(f"`{feature}`" for feature in task.features)
    return "\n".join(
        [
            f'<a id="{task.id}"></a>',
            "",
            f"## {task.title}",
            "",
            f"`{task.id}` · features {features}",
            "",
            task.description,
            "",
            "| | criterion | principles |",
            "|---|---|---|",
            *rows,
        ]
    )
