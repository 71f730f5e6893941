"""The guard that comes with finrubric is that of the public sets, and part of a run's lock."""

from pathlib import Path

import pytest

from benchmarks.item_text import fields_of, read_item_texts
from contracts.errors import InputError
from contracts.lock import LockKind
from gates.protected_text import ProtectedFile, guard_of
from orchestrator.guard_file import (
    guard_bytes,
    load_guard_files,
    load_own_guards,
    parse_guard_file,
)
from orchestrator.lock import changes, find_all, lock_of

OWN = b'{"blocked_hosts": [], "sets": []}'
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


def test_own_guards_stand_in_the_lock_beside_the_packaged_one(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    _ = own.write_bytes(OWN)
    found = find_all("default", {}, (str(own),))
    locked = {item.name: item.data for item in found if item.kind is LockKind.GUARD}
    (packaged,) = load_guard_files()
    assert locked == {packaged.name: packaged.data, "own.json": OWN}
    assert changes(lock_of(found), find_all("default", {})) == ("guard own.json: is gone",)
    _ = own.write_bytes(OWN + b" ")
    (line,) = changes(lock_of(found), find_all("default", {}, (str(own),)))
    assert line == "guard own.json: other bytes than at the start"


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("gone.json",), "gone.json' cannot be read"),
        (("own.json", "own.json"), "has a guard 'own.json' already"),
        (("PUBLIC_SETS.json",), "has a guard 'PUBLIC_SETS.json' already"),
        (("bad.json",), "bad.json: guard: .*not-json"),
    ],
)
def test_unusable_own_guards_are_named(names: tuple[str, ...], words: str, tmp_path: Path) -> None:
    for name, data in (("own.json", OWN), ("PUBLIC_SETS.json", OWN), ("bad.json", b"")):
        _ = (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=words):
        _ = load_own_guards(str(tmp_path / name) for name in names)


@pytest.mark.shared
def test_packaged_guard_is_rebuilt_byte_for_byte_from_the_public_sets(shared: Path) -> None:
    read = read_item_texts([shared / "data" / name for name in PUBLIC], fields_of((), None))
    guard = guard_of(ProtectedFile(item.name, item.sha256, item.texts) for item in read)
    (found,) = load_guard_files()
    assert guard_bytes(guard) == found.data
