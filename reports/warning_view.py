"""Open warnings in plain words, those that say the same put together."""

from collections.abc import Iterable
from dataclasses import dataclass

from contracts.finding import Finding
from contracts.source import CorpusItem
from reports.words import counted, published_text

_TITLES = {
    "AUD-instruction": "Sources that speak to a model",
    "CUT-unverified": "Dates that nobody verified",
    "TOL-indistinct": "Choices that do not change the printed value",
    "EVD-quote-repeated": "Quotes that stand more than once in their source",
}
_MEANINGS = {
    "AUD-instruction": (
        "These places read like orders to a program. Code obeys none, and two families of models "
        "opened the sources apart; a person should look before relying on what was read there."
    ),
    "CUT-unverified": (
        "These publication dates were copied from a note or a page and were not looked up in a "
        "filing index. By these dates every source was out in time. If one of them is wrong, the "
        "figures read in that source may have been published after the cutoff."
    ),
    "TOL-indistinct": (
        "Another reading gives the same figure once it is rounded as the question asks. An answer "
        "that follows it is graded as right."
    ),
}


@dataclass(frozen=True, slots=True)
class WarningView:
    """All open warnings with one code."""

    code: str
    title: str
    meaning: str
    """What it means for a reader; empty when the messages say it."""
    count: str
    items: tuple[str, ...]


def warning_views(
    findings: Iterable[Finding], sources: tuple[CorpusItem, ...]
) -> list[WarningView]:
    """Warnings by code, in the order in which the codes appear."""
    by_code: dict[str, list[Finding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    return [_view(code, found, sources) for code, found in by_code.items()]


def _view(code: str, found: list[Finding], sources: tuple[CorpusItem, ...]) -> WarningView:
    if code == "CUT-unverified":
        items = [_dated(finding, sources) for finding in found]
    else:
        items = [finding.message for finding in found]
    return WarningView(
        code=code,
        title=_TITLES.get(code, "Noted by the validator"),
        meaning=_MEANINGS.get(code, ""),
        count=counted(len(found), "warning"),
        items=tuple(dict.fromkeys(items)),
    )


def _dated(finding: Finding, sources: tuple[CorpusItem, ...]) -> str:
    """The source and date that a warning is about; its own words when it names no source."""
    for item in sorted(sources, key=lambda item: -len(item.card.id)):
        if item.card.id in finding.message:
            card = item.card
            accession = f", {card.accession}" if card.accession else ""
            return f"{card.title}{accession}: published {published_text(card.times.published)}"
    return finding.message
