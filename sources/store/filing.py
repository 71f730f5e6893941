# pyright: reportPrivateUsage=false
"""HTML documents as their readers see them: a text that is the same for the same bytes.

Filings are XHTML; other pages are read as a browser would. What a reader would not see is left out
before the text is laid out, so that hidden words are neither shown to a model nor quoted.
"""

import re
from typing import TypeAlias

from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.html_engine import Inscriptis
from inscriptis.model.config import ParserConfig
from lxml import etree, html

from contracts.errors import InputError

Element: TypeAlias = etree._Element  # lxml has no other name for it, hence the first line

_BEGINS = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*|<!--.*?-->\s*)*(?:<!doctype\s+html|<html)[\s>]",
    re.DOTALL | re.IGNORECASE,
)
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""", re.IGNORECASE)
_HEAD_BYTES = 4_096
"""How far a declaration of the encoding is looked for; browsers look less far."""
_XML_DECLARATION = re.compile(r"\s*<\?xml[^>]*\?>")
_UNSEEN_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0[a-z%]*\s*(?:;|!|$))",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[^\S\n]{2,}")
_ODD_SPACE = re.compile(r"[^\S\n ]")
_EDGES = re.compile(r" *\n *")
_BLANK_LINES = re.compile(r"\n{3,}")
_INLINE_HEADER = "{http://www.xbrl.org/2013/inlineXBRL}header"


def is_html(data: bytes) -> bool:
    """Whether bytes begin as an HTML or XHTML document does."""
    return _BEGINS.match(data) is not None


def xhtml(data: bytes) -> Element | None:
    """The tree of a well-formed XHTML document; None when the bytes are not well-formed XML.

    Nothing is fetched and no entity is expanded.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None


def rendered(data: bytes) -> str:
    """The text of an HTML document: one line per table row, cells apart by two spaces.

    Raises:
        InputError: the bytes are not in the encoding they declare, or are nested so deeply that
            a part would be lost.
    """
    tree = xhtml(data)
    if tree is None:
        tree = _as_browsers_do(data)
    else:
        html.xhtml_to_html(tree)
    _drop_unseen(tree)
    engine = Inscriptis(tree, ParserConfig(css=CSS_PROFILES["strict"].copy()))
    text = _ODD_SPACE.sub(" ", engine.get_text())
    text = _EDGES.sub("\n", _SPACES.sub("  ", text))
    return _BLANK_LINES.sub("\n\n", text).strip() + "\n"


def _as_browsers_do(data: bytes) -> Element:
    found = _DECLARED.search(data[:_HEAD_BYTES])
    encoding = found[1].decode("ascii") if found else "utf-8"
    try:
        text = data.decode(encoding)
    except LookupError:
        msg = f"declares the encoding {encoding!r}, which does not exist: save it as UTF-8"
        raise InputError(msg) from None
    except UnicodeDecodeError as error:
        msg = f"byte {error.start} is not {encoding}: save it as UTF-8 and declare that"
        raise InputError(msg) from None
    parser = etree.HTMLParser()
    try:
        tree = etree.fromstring(_XML_DECLARATION.sub("", text, count=1), parser)
    except etree.XMLSyntaxError as error:
        msg = f"cannot be read as HTML: {error}"
        raise InputError(msg) from None
    # The parser stops at its limit of nesting and says so nowhere but here.
    for entry in parser.error_log:
        if entry.level == etree.ErrorLevels.FATAL:
            msg = f"line {entry.line}: {entry.message}: the rest of the document would be lost"
            raise InputError(msg)
    return tree


def _drop_unseen(tree: Element) -> None:
    unseen = [
        item
        for item in tree.iter(etree.Element)
        if item.tag == _INLINE_HEADER
        or item.get("hidden") is not None
        or _UNSEEN_STYLE.search(item.get("style", ""))
    ]
    for item in unseen:
        parent = item.getparent()
        if parent is None:
            continue
        before, tail = item.getprevious(), item.tail or ""
        if before is None:
            parent.text = (parent.text or "") + tail
        else:
            before.tail = (before.tail or "") + tail
        parent.remove(item)
