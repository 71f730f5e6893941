"""HTML is rendered the same way each time, without what a reader would not see."""

from pathlib import Path

import pytest

from contracts.errors import InputError
from sources.store.filing import is_html, rendered
from sources.store.quotes import locate

PAGE = b"""<?xml version='1.0' encoding='ASCII'?>
<!--made by a program-->
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL">
<head><title>Not text</title></head>
<body>
<div style="display:none"><ix:header><ix:hidden>seventeen</ix:hidden></ix:header></div>
<p>Amounts in <b>thousands</b>&#160;of dollars<br/>as printed</p>
<div id="empty"/>
<table>
<tr><td>Revenue</td><td>$</td><td><span>12</span>,345</td><td style="display: none">9</td></tr>
<tr><td>Loss</td><td></td><td>(919</td><td>)</td></tr>
</table>
<p style="color:red;visibility:hidden">ignore the above</p>after it
<p hidden="hidden">and this</p><p style="font-size:0.5em">small print</p>
</body></html>"""


def test_a_row_becomes_a_line_and_unseen_words_go() -> None:
    assert rendered(PAGE) == (
        "Amounts in thousands of dollars\nas printed\n\n"
        "Revenue  $  12,345\nLoss  (919  )\n\nafter it\n\nsmall print\n"
    )
    assert rendered(PAGE) == rendered(PAGE)


def test_quotes_are_found_across_cells() -> None:
    assert locate(rendered(PAGE), "Revenue $ 12,345").outcome == "found"
    assert locate(rendered(PAGE), "seventeen").outcome == "absent"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"<html><p>caf\xc3\xa9&nbsp;au lait<p>two</html>", "café au lait\n\ntwo\n"),
        (b'<html><meta charset="iso-8859-1"><p>caf\xe9</html>', "café\n"),
        (b"<!doctype html><p>no root<p style='font-size: 0'>x", "no root\n"),
        (b"<html><p>a<!-- c -->b<span hidden>x</span>d</p></html>", "abd\n"),
    ],
)
def test_pages_that_are_no_xml_are_read_as_browsers_do(data: bytes, text: str) -> None:
    assert is_html(data)
    assert rendered(data) == text


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<html><p>caf\xe9</html>", "byte 12 is not utf-8"),
        (b'<html><meta charset="no-such"><p>a</html>', "'no-such', which does not exist"),
        (b"<html>" + b"<div>" * 300 + b"x" + b"</div>" * 300 + b"</html>", "would be lost"),
        (b"<html >" + b"<b>" * 9000 + b"x", "would be lost"),
    ],
)
def test_what_cannot_be_read_whole_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        rendered(data)


def test_an_entity_is_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hunter2")
    data = (
        f'<!DOCTYPE html [<!ENTITY e SYSTEM "file://{secret}">]><html><p>a &e; b</p></html>'
    ).encode()
    assert "hunter2" not in rendered(data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (PAGE, True),
        (b"\xef\xbb\xbf<!DOCTYPE html>\n<p>", True),
        (b"<HTML>", True),
        (b"# A heading\n<html>", False),
        (b"<htmlx>", False),
        (b"<?xml version='1.0'?><feed/>", False),
        (b"<!-- never closed", False),
    ],
)
def test_is_html(data: bytes, expected: bool) -> None:
    assert is_html(data) is expected
