"""The texts of a recording: bodies with references in place of hashes, and no secret in any."""

import json
import re
from pathlib import PurePosixPath
from typing import NamedTuple

from agents.models.played import BODY_KEY
from agents.models.replay import PLACEHOLDER
from agents.models.scrubber import Scrubber
from agents.tools.files import WRITE_FILE
from agents.tools.name import ToolName
from agents.tools.paths import OUT
from contracts.contract import fingerprint
from contracts.errors import ContractError
from contracts.source import Corpus
from records.tool_log import ToolResult

INLINE = 300
"""Longest content, in characters, that stands in a turn's file itself."""
_NOT_PLAIN = re.compile(r"[^A-Za-z0-9_.-]")


class Written(NamedTuple):
    """A file that a tool call wrote; its path is relative to `out/`."""

    path: str
    content: str


class Bodies:
    """File bodies by name, gathered while calls are turned into played ones."""

    def __init__(self, corpus: Corpus, scrub: Scrubber) -> None:
        """References stand for the snapshots of this corpus."""
        self.texts: dict[str, str] = {}
        self._scrub = scrub
        self._references = {item.snapshot: f"{{{{sha:{item.card.id}}}}}" for item in corpus.items}
        self._references[fingerprint(corpus)] = "{{corpus}}"

    def words(self, text: str) -> str:
        """A model's words, fit for a played step."""
        visible = "".join(char for char in text if char in "\n\t" or char.isprintable())
        return self._scrub.text(visible)[:20_000]

    def plain(self, text: str) -> str:
        """A short text without secrets."""
        return self._scrub.text(text)

    def arguments(self, arguments: str) -> str:
        """A call's arguments; the content of a long file becomes a body."""
        written = _written(arguments)
        if written is None or len(written.content) <= INLINE or PLACEHOLDER.search(arguments):
            return self._scrub.text(arguments)
        name = self._keep(written)
        path = self._scrub.text(f"{OUT}/{written.path}")
        return json.dumps({"path": path, "content": {BODY_KEY: name}}, ensure_ascii=False)

    def _keep(self, written: Written) -> str:
        text = self._scrub.text(written.content)
        for digest, reference in self._references.items():
            text = text.replace(digest, reference)
        plain = _NOT_PLAIN.sub("-", self._scrub.text(PurePosixPath(written.path).name))
        stem, dot, suffix = plain.lstrip("-._")[:80].rpartition(".")
        number = 1
        name = stem + dot + suffix or "body"
        while self.texts.get(name, text) != text:
            number += 1
            name = f"{stem or suffix or 'body'}_{number}" + (dot + suffix if stem else "")
        self.texts[name] = text
        return name


def written_by(row: ToolResult) -> Written | None:
    """The file that a recorded call wrote; None for other calls and those that failed."""
    if row.name != ToolName.WRITE_FILE or row.outcome.failed:
        return None
    return _written(row.arguments)


def arguments_of(written: Written) -> str:
    """Arguments of a `write_file` call."""
    document = {"path": f"{OUT}/{written.path}", "content": written.content}
    return json.dumps(document, ensure_ascii=False)


def _written(arguments: str) -> Written | None:
    try:
        call = WRITE_FILE.read(arguments)
    except ContractError:
        return None
    area, _, path = call.path.partition("/")
    return Written(path, call.content) if area == OUT else None
