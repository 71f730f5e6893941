"""The guidance that a run starts with: a profile, and the principles and tasks that stand under it.

Read from the package and the profile's folder for a new run only; a started run reads what its lock
keeps.
"""

from pathlib import Path
from typing import NamedTuple

from contracts.errors import InputError
from principles.library import LibraryItem
from principles.profiles import LoadedProfile, load_profile
from task_bank.bank import BankItem, bank_of
from task_bank.lint import lint


class Configuration(NamedTuple):
    """A profile with all that it stands on."""

    loaded: LoadedProfile
    principles: tuple[LibraryItem, ...]
    tasks: tuple[BankItem, ...]


def load_configuration(name_or_folder: str | Path) -> Configuration:
    """Read a profile and everything under it.

    Raises:
        InputError: a faulty file or key, a task of its own that the lint refuses, or a criterion
            of a task that is left without any standing principle; names file and key.
    """
    loaded = load_profile(name_or_folder)
    tasks = bank_of(loaded)
    known = {item.principle.id for item in loaded.principles}
    for item in tasks:
        _require_principles(loaded, item, known)
    return Configuration(loaded, loaded.principles, tasks)


def _require_principles(loaded: LoadedProfile, item: BankItem, known: set[str]) -> None:
    left_out = frozenset(loaded.profile.leave_out)
    for fault in lint(item.task, known | left_out):
        where = f"{fault.file} {fault.criterion}".rstrip()
        msg = f"{loaded.file}: key bank: {where} [{fault.code.value}] {fault.message}"
        raise InputError(msg)
    for criterion in item.task.criteria:
        if left_out.issuperset(criterion.principle_ids):
            gone = ", ".join(criterion.principle_ids)
            msg = (
                f"{loaded.file}: key leave_out: without {gone} nothing speaks for {criterion.id} "
                f"of the task {item.task.id}; name the task in leave_out_tasks, or keep a principle"
            )
            raise InputError(msg)
