"""Messages, one after the other, read into the trace of one answer; only what is kept is held."""

from datetime import datetime
from typing import NamedTuple

from contracts.contract import Json
from contracts.response import Remark, RemarkKind
from contracts.trace import Trace
from scoring.responses.cleaning import Cleaner
from scoring.responses.kept_steps import KeptSteps
from scoring.responses.message import MessageFault, steps_of
from scoring.responses.order import Finals, Order, has_cycle

_PAIRS = frozenset({RemarkKind.RESULT_WITHOUT_CALL, RemarkKind.CALL_WITHOUT_RESULT})
"""What nobody can tell of messages between which others were left out."""


class Work(NamedTuple):
    """A trace, and what was odd about its messages."""

    trace: Trace
    remarks: tuple[Remark, ...]


class TraceReading:
    """Reads messages of any known shape."""

    def __init__(self, cleaner: Cleaner) -> None:
        """Begin before the first message."""
        self._cleaner = cleaner
        self._kept = KeptSteps()
        self._order = Order()
        self._finals = Finals()
        self._parents: dict[str, str] = {}
        self._count = 0

    def read(self, message: Json) -> None:
        """Take the next message.

        Raises:
            MessageFault: it has none of the known shapes; says which message it is.
        """
        self._count += 1
        try:
            for step in steps_of(message, self._cleaner):
                self._order.see(step)
                self._finals.see(step)
                self._kept.add(step)
        except MessageFault as error:
            msg = f"message {self._count} {error}; leave it out or convert it"
            raise MessageFault(msg) from None
        if isinstance(message, dict) and message.get("parent_id") and message.get("id"):
            self._parents[str(message["id"])] = str(message["parent_id"])

    def work(self, now: datetime, *, stated: str | None = None, is_whole: bool = True) -> Work:
        """All that was read; `stated` is the final answer that the file names itself."""
        answer = self._finals.answer if stated is None else stated
        final = None if answer is None else self._cleaner.answer(answer)
        odd = [one for one in self._order.remarks(now) if is_whole or one.kind not in _PAIRS]
        odd += self._finals.remarks(final, is_stated=stated is not None)
        if has_cycle(self._parents):
            words = "messages name each other as parents; they stand as in the file"
            odd.append(Remark(kind=RemarkKind.CYCLIC_PARENTS, words=words))
        return Work(Trace(steps=self._kept.steps(self._cleaner), final_answer=final), tuple(odd))
