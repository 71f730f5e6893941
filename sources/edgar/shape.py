"""The documents of EDGAR's services, as far as they are read.

Submissions, company facts, company concepts and frames are described by the SEC at
`sec.gov/search-filings/edgar-application-programming-interfaces`; the list of tickers at
`sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data`. Of the full-text search the
SEC documents the page (`sec.gov/edgar/search/efts-faq.html`), not the answer behind it; its shape
is that of Elasticsearch, as the page's own script reads it.
"""

from datetime import date
from decimal import Decimal
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from sources.foreign import Foreign

Accession = Annotated[str, StringConstraints(pattern=r"^[0-9]{10}-[0-9]{2}-[0-9]{6}$")]
"""Number of a submission, such as `0000320193-24-000123`."""
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9._-]{0,120}$")]
MaybeDate = Annotated[date | None, BeforeValidator(lambda value: value or None)]
"""EDGAR writes an empty text where there is no date."""


class FilingColumns(Foreign):
    """Filings as columns: the same place in each list belongs to the same filing."""

    accession: tuple[Accession, ...] = Field(alias="accessionNumber")
    filed: tuple[MaybeDate, ...] = Field(alias="filingDate")
    report_date: tuple[MaybeDate, ...] = Field(alias="reportDate")
    form: tuple[str, ...]
    document: tuple[str, ...] = Field(alias="primaryDocument")
    description: tuple[str, ...] = Field(alias="primaryDocDescription")

    @model_validator(mode="after")
    def _are_of_one_length(self) -> Self:
        columns = (
            self.accession,
            self.filed,
            self.report_date,
            self.form,
            self.document,
            self.description,
        )
        if len({len(column) for column in columns}) != 1:
            msg = "columns of filings differ in length"
            raise ValueError(msg)
        return self


class OlderFilings(Foreign):
    """A further file of filings."""

    name: FileName
    first: date = Field(alias="filingFrom")
    last: date = Field(alias="filingTo")


class FilingLists(Foreign):
    """The newest thousand filings, and where the others are."""

    recent: FilingColumns
    files: tuple[OlderFilings, ...]


class Submissions(Foreign):
    """`data.sec.gov/submissions/CIK##########.json`."""

    name: str
    filings: FilingLists


class FactRow(Foreign):
    """One value of a concept in one unit, as one filing stated it."""

    start: date | None = None
    """None for an instant."""
    end: date
    val: Decimal
    accn: Accession
    form: str
    filed: MaybeDate = None


class Concept(Foreign):
    """A concept's values by unit."""

    units: dict[str, tuple[FactRow, ...]]


class CompanyFacts(Foreign):
    """`data.sec.gov/api/xbrl/companyfacts/CIK##########.json`: by taxonomy and tag."""

    name: str = Field(alias="entityName")
    facts: dict[str, dict[str, Concept]]


class CompanyConcept(Foreign):
    """`data.sec.gov/api/xbrl/companyconcept/CIK##########/TAXONOMY/TAG.json`."""

    name: str = Field(alias="entityName")
    taxonomy: str
    tag: str
    units: dict[str, tuple[FactRow, ...]]


class FrameRow(Foreign):
    """The value of one entity in a frame: the one that was filed last, whenever that was."""

    cik: int
    name: str = Field(alias="entityName")
    start: date | None = None
    end: date
    val: Decimal
    accn: Accession


class Frame(Foreign):
    """`data.sec.gov/api/xbrl/frames/TAXONOMY/TAG/UNIT/PERIOD.json`; rows have no filing date."""

    taxonomy: str
    tag: str
    unit: str = Field(alias="uom")
    data: tuple[FrameRow, ...]


class HitSource(Foreign):
    """What a hit of the full-text search says of its document."""

    ciks: tuple[str, ...]
    names: tuple[str, ...] = Field(alias="display_names")
    accession: Accession = Field(alias="adsh")
    form: str
    filed: MaybeDate = Field(default=None, alias="file_date")
    period: MaybeDate = Field(default=None, alias="period_ending")


class Hit(Foreign):
    """A document with the words; its id is `ACCESSION:FILE`."""

    id: str = Field(alias="_id")
    source: HitSource = Field(alias="_source")


class HitTotal(Foreign):
    """How many documents there are; above 10,000 nobody counts."""

    value: int


class Hits(Foreign):
    """One page of hits."""

    total: HitTotal
    hits: tuple[Hit, ...]


class SearchAnswer(Foreign):
    """`efts.sec.gov/LATEST/search-index?q=…`."""

    hits: Hits


class Ticker(Foreign):
    """One line of the list of tickers."""

    cik: int = Field(alias="cik_str")
    ticker: str
    title: str


class Tickers(Foreign):
    """`sec.gov/files/company_tickers.json`: an object whose keys are line numbers."""

    lines: dict[str, Ticker]

    @model_validator(mode="before")
    @classmethod
    def _wrapped(cls, document: object) -> object:
        return {"lines": document}
