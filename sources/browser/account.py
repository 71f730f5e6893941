"""What the opener wrote of a page, read as an agent's files are: nothing of it is believed.

Once the browser has started, all that goes wrong is the page's doing and no page; only a browser
that never started is a sandbox that failed, and tried again.
"""

from datetime import datetime
from pathlib import Path

from contracts.contract import Contract, Text, Words, parse_contract
from contracts.errors import ContractError, FetchFailed, SandboxError
from contracts.page import Redirect
from sandboxes.safe_files import UnsafePath, read_file
from sandboxes.sandbox import ExecResult
from sources.browser.opener import BODY, RESULT, SCREENSHOT, TEXT
from sources.browser.page import Page
from sources.store.document import document_of
from sources.store.text import is_pdf

BODY_CAP = 50_000_000
_RESULT_CAP = 2_000_000


class Account(Contract):
    """What the opener says; nobody's word but the container's."""

    failed: Text = ""
    final_url: Text = ""
    status: int = 0
    redirects: tuple[Redirect, ...] = ()
    media_type: Text = ""
    last_modified: Text = ""
    memento: Text = ""
    title: Text = ""
    asked: tuple[Words, ...] = ()


def read_account(url: str, out: Path, result: ExecResult) -> Account:
    """Read what the opener says of a page; if it was ended, that is why there is none.

    Raises:
        SandboxError: the browser did not start.
        FetchFailed: the page left files that cannot be read.
    """
    if not (out / RESULT).exists():
        raise SandboxError(f"the browser ended with {result.exit_code}: {result.stderr[-400:]}")
    try:
        account = parse_contract(read_file(out, RESULT, cap=_RESULT_CAP), Account)
    except (UnsafePath, ContractError) as error:
        raise FetchFailed(f"{url!r} left an account that cannot be read: {error}") from error
    if result.timed_out or result.exit_code:
        ended = "it was not open in time" if result.timed_out else "the browser ended"
        return account.model_copy(update={"failed": account.failed or ended})
    return account


def page_of(url: str, account: Account, out: Path, opened_at: datetime) -> Page:
    """The page that the opener left in its folder.

    Raises:
        FetchFailed: its files cannot be read.
        InputError: it is a document without text.
    """
    try:
        body = read_file(out, BODY, cap=BODY_CAP)
        is_laid_out = not is_pdf(body) and (out / TEXT).is_file()
        text = read_file(out, TEXT, cap=BODY_CAP).decode() if is_laid_out else ""
        is_shown = is_laid_out and (out / SCREENSHOT).is_file()
        shot = read_file(out, SCREENSHOT, cap=BODY_CAP) if is_shown else None
    except (UnsafePath, UnicodeDecodeError) as error:
        raise FetchFailed(f"what {url!r} left cannot be read: {error}", account.status) from error
    return Page(
        url=url,
        final_url=account.final_url,
        redirects=account.redirects,
        status=account.status,
        media_type=account.media_type,
        title=account.title,
        opened_at=opened_at,
        body=body,
        text=text if is_laid_out else document_of(body).text,
        screenshot=shot,
        last_modified=account.last_modified,
        memento=account.memento,
        asked=account.asked,
    )
