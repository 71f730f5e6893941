"""Files of benchmark items are read whole or refused with file and line."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.item_text import fields_of, read_item_texts
from contracts.errors import InputError
from contracts.guard import TextKind

ITEM = {
    "id": 7,
    "Question": "How much did the stand earn?",
    "rubrics": [{"rubric_text": "States the margin.", "points": 2}, "Names the year."],
    "reference answer": 14.2,
}
TEXTS: Mapping[TextKind, tuple[str, ...]] = {
    "question": ("How much did the stand earn?",),
    "rubric": ("States the margin.", "Names the year."),
    "reference": ("14.2",),
}
CELL = json.dumps(ITEM["rubrics"]).replace('"', '""')
TABLE = f'id,Question,rubrics,reference answer\n7,How much did the stand earn?,"{CELL}",14.2\n'


def read(
    path: Path, *fields: str, kind: TextKind | None = None
) -> Mapping[TextKind, tuple[str, ...]]:
    (found,) = read_item_texts([path], fields_of(fields, kind))
    return found.texts


def written(folder: Path, name: str, data: str | bytes) -> Path:
    path = folder / name
    _ = path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", json.dumps(ITEM)),
        ("a.jsonl", f"\n{json.dumps(ITEM)}\r\n\r\n"),
        ("a.jsonl", f"\ufeff{json.dumps(ITEM)}\n"),
        ("a.json", json.dumps([ITEM], indent=1)),
        ("a.JSON", json.dumps(ITEM)),
        ("a.csv", TABLE),
        ("a.csv", f"\ufeff{TABLE}".replace("\n", "\r\n")),
        ("a.tsv", TABLE.replace(",", "\t").replace("2}\t", "2},").replace('""\t ', '"", ')),
    ],
)
def test_one_item_is_read_alike_from_every_format(tmp_path: Path, name: str, text: str) -> None:
    assert read(written(tmp_path, name, text)) == TEXTS


def test_plain_text_is_parted_by_blank_lines_or_by_lines(tmp_path: Path) -> None:
    parted = written(tmp_path, "a.txt", "\n\nOne item\nof two lines\n \nAnother\n\n")
    assert read(parted, kind="rubric") == {"rubric": ("One item\nof two lines", "Another")}
    lines = written(tmp_path, "b.md", "One\nTwo\nThree")
    assert read(lines, kind="question") == {"question": ("One", "Two", "Three")}
    strings = written(tmp_path, "c.json", '["One", "Two"]')
    assert read(strings, kind="reference") == {"reference": ("One", "Two")}


def test_a_field_is_named_where_its_name_is_not_known(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", '{"Must Say": [{"what": "Names the year."}], "q": "x"}')
    assert read(path, "rubric=must-say", "rubric=what") == {"rubric": ("Names the year.",)}
    (found,) = read_item_texts([path], fields_of(["question=q"], None))
    assert found.unused == ("Must Say",)


def test_names_hold_nothing_of_the_folders_above(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    paths = [written(tmp_path / folder, "set.jsonl", json.dumps(ITEM)) for folder in ("one", "two")]
    found = read_item_texts([*paths], fields_of((), None))
    assert [item.name for item in found] == ["one/set.jsonl", "two/set.jsonl"]
    (alone,) = read_item_texts(paths[:1], fields_of((), None))
    assert alone.name == "set.jsonl"


BAD: list[tuple[str, bytes, str]] = [
    ("a.jsonl", b"", "a.jsonl: is empty"),
    ("a.jsonl", b" \r\n\n", "a.jsonl: is empty"),
    ("a.csv", b"question,rubric\n", "a.csv: holds no item"),
    ("a.json", b"[]", "a.json: holds no item"),
    ("a.pdf", b"text", r"\.pdf is not readable here"),
    ("a", b"text", "no ending is not readable here"),
    ("a.csv", b"PK\x03\x04xl", "ZIP archive or a spreadsheet"),
    ("a.jsonl", b"\x1f\x8bzz", "gzip"),
    ("a.jsonl", '{"query": "x"}'.encode("utf-16"), "UTF-16"),
    ("a.jsonl", b'{"query": "x"}\n{"query": "\x93x"}', "a.jsonl:2: byte 26 is not UTF-8"),
    ("a.jsonl", b'{"query": "x"}\n{"query": "\x00"}', r"a.jsonl:2: control character U\+0000"),
    ("a.csv", b"query\nx\ny\x0bz", r"a.csv:3: control character U\+000B"),
    ("a.jsonl", b'{"query": "x"}\r{"query": "y"}', "a.jsonl:1: a lone carriage return"),
    ("a.jsonl", b'{"query": "x"}\n{"query": "y", "query": "z"}', "a.jsonl:2: .*stands twice"),
    ("a.jsonl", b'{"query": "x"} {"query": "y"}', "a.jsonl:1: .*not-json"),
    ("a.jsonl", b'[\n{"query": "x"}\n]', "a.jsonl:1: .*not-json"),
    ("a.jsonl", b'{"query": "x"}\n{"query": "x",}', "a.jsonl:2: .*not-json"),
    ("a.jsonl", b'{"query": NaN}', "a.jsonl:1: .*not-finite"),
    ("a.jsonl", b'{"query": "\\ud800"}', "a.jsonl:1: .*surrogate"),
    ("a.jsonl", b"[" * 50 + b"]" * 50, "a.jsonl:1: .*too-deep"),
    ("a.jsonl", b'"' + b"x" * 5_000_001 + b'"', "a.jsonl:1: a line of 5,000,003 characters"),
    ("a.jsonl", b'{"query": "x"}\n17', "a.jsonl:2: is no object and no text"),
    ("a.jsonl", b'"a question"', "a.jsonl:1: text outside any field; say what it is with --kind"),
    ("a.txt", b"a question", "a.txt:1: text outside any field"),
    ("a.json", b'{"data": [{"query": "x"}]}', "a.json:/: no field is known among 'data'"),
    ("a.json", b'[{"query": "x"}, {"q": "y"}]', "a.json:/1: no field is known among 'q'; say"),
    ("a.jsonl", b'{"rubric": [{"b": 1, "a": "x"}]}', "field 'rubric': .* among 'a', 'b'"),
    ("a.csv", b"q,r\nx,y\n", "a.csv:2: no field is known among 'q', 'r'"),
    ("a.csv", b"query,query\nx,y\n", "a.csv:1: column 'query' stands twice"),
    ("a.csv", b"query,\nx,y\n", "a.csv:1: a column has no name"),
    ("a.csv", b"query,rubric\nx,y\nx,y,z\n", "a.csv:3: 3 cells, but 2 columns"),
    ("a.csv", b"query,rubric\nx,y\nx\n", "a.csv:3: 1 cells, but 2 columns"),
    ("a.csv", b'query,rubric\nx,y\n"x,y\nz,w\n', "a.csv:3: the row that begins here"),
    ("a.csv", b"query\n" + b"x" * 140_000, "a.csv:2: the row that begins here: field larger"),
    ("a.csv", b"query;rubric\nx;y\n", "a.csv:2: no field is known among 'query;rubric'"),
    ("a.csv", b'rubric\n"[{""text"": ""x""},]"\n', "a.csv:2: .*not-json"),
]


@pytest.mark.parametrize(("name", "data", "words"), BAD, ids=range(len(BAD)))
def test_a_faulty_file_is_named_with_its_line(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        _ = read(written(tmp_path, name, data))


def test_every_fault_of_every_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    bad = written(tmp_path, "bad.jsonl", '{"a": 1}\n{"query": "x"}\n{"b": 2}')
    paths = [tmp_path / "folder.jsonl", bad, tmp_path / "gone.jsonl", bad]
    with pytest.raises(InputError) as caught:
        _ = read_item_texts(paths, fields_of((), None))
    said = str(caught.value)
    for words in (
        "folder.jsonl: is a folder",
        "bad.jsonl:1: no field",
        "bad.jsonl:3: no field",
        "gone.jsonl: cannot be read: No such file",
        "bad.jsonl: named twice",
    ):
        assert words in said


@pytest.mark.parametrize("option", ["rubric", "rubric=", "grade=x", "=x"])
def test_a_field_option_of_another_form_is_refused(option: str) -> None:
    with pytest.raises(InputError, match="question=NAME"):
        _ = fields_of([option], None)
