"""A corpus folder is read whole or refused with every fault named."""

import hashlib
import json
from pathlib import Path

import pytest

from contracts.errors import CorruptRun, InputError
from sources.corpus import load_corpus, restore_corpus
from sources.search import search
from sources.store.snapshots import Snapshots
from tests.sources.store.inline import document, fact
from tests.sources.store.paper import pdf, shown


class Kept:
    """Bytes by hash in memory, verified like the real store."""

    def __init__(self) -> None:
        self.bytes: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.bytes[digest] = data
        return digest

    def get(self, sha256: str) -> bytes:
        if sha256 not in self.bytes:
            raise CorruptRun(sha256)
        return self.bytes[sha256]


def sidecar(source_id: str) -> str:
    return json.dumps(
        {
            "id": source_id,
            "title": "A report",
            "publisher": "An issuer",
            "form": "10-Q",
        }
    )


def write(folder: Path, name: str, text: str | bytes, source_id: str | None) -> None:
    data = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(data)
    if source_id is not None:
        (folder / f"{Path(name).stem}.source.json").write_text(sidecar(source_id))


def test_a_folder_becomes_an_index_sorted_by_id(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "Capital expenditure of the small segment was 10,797.", "B")
    write(tmp_path, "a.txt", "Nothing about spending.", "A")
    kept = Kept()
    loaded = load_corpus(tmp_path, Snapshots(kept))
    assert [item.card.id for item in loaded.corpus.items] == ["A", "B"]
    assert restore_corpus(loaded.corpus, Snapshots(kept)) == loaded


def test_a_filing_keeps_its_bytes_and_is_read_as_text_and_facts(tmp_path: Path) -> None:
    tagged = fact("5", 'scale="3"')
    body = f"<table><tr><td>Sales</td><td>{tagged}</td></tr></table>"
    write(tmp_path, "a.html", document(body), "A")
    write(tmp_path, "b.md", "Sales 5", "B")
    kept = Kept()
    loaded = load_corpus(tmp_path, Snapshots(kept))
    assert kept.get(loaded.corpus.items[0].snapshot) == document(body)
    assert loaded.texts["A"] == "Sales  5\n"
    assert [str(item.value) for item in loaded.facts["A"]] == ["7", "5000"]
    assert set(loaded.facts) == {"A"}
    snapshots = Snapshots(kept)
    assert restore_corpus(loaded.corpus, snapshots) == loaded
    assert restore_corpus(loaded.corpus, snapshots).texts["A"] is snapshots.text(
        loaded.corpus.items[0].snapshot
    )


def test_every_kind_of_file_is_read(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", '\ufeffyear,"capital, spent"\r\n2024,10\r\n', "A")
    write(tmp_path, "b.JSON", '{"year": 2024, "spent": 10.50}', "B")
    write(tmp_path, "c.pdf", pdf(shown("Spent 10 in 2024.")), "C")
    write(tmp_path, "d.xhtml", "<html><p>Spent 10</p></html>", "D")
    loaded = load_corpus(tmp_path, Snapshots(Kept()))
    assert dict(loaded.texts) == {
        "A": 'year,"capital, spent"\n2024,10\n',
        "B": '{"year": 2024, "spent": 10.50}',
        "C": "Spent 10 in 2024.\n",
        "D": "Spent 10\n",
    }


def test_a_restored_corpus_reads_kept_bytes_not_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "old", "A")
    kept = Kept()
    loaded = load_corpus(tmp_path, Snapshots(kept))
    write(tmp_path, "a.md", "new", "A")
    assert restore_corpus(loaded.corpus, Snapshots(kept)).texts["A"] == "old"
    kept.bytes.clear()
    with pytest.raises(CorruptRun):
        restore_corpus(loaded.corpus, Snapshots(kept))


@pytest.mark.parametrize(
    ("name", "data", "source_id", "words"),
    [
        ("a.md", "text", None, "has no sidecar"),
        ("a.doc", "text", "A", "doc is not readable here; use .csv"),
        ("a.pdf", "text", "A", "begins as no PDF document"),
        ("a.txt", "%PDF-1.4", "A", "a PDF: give it the ending .pdf"),
        ("a.csv", b"PK\x03\x04 ", "A", "begins as a ZIP archive"),
        ("a.csv", b"\x1f\x8b\x08", "A", "begins as gzip"),
        ("a.csv", 'a,b\n1,"2\n3,4\n', "A", "line 3 cannot be read as CSV: unexpected end"),
        ("a.csv", "a,b\n1,2\n".encode("utf-16"), "A", "byte 0 is not UTF-8"),
        ("a.csv", "a,b\n1,2\n".encode("utf-16-le"), "A", "byte 1 is NUL"),
        ("a.csv", "price \u2019".encode("cp1252"), "A", "byte 6 is not UTF-8"),
        ("a.json", '{"a": 1,}', "A", "line 1 column 9 is no JSON"),
        ("a.json", '{"a": 1, "a": 2}', "A", "key 'a' stands twice"),
        ("a.json", '{"a": NaN}', "A", "NaN is not a number"),
        ("a.json", "[" * 100_000, "A", "nested too deeply"),
        ("a.json", "", "A", "is 0 bytes"),
        ("a.md", b"\xff\xfe", "A", "is not UTF-8"),
        ("a.md", "", "A", "is 0 bytes"),
        ("a.md", "text", "../x", "string_pattern_mismatch"),
        ("a.md", "text", "", "string_pattern_mismatch"),
        ("a.html", "text", "A", "begins as no HTML document: name it .txt"),
        ("a.txt", "<html><p>a</p></html>", "A", "give it the ending .html"),
        ("a.htm", b"<html>\xff</html>", "A", "byte 6 is not utf-8"),
        ("a.html", document(fact("5", unitRef="none")), "A", "fact f-1: unit 'none'"),
    ],
)
def test_a_faulty_source_is_named(
    tmp_path: Path, name: str, data: str | bytes, source_id: str | None, words: str
) -> None:
    write(tmp_path, name, data, source_id)
    with pytest.raises(InputError, match=words) as caught:
        load_corpus(tmp_path, Snapshots(Kept()))
    assert name in str(caught.value)


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "text", "Q1")
    write(tmp_path, "b.md", "text", "q1")
    (tmp_path / "c.source.json").write_text(sidecar("C"))
    (tmp_path / "d.md").symlink_to(tmp_path / "a.md")
    with pytest.raises(InputError) as caught:
        load_corpus(tmp_path, Snapshots(Kept()))
    for words in ("stands twice", "no source lies beside", "not a regular file"):
        assert words in str(caught.value)


def test_a_missing_or_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        load_corpus(tmp_path / "none", Snapshots(Kept()))
    with pytest.raises(InputError, match="holds no source"):
        load_corpus(tmp_path, Snapshots(Kept()))


def test_search_ranks_the_source_that_speaks_of_it() -> None:
    texts = {
        "A": "Capital expenditure by segment\n\nThe small segment spent 10,797.",
        "B": "Cash and debt\n\nNothing else.",
    }
    hits = search(texts, "small segment capital expenditure")
    assert [hit.source_id for hit in hits] == ["A"]
    assert search(texts, "  ") == ()
    assert search({}, "capital") == ()
