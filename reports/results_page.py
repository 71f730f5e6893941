"""The results of an experiment as one HTML file: plots are drawn in it, nothing is loaded."""

import base64
import hashlib
from importlib.resources import files

from markupsafe import Markup

from contracts.experiment import Results
from reports.html import environment
from reports.results_view import number, results_view

PAGE = "results.html"
STYLES = ("rubric.css", "results.css")


def render_results(results: Results) -> str:
    """The page, on screen and on paper; every word from outside is escaped."""
    folder = files("reports") / "templates"
    style = "".join((folder / name).read_text(encoding="utf-8") for name in STYLES)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        environment()
        .get_template(PAGE)
        .render(
            view=results_view(results),
            number=number,
            # Our own files, whole: the one text of the page that is not escaped.
            style=Markup(style),
            style_hash=f"sha256-{digest}",
        )
    )
