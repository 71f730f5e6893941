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
