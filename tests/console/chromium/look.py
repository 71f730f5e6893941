"""What is looked for on every page in a browser: barriers, narrow screens, small targets, noise."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEAST_TARGET = 24
_SMALL = """least => [...document.querySelectorAll('a, button, input, select, textarea, summary')]
  .filter(e => e.getClientRects().length && !e.closest('.visually-hidden, .skip'))
  .filter(e => !['hidden', 'checkbox', 'radio'].includes(e.type))
  .filter(e => !(e.matches('a') && getComputedStyle(e).display === 'inline'))
  .map(e => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
  .filter(([, box]) => box.width < least - 0.5 || box.height < least - 0.5)
  .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""


@dataclass
class Noise:
    """What a page said or asked for that it should not."""

    said: list[str] = field(default_factory=list[str])
    elsewhere: list[str] = field(default_factory=list[str])


def listen(page: Page, url: str) -> Noise:
    """Note errors of scripts and of the policy, and requests to other origins, from now on."""
    noise, origin = Noise(), urlsplit(url).netloc
    page.on("pageerror", lambda error: noise.said.append(str(error)))
    page.on(
        "console",
        lambda line: (
            noise.said.append(f"{line.text} {line.location}") if line.type == "error" else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            noise.elsewhere.append(request.url)
            if urlsplit(request.url).netloc not in {origin, ""}
            else None
        ),
    )
    return noise


def barriers(page: Page) -> list[str]:
    """What axe finds, one line each."""
    found = Axe().run(page).response["violations"]
    return [
        f"{item['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for item in found
        for node in item["nodes"]
    ]


def contrasts(page: Page) -> list[str]:
    """Texts that stand out too little from what is behind them."""
    found = Axe().run(page, options={"runOnly": ["color-contrast"]}).response["violations"]
    return [node["html"][:160] for item in found for node in item["nodes"]]


def dark_contrasts(page: Page) -> list[str]:
    """The same of the dark colours; the page is light before and after."""
    # Without motion, so that no colour is on its way to another.
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found = contrasts(page)
    page.emulate_media(color_scheme="light")
    return found


def overflow(page: Page, width: int) -> int:
    """By how many pixels a page is wider than a screen."""
    page.set_viewport_size({"width": width, "height": 800})
    return max(0, page.evaluate("document.documentElement.scrollWidth") - width)


def small_targets(page: Page) -> list[str]:
    """Things to click that are smaller than 24 pixels; links within text are excepted."""
    return page.evaluate(_SMALL, LEAST_TARGET)
