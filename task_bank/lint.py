"""What code can say of a bank task: value-free, unconditional, tagged, without repetition.

The patterns are heuristics on purpose narrow: a name at the head of a sentence, or a condition put
in other words, passes here and is left to the people who read every task.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from contracts.bank import BankTask, TaskCriterion
from contracts.errors import InputError
from contracts.ids import PrincipleId
from task_bank.bank import BankItem, parse_task

NEAR_DUPLICATE = 0.85
"""Share of common words from which two criteria of a task count as one said twice."""


class LintCode(StrEnum):
    """What can be wrong with a task."""

    UNREADABLE = "unreadable"
    """Not the contract: 3 to 11 criteria, known features, known keys."""
    FIGURE = "figure"
    DATE = "date"
    NAME = "name"
    """A word with a capital inside a sentence that is no known abbreviation."""
    CONDITION = "condition"
    UNKNOWN_PRINCIPLE = "unknown-principle"
    CRITERION_IDS = "criterion-ids"
    REPEATED = "repeated"


class LintFault(NamedTuple):
    """One fault: what, in which file, at which criterion (`""` for the task's own fields)."""

    code: LintCode
    file: str
    criterion: str
    message: str


_FIGURE = re.compile(
    r"\S*[\d%‰$€£¥]\S*"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty"
    r"|forty|fifty|sixty|seventy|eighty|ninety|hundred|dozen|percent|per cent)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:January|February|March|April|June|July|August|September|October"
    r"|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
    r"|(?:first|second|third|fourth) quarter of)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|when|whenever|where|wherever|whereas|once|otherwise|except|depending"
    r"|provided that|in case|in cases|in the event|to the extent|as applicable|applicable|as needed"
    r"|as appropriate|as relevant|where relevant|if any|optional|optionally|may|might|could)\b",
    re.IGNORECASE,
)
_CAPITAL = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][^\W\d]*\b")
_ABBREVIATIONS = frozenset({"EBITDA", "EBIT", "GAAP", "IFRS", "EPS", "FFO", "AFFO", "ROE", "ROIC"})


def lint_file(
    data: bytes, name: str, principle_ids: Collection[PrincipleId]
) -> tuple[LintFault, ...]:
    """All faults of one file, also of one that does not satisfy the contract."""
    try:
        item = parse_task(data, name)
    except InputError as error:
        return (LintFault(LintCode.UNREADABLE, name, "", str(error)),)
    return lint(item.task, principle_ids)


def lint(task: BankTask, principle_ids: Collection[PrincipleId]) -> tuple[LintFault, ...]:
    """All faults of one task; `principle_ids` are those of the library."""
    file = f"{task.id}.toml"
    faults = [*_text_faults(task.title, file, ""), *_text_faults(task.description, file, "")]
    for criterion in task.criteria:
        faults += _text_faults(criterion.statement, file, criterion.id)
        faults += _tag_faults(criterion, file, principle_ids)
    faults += _id_faults(task, file)
    faults += _repetitions(task, file)
    return tuple(faults)


def lint_bank(
    items: Iterable[BankItem], principle_ids: Collection[PrincipleId]
) -> tuple[LintFault, ...]:
    """All faults of a bank: those of each task, and titles or descriptions used twice."""
    faults: list[LintFault] = []
    seen: dict[str, str] = {}
    for item in items:
        faults += lint(item.task, principle_ids)
        for text in (item.task.title, item.task.description):
            other = seen.setdefault(" ".join(_words(text)), item.name)
            if other != item.name:
                message = f"says the same as {other}: {text[:80]!r}"
                faults.append(LintFault(LintCode.REPEATED, item.name, "", message))
    return tuple(faults)


def _text_faults(text: str, file: str, criterion: str) -> Iterator[LintFault]:
    for code, pattern, advice in (
        (LintCode.FIGURE, _FIGURE, "a task holds no figures; say what must be stated"),
        (LintCode.DATE, _DATE, "a task holds no dates; periods come from the question"),
        (LintCode.CONDITION, _CONDITION, "a criterion holds for every question of its task"),
    ):
        for found in pattern.finditer(text):
            yield LintFault(code, file, criterion, f"{found.group()!r}: {advice}")
    for found in _CAPITAL.finditer(text):
        if found.group() not in _ABBREVIATIONS and not _DATE.match(found.group()):
            message = f"{found.group()!r}: a task names nobody; say what kind of thing it is"
            yield LintFault(LintCode.NAME, file, criterion, message)


def _tag_faults(
    criterion: TaskCriterion, file: str, principle_ids: Collection[PrincipleId]
) -> Iterator[LintFault]:
    for principle_id, count in Counter(criterion.principle_ids).items():
        if principle_id not in principle_ids:
            message = f"principle {principle_id!r} is not in the library"
            yield LintFault(LintCode.UNKNOWN_PRINCIPLE, file, criterion.id, message)
        if count > 1:
            message = f"principle {principle_id!r} is named twice"
            yield LintFault(LintCode.REPEATED, file, criterion.id, message)


def _id_faults(task: BankTask, file: str) -> Iterator[LintFault]:
    for number, criterion in enumerate(task.criteria, start=1):
        if criterion.id != f"c{number}":
            message = f"criterion {number} must be c{number}"
            yield LintFault(LintCode.CRITERION_IDS, file, criterion.id, message)


def _repetitions(task: BankTask, file: str) -> Iterator[LintFault]:
    for feature, count in Counter(task.features).items():
        if count > 1:
            yield LintFault(LintCode.REPEATED, file, "", f"feature {feature.value!r} stands twice")
    for index, later in enumerate(task.criteria):
        for earlier in task.criteria[:index]:
            if _likeness(earlier.statement, later.statement) >= NEAR_DUPLICATE:
                message = f"says the same as {earlier.id}"
                yield LintFault(LintCode.REPEATED, file, later.id, message)


def _likeness(one: str, other: str) -> float:
    """Common words over all words; 1.0 for the same words."""
    a, b = set(_words(one)), set(_words(other))
    return len(a & b) / len(a | b) if a | b else 1.0


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
