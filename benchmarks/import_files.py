"""The files that an import writes: lines of contracts, and a summary of what was read and lost."""

import json
from collections.abc import Iterable, Mapping

from benchmarks.selection import RULE, Selection
from benchmarks.sets import ReadSet
from contracts.contract import Contract, Json, sha256_of
from contracts.line import line_of

CRITERIA = "criteria.jsonl"
QUESTIONS = "questions.jsonl"
RESPONSES = "responses.jsonl"
RULINGS = "rulings.jsonl"
SUMMARY = "import.json"


def files_of(read: ReadSet) -> Mapping[str, bytes]:
    """Name to bytes; answers and rulings only where the set has them."""
    lines = _lines(read)
    summary = json.dumps(summary_of(read), ensure_ascii=False, indent=2) + "\n"
    return {**lines, SUMMARY: summary.encode()}


def _lines(read: ReadSet) -> dict[str, bytes]:
    files = {
        CRITERIA: _joined(item.criteria for item in read.items),
        QUESTIONS: _joined(item.question for item in read.items),
        RESPONSES: _joined(one for item in read.items for one in item.responses),
        RULINGS: _joined(one for item in read.items for one in item.rulings),
    }
    return {name: data for name, data in files.items() if data}


def _joined(contracts: Iterable[Contract]) -> bytes:
    return b"".join(line_of(contract) for contract in contracts)


def summary_of(read: ReadSet) -> dict[str, Json]:
    """What was read, by which rule, and everything that is not carried over."""
    hashes: dict[str, Json] = {name: sha256_of(data) for name, data in _lines(read).items()}
    lost: list[Json] = [
        {"what": what, "count": len(places), "first": places[0]}
        for what, places in read.losses.items()
    ]
    return {
        "set": read.name.value,
        "source_sha256": read.sha256,
        "questions": len(read.items),
        "criteria": sum(len(item.criteria.criteria) for item in read.items),
        "responses": sum(len(item.responses) for item in read.items),
        "rulings": sum(len(item.rulings) for item in read.items),
        "files": hashes,
        "selection": None if read.selection is None else _selection(read.selection),
        "lost": lost,
    }


def _selection(selection: Selection) -> Json:
    return {
        "rule": RULE,
        "median_criteria": str(selection.median),
        "most_criteria": str(selection.widest),
        "taken": list(selection.taken),
        "too_wide": list(selection.too_wide),
    }
