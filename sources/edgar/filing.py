"""A filing as of a cutoff: what the registry says of it, and since when the public could read it.

The filing date rules. EDGAR gives what arrives after 17:30 Eastern the next business day as its
date, so nobody is taken to have known it earlier than the registry says. The acceptance time of the
submissions list is not used: its `Z` stands for Eastern time in some rows and for UTC in others, as
the headers of the same filings show.
"""

import re
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from contracts.cutoff import DateBasis, SourceTime, SourceTimes
from contracts.errors import InputError
from contracts.source import SourceCard

ZONE = "America/New_York"
ARCHIVES = "https://www.sec.gov/Archives/edgar/data"
_LATER = re.compile(r"CORRESP|UPLOAD|LETTER|DRS.*", re.IGNORECASE)
"""Letters and drafts: filed on one day and shown to the public weeks later, or never."""
_HEAD = re.compile(r"<SEC-DOCUMENT>(?P<accession>[0-9-]{20})\.txt : (?P<day>[0-9]{8})")
_ACCEPTED = re.compile(r"<ACCEPTANCE-DATETIME>(?P<at>[0-9]{14})")
_FILED = re.compile(r"FILED AS OF DATE:\s*(?P<day>[0-9]{8})")
_HEAD_BYTES = 8_000
_NONE = "is no whole submission of EDGAR: its header lacks a date"


class Filing(NamedTuple):
    """One filing of one entity."""

    cik: int
    entity: str
    accession: str
    form: str
    filed: date | None
    period: date | None
    """Last day of the period that it reports on."""
    document: str
    """File name of the main document; empty where there is none of its own."""
    description: str
    basis: DateBasis = DateBasis.FILING_INDEX
    verified: bool = False

    @property
    def times(self) -> SourceTimes:
        """Since when the public could read it; an accession number proves its version."""
        return filing_times(self.form, self.filed, verified=self.verified)

    @property
    def url(self) -> str:
        """Where its main document lies, else the whole submission."""
        folder = f"{ARCHIVES}/{self.cik}/{self.accession.replace('-', '')}"
        return f"{folder}/{self.document}" if self.document else f"{folder}/{self.accession}.txt"

    @property
    def label(self) -> str:
        """A line for people."""
        return f"{self.form} {self.accession} of {self.entity}, filed {self.filed}"

    def card(self) -> SourceCard:
        """What is known of it, as a source of a run."""
        return SourceCard(
            id=f"{re.sub(r'[^A-Za-z0-9]+', '-', self.form).strip('-')}-{self.accession}"[:64],
            title=f"{self.form} of {self.entity}"
            + (f" for the period to {self.period}" if self.period else ""),
            publisher=self.entity,
            form=self.form,
            accession=self.accession,
            url=self.url,
            supplied_by="fetch",
            times=self.times,
        )


def is_shown_later(form: str) -> bool:
    """Whether the filing date of such a form says nothing of when the public could read it."""
    return _LATER.fullmatch(form) is not None


def filing_times(form: str, filed: date | None, *, verified: bool) -> SourceTimes:
    """The times that a filing date gives; of letters and drafts it gives none."""
    if filed is None or is_shown_later(form):
        return SourceTimes(version_proof="accession")
    published = SourceTime.of_day(filed, ZONE, DateBasis.FILING_INDEX, verified)
    return SourceTimes(published=published, version_proof="accession")


def header_times(data: bytes) -> SourceTimes:
    """The times in the header of a whole submission (`ACCESSION.txt`).

    Raises:
        InputError: the bytes do not begin with a submission's header.
    """
    released = released_on(data)
    accepted = _ACCEPTED.search(_head(data))
    if accepted is None:
        raise InputError(_NONE)
    moment = datetime.strptime(accepted["at"], "%Y%m%d%H%M%S").replace(tzinfo=ZoneInfo(ZONE))
    basis = DateBasis.DOCUMENT_HEADER
    return SourceTimes(
        published=SourceTime.of_day(released, ZONE, basis, verified=True),
        accepted=SourceTime.of_instant(moment, ZONE, basis, verified=False),
        version_proof="accession",
    )


def released_on(data: bytes) -> date:
    """The day on which the registry put a whole submission out, by the header of `ACCESSION.txt`.

    It is the later one of the filing date and the day in the first line, which for letters is the
    day they were released.

    Raises:
        InputError: the bytes do not begin with a submission's header.
    """
    head = _head(data)
    first, filed = _HEAD.search(head), _FILED.search(head)
    if first is None or filed is None:
        raise InputError(_NONE)
    return max(_day(first["day"]), _day(filed["day"]))


def _head(data: bytes) -> str:
    return data[:_HEAD_BYTES].decode("latin-1")


def _day(digits: str) -> date:
    try:
        return datetime.strptime(digits, "%Y%m%d").replace(tzinfo=ZoneInfo(ZONE)).date()
    except ValueError:
        raise InputError(f"the header's date {digits} is no day of the calendar") from None
