"""The shortlist puts the right task first, and puts it there every time."""

import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.bank import BankTask, TaskCriterion
from contracts.feature import Feature
from contracts.match import Match
from task_bank.bank import bank_sha256, load_bank
from task_bank.retrieval import Bm25, Retriever

ITEMS = load_bank()
TASKS = tuple(item.task for item in ITEMS)
RETRIEVER: Retriever = Bm25()
TEXAS_WORDS = (
    "Compute the simple average, over a stated number of most recent reported periods, of one "
    "segment's share of a company-wide capital expenditure total"
)
TEXAS = (
    "ratio average average_of_ratios segment multi_period recent_periods fiscal_period "
    "derived_period stated_rounding retrieval"
)


def features(words: str) -> tuple[Feature, ...]:
    return tuple(Feature(word) for word in words.split())


@pytest.mark.parametrize(
    ("statement", "words", "first"),
    [
        (TEXAS_WORDS, TEXAS, "capital-expenditure-retrieval-and-direct-derivation"),
        (
            "The average share of one segment in capital expenditure over recent quarters",
            TEXAS,
            "capital-expenditure-retrieval-and-direct-derivation",
        ),
        (TEXAS_WORDS, "", "capital-expenditure-retrieval-and-direct-derivation"),
        (
            "Compute revenue per store and the payback of a new store",
            "per_unit ratio count",
            "operating-unit-economics",
        ),
        (
            "Assess leverage, coverage and liquidity of an issuer and the rank of its bond",
            "credit ratio judgement",
            "credit-report",
        ),
        (
            "Explain the change of operating margin between two periods by segment",
            "growth difference earnings_measure segment",
            "growth-and-margin-bridge",
        ),
        (
            "Compare enterprise value multiples of a group of companies, trailing and forward",
            "valuation ratio multi_entity",
            "valuation-basis-comparison",
        ),
        (
            "Name the risks that management connects with a technology in its filings",
            "qualitative attribution",
            "management-commentary-on-risks",
        ),
        (
            "Project store revenue some years ahead from openings and sales per store",
            "projection growth per_unit",
            "driver-based-projection",
        ),
        (
            "What a holder earned between purchase and sale, dividends reinvested",
            "price growth",
            "investor-return-calculation",
        ),
        (
            "Restate net income as if another tax rate had applied, all else as reported",
            "scenario earnings_measure",
            "stipulated-recalculation",
        ),
        (
            "Find how many employees the annual filing discloses",
            "retrieval",
            "reported-figure-retrieval",
        ),
        (
            "Which of these companies has the highest margin, and which one comes next",
            "ranking multi_entity ratio",
            "peer-ranking-and-screening",
        ),
        (
            "How far consumer inflation moved from one month to another",
            "macro_series difference",
            "macro-series-comparison",
        ),
        (
            "The spread of a note over the curve and against like notes",
            "price yield credit",
            "bond-relative-value",
        ),
        (
            "The mean price of repurchased shares and the part of free cash flow paid out",
            "share_count ratio",
            "capital-returned-to-shareholders",
        ),
        (
            "How many days of sales stand in receivables and of cost in inventory",
            "balance_sheet day_count ratio",
            "working-capital-and-cash-conversion",
        ),
        (
            "The items that lead from net income to the adjusted EBITDA of an issuer",
            "earnings_measure sum",
            "adjusted-earnings-reconciliation",
        ),
    ],
)
def test_the_nearest_task_comes_first(statement: str, words: str, first: str) -> None:
    found = RETRIEVER.rank(statement, features(words), TASKS, 5)
    assert found[0].task_id == first
    assert found[0].score > found[1].score


def test_the_order_of_tasks_and_features_changes_nothing() -> None:
    words = features(TEXAS)
    found = RETRIEVER.rank(TEXAS_WORDS, words, TASKS, len(TASKS))
    assert {item.task_id for item in found} == {task.id for task in TASKS}
    assert RETRIEVER.rank(TEXAS_WORDS, words[::-1], TASKS[::-1], len(TASKS)) == found
    assert [(-item.score, item.task_id) for item in found] == sorted(
        (-item.score, item.task_id) for item in found
    )
    assert all(item.score == item.score.quantize(Decimal("0.000001")) for item in found)


def test_a_limit_cuts_the_same_list() -> None:
    found = RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), TASKS, len(TASKS))
    for limit in range(len(TASKS) + 1):
        assert RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), TASKS, limit) == found[:limit]
    assert RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), TASKS, -1) == ()


@pytest.mark.parametrize("statement", ["", "zzz qqq", "the of a", "¿?"])
def test_a_statement_without_known_words_ranks_by_id(statement: str) -> None:
    found = RETRIEVER.rank(statement, (), TASKS, len(TASKS))
    assert [item.task_id for item in found] == [task.id for task in TASKS]
    assert {item.score for item in found} == {Decimal(0)}


def test_an_empty_bank_has_an_empty_shortlist() -> None:
    assert RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), (), 5) == ()


def test_features_decide_between_tasks_of_the_same_words() -> None:
    ratio = TASKS[0].model_copy(update={"id": "a", "features": (Feature.RATIO,)})
    count = TASKS[0].model_copy(update={"id": "b", "features": (Feature.COUNT,)})
    found = RETRIEVER.rank("count", (Feature.COUNT,), (ratio, count), 2)
    assert found[0].task_id == "b"
    assert found[0].score > found[1].score


def test_tasks_of_equal_score_stand_in_order_of_id() -> None:
    twins = tuple(TASKS[0].model_copy(update={"id": name}) for name in ("b", "c", "a"))
    found = RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), twins, 3)
    assert [item.task_id for item in found] == ["a", "b", "c"]
    assert len({item.score for item in found}) == 1


def test_the_shortlist_fits_its_contract() -> None:
    found = RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), TASKS, 5)
    match = Match(retriever=RETRIEVER.name, bank_sha256=bank_sha256(ITEMS), shortlist=found)
    assert Match.model_validate_json(match.model_dump_json()) == match


def made(number: int) -> BankTask:
    words = " ".join(f"w{(number * step) % 997}x" for step in range(1, 25))
    criteria = tuple(
        TaskCriterion(id=f"c{n}", statement="States it.", principle_ids=("answer-first",))
        for n in range(1, 4)
    )
    return BankTask(
        id=f"made-{number:04}",
        title=f"Task {words[:20]}",
        description=words,
        features=(tuple(Feature)[number % len(Feature)],),
        criteria=criteria,
    )


def test_two_thousand_tasks_are_ranked_in_time(capfd: pytest.CaptureFixture[str]) -> None:
    tasks = (*(made(n) for n in range(2000)), *TASKS)
    started = time.perf_counter()
    found = RETRIEVER.rank(TEXAS_WORDS, features(TEXAS), tasks, 5)
    assert time.perf_counter() - started < 5
    assert found[0].task_id == "capital-expenditure-retrieval-and-direct-derivation"
    assert capfd.readouterr() == ("", "")


def test_another_hash_seed_gives_the_same_scores_in_silence(repository: Path) -> None:
    script = (
        "from task_bank.bank import load_bank\n"
        "from task_bank.retrieval import Bm25\n"
        "tasks = [item.task for item in load_bank()]\n"
        f"for item in Bm25().rank({TEXAS_WORDS!r}, (), tasks, len(tasks)):\n"
        "    print(item.task_id, item.score)\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", script],
            cwd=repository,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "2")
    ]
    assert printed[0].stdout == printed[1].stdout
    assert len(printed[0].stdout.splitlines()) == len(TASKS)
    assert {run.stderr for run in printed} == {""}
