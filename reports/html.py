"""A rubric as one HTML file: no script, nothing loaded from elsewhere, every word escaped."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from contracts.ids import SourceId
from contracts.rubric import Rubric
from reports.printable import printable
from reports.record import RunRecord
from reports.rubric_view import rubric_view

PAGE = "rubric.html"
STYLE = "rubric.css"


def render_html(
    rubric: Rubric, record: RunRecord, *, texts: Mapping[SourceId, str] | None = None
) -> str:
    """The rubric as a page for a browser, on screen and on paper.

    Args:
        rubric: an accepted rubric.
        record: what the run's records say.
        texts: text of each source by id, to show quotes where they stand.
    """
    style = (files("reports") / "templates" / STYLE).read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        environment()
        .get_template(PAGE)
        .render(
            view=rubric_view(rubric, record, texts=texts),
            run=record.run,
            # Our own file, whole: the one text of a page that is not escaped.
            style=Markup(style),
            style_hash=f"sha256-{digest}",
        )
    )


@cache
def environment() -> Environment:
    """The one environment of all pages: every text that enters a page is escaped."""
    folder = files("reports") / "templates"
    pages = {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".html")
    }
    return Environment(
        loader=DictLoader(pages), autoescape=True, undefined=StrictUndefined, finalize=_shown
    )


def _shown(value: object) -> object:
    """Every text on its way into the page, without controls; our own markup as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable(value)
    return value
