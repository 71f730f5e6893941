"""Whether a text says where it comes from: names of systems and models, ids of runs, hashes.

Run ids are known by the form that finrubric makes them in; what people chose themselves, ids and
names of models of their own, is looked for when it is named.

A name that the question itself uses tells nothing of a rubric's origin and may stay.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from console.studies.normalise import LINK
from contracts.study import BlindPair, BlindRow, BlindRubric

NAME = "[name]"
OWN_NAMES = (
    *("finrubric", "FinAutoRubric", "Direct-Generate", "OpenAI", "Anthropic", "ChatGPT", "GPT"),
    *("Claude", "Gemini", "Grok", "Llama", "Mistral", "DeepSeek", "Qwen", "Kimi"),
    *("Opus", "Sonnet", "Haiku", "GLM", "o3", "o4-mini", "Gemma", "Nemotron"),
)
"""Names that are looked for in every study: what writes rubrics, and who makes it."""
_ID = re.compile(
    r"(?<![0-9A-Za-z])(?:[0-9a-f]{32,64}|(?:[0-9A-Za-z._]+-){1,12}[0-9]{8}-[0-9]{6}-[0-9a-f]{6})"
    r"(?![0-9A-Za-z])"
)
"""A hash, or a run's id as `finrubric generate` makes it."""
_PARTS = re.compile(r"[\s._-]+")


@dataclass(frozen=True, slots=True)
class Leak:
    """A name found in a text that reviewers would read."""

    query: str
    place: str
    name: str

    def __str__(self) -> str:
        """Say where it stands."""
        return f"{self.query}: {self.place} holds {self.name!r}"


class Names:
    """The names that no text of a study may hold."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take names as people write them; spaces, dots, dashes and case do not matter."""
        patterns = [_pattern(name) for name in sorted(set(names), key=lambda one: (-len(one), one))]
        self._found = re.compile("|".join(filter(None, patterns)) or r"(?!)", re.IGNORECASE)

    def found(self, text: str) -> Iterator[str]:
        """Every name in a text, as it stands there."""
        plain = unicodedata.normalize("NFKC", text)
        yield from (found[0] for found in self._found.finditer(plain))
        yield from (found[0] for found in _ID.finditer(plain))

    def redacted(self, text: str, *, known: frozenset[str]) -> str:
        """The text with every name taken out but those that are known from the question."""

        def word(found: re.Match[str]) -> str:
            return found[0] if spelt(found[0]) in known else NAME

        def clean(form: str) -> str:
            return _ID.sub(NAME, self._found.sub(word, form))

        composed = clean(unicodedata.normalize("NFC", text))
        if all(spelt(name) in known for name in self.found(composed)):
            return composed
        # Full-width and other letters that only look like the name's.
        return clean(unicodedata.normalize("NFKC", text))


def spelt(name: str) -> str:
    """A name without what people write one way or another."""
    return _PARTS.sub("", unicodedata.normalize("NFKC", name)).casefold()


def known_from(pair: BlindPair, names: Names) -> frozenset[str]:
    """The names that the question of a pair uses itself."""
    texts = (pair.question, *(turn.text for turn in pair.prior_turns))
    return frozenset(spelt(name) for text in texts for name in names.found(text))


def leaks_of(pair: BlindPair, query: str, names: Names) -> Iterator[Leak]:
    """Every name in the rows of a pair that its question does not use."""
    known = known_from(pair, names)
    for side, rubric in (("left", pair.left), ("right", pair.right)):
        for number, row in enumerate(rubric.rows, 1):
            for name in names.found(row.text):
                if spelt(name) not in known:
                    yield Leak(query, f"row {number} of the {side} rubric", name)


def redacted(pair: BlindPair, names: Names) -> BlindPair:
    """The pair with names taken out of the rows of both sides alike."""
    known = known_from(pair, names)
    return pair.model_copy(
        update={
            "left": _redacted(pair.left, names, known),
            "right": _redacted(pair.right, names, known),
        }
    )


def marks_one_side(pair: BlindPair) -> bool:
    """Whether only one rubric holds the mark of a name or a link, which may tell the two apart."""
    texts = ["\n".join(row.text for row in one.rows) for one in (pair.left, pair.right)]
    return any((mark in texts[0]) != (mark in texts[1]) for mark in (NAME, LINK))


def _redacted(rubric: BlindRubric, names: Names, known: frozenset[str]) -> BlindRubric:
    rows = tuple(_row(row, names.redacted(row.text, known=known)) for row in rubric.rows)
    return BlindRubric(rows=rows)


def _row(row: BlindRow, text: str) -> BlindRow:
    return row.model_copy(update={"text": text})


def _pattern(name: str) -> str:
    """A name between other words; `gpt` also stands in `gpt-4`, and not in `script`."""
    parts: Sequence[str] = [re.escape(part) for part in _PARTS.split(name.strip()) if part]
    joined = r"[\s._-]*".join(parts)
    return rf"(?<![^\W_]){joined}(?![^\W\d_])" if joined else ""
