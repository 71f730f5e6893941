"""The words of withheld sources in claims, frames of passages, sections and themes."""

from collections.abc import Container

from contracts.evidence import Evidence, Population
from contracts.ids import SourceId
from contracts.passage import Passages, Theme
from contracts.reproduction import Reproduction
from contracts.review import OwnTheme

LEFT_OUT = "[words left out: the source is not for everyone]"


def evidence_without(evidence: Evidence, withheld: Container[SourceId]) -> Evidence:
    """Evidence without the words of some sources; what is claimed in own words stays."""
    hidden = {item.id for item in evidence.claims if item.source_id in withheld}
    claims = tuple(
        item.model_copy(update={"quote": item.quote.model_copy(update={"text": LEFT_OUT})})
        if item.id in hidden
        else item
        for item in evidence.claims
    )
    syntheses = tuple(
        item.model_copy(update={"themes": tuple(_theme(one, hidden) for one in item.themes)})
        for item in evidence.syntheses
    )
    populations = tuple(_population(item, withheld) for item in evidence.populations)
    return evidence.model_copy(
        update={"claims": claims, "syntheses": syntheses, "populations": populations}
    )


def reproduction_without(found: Reproduction, withheld: Container[SourceId]) -> Reproduction:
    """A reproduction without the beginnings of passages of some sources."""
    scans = tuple(
        scan.model_copy(
            update={
                "hits": tuple(
                    hit.model_copy(update={"opening": LEFT_OUT})
                    if hit.source_id in withheld
                    else hit
                    for hit in scan.hits
                )
            }
        )
        for scan in found.scans
    )
    return found.model_copy(update={"scans": scans})


def own_theme_without(theme: OwnTheme, withheld: Container[SourceId]) -> OwnTheme:
    """A reviewer's theme without quotes of some sources."""
    passages = tuple(
        item.model_copy(update={"quote": LEFT_OUT}) if item.source_id in withheld else item
        for item in theme.passages
    )
    return theme.model_copy(update={"passages": passages})


def _theme(theme: Theme, hidden: Container[str]) -> Theme:
    is_hidden = theme.heading and any(name in hidden for name in theme.claim_ids)
    return theme.model_copy(update={"heading": LEFT_OUT}) if is_hidden else theme


def _population(item: Population, withheld: Container[SourceId]) -> Population:
    items = tuple(
        entry.model_copy(update={"quote": LEFT_OUT})
        if entry.quote and entry.source_id is not None and entry.source_id in withheld
        else entry
        for entry in item.frame.items
    )
    frame = item.frame.model_copy(update={"items": items})
    rule = item.rule
    if isinstance(rule, Passages):
        sections = tuple(
            part.model_copy(update={"begins": LEFT_OUT, "ends": LEFT_OUT})
            if part.source_id in withheld
            else part
            for part in rule.sections
        )
        rule = rule.model_copy(update={"sections": sections})
    return item.model_copy(update={"frame": frame, "rule": rule})
