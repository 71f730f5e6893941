"""Pages: one template environment, in which every text is escaped and made printable."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache, partial
from importlib.resources import files

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from console.access.roles import Permission, Role
from console.access.visit import Visit, visit_of
from console.assets import assets
from console.shortcuts import SHORTCUTS, Preferences, key_of, keys_of
from reports.printable import printable

HTMX_CONFIG = {
    "allowEval": False,
    "allowScriptTags": False,
    "includeIndicatorStyles": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
}
REPORTS = "reports/"
"""Before the names of the templates of `reports`, which pages may include."""


class _Templates(Environment):
    """Templates of the console; those of `reports` find each other by their own names."""

    def join_path(self, template: str, parent: str) -> str:
        """The name of a template that another one asks for."""
        if parent.startswith(REPORTS) and not template.startswith(REPORTS):
            return REPORTS + template
        return template


def page(
    request: Request,
    name: str,
    view: object = None,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Render a template, whole page or part of one, for whoever sent the request.

    Args:
        request: what is answered.
        name: the template's file name.
        view: what it shows, as `view` in the template.
        status: HTTP status.
        headers: more headers.
    """
    visit = visit_of(request)
    html = (
        environment()
        .get_template(name, globals=_shared())
        .render(
            view=view,
            user=visit.user,
            csrf=visit.csrf,
            counts=visit.counts,
            path=request.url.path,
            keys=_keys(visit),
            key_of=partial(key_of, preferences=_preferences(visit)),
        )
    )
    return HTMLResponse(html, status_code=status, headers=dict(headers or {}))


@cache
def environment() -> Environment:
    """The one environment of all pages."""
    made = _Templates(
        loader=DictLoader({**_texts("console", ""), **_texts("reports", REPORTS)}),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["moment"] = moment
    return made


@cache
def _shared() -> dict[str, object]:
    """What every template and the macros it imports know."""
    return {
        "static": assets().url,
        "htmx_config": json.dumps(HTMX_CONFIG, separators=(",", ":")),
        "shortcuts": SHORTCUTS,
        "P": Permission,
        "ROLES": tuple(Role),
    }


def moment(at: datetime) -> str:
    """An instant as people read it, to the minute, in UTC."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _texts(package: str, before: str) -> dict[str, str]:
    folder = files(package) / "templates"
    return {
        before + entry.name: entry.read_text(encoding="utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".html")
    }


def _preferences(visit: Visit) -> Preferences:
    return visit.user.preferences if visit.user else Preferences()


def _keys(visit: Visit) -> str:
    """Key to action, as JSON for a `data-` attribute; nobody's page has the ones that close."""
    return json.dumps(dict(keys_of(_preferences(visit))))


def _shown(value: object) -> object:
    """Every text on its way into a page, without controls; our own markup as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return printable(value)
    return value
