"""Who a workspace belongs to, and whether it is a place that may be handed to a sandbox."""

import os
import stat
from typing import NamedTuple

from contracts.errors import SandboxError
from sandboxes.sandbox import Workspace

NOBODY = 65534


class User(NamedTuple):
    """A numeric user and group."""

    uid: int
    gid: int

    def __str__(self) -> str:
        """As engines write it."""
        return f"{self.uid}:{self.gid}"


def invoking_user() -> User:
    """Who runs finrubric."""
    return User(os.getuid(), os.getgid())


def container_user() -> User:
    """Who scripts run as in a container: the invoking user, or nobody where that is root."""
    user = invoking_user()
    return User(NOBODY, NOBODY) if user.uid == 0 else user


def checked_workspace(workspace: Workspace) -> Workspace:
    """The same workspace by its absolute path, if it is one that may be handed on.

    A mount source is resolved by the engine, as root, so a bent one could show anything.

    Raises:
        SandboxError: the root, `inputs` or `out` is missing, or is a link.
    """
    found = Workspace(workspace.root.absolute())
    for folder in (found.root, found.inputs, found.out):
        if folder.is_symlink() or not folder.is_dir():
            raise SandboxError(f"{folder} is no folder that finrubric made; use a fresh workspace")
    return found


def open_to(workspace: Workspace, user: User) -> None:
    """Make inputs readable to `user` and give it the output folder; follows no link."""
    for _, folders, files, here in os.fwalk(workspace.inputs, follow_symlinks=False):
        _add_mode(here, folders, 0o555)
        _add_mode(here, files, 0o444)
    workspace.inputs.chmod(0o755)
    if os.geteuid() == 0:
        os.chown(workspace.out, user.uid, user.gid, follow_symlinks=False)
        for _, folders, files, here in os.fwalk(workspace.out, follow_symlinks=False):
            for name in (*folders, *files):
                _give(here, name, user)


def _add_mode(here: int, names: list[str], mode: int) -> None:
    for name in names:
        status = os.stat(name, dir_fd=here, follow_symlinks=False)
        if not stat.S_ISLNK(status.st_mode) and status.st_mode & mode != mode:
            os.chmod(name, stat.S_IMODE(status.st_mode) | mode, dir_fd=here)


def _give(here: int, name: str, user: User) -> None:
    status = os.stat(name, dir_fd=here, follow_symlinks=False)
    is_one_name = stat.S_ISDIR(status.st_mode) or status.st_nlink == 1
    if is_one_name and (status.st_uid, status.st_gid) != user:
        os.chown(name, user.uid, user.gid, dir_fd=here, follow_symlinks=False)
