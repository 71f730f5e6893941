"""What a person typed, as the question of a run: query text, cutoff, zone and profile."""

import json
import re
import sys
import unicodedata
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from cli.output import note
from contracts.contract import Contract, parse_contract
from contracts.cutoff import Cutoff, Zone, parse_cutoff_date
from contracts.errors import ContractError, InputError
from contracts.query import Query

MAX_CHARACTERS = 20_000
MAX_BYTES = 4 * MAX_CHARACTERS
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class _CutoffZone(Contract):
    contract_name = "option --zone"

    zone: Zone


def read_query(given: str) -> str:
    """The query's text: as given, from `@file`, or from standard input for `-`.

    Raises:
        InputError: no such file, not UTF-8, empty, too long, or with control characters.
    """
    if given == "-":
        return checked(_decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input"))
    if given.startswith("@"):
        return checked(_decoded(_file_bytes(Path(given[1:]).expanduser()), given[1:]))
    return checked(given)


def checked(text: str) -> str:
    """The text in NFC without white space at its ends.

    Raises:
        InputError: it is empty, too long, or holds control characters.
    """
    composed = unicodedata.normalize("NFC", text.replace("\r\n", "\n").strip())
    if not composed:
        raise InputError("the query is empty; write the question as one argument, @FILE or -")
    if len(composed) > MAX_CHARACTERS:
        msg = f"the query has {len(composed):,} characters; at most {MAX_CHARACTERS:,} are read"
        raise InputError(msg)
    if found := _CONTROL.search(composed):
        msg = f"the query holds the control character U+{ord(found[0]):04X} at {found.start()}"
        raise InputError(msg)
    if composed != text.strip():
        note("finrubric: the query was brought to composed Unicode (NFC) and line feeds")
    return composed


def _file_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        msg = f"query file {str(path)!r} cannot be read: {error.strerror}"
        raise InputError(msg) from None


def _decoded(data: bytes, where: str) -> str:
    if len(data) > MAX_BYTES:
        raise InputError(f"{where}: more than {MAX_BYTES:,} bytes are no query")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{where}: byte {error.start} is not UTF-8; save the query as UTF-8 text"
        raise InputError(msg) from None


def read_cutoff(day: str, zone: str, *, now: datetime, allow_future: bool) -> Cutoff:
    """The cutoff, a day that has begun in its zone unless a future one is allowed.

    Args:
        day: `YYYY-MM-DD`, included to its end.
        zone: name in the time zone database.
        now: the present instant, aware.
        allow_future: take a day that has not begun.

    Raises:
        InputError: another form, no such day or zone, or a future day.
    """
    parsed = parse_cutoff_date(day)
    found = _zone(zone)
    today = now.astimezone(ZoneInfo(found)).date()
    if parsed > today and not allow_future:
        msg = (
            f"cutoff {parsed} lies in the future: today is {today} in {found}. What is not "
            "published yet cannot be evidence; --allow-future takes the date all the same"
        )
        raise InputError(msg)
    return Cutoff(day=parsed, zone=found)


def _zone(given: str) -> str:
    try:
        return parse_contract(json.dumps({"zone": given}).encode(), _CutoffZone).zone
    except ContractError:
        msg = (
            f"--zone {given[:80]!r} is not in the time zone database; name UTC or a place such as "
            "America/New_York or Europe/London"
        )
        raise InputError(msg) from None


def question_of(text: str, cutoff: Cutoff, *, profile: str) -> Query:
    """The query as a contract.

    Raises:
        InputError: the contract refuses it.
    """
    raw = {"text": text, "cutoff": cutoff.model_dump(mode="json"), "profile": profile}
    try:
        return parse_contract(json.dumps(raw).encode(), Query)
    except ContractError as error:
        raise InputError(f"the query cannot be used: {error}") from None
