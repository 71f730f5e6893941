"""The frozen bank: one TOML file per task, in the form of `contracts.bank.BankTask`.

A run reads tasks from the bytes its lock keeps, through `parse_task`; only a new run reads the
package.
"""

import hashlib
from collections.abc import Iterable
from importlib.resources import files
from typing import NamedTuple

from contracts.bank import BankTask
from contracts.errors import InputError
from contracts.ids import Sha256
from principles.own_folder import own_files
from principles.profiles import LoadedProfile
from principles.strict_toml import read_toml


class BankItem(NamedTuple):
    """One task and the bytes it was read from."""

    task: BankTask
    name: str
    """File name, such as `credit-report.toml`."""
    data: bytes


def load_bank() -> tuple[BankItem, ...]:
    """Read the packaged tasks, sorted by id.

    Raises:
        InputError: a file is faulty; names file and key.
    """
    folder = files("task_bank").joinpath("tasks")
    found = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    items = [parse_task(entry.read_bytes(), entry.name) for entry in found]
    return tuple(sorted(items, key=lambda item: item.task.id))


def bank_of(loaded: LoadedProfile) -> tuple[BankItem, ...]:
    """The tasks that stand under a profile, sorted by id: the package's it leaves in, its own.

    Raises:
        InputError: a task it leaves out that the package does not have, a faulty file, or an id
            that the package has too; names file and key.
    """
    profile, packaged = loaded.profile, load_bank()
    known = {item.task.id for item in packaged}
    for task_id in profile.leave_out_tasks:
        if task_id not in known:
            msg = f"{loaded.file}: key leave_out_tasks: {task_id} is not a task of the bank"
            raise InputError(msg)
    standing = [item for item in packaged if item.task.id not in profile.leave_out_tasks]
    if profile.bank is not None and loaded.folder is not None:
        for file in own_files(loaded.folder, profile.bank, key="bank", suffix=".toml"):
            if file.path.stem in known:
                msg = f"{file.path}: the bank has a task of this id; give yours another one"
                raise InputError(msg)
            try:
                standing.append(parse_task(file.data, file.name))
            except InputError as error:
                msg = f"{file.path.parent}: {error}"
                raise InputError(msg) from None
    return tuple(sorted(standing, key=lambda item: item.task.id))


def parse_task(data: bytes, name: str) -> BankItem:
    """Read one task from its bytes; `name` is its file name.

    Raises:
        InputError: a faulty key, or an id other than the file's name.
    """
    task = read_toml(data, name, BankTask)
    if f"{task.id}.toml" != name:
        msg = f"{name}: key id: {task.id} must be the file's name without .toml"
        raise InputError(msg)
    return BankItem(task, name, data)


def bank_sha256(items: Iterable[BankItem]) -> Sha256:
    """Hash of a bank: SHA-256 over the lines `<file hash> <file name>`, sorted by name."""
    lines = sorted((item.name, hashlib.sha256(item.data).hexdigest()) for item in items)
    listing = "".join(f"{digest} {name}\n" for name, digest in lines)
    return hashlib.sha256(listing.encode()).hexdigest()
