"""The lint passes every shipped task and refuses each bad example for its own reason."""

from typing import NamedTuple

import pytest

from contracts.bank import BankTask, TaskCriterion
from contracts.feature import Feature
from principles.library import load_library
from task_bank.bank import BankItem, load_bank
from task_bank.lint import LintCode, lint, lint_bank, lint_file

PRINCIPLES = frozenset(item.principle.id for item in load_library())
GOOD = (
    "States the requested result in the requested unit.",
    "Takes every amount from dated sources and names each of them.",
    "Shows the calculation so that it can be repeated from its inputs.",
)


def task(*statements: str, **changes: object) -> BankTask:
    criteria = tuple(
        TaskCriterion(id=f"c{n}", statement=text, principle_ids=("answer-first",))
        for n, text in enumerate(statements or GOOD, start=1)
    )
    fields: dict[str, object] = {
        "id": "made-up",
        "title": "A made-up task",
        "description": "Compute a measure from amounts in filings.",
        "features": (Feature.RATIO,),
        "criteria": criteria,
    }
    return BankTask.model_validate({**fields, **changes})


class Bad(NamedTuple):
    statement: str
    code: LintCode


BAD = (
    Bad("States that the margin is 12 in the period.", LintCode.FIGURE),
    Bad("States at least three drivers.", LintCode.FIGURE),
    Bad("States a margin within one percent.", LintCode.FIGURE),
    Bad("Converts the amount from € at the rate of the period.", LintCode.FIGURE),
    Bad("Covers Q3 and the quarter before it.", LintCode.FIGURE),
    Bad("Covers the months from January to the latest one.", LintCode.DATE),
    Bad("Covers the third quarter of the year.", LintCode.DATE),
    Bad("Names the share that Acme reports for its segment.", LintCode.NAME),
    Bad("Uses the tables of EDGAR alone.", LintCode.NAME),
    Bad("Names the averaging method if there is more than one.", LintCode.CONDITION),
    Bad("States the restated figure where applicable.", LintCode.CONDITION),
    Bad("When the issuer restates, names the restatement.", LintCode.CONDITION),
    Bad("Unless the issuer says otherwise, uses average balances.", LintCode.CONDITION),
    Bad("Optionally names the auditor.", LintCode.CONDITION),
    Bad("Reconciles the result to the extent the filings allow.", LintCode.CONDITION),
    Bad("Describes covenants that may matter.", LintCode.CONDITION),
    Bad("States in the requested unit the requested result.", LintCode.REPEATED),
)


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.statement[:30])
def test_a_bad_criterion_is_refused_for_its_reason(bad: Bad) -> None:
    faults = lint(task(*GOOD, bad.statement), PRINCIPLES)
    assert {fault.code for fault in faults} == {bad.code}
    assert {(fault.file, fault.criterion) for fault in faults} == {("made-up.toml", "c4")}


def test_a_good_task_has_no_fault() -> None:
    assert lint(task(), PRINCIPLES) == ()


def test_every_shipped_task_passes() -> None:
    assert lint_bank(load_bank(), PRINCIPLES) == ()
    for item in load_bank():
        assert lint_file(item.data, item.name, PRINCIPLES) == ()


@pytest.mark.parametrize(
    "words",
    [
        "Names whether prior figures are recast.",
        "Keeps EBITDA and earnings under GAAP apart.",
        "Names both bases. Explains the difference between them.",
        "Matches each amount with the second measure of its pair.",
    ],
)
def test_words_that_only_look_like_conditions_or_names_pass(words: str) -> None:
    assert lint(task(*GOOD, words), PRINCIPLES) == ()


def test_title_and_description_are_linted_as_well() -> None:
    faults = lint(task(title="Margin of Acme", description="Compute it for 2031."), PRINCIPLES)
    assert [(fault.code, fault.criterion) for fault in faults] == [
        (LintCode.NAME, ""),
        (LintCode.FIGURE, ""),
    ]


def criterion(number: int, *principles: str) -> TaskCriterion:
    return TaskCriterion(id=f"c{number}", statement=GOOD[number - 1], principle_ids=principles)


@pytest.mark.parametrize(
    ("changed", "code", "where"),
    [
        (criterion(2, "answer-last"), LintCode.UNKNOWN_PRINCIPLE, "c2"),
        (criterion(2, "answer-first", "answer-first"), LintCode.REPEATED, "c2"),
        (criterion(1, "answer-first"), LintCode.CRITERION_IDS, "c1"),
    ],
)
def test_tags_and_ids_are_checked(changed: TaskCriterion, code: LintCode, where: str) -> None:
    criteria = task().criteria
    faults = lint(task(criteria=(criteria[0], changed, criteria[2])), PRINCIPLES)
    assert (code, where) in {(fault.code, fault.criterion) for fault in faults}


def test_a_feature_named_twice_is_a_fault() -> None:
    faults = lint(task(features=(Feature.RATIO, Feature.RATIO)), PRINCIPLES)
    assert [(fault.code, fault.criterion) for fault in faults] == [(LintCode.REPEATED, "")]


def toml(count: int, feature: str = "ratio") -> bytes:
    lines = [f'id = "made-up"\ntitle = "A task"\ndescription = "Do it."\nfeatures = ["{feature}"]']
    for number in range(1, count + 1):
        words = " ".join("abcdefghijkl"[number - 1] * size for size in range(1, 9))
        lines.append(
            f'[[criteria]]\nid = "c{number}"\nstatement = "{words}"\n'
            'principle_ids = ["answer-first"]'
        )
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("data", "is_good"),
    [
        (toml(3), True),
        (toml(11), True),
        (toml(2), False),
        (toml(12), False),
        (toml(3, "ratios"), False),
        (b"id = 1", False),
    ],
)
def test_a_file_outside_the_contract_is_one_fault(data: bytes, is_good: bool) -> None:
    faults = lint_file(data, "made-up.toml", PRINCIPLES)
    assert [fault.code for fault in faults] == ([] if is_good else [LintCode.UNREADABLE])


def test_two_tasks_with_one_description_are_a_fault() -> None:
    one, other = task(id="one", title="One task"), task(id="other", title="Another task")
    items = [BankItem(one, "one.toml", b""), BankItem(other, "other.toml", b"")]
    faults = lint_bank(items, PRINCIPLES)
    assert [(fault.code, fault.file) for fault in faults] == [(LintCode.REPEATED, "other.toml")]
