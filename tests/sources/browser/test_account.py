"""What a page leaves in its container: whose fault it is when that cannot be used."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from contracts.errors import FetchFailed, SandboxError
from sandboxes.sandbox import ExecResult
from sources.browser.account import Account, page_of, read_account
from sources.browser.opener import BODY, RESULT, SCREENSHOT, TEXT

URL = "https://news.test/a"
AT = datetime(2026, 1, 9, 15, 0, tzinfo=UTC)


def ended(code: int, *, timed_out: bool = False) -> ExecResult:
    return ExecResult(
        exit_code=code,
        stdout="",
        stderr="no chromium",
        timed_out=timed_out,
        truncated=False,
        duration_ms=1,
    )


def test_a_browser_that_never_started_is_the_sandboxes_fault(tmp_path: Path) -> None:
    with pytest.raises(SandboxError, match="ended with 1: no chromium"):
        _ = read_account(URL, tmp_path, ended(1))


@pytest.mark.parametrize("result", [ended(137), ended(137, timed_out=True)])
def test_a_page_that_ends_its_browser_is_no_page(tmp_path: Path, result: ExecResult) -> None:
    (tmp_path / RESULT).write_text(json.dumps({"failed": "", "asked": [URL]}))
    account = read_account(URL, tmp_path, result)
    assert account.failed
    assert account.asked == (URL,)


@pytest.mark.parametrize("left", ["{", '{"status": "x"}'])
def test_an_account_that_cannot_be_read_is_the_pages_fault(tmp_path: Path, left: str) -> None:
    (tmp_path / RESULT).write_text(left)
    with pytest.raises(FetchFailed, match="left an account that cannot be read"):
        _ = read_account(URL, tmp_path, ended(0))


def test_a_planted_link_is_no_page(tmp_path: Path) -> None:
    (tmp_path / BODY).symlink_to("/etc/passwd")
    with pytest.raises(FetchFailed, match="cannot be read"):
        _ = page_of(URL, Account(final_url=URL, status=200), tmp_path, AT)


def test_a_page_without_a_picture_has_its_text_all_the_same(tmp_path: Path) -> None:
    (tmp_path / BODY).write_bytes(b"<p>Sent.</p>")
    (tmp_path / TEXT).write_text("Laid out.")
    account = Account(final_url=URL, status=200)
    page = page_of(URL, account, tmp_path, AT)
    assert (page.text, page.screenshot) == ("Laid out.", None)
    (tmp_path / SCREENSHOT).write_bytes(b"PNG")
    assert page_of(URL, account, tmp_path, AT).screenshot == b"PNG"
