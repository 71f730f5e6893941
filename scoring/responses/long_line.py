"""A line too long to be parsed whole: read a window at a time, and cut where it is long.

Long texts keep their beginning, long lists of messages their first and last parts. What is left out
is marked in place and counted, so memory stays bounded and nothing is lost in silence.
"""

import codecs
import json
import re
from collections import deque
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from contracts.contract import Json

_MAX_DEPTH = 40
_WHOLE = re.compile(r'(?:[^"\\]++|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+', re.DOTALL)
"""Characters of a string in JSON, none of them the half of an escape."""
_NUMBER = re.compile(r"[0-9.eE+-]*")
_SPACE = re.compile(r"[ \t\r\n]*")


class Bounds(NamedTuple):
    """How much of a long line is held at once, in characters."""

    chunk: int = 1_000_000
    """Bytes read at once."""
    window: int = 4_000_000
    """What fits in is parsed as it stands."""
    text: int = 2_000_000
    """Kept of one text."""
    side: int = 8_000_000
    """Kept of the beginning, and as much of the end, of one list."""
    first: int = 2_000
    """Parts kept of the beginning of one list, as `last` of its end."""
    last: int = 8_000
    kept: int = 64_000_000
    """Kept of the whole line."""


BOUNDS = Bounds()


class LongLine:
    """One line of an open file, from where the file stands."""

    def __init__(self, file: BinaryIO, decoder: json.JSONDecoder, bounds: Bounds = BOUNDS) -> None:
        """Begin before the first character; `decoder` says what JSON may be."""
        self._feed = _Feed(file, decoder, bounds)
        self._bounds = bounds
        self._kept = 0
        self.left_out = 0
        """Characters of the part that came last which are not in it."""

    @property
    def is_ended(self) -> bool:
        """Whether the line has its end; the last line of a torn file has none."""
        return self._feed.runs_to_its_end()

    def parts(self) -> Iterator[Json]:
        """The document, or each document of the list that the line is.

        Raises:
            ValueError: no JSON, or too much of it that may not be cut.
        """
        if self._feed.sign() == "[":
            for _ in self._places("]"):
                yield self._part()
        else:
            yield self._part()
        if self._feed.sign():
            raise self._feed.fault("more stands behind the document")

    def _part(self) -> Json:
        self.left_out = self._kept = 0
        return self._value("", 1)

    def _value(self, key: str, depth: int) -> Json:
        """The next value, whole where it fits into the window."""
        before = self._feed.place
        found = self._feed.small()
        if found is not None:
            self._keep(self._feed.place - before)
            return found.value
        if depth > _MAX_DEPTH:
            msg = "is nested too deep to be read"
            raise ValueError(msg)
        match self._feed.sign():
            case '"':
                return self._text()
            case "{":
                return self._object(depth)
            case "[":
                return self._list(key, depth)
            case _:
                raise self._feed.fault("is no JSON value")

    def _keep(self, size: int) -> None:
        self._kept += size
        if self._kept > self._bounds.kept:
            msg = (
                f"holds more than {self._bounds.kept:,} characters outside of long texts and lists "
                "of messages; shorten it before scoring"
            )
            raise ValueError(msg)

    def _text(self) -> str:
        raw, dropped = self._feed.text(self._bounds.text)
        self._keep(len(raw))
        found: str = json.loads(f'"{raw}"')
        if not dropped:
            return found
        self.left_out += dropped
        return f"{found}\n[cut by finrubric: {dropped:,} more characters]"

    def _object(self, depth: int) -> Json:
        found: dict[str, Json] = {}
        for _ in self._places("}"):
            key = self._value("", depth + 1)
            if not isinstance(key, str) or key in found:
                msg = "a key stands twice in one object, or is no text"
                raise ValueError(msg)
            self._feed.take(":")
            found[key] = self._value(key, depth + 1)
        return found

    def _list(self, key: str, depth: int) -> Json:
        ends = _Ends(self._bounds)
        for _ in self._places("]"):
            before = self._kept
            value = self._value("", depth + 1)
            ends.add(value, self._kept - before)
            # The two ends of a list have a bound of their own.
            self._kept = before
        self._keep(ends.size)
        if not ends.dropped:
            return [*ends.first, *ends.last]
        mark = _mark(key, f"[cut by finrubric: {ends.dropped:,} parts of a long line]")
        self.left_out += ends.dropped_size
        return [*ends.first, mark, *ends.last]

    def _places(self, end: str) -> Iterator[None]:
        """Once before each part of the list or object that begins here."""
        self._feed.take(self._feed.sign())
        if self._feed.sign() == end:
            self._feed.take(end)
            return
        while True:
            yield
            if self._feed.sign() == end:
                self._feed.take(end)
                return
            self._feed.take(",")


class _Small(NamedTuple):
    value: Json


