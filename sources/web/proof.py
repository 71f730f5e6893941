"""What proves the version of a page that code alone has dated.

Such a page passes the cutoff only where something proves that its text is the one of then: a
capture that the Internet Archive says it made by then, or a whole submission in EDGAR, which has
its date.
"""

import re
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import urlsplit

from contracts.cutoff import DateBasis, SourceTime, SourceTimes

_CAPTURE = re.compile(r"/web/([0-9]{14})(?:[a-z]{2}_)?/")
_SUBMISSION = re.compile(r"/Archives/edgar/data/(?:[0-9]+/)+([0-9]{10}-[0-9]{2}-[0-9]{6})\.txt")
_HEAD_BYTES = 20_000


class Proved(NamedTuple):
    """When a page is of."""

    times: SourceTimes
    accession: str
    """Of a submission to EDGAR; else empty."""


def proved(url: str, body: bytes, times: SourceTimes, *, memento: str = "") -> Proved:
    """The times of a page with the proof of its version, if its place or its bytes hold one.

    Args:
        url: where it came from at last.
        body: its bytes.
        times: what it says of itself.
        memento: the header `Memento-Datetime` of its host; empty where it sent none.
    """
    accession = _accession(url, body)
    if accession:
        return Proved(times.model_copy(update={"version_proof": "accession"}), accession)
    return Proved(_captured(url, times, memento), "")


def _accession(url: str, body: bytes) -> str:
    """The number of a submission that says its own number at its head."""
    parts = urlsplit(url)
    found = _SUBMISSION.fullmatch(parts.path)
    if found is None or parts.hostname != "www.sec.gov":
        return ""
    number = re.escape(found[1].encode())
    stated = re.search(rb"^ACCESSION NUMBER:\s+" + number + rb"\s*$", body[:_HEAD_BYTES], re.M)
    return found[1] if stated else ""


def _captured(url: str, times: SourceTimes, memento: str) -> SourceTimes:
    """Times of a capture: its text is of that moment, and was public then if not before.

    The moment stands in the address, and counts where the archive says the same of what it sent:
    anybody can write digits into an address, and some of its own pages lie at such a one.
    """
    parts = urlsplit(url)
    found = _CAPTURE.match(parts.path)
    if found is None or parts.hostname != "web.archive.org":
        return times
    try:
        moment = datetime.strptime(f"{found[1]} +0000", "%Y%m%d%H%M%S %z")
        said = parsedate_to_datetime(memento)
    except ValueError:
        return times
    if said != moment:
        return times
    taken = SourceTime.of_instant(moment, "UTC", DateBasis.STRUCTURED_METADATA, verified=False)
    has_date = times.published is not None and times.published.proves_date
    published = times.published if has_date else taken
    changes = {"published": published, "updated": taken, "version_proof": "archive_capture"}
    return times.model_copy(update=changes)
