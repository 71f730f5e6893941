"""`finrubric bank`: the frozen tasks, and what the lint says of them."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import JsonOption
from contracts.errors import InputError

app = typer.Typer(help="List, show and lint the bank of tasks.", no_args_is_help=True)


@app.command("list")
def list_tasks(as_json: JsonOption = False) -> None:
    """List the tasks of the bank."""
    from cli.output import print_json, print_line, print_table
    from task_bank.bank import bank_sha256, load_bank

    items = load_bank()
    if as_json:
        print_json(
            [
                {"id": i.task.id, "title": i.task.title, "criteria": len(i.task.criteria)}
                for i in items
            ]
        )
        return
    print_table(
        ("Task", "Title", "Criteria"),
        [(i.task.id, i.task.title, str(len(i.task.criteria))) for i in items],
    )
    print_line(f"\nBank sha256 {bank_sha256(items)}")


@app.command()
def show(task: Annotated[str, typer.Argument(metavar="TASK")], as_json: JsonOption = False) -> None:
    """Show one task with its criteria."""
    from cli.output import print_json, print_line
    from task_bank.bank import load_bank

    items = {item.task.id: item.task for item in load_bank()}
    if task not in items:
        raise InputError(f"there is no task {task!r} in the bank; it has {', '.join(items)}")
    found = items[task]
    if as_json:
        print_json(found.model_dump(mode="json"))
        return
    print_line(f"{found.title} ({found.id})\n\n{found.description}\n")
    print_line(f"Features: {', '.join(found.features)}\n")
    for criterion in found.criteria:
        print_line(f"{criterion.id}  {criterion.statement}")
        print_line(f"    principles: {', '.join(criterion.principle_ids)}")


@app.command()
def lint(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Task files; without any, the packaged bank.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Look for figures, dates, names, conditions and repetitions in tasks."""
    from cli.output import print_json, print_line
    from principles.library import load_library
    from task_bank.bank import load_bank
    from task_bank.lint import lint_bank, lint_file

    known = {item.principle.id for item in load_library()}
    if files:
        faults = tuple(
            fault for path in files for fault in lint_file(_bytes_of(path), path.name, known)
        )
    else:
        faults = lint_bank(load_bank(), known)
    if as_json:
        print_json(
            [
                {"code": f.code.value, "file": f.file, "criterion": f.criterion, "text": f.message}
                for f in faults
            ]
        )
    for fault in () if as_json else faults:
        where = f"{fault.file} {fault.criterion}".rstrip()
        print_line(f"{where} [{fault.code.value}] {fault.message}")
    if not faults and not as_json:
        print_line("No fault found.")
    raise typer.Exit(2 if faults else 0)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