class _Feed:
    """The characters of the line, of which a window is held."""

    def __init__(self, file: BinaryIO, decoder: json.JSONDecoder, bounds: Bounds) -> None:
        self._file = file
        self._json = decoder
        self._window, self._chunk = bounds.window, bounds.chunk
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._held = ""
        self._at = self._gone = 0
        self._is_over = self._has_end = False

    @property
    def place(self) -> int:
        """Characters of the line that were taken."""
        return self._gone + self._at

    def sign(self) -> str:
        """The next character that is no white space; empty at the end of the line."""
        while True:
            space = _SPACE.match(self._held, self._at)
            assert space is not None
            self._at = space.end()
            if self._at < len(self._held):
                return self._held[self._at]
            if not self._filled():
                return ""

    def take(self, sign: str) -> None:
        """Go past a character that must stand here."""
        if not sign or self.sign() != sign:
            raise self.fault(f"{sign or 'a value'!r} is missing")
        self._at += 1

    def small(self) -> _Small | None:
        """The next value, if it ends within the window."""
        _ = self.sign()
        while True:
            try:
                found, end = self._json.raw_decode(self._held, self._at)
            except json.JSONDecodeError as error:
                if len(self._held) - self._at >= self._window:
                    return None
                if not self._filled():
                    self._at = error.pos
                    raise self.fault(error.msg) from None
                continue
            # A number may go on behind the window, as 2.5 does behind `2.`.
            further = _NUMBER.match(self._held, end)
            assert further is not None
            if further.end() < len(self._held) or not self._filled():
                self._at = end
                return _Small(found)

    def text(self, most: int) -> tuple[str, int]:
        """The inside of the string that begins here: its first characters, and how many more."""
        self.take('"')
        kept: list[str] = []
        room, dropped = most, 0
        while True:
            whole = _WHOLE.match(self._held, self._at)
            assert whole is not None
            piece = _WHOLE.match(self._held, self._at, min(whole.end(), self._at + room))
            assert piece is not None
            kept.append(piece.group())
            room = 0 if piece.end() < whole.end() else room - len(piece.group())
            dropped += whole.end() - piece.end()
            self._at = whole.end()
            if self._held[self._at : self._at + 1] == '"':
                self._at += 1
                return "".join(kept), dropped
            if len(self._held) - self._at > len(r"\u0000") or not self._filled():
                raise self.fault("a text does not end or holds a wrong escape")

    def runs_to_its_end(self) -> bool:
        """Go past the rest of the line; tells whether it has an end."""
        while not self._is_over:
            _ = self._read()
        return self._has_end

    def fault(self, words: str) -> json.JSONDecodeError:
        """What is wrong at this place."""
        error = json.JSONDecodeError(words, "", 0)
        error.colno = self.place + 1
        return error

    def _read(self) -> bytes:
        """More of the line; nothing behind its end."""
        chunk = self._file.readline(self._chunk)
        self._has_end = chunk.endswith(b"\n")
        self._is_over = self._has_end or not chunk
        return chunk

    def _filled(self) -> bool:
        """Whether there was more of the line to hold."""
        if self._is_over:
            return False
        chunk = self._read()
        self._gone += self._at
        self._held = self._held[self._at :] + self._decoder.decode(chunk, final=self._is_over)
        self._at = 0
        return True


class _Ends:
    """The first and the last parts of a list."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self.first: list[Json] = []
        self._last: deque[tuple[Json, int]] = deque()
        self._first_size = self._last_size = 0
        self.dropped = self.dropped_size = 0

    @property
    def last(self) -> list[Json]:
        return [value for value, _ in self._last]

    @property
    def size(self) -> int:
        return self._first_size + self._last_size

    def add(self, value: Json, size: int) -> None:
        is_early = not self._last and len(self.first) < self._bounds.first
        if is_early and self._first_size + size <= self._bounds.side:
            self.first.append(value)
            self._first_size += size
            return
        self._last.append((value, size))
        self._last_size += size
        # What comes last is kept in any case: it may be the answer.
        while len(self._last) > 1 and self._is_full():
            _, gone = self._last.popleft()
            self._last_size -= gone
            self.dropped += 1
            self.dropped_size += gone

    def _is_full(self) -> bool:
        return len(self._last) > self._bounds.last or self._last_size > self._bounds.side


def _mark(key: str, words: str) -> Json:
    """What stands in a list for the parts that are left out, in the shape of its parts."""
    match key:
        case "messages" | "output":
            return {"role": "system", "content": words}
        case "steps":
            return {"kind": "message", "speaker": "system", "text": words}
        case "content":
            return {"type": "text", "text": words}
        case _:
            msg = f"the list {key[:40]!r} is too long to be read and may not be cut; shorten it"
            raise ValueError(msg)
