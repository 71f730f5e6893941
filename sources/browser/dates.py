"""When a page was published and changed, as far as it says so itself, with where that stands.

A date in a page's metadata is the publisher's own word; one in a filing index or in the head of a
submission is the registry's. What a server sends about its copy proves nothing and is kept as such.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from contracts.contract import Json
from contracts.cutoff import DateBasis, SourceTime
from contracts.errors import InputError
from contracts.page import PageDate
from sources.edgar.filing import ZONE, is_shown_later, released_on
from sources.store.filing import is_html
from sources.store.markup import data_blocks, meta_values

Kind = Literal["published", "updated"]

_META: dict[str, Kind] = {
    "article:published_time": "published",
    "article:modified_time": "updated",
    "og:published_time": "published",
    "og:updated_time": "updated",
    "citation_publication_date": "published",
    "datepublished": "published",
    "datemodified": "updated",
    "dc.date.issued": "published",
    "dcterms.issued": "published",
    "dcterms.modified": "updated",
}
_LINKED: dict[str, Kind] = {"datePublished": "published", "dateModified": "updated"}
_DAY = re.compile(r"(\d{4})[-/](\d{2})[-/](\d{2})")
_INDEX = re.compile(
    rb'class="infoHead">\s*Filing Date\s*</div>\s*<div class="info">\s*(\d{4}-\d{2}-\d{2})'
)
_FORM = re.compile(rb"<strong>\s*Form ([^<]{1,40}?)\s*</strong>")
_MOST = 40
_EARLIEST_ZONE = timedelta(hours=14)
"""Where a day begins first, and where it ends last: a date without a zone can be any of them."""
_LATEST_ZONE = timedelta(hours=12)


class _Stated(NamedTuple):
    of: Kind
    text: str
    where: str


def dates_of(body: bytes, url: str, last_modified: str = "") -> tuple[PageDate, ...]:
    """All dates that a page states of itself; one that cannot be read is left out."""
    found = [*_registry(body, url)]
    if is_html(body):
        for stated in _in_html(body):
            time = _time(stated.text)
            if time is not None:
                found.append(_dated(stated, time))
    if last_modified and (header := _header(last_modified)):
        found.append(header)
    return tuple(found[:_MOST])


def _registry(body: bytes, url: str) -> Iterator[PageDate]:
    if urlsplit(url).hostname != "www.sec.gov":
        return
    try:
        if (index := _INDEX.search(body)) and not _is_letter(body):
            day = date.fromisoformat(index[1].decode("ascii"))
            yield _put_out(day, "EDGAR filing index", DateBasis.FILING_INDEX)
        day = released_on(body)
        yield _put_out(day, "EDGAR submission header", DateBasis.DOCUMENT_HEADER)
    except (ValueError, InputError):
        return


def _is_letter(index: bytes) -> bool:
    """Whether the filing is a letter or a draft, whose filing date is not when it was shown."""
    form = _FORM.search(index)
    return form is not None and is_shown_later(form[1].decode("latin-1"))


def _put_out(day: date, where: str, basis: DateBasis) -> PageDate:
    time = SourceTime.of_day(day, ZONE, basis, verified=False)
    return PageDate(of="published", stated=day.isoformat(), where=where, time=time)


def _in_html(body: bytes) -> Iterator[_Stated]:
    for name, content in meta_values(body):
        if of := _META.get(name.lower()):
            yield _Stated(of, content, f"meta {name.lower()}")
    for block in data_blocks(body):
        try:
            document: Json = json.loads(block)
        except (ValueError, RecursionError):
            continue
        yield from _linked(document, 0)


def _linked(item: Json, depth: int) -> Iterator[_Stated]:
    """Dates of the things that a page's linked data describe, its lists and graphs included."""
    if depth > 4:
        return
    if isinstance(item, list):
        for part in item[:_MOST]:
            yield from _linked(part, depth + 1)
    elif isinstance(item, dict):
        for key, of in _LINKED.items():
            value = item.get(key)
            if isinstance(value, str):
                yield _Stated(of, value, f"linked data {key}")
        for key in ("@graph", "mainEntity"):
            yield from _linked(item.get(key), depth + 1)


def _dated(stated: _Stated, time: SourceTime) -> PageDate:
    printed = "".join(sign for sign in stated.text if sign.isprintable())
    return PageDate(of=stated.of, stated=printed[:200], where=stated.where, time=time)


def _time(text: str) -> SourceTime | None:
    """Read a date or a moment; without a zone it is any moment that it could be somewhere."""
    text = text.strip()
    try:
        if day := _DAY.fullmatch(text):
            first = datetime(int(day[1]), int(day[2]), int(day[3]), tzinfo=UTC)
            return _anywhere(first, first + timedelta(days=1) - timedelta(microseconds=1))
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            there = moment.replace(tzinfo=UTC)
            return _anywhere(there, there)
        return SourceTime.of_instant(moment, "UTC", DateBasis.STRUCTURED_METADATA, verified=False)
    except (ValueError, OverflowError):
        return None


def _anywhere(first: datetime, last: datetime) -> SourceTime:
    return SourceTime(
        earliest=first - _EARLIEST_ZONE,
        latest=last + _LATEST_ZONE,
        zone="UTC",
        precision="day",
        basis=DateBasis.STRUCTURED_METADATA,
        verified=False,
    )


def _header(text: str) -> PageDate | None:
    try:
        moment = parsedate_to_datetime(text)
        time = SourceTime.of_instant(moment, "UTC", DateBasis.HTTP_HEADER, verified=False)
        return PageDate(of="updated", stated=text, where="HTTP header Last-Modified", time=time)
    except ValueError:
        return None
