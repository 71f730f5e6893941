"""The file a person writes beside a source: what it is, and when it was published."""

import re
from datetime import date, datetime
from typing import Annotated, Self

from pydantic import StringConstraints, model_validator

from contracts.contract import Contract, Text, Words
from contracts.cutoff import DateBasis, SourceTime, SourceTimes, VersionProof, Zone
from contracts.ids import SourceId
from contracts.source import SourceCard, SourceClass, SuppliedBy

_AT = re.compile(
    r"(?P<year>[0-9]{4})(?:-(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2})"
    r"(?P<time>T[0-9]{2}:[0-9]{2}(?::[0-9]{2})?(?:Z|[+-][0-9]{2}:[0-9]{2}))?)?)?"
)


class SidecarTime(Contract):
    """A time as precisely as it is known."""

    at: Annotated[str, StringConstraints(max_length=40)]
    """`2025`, `2025-11`, `2025-11-07`, or an instant: `2025-11-07T16:05:00-05:00`."""
    zone: Zone
    """Where a bare year, month or day begins and ends."""
    basis: DateBasis
    """Where the time was read; of a verified one, the record it was checked against."""
    verified: bool
    """Whether it was checked against a second record, which `basis` then names."""

    @model_validator(mode="after")
    def _can_be_read(self) -> Self:
        _ = self.source_time()
        return self

    @model_validator(mode="after")
    def _verified_names_its_record(self) -> Self:
        if self.verified and self.basis is DateBasis.TRANSCRIBED:
            msg = (
                "a transcribed time was not looked up, so it is not verified: say `verified: "
                "false`, or name as basis the record that it was checked against"
            )
            raise ValueError(msg)
        return self

    def source_time(self) -> SourceTime:
        """The earliest and latest instant that `at` can mean.

        Raises:
            ValueError: `at` has another form or is no day of the calendar.
        """
        found = _AT.fullmatch(self.at)
        if found is None:
            msg = f"{self.at!r} is not YYYY, YYYY-MM, YYYY-MM-DD or an instant with an offset"
            raise ValueError(msg)
        rest = (self.zone, self.basis, self.verified)
        if found["time"]:
            return SourceTime.of_instant(datetime.fromisoformat(self.at), *rest)
        if found["day"]:
            return SourceTime.of_day(date.fromisoformat(self.at), *rest)
        if found["month"]:
            return SourceTime.of_month(int(found["year"]), int(found["month"]), *rest)
        return SourceTime.of_year(int(found["year"]), *rest)


class Sidecar(Contract):
    """What a person says of a source; `NAME.source.json` beside `NAME.md`."""

    contract_name = "source-sidecar"

    id: SourceId
    title: Words
    publisher: Words
    form: Words
    """Kind of document, such as `10-Q` or `press release`."""
    accession: Text = ""
    url: Text = ""
    source_class: SourceClass = "public"
    supplied_by: SuppliedBy = "corpus"
    extract: bool = False
    """True when the file is an extract of the document, not its whole text."""
    published: SidecarTime | None = None
    updated: SidecarTime | None = None
    accepted: SidecarTime | None = None
    retrieved: SidecarTime | None = None
    version_proof: VersionProof = "none"
    """What proves that this text is the text of that day; `none` for a page that can change."""
    note: Text = ""

    def card(self) -> SourceCard:
        """The card that code works with: times as instants."""
        times = {
            name: found.source_time()
            for name, found in (
                ("published", self.published),
                ("updated", self.updated),
                ("accepted", self.accepted),
                ("retrieved", self.retrieved),
            )
            if found is not None
        }
        return SourceCard(
            id=self.id,
            title=self.title,
            publisher=self.publisher,
            form=self.form,
            accession=self.accession,
            url=self.url,
            source_class=self.source_class,
            supplied_by=self.supplied_by,
            extract=self.extract,
            times=SourceTimes(version_proof=self.version_proof, **times),
            note=self.note,
        )
