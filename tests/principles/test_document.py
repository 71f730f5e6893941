"""docs/principles.md is what the library prints."""

from pathlib import Path

from principles.document import principles_document
from principles.kinds import load_kinds
from principles.library import load_library, load_preamble


def printed() -> str:
    return principles_document(load_preamble(), load_library(), load_kinds().catalogue)


def test_the_document_is_current(repository: Path) -> None:
    """Print it again with the function above when this fails."""
    committed = (repository / "docs" / "principles.md").read_text(encoding="utf-8")
    assert committed == printed()


def test_the_document_holds_every_principle_and_kind() -> None:
    text = printed()
    for item in load_library():
        assert f'<a id="{item.principle.id}"></a>' in text
        assert item.principle.violation.example in text
    for rule in load_kinds().catalogue.kinds:
        assert f"| `{rule.kind}`<br>" in text
