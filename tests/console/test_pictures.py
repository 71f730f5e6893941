"""How a cited page looked when it was opened: on the item, on its source's page, and as a file."""

import re
from collections.abc import Mapping

import pytest

from console.access.roles import Role
from contracts.source import Corpus, SourceClass
from tests.builders import texas_corpus
from tests.console.blocked import ITEM, RUN, blocked_run
from tests.console.conftest import Console
from tests.console.pictured import open_in_browser, png

FIRST, *OTHERS = texas_corpus().items
SOURCE = f"/runs/{RUN}/evidence/{FIRST.card.id}"
PICTURE = f"{SOURCE}/screenshot/2"
PNG = png(8, 12)
_IMAGE = re.compile(r'<a class="shot" href="([^"]+)"><img ([^>]+)>')


async def seen(
    console: Console, *pictures: bytes | None, source_class: SourceClass = "public"
) -> None:
    """A blocked run whose first source was opened in a browser once for each picture."""
    card = FIRST.card.model_copy(update={"source_class": source_class})
    first = FIRST.model_copy(update={"card": card})
    given = Corpus(items=(first, *OTHERS))
    _ = await blocked_run(console.parts, given=given, web=True)
    await open_in_browser(console.parts, first, *pictures)


def shown(html: str) -> list[tuple[str, Mapping[str, str]]]:
    """The pictures of a pane: where each leads, and what stands on it."""
    return [
        (where, dict(re.findall(r'([a-z]+)="([^"]*)"', told)))
        for where, told in _IMAGE.findall(html)
    ]


async def test_the_pane_shows_the_page_of_what_it_cites(console: Console) -> None:
    await seen(console, None, PNG, PNG[:-1])
    viewer = await console.as_role(Role.VIEWER)
    html = (await viewer.get(f"/items/{ITEM}?row=R1")).text
    pane = html.partition('id="evidence"')[2].partition("</section>")[0]
    cited = pane.count(f'href="{SOURCE}?quote=')
    assert cited > 0
    found = shown(pane)
    assert len(found) == len(shown(html)) == cited
    for where, told in found:
        assert where == told["src"] == PICTURE
        assert told["alt"] == f"Screenshot of {FIRST.card.title}"
        assert (told["loading"], told["width"], told["height"]) == ("lazy", "128", "80")


async def test_the_page_of_a_source_shows_each_opening(console: Console) -> None:
    await seen(console, None, PNG)
    html = (await (await console.as_role(Role.VIEWER)).get(SOURCE)).text
    assert html.count("<figure>") == 2
    assert html.count("No picture was taken.") == 1
    assert html.count(f'<img src="{PICTURE}"') == html.count(f'<a href="{PICTURE}"') == 1


@pytest.mark.parametrize(
    ("picture", "kind"), [(PNG, "image/png"), (b"\xff\xd8\xff\xe0 and so on", "image/jpeg")]
)
async def test_a_picture_is_sent_as_a_picture_and_runs_nothing(
    console: Console, picture: bytes, kind: str
) -> None:
    await seen(console, None, picture)
    answer = await (await console.as_role(Role.VIEWER)).get(PICTURE)
    assert (answer.status_code, answer.content) == (200, picture)
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("picture", [b"<svg onload=alert(1)>", b"%PDF-1.7", None])
async def test_anything_else_is_no_picture(console: Console, picture: bytes | None) -> None:
    await seen(console, PNG, picture)
    answer = await (await console.as_role(Role.VIEWER)).get(PICTURE)
    assert answer.status_code == 404


@pytest.mark.parametrize("source_class", ["restricted", "internal"])
async def test_a_source_of_the_house_shows_its_page_to_who_decides_alone(
    console: Console, source_class: SourceClass
) -> None:
    await seen(console, None, PNG, source_class=source_class)
    viewer, analyst = await console.as_role(Role.VIEWER), await console.as_role(Role.ANALYST)
    for url in (f"/items/{ITEM}?row=R1", SOURCE):
        answer = await viewer.get(url)
        assert answer.status_code == 200
        assert "/screenshot/" not in answer.text, url
    assert (await viewer.get(PICTURE)).status_code == 404
    assert (await analyst.get(PICTURE)).status_code == 200
    assert PICTURE in (await analyst.get(SOURCE)).text
    assert "/screenshot/" not in (await analyst.get(f"/items/{ITEM}?row=R1")).text, (
        "where its words are left out for everyone, so is its page"
    )
