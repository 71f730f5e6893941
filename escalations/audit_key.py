"""The key of the audit chain: outside the database, so that who can edit rows cannot seal them."""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from contracts.errors import CorruptRun, EnvironmentFault, InputError
from contracts.run_paths import audit_key_file
from records.files import sync_folder

_KEY = re.compile(r"[0-9a-fA-F]{64,256}")
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_PRIVATE = 0o600


class AuditKey:
    """Where the key comes from: a setting, or a file in the data folder made at first use."""

    def __init__(self, data: Path, given: str | None = None) -> None:
        """Keep where to look; nothing is read or made yet.

        Raises:
            InputError: the setting is no key.
        """
        if given is not None and not _KEY.fullmatch(given):
            msg = "FINRUBRIC_AUDIT_KEY must be 64 to 256 hexadecimal digits; `openssl rand -hex 32`"
            raise InputError(msg)
        self._given = given
        self._file = audit_key_file(data)

    def read(self) -> bytes:
        """Give the key of a chain that has rows.

        Raises:
            CorruptRun: it is missing or damaged; a fresh one would make the chain unreadable.
        """
        if self._given is not None:
            return bytes.fromhex(self._given)
        try:
            text = self._file.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            msg = (
                f"{self._file} is missing, but the audit chain has rows made with it; put it back "
                "from a backup, or set FINRUBRIC_AUDIT_KEY"
            )
            raise CorruptRun(msg) from None
        except UnicodeDecodeError:
            text = ""
        except OSError as error:
            msg = f"{self._file} cannot be read ({error.strerror}); mend that, then try again"
            raise EnvironmentFault(msg) from error
        if not _KEY.fullmatch(text):
            msg = f"{self._file} holds no key of 64 to 256 hexadecimal digits; put it back"
            raise CorruptRun(msg)
        return bytes.fromhex(text)

    def read_or_make(self) -> bytes:
        """Give the key of a chain that has no row yet, making the file when there is none.

        Raises:
            CorruptRun: a file is there and holds no key.
            EnvironmentFault: the file cannot be made or read.
        """
        if self._given is None and not self._file.exists():
            self._make()
        return self.read()

    def _make(self) -> None:
        """Put a whole new file in place, unless another process was faster."""
        beside = self._file.with_name(f".{self._file.name}.{secrets.token_hex(8)}.tmp")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            _write_synced(beside, f"{secrets.token_hex(32)}\n".encode())
            with suppress(FileExistsError):
                os.link(beside, self._file)
            sync_folder(self._file.parent)
        except OSError as error:
            msg = f"{self._file} cannot be made ({error.strerror}); mend that, then try again"
            raise EnvironmentFault(msg) from error
        finally:
            beside.unlink(missing_ok=True)


def _write_synced(path: Path, data: bytes) -> None:
    descriptor = os.open(path, _NEW_FILE, _PRIVATE)
    try:
        os.write(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
