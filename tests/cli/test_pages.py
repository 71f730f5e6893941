"""`finrubric sandbox list` and `sources open`: what is there, and what a page was like."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.pages import tell_page
from contracts.cutoff import DateBasis, SourceTime
from contracts.page import PageComparison, PageDate, PageRecord, Redirect
from tests.cli.process import called

AT = datetime(2026, 1, 9, 15, 0, tzinfo=UTC)
HASH = "0" * 64
RECORD = PageRecord(
    url="http://ir.test/moved",
    final_url="http://www.ir.test/results",
    redirects=(Redirect(url="http://ir.test/moved", status=302),),
    status=200,
    media_type="text/html",
    title="Results",
    opened_at=AT,
    body=HASH,
    text=HASH,
    screenshot=None,
    dates=(),
    browser_image="sha256:1",
    egress=HASH,
)
SAME = PageComparison(
    first=HASH,
    again=HASH,
    same_body=True,
    same_text=True,
    changed=(),
    lines_added=0,
    lines_removed=0,
    added=(),
    removed=(),
    quotes_lost=(),
)


@pytest.fixture
def no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")


@pytest.mark.usefixtures("no_engine")
@pytest.mark.parametrize(
    "command", [("sandbox", "list"), ("sources", "open", "http://www.sec.gov/")]
)
def test_without_an_engine_it_is_said(command: tuple[str, ...], tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data")) if command[0] == "sources" else ()
    result = called(*command, *data)
    assert (result.code, result.out) == (7, "")
    assert "no Docker engine answers" in result.err


@pytest.mark.browser
def test_list_shows_every_image_with_its_versions() -> None:
    result = called("sandbox", "list", "--json")
    assert result.code == 0, result.err
    document = result.document
    assert isinstance(document, dict)
    images = document["images"]
    assert isinstance(images, list)
    said = {str(i["name"]): str(i["versions"]) for i in images if isinstance(i, dict)}
    assert "squid-openssl=" in said["proxy"]
    assert "chromium=" in said["browser"]
    assert "playwright=" in said["browser"]
    table = called("sandbox", "list")
    assert "finrubric/proxy:current" in table.out


@pytest.mark.browser
@pytest.mark.parametrize(
    ("url", "words"),
    [("http://127.0.0.1/", "a number for a host"), ("https://huggingface.co/x", "huggingface.co")],
)
def test_a_denied_address_is_refused_before_anything_is_made(
    url: str, words: str, tmp_path: Path
) -> None:
    result = called("sources", "open", url, "--data", str(tmp_path / "data"))
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_a_page_is_told_with_its_way_its_dates_and_its_hashes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tell_page(RECORD, HASH, Path("data"), None)
    said = capsys.readouterr().out
    assert "sent on by http://ir.test/moved (302)" in said
    assert "No date that proves anything is stated." in said
    assert f"record: {HASH}" in said
    time = SourceTime.of_instant(AT, "UTC", DateBasis.STRUCTURED_METADATA, verified=False)
    date = PageDate(of="published", stated="2026-01-09", where="meta x", time=time)
    tell_page(RECORD.model_copy(update={"dates": (date,)}), HASH, Path("data"), SAME)
    said = capsys.readouterr().out
    assert "published: 2026-01-09 (meta x; structured_metadata)" in said
    assert "No date" not in said
    assert "the same as the first time" in said


def test_what_has_changed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    changes = {
        "same_text": False,
        "changed": ("title",),
        "lines_added": 1,
        "lines_removed": 1,
        "added": ("Revenue was 11.",),
        "removed": ("Revenue was 10.",),
        "quotes_lost": ("Revenue was 10.",),
    }
    tell_page(RECORD, HASH, Path("data"), SAME.model_copy(update=changes))
    said = capsys.readouterr().out
    assert "Differs: title\n1 lines are gone, 1 are new.\n" in said
    assert "- Revenue was 10.\n+ Revenue was 11.\nQuote is gone: Revenue was 10.\n" in said
