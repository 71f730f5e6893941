"""One judge over one answer: its criteria as a question, and the verdicts that count."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Self

from contracts.model import ModelResponse, ToolSchema
from contracts.verdict import Binary, Verdict
from scoring.judges.hearings import Hearing
from scoring.judges.judge import Judge
from scoring.judges.question import Opening, Reading
from scoring.judges.reply import Judged, read_reply, tool_of
from scoring.judges.sheet import Case, case_sha256, sheet_text, shown_of
from scoring.judges.sitting import Heard


class CaseQuestion(NamedTuple):
    """An answer and its criteria, as they are put to a judge."""

    case: Case
    prompt: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The criteria asked for."""
        return self.case.ids

    @property
    def tool(self) -> ToolSchema:
        """The one tool of the judge."""
        return tool_of(self.case.ids)

    def only(self, ids: Sequence[str]) -> Self:
        """The same answer with some of the criteria."""
        return self._replace(case=self.case.only(ids))

    def opening(self) -> Opening:
        """What the judge is shown."""
        shown = shown_of(self.case, self.prompt)
        return Opening(shown.prompt, sheet_text(shown), case_sha256(shown))

    def read(self, reply: ModelResponse) -> Reading[Judged]:
        """Read a reply to the case."""
        return read_reply(reply, self.case)


class Judging(NamedTuple):
    """One judge, one answer, the criteria that are asked together."""

    judge: Judge
    case: Case
    prompt: str
    round: int = 1
    """Asked afresh under another number, so that a judge can be compared with itself."""

    @property
    def question(self) -> CaseQuestion:
        """What is put to the judge."""
        return CaseQuestion(self.case, self.prompt)

    @property
    def hearing(self) -> Hearing[Judged]:
        """The judge and what is put to it."""
        return Hearing(self.judge, self.question, self.round)

    @property
    def scope(self) -> str:
        """The ledger's name for it: the hash of all that its verdicts depend on."""
        return self.hearing.scope


def verdicts_of(judging: Judging, heard: Heard[Judged]) -> Iterable[Verdict]:
    """One verdict per criterion asked, in their order."""
    judge = judging.judge
    for name in judging.case.ids:
        one = heard.judged.get(name)
        yield Verdict(
            row_id=name,
            judge=judge.name,
            family=judge.family,
            decided=heard.open[name] if one is None else Binary(ruled=one.ruled),
            why="" if one is None else one.why,
        )
