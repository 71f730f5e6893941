"""EDGAR's services: asked politely, at one pace for the whole machine, and from the cache first.

The SEC asks every program to say who runs it, with an address for mail, and to stay below ten
requests a second (`sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data`). We ask
for five, shared by all processes that use the same data folder. Each result is held against the
cutoff here; what EDGAR's own filters let through does not count.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlencode

from contracts.cutoff import Cutoff
from contracts.errors import FetchFailed, InputError
from contracts.guard import BlockedHost
from sources.answer_cache import AnswerCache
from sources.as_of import Sifted, Unshown, sift
from sources.edgar.facts import CompanyFact, known_facts, of_company, of_concept
from sources.edgar.filing import Filing
from sources.edgar.shape import (
    CompanyConcept,
    CompanyFacts,
    FilingColumns,
    Frame,
    Hit,
    SearchAnswer,
    Submissions,
    Tickers,
)
from sources.foreign import ForeignT, read_foreign
from sources.pace import Pace
from sources.web.fetch import Ask, Fetcher, Recorder
from sources.web.network import Network
from sources.web.opener import AGENT, SEC

DATA = "https://data.sec.gov"
WEB = "https://www.sec.gov"
TEXT_SEARCH = "https://efts.sec.gov/LATEST/search-index"
PER_SECOND = 5.0
"""Half of what is allowed."""
FRESH = timedelta(hours=12)
"""How long lists and facts are read from the cache; filings never change."""
FRAME_ENTITIES = 25
"""Most entities of one frame: each costs a request of its own."""
_CONTACT = re.compile(r"[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,199}", re.ASCII)
_UNIT = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,59}", re.ASCII)
_PERIOD = re.compile(r"CY[0-9]{4}(?:Q[1-4]I?)?", re.ASCII)
_MAX_CIK = 9_999_999_999


def user_agent(contact: str | None) -> str:
    """How we present ourselves to the SEC.

    Raises:
        InputError: there is no contact, or it is no address for mail.
    """
    if contact is None or not _CONTACT.fullmatch(contact):
        found = "is not set" if contact is None else "holds no address for mail"
        msg = (
            f"FINRUBRIC_CONTACT {found}: the SEC answers only programs that name one; set it to an "
            "address at which you can be reached, such as name@example.org"
        )
        raise InputError(msg)
    return f"finrubric {contact}"


class Edgar:
    """The services, as of a cutoff."""

    def __init__(
        self,
        blocked: Sequence[BlockedHost],
        *,
        contact: str | None,
        folder: Path,
        network: Network | None = None,
        pace: Pace | None = None,
        record: Recorder | None = None,
    ) -> None:
        """Keep cache and pace in `folder`.

        Raises:
            InputError: there is no usable contact.
        """
        self._fetcher = Fetcher(
            blocked,
            user_agent=AGENT,
            agents={SEC: user_agent(contact)},
            network=network,
            record=record,
        )
        self._cache = AnswerCache(folder / "answers")
        self._pace = pace or Pace(folder / "pace", PER_SECOND)

    async def cik_of(self, ticker: str) -> int:
        """The number of the entity with a ticker today; tickers change hands, numbers do not.

        Raises:
            InputError: nobody has it.
            FetchFailed: EDGAR gave no usable answer.
        """
        listed = await self._read(f"{WEB}/files/company_tickers.json", Tickers)
        wanted = ticker.strip().upper()
        for line in listed.lines.values():
            if line.ticker.upper() == wanted:
                return line.cik
        raise InputError(f"EDGAR lists no ticker {ticker[:20]!r}: give the entity's CIK instead")

    async def filings(
        self, cik: int, cutoff: Cutoff, *, forms: Sequence[str] = (), since: date | None = None
    ) -> Sifted[Filing]:
        """Filings of an entity that were public by the cutoff, newest first.

        Args:
            cik: the entity.
            cutoff: the as-of day.
            forms: such as `10-K`; an amendment (`10-K/A`) is a form of its own; none: all.
            since: older files of the list are read back to this day.

        Raises:
            FetchFailed: EDGAR gave no usable answer.
        """
        found = await self._read(f"{DATA}/submissions/CIK{_ten(cik)}.json", Submissions)
        columns = [found.filings.recent]
        earliest = since or cutoff.day.replace(year=cutoff.day.year - 3, day=1)
        for older in found.filings.files:
            if older.first <= cutoff.day and older.last >= earliest:
                columns.append(await self._read(f"{DATA}/submissions/{older.name}", FilingColumns))
        listed = (item for part in columns for item in _filings(cik, found.name, part))
        wanted = (item for item in listed if not forms or item.form in forms)
        return _sifted(wanted, cutoff)

    async def search(
        self, words: str, cutoff: Cutoff, *, forms: Sequence[str] = (), cik: int | None = None
    ) -> Sifted[Filing]:
        """Documents with some words, as the full-text search ranks them; it begins in 2001.

        Raises:
            FetchFailed: EDGAR gave no usable answer.
        """
        asked = {
            "q": words,
            "dateRange": "custom",
            "startdt": "2001-01-01",
            "enddt": cutoff.day.isoformat(),
            **({"forms": ",".join(forms)} if forms else {}),
            **({"ciks": _ten(cik)} if cik is not None else {}),
        }
        found = await self._read(f"{TEXT_SEARCH}?{urlencode(asked)}", SearchAnswer)
        return _sifted(map(_of_hit, found.hits.hits), cutoff)

    async def facts(self, cik: int, cutoff: Cutoff, *, tag: str = "") -> Sifted[CompanyFact]:
        """All values of an entity's concept, or of all its concepts, that were filed by the cutoff.

        Raises:
            FetchFailed: EDGAR gave no usable answer.
        """
        url = f"{DATA}/api/xbrl/companyfacts/CIK{_ten(cik)}.json"
        found = await self._read(url, CompanyFacts)
        return known_facts(of_company(found, tag=tag), cutoff)

    async def frame(
        self, tag: str, unit: str, period: str, *, ciks: Sequence[int], cutoff: Cutoff
    ) -> Sifted[CompanyFact]:
        """One concept over one calendar period for some entities, as it was known at the cutoff.

        Args:
            tag: of us-gaap.
            unit: such as `USD` or `USD-per-shares`.
            period: `CY2024`, `CY2024Q1`, or `CY2024Q1I` for an instant.
            ciks: the entities, at most 25; a row of each that the frame has is taken back to the
                entity's own facts, since a frame has no filing dates and shows restated values.
            cutoff: the as-of day.

        Raises:
            InputError: a name that EDGAR cannot have, or too many entities.
            FetchFailed: EDGAR gave no usable answer.
        """
        _require_frame(tag, unit, period, len(ciks))
        found = await self._read(
            f"{DATA}/api/xbrl/frames/us-gaap/{tag}/{unit}/{period}.json", Frame
        )
        passed: list[CompanyFact] = []
        left_out: list[Unshown] = []
        for row in (row for row in found.data if row.cik in set(ciks)):
            url = f"{DATA}/api/xbrl/companyconcept/CIK{_ten(row.cik)}/us-gaap/{tag}.json"
            concept = await self._read(url, CompanyConcept)
            same = [
                fact
                for fact in of_concept(concept)
                if (fact.start, fact.end) == (row.start, row.end) and fact.unit == found.unit
            ]
            known = known_facts(same, cutoff).passed
            if known:
                passed.append(max(known, key=lambda fact: (fact.filed or date.min, fact.accession)))
            else:
                reason = f"no filing by {cutoff.day} states it: an unknown date is never a pass"
                left_out.append(Unshown(f"{tag} of {row.name}", reason))
        return Sifted(tuple(passed), tuple(left_out))

    async def document(self, filing: Filing) -> bytes:
        """The main document of a filing, as filed.

        Raises:
            FetchFailed: EDGAR gave no usable answer.
        """
        return await self._bytes(filing.url, within=None)

    async def submission(self, cik: int, accession: str) -> bytes:
        """A whole submission with its header, for `header_times`.

        Raises:
            FetchFailed: EDGAR gave no usable answer.
        """
        filing = Filing(cik, "", accession, "", None, None, "", "")
        return await self._bytes(filing.url, within=None)

    async def _read(self, url: str, model: type[ForeignT]) -> ForeignT:
        return read_foreign(await self._bytes(url, within=FRESH), model, "EDGAR")

    async def _bytes(self, url: str, *, within: timedelta | None) -> bytes:
        cached = self._cache.get(url, within=within)
        if cached is not None:
            return cached
        await self._pace.turn()
        try:
            found = await self._fetcher.fetch(Ask(url))
        except FetchFailed as error:
            raise _told(error, url) from None
        self._cache.put(url, found.body)
        return found.body


def _told(error: FetchFailed, url: str) -> FetchFailed:
    match error.status:
        case 403 | 429:
            msg = (
                f"EDGAR refuses to answer ({error.status}): wait ten minutes, and see that "
                "FINRUBRIC_CONTACT is your own address"
            )
            return FetchFailed(msg, error.status)
        case 404:
            return FetchFailed(f"EDGAR has no {url}", error.status)
        case _:
            return error


def _filings(cik: int, entity: str, columns: FilingColumns) -> Iterable[Filing]:
    for place, accession in enumerate(columns.accession):
        yield Filing(
            cik,
            entity,
            accession,
            columns.form[place],
            columns.filed[place],
            columns.report_date[place],
            columns.document[place],
            columns.description[place],
            verified=True,
        )


def _of_hit(hit: Hit) -> Filing:
    source = hit.source
    entity = source.names[0] if source.names else "?"
    cik = int(source.ciks[0]) if source.ciks and source.ciks[0].isdigit() else 0
    _, _, file = hit.id.partition(":")
    return Filing(cik, entity, source.accession, source.form, source.filed, source.period, file, "")


def _sifted(filings: Iterable[Filing], cutoff: Cutoff) -> Sifted[Filing]:
    return sift(filings, cutoff, times=lambda item: item.times, name=lambda item: item.label)


def _ten(cik: int) -> str:
    if not 0 < cik <= _MAX_CIK:
        raise InputError(f"CIK {cik} is none: it has one to ten digits")
    return f"{cik:010d}"


def _require_frame(tag: str, unit: str, period: str, entities: int) -> None:
    for what, text, form in (
        ("concept", tag, _NAME),
        ("unit", unit, _UNIT),
        ("period", period, _PERIOD),
    ):
        if not form.fullmatch(text):
            raise InputError(
                f"{text[:60]!r} is no {what} of a frame, such as AccountsPayableCurrent, "
                "USD and CY2024Q1I"
            )
    if not 0 < entities <= FRAME_ENTITIES:
        raise InputError(f"a frame is read for 1 to {FRAME_ENTITIES} entities, not {entities}")
