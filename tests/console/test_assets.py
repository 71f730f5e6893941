"""What pages are drawn with: ours and vendored, served from here alone."""

import hashlib
import re
import tomllib
from importlib.resources import files

from console.assets import MEDIA, assets
from console.pages.assets import FOR_EVER
from tests.console.conftest import Console

STATIC = files("console") / "static"
VENDOR = STATIC / "vendor"
_ELSEWHERE = re.compile(rb"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", re.IGNORECASE)
_LOADS = re.compile(
    rb"""(?:url\(\s*|@import\s+|from\s+|import\s*\(?\s*|src=|href=)["']?([^"')\s>]+)"""
)


def vendored() -> list[dict[str, str]]:
    return tomllib.loads((VENDOR / "vendored.toml").read_text(encoding="utf-8"))["file"]


def test_every_vendored_file_is_named_with_version_licence_and_hash() -> None:
    named = {entry["name"] for entry in vendored()} | {
        entry["licence_text"] for entry in vendored()
    }
    assert {entry.name for entry in VENDOR.iterdir()} == named | {"vendored.toml"}
    for entry in vendored():
        found = hashlib.sha256((VENDOR / entry["name"]).read_bytes()).hexdigest()
        assert found == entry["sha256"], entry["name"]
        assert entry["version"].encode() in (VENDOR / entry["name"]).read_bytes()
        assert "permission" in (VENDOR / entry["licence_text"]).read_text(encoding="utf-8").lower()


def test_no_file_of_ours_loads_anything_from_elsewhere() -> None:
    for name, data in assets().files.items():
        loaded = [found for found in _LOADS.findall(data) if _ELSEWHERE.match(found)]
        assert loaded == [], name


async def test_files_are_served_for_ever_with_their_kind(console: Console) -> None:
    browser = await console.browser()
    for name in assets().files:
        answer = await browser.get(assets().url(name))
        assert answer.status_code == 200
        assert answer.content == (STATIC / name).read_bytes()
        assert answer.headers["content-type"] == MEDIA[name[name.rindex(".") :]]
        assert answer.headers["cache-control"] == FOR_EVER
        assert answer.headers["x-content-type-options"] == "nosniff"


OTHERS = (
    "vendor/vendored.toml",
    "vendor/pico.LICENSE.txt",
    "../app.py",
    "..%2Fapp.py",
    "%2e%2e/templates/base.html",
    "vendor//htmx.min.js",
    "/etc/passwd",
    "",
)


async def test_nothing_else_is_served(console: Console) -> None:
    browser = await console.browser()
    for name in OTHERS:
        answer = await browser.get(f"/static/{assets().digest}/{name}")
        assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store"), name


async def test_an_address_of_older_bytes_is_gone(console: Console) -> None:
    answer = await (await console.browser()).get("/static/0123456789abcdef/app.css")
    assert answer.status_code == 404
