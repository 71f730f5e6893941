"""Batches that are refused whole: `test_batch.py` gives each, `docs/refusals.md` prints it."""

import json

from contracts.errors import InputError
from tests.cli.process import ROOT

EXAMPLE = ROOT / "examples" / "texas_roadhouse"
REFUSED_BY = InputError.__name__
"""The class that refuses each batch, or of which that is a kind."""
GOOD: dict[str, str] = {
    "id": "first",
    "query": (EXAMPLE / "query.txt").read_text(encoding="utf-8").strip(),
    "cutoff": "2026-01-09",
    "sources": str(EXAMPLE / "sources"),
    "models": f"replay:{EXAMPLE / 'recording'}",
}


def line(**changes: str) -> str:
    """The good item with some fields changed."""
    return json.dumps({**GOOD, **changes})


BAD_ITEMS: dict[str, tuple[str, str]] = {
    "no JSON": ("{", "not-json"),
    "a list": ("[]", "/ [model_type]"),
    "UTF-16 escape of half a character": (
        line(id="b", query="\\ud800").replace("\\\\", "\\"),
        "control-character",
    ),
    "missing field": (json.dumps({"id": "b"}), "cutoff"),
    "unknown field": (json.dumps({**GOOD, "id": "b", "points": "3"}), "points"),
    "key twice": ('{"id": "b", "id": "c"}', "duplicate-key"),
    "same id": (line(), "give each item an id of its own"),
    "same id in capitals": (line(id="FIRST"), "give each item an id of its own"),
    "id that leaves its folder": (line(id="../x"), "id"),
    "id of odd direction": (line(id="q\u202ex"), "id"),
    "empty query": (line(id="b", query=" "), "query"),
    "long query": (line(id="b", query="x" * 20_001), "query"),
    "week as date": (line(id="b", cutoff="2026-W02-5"), "YYYY-MM-DD"),
    "no day": (line(id="b", cutoff="2026-02-30"), "calendar"),
    "future": (line(id="b", cutoff="2099-01-01"), "future"),
    "no zone": (line(id="b", zone="Mars/Base"), "zone"),
    "no profile": (line(id="b", profile="nobody"), "profile"),
    "no sources": (line(id="b", sources="nowhere"), "no such folder"),
    "no recording": (line(id="b", models="replay:nowhere"), "no folder"),
    "other models": (line(id="b", models="oracle"), "--models"),
    "recording of another question": (
        line(id="b", query="What is it worth?"),
        "made for another question",
    ),
}
"""Second item of a batch whose first is good, and words of the message."""
BAD_FILES: dict[str, tuple[str, bytes, str]] = {
    "empty": ("queries.jsonl", b"", "empty"),
    "UTF-16": ("queries.jsonl", b"\xff\xfe{\x00", "UTF-16"),
    "byte that is no UTF-8": ("queries.jsonl", b'{"id": "caf\xe9"}', "byte 11 is not UTF-8"),
    "NUL byte": ("queries.jsonl", b'{"id":\x00"a"}', "control character U+0000"),
    "carriage return alone": ("queries.jsonl", b'{}\r{"id": 1}', "lone carriage return"),
    "column twice": ("queries.csv", b"id,id\n1,2\n", "stands twice"),
    "cell left out": ("queries.csv", b"id,query\n1\n", "1 cells, but 2 columns"),
    "quotation mark left open": ("queries.csv", b'id,query\n1,"open\n', "begins here"),
    "cell too many": ("queries.csv", b"id,query\n1,2,3\n", "3 cells, but 2 columns"),
    "compressed": ("queries.csv", b"\x1f\x8b\x08\x00id", "gzip"),
    "spreadsheet": ("queries.xlsx", b"PK\x03\x04", ".jsonl, .csv or .tsv"),
    "another ending": ("queries.yaml", b"a: b", ".jsonl, .csv or .tsv"),
}
"""Name of the file, its bytes and words of the message."""
