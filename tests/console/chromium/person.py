"""People at browsers, and what their browsers notice."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request
from pydantic import TypeAdapter

from console.access.user import User
from tests.console.served import Served

WORDS: Final = TypeAdapter(list[str])
NUMBERS: Final = TypeAdapter(list[int])
_WIDTHS = "[document.scrollingElement.scrollWidth, document.documentElement.clientWidth]"
_AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
_WATCH = """
window.__broken = [];
document.addEventListener("securitypolicyviolation",
  (event) => window.__broken.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
_RUN_AXE = """async (only) => {
  const found = await axe.run(document, { resultTypes: ["violations"], preload: false, ...only });
  const words = (node) => [...node.any, ...node.all, ...node.none].map((one) => one.message)[0];
  return found.violations.flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target.join(" ")} ${words(node) || ""}`));
}"""
_SEND = """([action, fields]) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action });
  for (const [name, value] of [["csrf", document.body.dataset.csrf], ...Object.entries(fields)]) {
    const field = document.createElement("textarea");
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}"""


@dataclass
class Person:
    """Somebody's browser, logged in or not."""

    context: BrowserContext
    page: Page
    origin: str
    asked: list[str] = field(default_factory=list[str])
    """Every address that the browser asked for."""
    said: list[str] = field(default_factory=list[str])
    """What its console said, and errors of scripts."""

    def open(self, path: str) -> int:
        """Go to a place; gives the status."""
        answer = self.page.goto(self.origin + path)
        assert answer is not None
        return answer.status

    def send(self, path: str, fields: Mapping[str, str]) -> int:
        """Send fields as a form of the page that is open would."""
        with self.page.expect_navigation() as found:
            self.page.evaluate(_SEND, [path, dict(fields)])
        answer = found.value
        assert answer is not None
        return answer.status

    def strangers(self) -> list[str]:
        """Addresses of other origins, and of what no page of ours asks for."""
        ours = urlsplit(self.origin).netloc
        return [
            url
            for url in self.asked
            if urlsplit(url).scheme not in {"data", "blob"}
            and (urlsplit(url).netloc != ours or urlsplit(url).path.endswith("/evil"))
        ]

    def is_owned(self) -> bool:
        """Whether a script of somebody else has run."""
        return self.page.evaluate("window.PWN !== undefined") is True

    def policy_breaches(self) -> list[str]:
        """What the page tried against its policy."""
        return WORDS.validate_python(self.page.evaluate("window.__broken"))

    def axe(self, **only: object) -> list[str]:
        """What axe finds on the page, one line for each element."""
        if self.page.evaluate("typeof axe") == "undefined":
            self.page.evaluate(_AXE)
        return WORDS.validate_python(self.page.evaluate(_RUN_AXE, only))

    def width(self) -> tuple[int, int]:
        """How wide the page is, and how wide the window."""
        page, window = NUMBERS.validate_python(self.page.evaluate(_WIDTHS))
        return page, window


def sit_down(
    browser: Browser,
    served: Served,
    user: User | None,
    *,
    origin: str = "",
    has_scripts: bool = True,
) -> Person:
    """Open a browser of one person, who is logged in unless it is nobody."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        java_script_enabled=has_scripts,
        color_scheme="light",
        reduced_motion="reduce",
        service_workers="block",
    )
    where = origin or served.url
    if user is not None:
        cookie, secret = served.session_of(user)
        context.add_cookies([{"name": cookie, "value": secret, "url": where}])
    if has_scripts:
        context.add_init_script(_WATCH)
    page = context.new_page()
    person = Person(context, page, where)

    def ask(request: Request) -> None:
        person.asked.append(request.url)

    page.on("request", ask)
    page.on("console", lambda message: person.said.append(message.text))
    page.on("pageerror", lambda error: person.said.append(str(error)))
    return person
