"""Every page in Chromium, with hostile text in every field: nothing runs, loads, or hides."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Browser
from pydantic import TypeAdapter

from console.access.roles import Role
from tests.console.chromium.conftest import Stage
from tests.console.chromium.person import WORDS, Person, sit_down
from tests.console.chromium.places import NO_PAGE, Visit, visits
from tests.console.test_routes import ROUTES
from tests.reports.hostile import PAYLOADS

pytestmark = [pytest.mark.chromium, pytest.mark.timeout(600)]
STRING: Final = TypeAdapter(str)
NARROW = 320
AT_200_PERCENT = 720
"""What a window of 1440 has left at 200 %."""


_AWAKE = """() => {
  const isIn = (text) => text.includes("PWN") || text.includes("evil");
  const found = [];
  for (const one of document.querySelectorAll("*")) {
    const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const texts = [...own.map((node) => node.data), ...[...one.attributes].map((at) => at.value)];
    if (texts.some(isIn) && !one.closest("[hx-disable]")) found.push(one.outerHTML.slice(0, 160));
  }
  return found;
}"""
"""Elements that hold hostile text, as text or in an attribute, where htmx would read it."""
_ASLEEP = """[...document.querySelectorAll("[hx-get], [hx-post]")]
  .filter((one) => one.closest("[hx-disable]")).map((one) => one.outerHTML.slice(0, 160))"""
"""Controls of ours that htmx does not see."""
_TEXTS = """document.title + document.body.textContent
  + [...document.querySelectorAll("[value]")].map((one) => one.value).join("")"""


_UNCUT = re.compile(
    r"GET /(items/\w+-\S+|studies\S*|runs/unsigned/rubric"
    r"|runs/open(/transcript\S*|/evidence/10\S*)?) as "
)
"""Pages that show texts of others whole; lists cut them, and other forms are about one."""


@dataclass(frozen=True)
class Seen:
    """What one page was like."""

    name: str
    status: str
    """Of the answer, where it is not as it should be."""
    owned: str
    strangers: Sequence[str]
    breaches: Sequence[str]
    said: Sequence[str]
    light: Sequence[str]
    dark: Sequence[str]
    wide: Sequence[str]
    awake: Sequence[str]
    asleep: Sequence[str]
    has_whole_corpus: bool


@pytest.fixture(scope="module")
def seen(chromium: Browser, stage: Stage) -> Sequence[Seen]:
    """Each page once, by one person after the other: a window behind others draws nothing."""
    found: list[Seen] = []
    every = [visit for places in visits(stage.world).values() for visit in places]
    for who in (None, *Role):
        person = sit_down(chromium, stage.served, stage.world.people[who] if who else None)
        found += [_look(person, visit) for visit in every if visit.who == who]
        person.context.close()
    return found


def _look(person: Person, visit: Visit) -> Seen:
    person.asked.clear()
    person.said.clear()
    status, page = _come(person, visit), person.page
    owned, breaches = person.is_owned(), person.policy_breaches()
    said = [words for words in person.said if "status of" not in words]
    awake, asleep = (WORDS.validate_python(page.evaluate(one)) for one in (_AWAKE, _ASLEEP))
    texts = STRING.validate_python(page.evaluate(_TEXTS))
    light, dark = _barriers(person) if visit.is_sampled else ([], [])
    return Seen(
        name=visit.name,
        status="" if status == visit.status else f"{status}, not {visit.status}",
        owned="a script of somebody else ran" if owned else "",
        strangers=person.strangers(),
        breaches=breaches,
        said=said,
        light=light,
        dark=dark,
        wide=_too_wide(person),
        awake=awake,
        asleep=asleep,
        has_whole_corpus=all(payload in texts for payload in PAYLOADS),
    )


def _come(person: Person, visit: Visit) -> int:
    if visit.fields is None:
        status = person.open(visit.url)
    else:
        _ = person.open(visit.at)
        status = person.send(visit.url, visit.fields)
    person.page.wait_for_load_state()
    return status


def _barriers(person: Person) -> tuple[list[str], list[str]]:
    light = person.axe()
    person.page.emulate_media(color_scheme="dark")
    dark = person.axe(runOnly=["color-contrast"])
    person.page.emulate_media(color_scheme="light")
    return light, dark


def _too_wide(person: Person) -> list[str]:
    found: list[str] = []
    for width in (NARROW, AT_200_PERCENT):
        person.page.set_viewport_size({"width": width, "height": 450})
        page, window = person.width()
        if page > window:
            found.append(f"{page} in a window of {window}")
    person.page.set_viewport_size({"width": 1440, "height": 900})
    return found


def test_no_route_is_forgotten(stage: Stage) -> None:
    known = {f"{route.method} {route.path}" for route in ROUTES}
    assert known - set(NO_PAGE) - set(visits(stage.world)) == set()
    assert (set(NO_PAGE) | set(visits(stage.world))) - known == set()


WHAT: Mapping[str, Callable[[Seen], Sequence[str]]] = {
    "another answer": lambda one: [one.status] * bool(one.status),
    "a script that ran": lambda one: [one.owned] * bool(one.owned),
    "another origin": lambda one: one.strangers,
    "a breach of the policy": lambda one: one.breaches,
    "an error of a script": lambda one: one.said,
    "a fault that axe finds": lambda one: one.light,
    "a fault that axe finds in the dark": lambda one: one.dark,
    "text of others that htmx reads": lambda one: one.awake,
    "a control that htmx does not see": lambda one: one.asleep,
    "a page wider than its window": lambda one: one.wide,
}


@pytest.mark.parametrize("what", WHAT)
def test_no_page_has(seen: Sequence[Seen], what: str) -> None:
    found = [(one.name, fault) for one in seen for fault in WHAT[what](one)]
    assert found == []


def test_pages_that_cut_no_texts_show_the_whole_corpus(seen: Sequence[Seen]) -> None:
    full = {one.name: one.has_whole_corpus for one in seen if _UNCUT.match(one.name)}
    assert len(full) > 15
    assert [name for name, has_all in full.items() if not has_all] == []


@pytest.mark.slow
def test_no_other_page_has_a_barrier(chromium: Browser, stage: Stage) -> None:
    found: dict[str, tuple[list[str], list[str]]] = {}
    for visit in (one for places in visits(stage.world).values() for one in places):
        if visit.is_sampled:
            continue
        user = stage.world.people[visit.who] if visit.who else None
        person = sit_down(chromium, stage.served, user)
        _ = _come(person, visit)
        found[visit.name] = _barriers(person)
        person.context.close()
    assert found
    assert {name: some for name, some in found.items() if some != ([], [])} == {}


def test_without_escapes_the_same_texts_run_and_only_the_policy_stops_them(
    chromium: Browser, stage: Stage
) -> None:
    """The control: what is asserted above can fail."""
    user = stage.world.people[Role.LEAD]
    bare, policed = stage.served.wrapped
    for origin, has_run in ((bare, True), (policed, False)):
        person = sit_down(chromium, stage.served, user, origin=origin)
        # Else the page would be left for the address of a payload before it is looked at.
        person.context.route("https://evil.example/**", lambda route: route.abort("aborted"))
        _ = person.open("/queue")
        assert person.is_owned() is has_run
        assert bool(person.policy_breaches()) is not has_run
        assert person.strangers() != []
        person.context.close()
