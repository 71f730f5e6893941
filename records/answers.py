"""Answers of models on disk, each under the key and attempt of its call.

The file is written before the ledger says `ok`, and is looked for before a call is sent again:
an answer that was received is never paid for twice, even if its row was lost with a restore.
"""

from pathlib import Path
from typing import NamedTuple

import rfc8785
from pydantic import ValidationError

from contracts.contract import Contract, canonical, sha256_of
from contracts.errors import CorruptRun, LedgerConflict, ModelError
from contracts.ids import Sha256
from contracts.model import CallKey, ModelResponse
from contracts.run_paths import answer_file
from records.call_key import shown
from records.files import read_verified, write_once


class Answer(Contract):
    """One received answer with the request it answers and the time it took."""

    request_sha: Sha256
    active_ms: int
    response: ModelResponse


class Stored(NamedTuple):
    """An answer on disk and the hash of its file."""

    answer: Answer
    sha256: Sha256


class Answers:
    """The answers under `<data>/calls`."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir

    def put(self, key: CallKey, attempt: int, answer: Answer) -> Stored:
        """Keep an answer just received.

        Raises:
            ModelError: it holds text or numbers that JSON cannot carry.
            CorruptRun: another answer stands there.
            EnvironmentFault: the disk is full or the place cannot be written.
        """
        try:
            data = canonical(answer)
        except rfc8785.CanonicalizationError as error:
            msg = f"the answer to {shown(key)} cannot be kept: {error}"
            raise ModelError(msg) from None
        write_once(self._path(key, attempt), data)
        return Stored(answer, sha256_of(data))

    def find(self, key: CallKey, attempt: int, request_sha: Sha256) -> Stored | None:
        """Look for an answer that was received, whatever became of its row.

        Raises:
            LedgerConflict: it answers another request.
            CorruptRun: its file cannot be understood.
        """
        path = self._path(key, attempt)
        if not path.exists():
            return None
        data = path.read_bytes()
        answer = _parsed(path, data)
        if answer.request_sha != request_sha:
            msg = (
                f"{path} answers request {answer.request_sha} of {shown(key)}, but {request_sha} "
                "is asked now: what was sent differs between start and resume"
            )
            raise LedgerConflict(msg)
        return Stored(answer, sha256_of(data))

    def get(self, key: CallKey, attempt: int, sha256: Sha256) -> Answer:
        """Read the answer that a row names.

        Raises:
            CorruptRun: it is missing or holds other bytes.
        """
        path = self._path(key, attempt)
        return _parsed(path, read_verified(path, sha256))

    def _path(self, key: CallKey, attempt: int) -> Path:
        return answer_file(self._data_dir, sha256_of(canonical(key)), attempt)


def _parsed(path: Path, data: bytes) -> Answer:
    # Our own bytes: the guard of `parse_contract` would refuse control characters that a model
    # may well have written, and lose an answer that was paid for.
    try:
        return Answer.model_validate_json(data)
    except ValidationError as error:
        msg = f"{path} is not an answer of this version ({error.error_count()} faults)"
        raise CorruptRun(msg) from None
