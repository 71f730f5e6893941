"""Collecting what a role submits: declared files and scripts, as bytes, through no link."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from agents.role import Role
from contracts.contract import Contract, canonical, parse_contract
from contracts.ids import Sha256
from records.files import Blobs
from sandboxes.safe_files import UnsafePath, list_files, read_file
from sandboxes.sandbox import Workspace

FILE_CAP = 5_000_000
"""Largest output file, in bytes: the cap of contract documents."""
SCRIPT_CAP = 100_000
"""Largest script, in bytes."""
MAX_SCRIPTS = 100
_SCRIPT = re.compile(r"scripts/(?P<name>[a-z][a-z0-9_]{0,59}\.py)")


class Submission(NamedTuple):
    """The bytes a role submitted; parsing them is the orchestrator's."""

    files: Mapping[str, bytes]
    """Declared output files that are there, by name."""
    scripts: Mapping[str, str]
    """Scripts of `out/scripts/`, by name without the folder."""
    turns_used: int


class Manifest(Contract):
    """Hashes of a submission's files, kept as the result of `submit`."""

    files: dict[str, Sha256]
    scripts: dict[str, Sha256]


class Draft(NamedTuple):
    """What lies in a role's folder right now."""

    files: Mapping[str, bytes]
    scripts: Mapping[str, str]


def collect(workspace: Workspace, role: Role) -> Draft:
    """Read the role's output files and scripts as they are now.

    Raises:
        UnsafePath: a required file is missing, or something is no plain file or too large; the
            message is meant for the model.
    """
    there = {info.path for info in list_files(workspace.out)}
    missing = [item.name for item in role.outputs if item.required and item.name not in there]
    if missing:
        raise UnsafePath(f"not written yet: {', '.join(f'out/{name}' for name in missing)}")
    files = {
        item.name: read_file(workspace.out, item.name, cap=FILE_CAP)
        for item in role.outputs
        if item.name in there
    }
    return Draft(files, _scripts(workspace, there) if role.collects_scripts else {})


def _scripts(workspace: Workspace, there: set[str]) -> dict[str, str]:
    found = {path: match for path in there if (match := _SCRIPT.fullmatch(path))}
    if len(found) > MAX_SCRIPTS:
        raise UnsafePath(f"{len(found)} scripts in out/scripts/, at most {MAX_SCRIPTS}")
    scripts: dict[str, str] = {}
    for path, match in sorted(found.items()):
        data = read_file(workspace.out, path, cap=SCRIPT_CAP)
        try:
            scripts[match["name"]] = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise UnsafePath(f"out/{path}: byte {error.start} is not UTF-8") from None
    return scripts


def keep(draft: Draft, blobs: Blobs) -> Manifest:
    """Store a submission's bytes by hash, so that a resumed turn gives back the same ones."""
    return Manifest(
        files={name: blobs.put(data) for name, data in draft.files.items()},
        scripts={name: blobs.put(text.encode()) for name, text in draft.scripts.items()},
    )


def restore(manifest: Manifest, blobs: Blobs, *, turns_used: int) -> Submission:
    """The submission that a manifest describes.

    Raises:
        CorruptRun: kept bytes are missing or changed.
    """
    return Submission(
        files={name: blobs.get(sha256) for name, sha256 in manifest.files.items()},
        scripts={name: blobs.get(sha256).decode() for name, sha256 in manifest.scripts.items()},
        turns_used=turns_used,
    )


def manifest_text(manifest: Manifest) -> str:
    """The manifest as canonical JSON: what `submit` answers."""
    return canonical(manifest).decode()


def read_manifest(text: str) -> Manifest:
    """The manifest back from what `submit` answered."""
    return parse_contract(text.encode(), Manifest)
