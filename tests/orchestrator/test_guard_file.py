"""The guard that comes with finrubric is that of the public sets, and part of a run's lock."""

from pathlib import Path

import pytest

from benchmarks.item_text import fields_of, read_item_texts
from contracts.errors import InputError
from contracts.lock import LockKind
from gates.protected_text import ProtectedFile, guard_of
from orchestrator.guard_file import guard_bytes, load_guard_files, parse_guard_file
from orchestrator.lock import find_all

PUBLIC = (
    "bigfinancebench/subset.jsonl",
    "cryptoanalystbench/dataset.csv",
    "frontierfinance_sample/data/demo/frontier_finance_tsla_q4_2024.jsonl",
    "vals_finance_agent_v1/public_subset.csv",
    "vals_finance_agent_v2/public_subset.csv",
)


def test_packaged_guard_names_its_sources_and_is_locked() -> None:
    (found,) = load_guard_files()
    assert tuple(source.file for source in found.guard.sources) == PUBLIC
    assert guard_bytes(found.guard) == found.data
    (locked,) = [item for item in find_all("default", {}) if item.kind is LockKind.GUARD]
    assert (locked.name, locked.data) == (found.name, found.data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "other.json: guard: .*not-json"),
        (b'{"version": 2, "blocked_hosts": [], "sets": []}', "/version"),
        (b'{"normalisation": "words-2", "blocked_hosts": [], "sets": []}', "/normalisation"),
        (b'{"blocked_hosts": [], "sets": [], "texts": []}', "/texts"),
    ],
)
def test_a_faulty_guard_file_is_named(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        _ = parse_guard_file(data, "other.json")


@pytest.mark.shared
def test_packaged_guard_is_rebuilt_byte_for_byte_from_the_public_sets(shared: Path) -> None:
    read = read_item_texts([shared / "data" / name for name in PUBLIC], fields_of((), None))
    guard = guard_of(ProtectedFile(item.name, item.sha256, item.texts) for item in read)
    (found,) = load_guard_files()
    assert guard_bytes(guard) == found.data
