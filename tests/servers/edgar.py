"""EDGAR's services at their real paths, with their documented shapes.

Bodies come from a folder of recorded answers where there is one (`submissions/CIK##########.json`
and so on, as `../shared/data/sec_filings` has them); small ones are made by hand. Shapes:
sec.gov/search-filings/edgar-application-programming-interfaces (submissions, companyfacts,
companyconcept, frames), sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data
(tickers, archive paths, ten requests a second, a declared user agent, 403 without one).
"""

import json
from collections.abc import Mapping
from pathlib import Path

from contracts.contract import Json
from tests.servers import wire
from tests.servers.network import Answering

HOSTS = ("data.sec.gov", "www.sec.gov", "efts.sec.gov")
CIK = 1234567
ACCESSIONS = {name: f"0001234567-{name}" for name in ("24-000001", "25-000001", "26-000001")}


def fact(val: float, filed: str | None, accn: str, **more: Json) -> dict[str, Json]:
    """One value of a concept, as EDGAR states it."""
    dated: dict[str, Json] = {} if filed is None else {"filed": filed}
    return {
        "start": "2024-01-01",
        "end": "2024-12-31",
        "val": val,
        "accn": ACCESSIONS[accn],
        "fy": 2024,
        "fp": "FY",
        "form": "10-K",
        **dated,
        **more,
    }


REVENUES: list[Json] = [
    fact(100.1, "2025-02-27", "25-000001"),
    fact(110.2, "2026-02-26", "26-000001"),
]
"""Of 2024: as first stated, and as restated a year later."""
SUBMISSIONS: dict[str, Json] = {
    "cik": str(CIK),
    "name": "Small Company Inc.",
    "filings": {
        "recent": {
            "accessionNumber": [
                ACCESSIONS["26-000001"],
                ACCESSIONS["25-000001"],
                "0001234567-25-000002",
            ],
            "filingDate": ["2026-02-26", "2025-02-27", "2025-03-03"],
            "reportDate": ["2025-12-31", "2024-12-31", ""],
            "acceptanceDateTime": ["2026-02-26T22:01:00.000Z", "", ""],
            "form": ["10-K", "10-K", "CORRESP"],
            "primaryDocument": ["small-20251231.htm", "small-20241231.htm", "filename1.htm"],
            "primaryDocDescription": ["10-K", "10-K", ""],
        },
        "files": [
            {
                "name": "CIK0001234567-submissions-001.json",
                "filingCount": 1,
                "filingFrom": "2024-02-28",
                "filingTo": "2024-02-28",
            }
        ],
    },
}
OLDER: dict[str, Json] = {
    "accessionNumber": [ACCESSIONS["24-000001"]],
    "filingDate": ["2024-02-28"],
    "reportDate": ["2023-12-31"],
    "form": ["10-K"],
    "primaryDocument": ["small-20231231.htm"],
    "primaryDocDescription": ["10-K"],
}
ROW: dict[str, Json] = {
    "accn": ACCESSIONS["26-000001"],
    "cik": CIK,
    "entityName": "Small Company Inc.",
    "loc": "US-TX",
    "start": "2024-01-01",
    "end": "2024-12-31",
    "val": 110.2,
}
FRAME: dict[str, Json] = {
    "taxonomy": "us-gaap",
    "tag": "Revenues",
    "ccp": "CY2024",
    "uom": "USD",
    "pts": 2,
    "data": [ROW, {**ROW, "cik": 7654321, "entityName": "Late Company Inc."}],
}


def hit(accession: str, file_date: str | None, form: str = "10-K") -> dict[str, Json]:
    """One document that the full-text search found."""
    dated: dict[str, Json] = {} if file_date is None else {"file_date": file_date}
    source: dict[str, Json] = {
        "ciks": ["0001234567"],
        "display_names": ["Small Company Inc.  (SML)  (CIK 0001234567)"],
        "adsh": accession,
        "form": form,
        "period_ending": "2024-12-31",
        **dated,
    }
    return {"_index": "edgar_file", "_id": f"{accession}:a.htm", "_source": source}


HITS: dict[str, Json] = {
    "hits": {
        "total": {"value": 3, "relation": "eq"},
        "hits": [
            hit(ACCESSIONS["25-000001"], "2025-02-27"),
            hit(ACCESSIONS["26-000001"], "2026-02-26"),
            hit("0001234567-25-000009", None),
        ],
    }
}
SMALL: Mapping[str, Json] = {
    "/files/company_tickers.json": {
        "0": {"cik_str": CIK, "ticker": "SML", "title": "Small Company Inc."}
    },
    "/submissions/CIK0001234567.json": SUBMISSIONS,
    "/submissions/CIK0001234567-submissions-001.json": OLDER,
    "/api/xbrl/companyfacts/CIK0001234567.json": {
        "cik": CIK,
        "entityName": "Small Company Inc.",
        "facts": {
            "us-gaap": {
                "Revenues": {
                    "label": "Revenues",
                    "description": "All of it.",
                    "units": {"USD": [*REVENUES, fact(99, None, "24-000001")]},
                }
            }
        },
    },
    "/api/xbrl/companyconcept/CIK0001234567/us-gaap/Revenues.json": {
        "cik": CIK,
        "taxonomy": "us-gaap",
        "tag": "Revenues",
        "entityName": "Small Company Inc.",
        "units": {"USD": REVENUES},
    },
    "/api/xbrl/companyconcept/CIK0007654321/us-gaap/Revenues.json": {
        "cik": 7654321,
        "taxonomy": "us-gaap",
        "tag": "Revenues",
        "entityName": "Late Company Inc.",
        "units": {"USD": [fact(5, "2026-03-01", "26-000001")]},
    },
    "/api/xbrl/frames/us-gaap/Revenues/USD/CY2024.json": FRAME,
    "/LATEST/search-index": HITS,
}


def edgar(recorded: Path | None = None) -> Answering:
    """The answers of all three hosts; a folder of recorded bodies goes first."""

    def answer(request: wire.RawRequest) -> bytes:
        if "@" not in request.headers.get("user-agent", ""):
            return wire.whole(403, b"Undeclared Automated Tool", {"Content-Type": "text/html"})
        path = request.path.partition("?")[0]
        if recorded is not None and (body := _recorded(recorded, path)) is not None:
            return wire.whole(200, body)
        if path in SMALL:
            return wire.whole(200, json.dumps(SMALL[path]).encode())
        if path.startswith("/Archives/edgar/data/1234567/"):
            return wire.whole(200, b"<html><p>A filing.</p></html>", {"Content-Type": "text/html"})
        return wire.whole(404, b"<Error><Code>NoSuchKey</Code></Error>")

    return answer


def _recorded(folder: Path, path: str) -> bytes | None:
    places = {
        "/submissions/": folder / "submissions",
        "/api/xbrl/companyfacts/": folder / "companyfacts",
    }
    for start, place in places.items():
        file = place / path.removeprefix(start)
        if path.startswith(start) and file.is_file():
            return file.read_bytes()
    file = folder / "submission-txt" / Path(path).name
    return file.read_bytes() if path.endswith(".txt") and file.is_file() else None
