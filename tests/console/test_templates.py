"""What templates may not do, and that what they show is escaped and made printable."""

import re
from importlib.resources import files

import pytest
from jinja2 import UndefinedError

from console.rendering import environment

TEMPLATES = {
    entry.name: entry.read_text(encoding="utf-8")
    for entry in (files("console") / "templates").iterdir()
}
FORBIDDEN = {
    "inline script": re.compile(r"<script(?![^>]*\bsrc=)", re.IGNORECASE),
    "inline style": re.compile(r"<style|\sstyle=", re.IGNORECASE),
    "event attribute": re.compile(r"\son[a-z]+\s*=", re.IGNORECASE),
    "unescaped text": re.compile(r"\|\s*safe\b|autoescape\s+false", re.IGNORECASE),
    "other origin": re.compile(r"""(?:src|href|action)=["']?(?:https?:)?//""", re.IGNORECASE),
    "script address": re.compile(r"javascript:", re.IGNORECASE),
    "htmx code": re.compile(r"hx-on|hx-vals=[\"']js:|hx-vars", re.IGNORECASE),
}
_FORM = re.compile(r"<form\b[^>]*\bmethod=\"post\".*?</form>", re.IGNORECASE | re.DOTALL)


@pytest.mark.parametrize("rule", FORBIDDEN)
def test_templates_keep_the_rule(rule: str) -> None:
    assert [name for name, text in TEMPLATES.items() if FORBIDDEN[rule].search(text)] == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("inline script", "<script>1</script>"),
        ("inline style", '<p style="x">'),
        ("event attribute", '<p onclick="x">'),
        ("unescaped text", "{{ x|safe }}"),
        ("other origin", '<img src="https://x.example/">'),
        ("other origin", "<a href=//x.example>"),
        ("script address", '<a href="javascript:x">'),
        ("htmx code", '<p hx-on:click="x">'),
    ],
)
def test_a_breach_would_be_found(rule: str, text: str) -> None:
    assert FORBIDDEN[rule].search(text)


def test_all_are_html_files() -> None:
    assert [name for name in TEMPLATES if not name.endswith(".html")] == []


def test_every_form_that_posts_carries_the_value_of_its_login() -> None:
    found = [(name, form) for name, text in TEMPLATES.items() for form in _FORM.findall(text)]
    assert found
    lacking = [
        name for name, form in found if 'name="csrf"' not in form and "csrf_field" not in form
    ]
    assert lacking == []


def test_htmx_is_off_on_every_page_but_those_that_need_it() -> None:
    block = "block without_htmx"
    assert (
        '<html lang="en"{% block without_htmx %} hx-disable{% endblock %}>'
        in TEMPLATES["base.html"]
    )
    assert {name for name, text in TEMPLATES.items() if block in text} == {"base.html", "item.html"}
    controls = {name for name, text in TEMPLATES.items() if re.search(r"\bhx-(get|post)=", text)}
    assert controls == {"item.html", "item_rows.html"}


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_every_template_can_be_read(name: str) -> None:
    assert environment().get_template(name)


def test_text_is_escaped_and_made_printable() -> None:
    made = environment().from_string("<p title='{{ x }}'>{{ x }}</p>")
    shown = made.render(x="\x1b]0;evil\x07<img src=x onerror='a'>\u202e\ud800")
    assert "<img" not in shown
    assert "&lt;img src=x onerror=&#39;a&#39;&gt;\ufffd" in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_name_that_is_not_there_is_no_empty_text() -> None:
    with pytest.raises(UndefinedError, match="'nothing' is undefined"):
        environment().from_string("{{ nothing }}").render()


def test_parts_of_reports_can_be_shown() -> None:
    text = '{% from "reports/parts.html" import verdict %}{{ verdict(true, "y", "n") }}'
    assert environment().from_string(text).render() == '<span class="ok">y</span>'
