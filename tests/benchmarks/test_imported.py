"""Ids of answers that come with a set: none stands for two, however long or alike the names are."""

from decimal import Decimal
from pathlib import Path

from benchmarks.adapters.item import Demand, GivenAnswer, Item
from benchmarks.adapters.reading import Reading
from benchmarks.imported import imported

LONG = "finance-analyst-set-2026-retail-margins-question"


def ids(folder: Path, *items: tuple[str, tuple[str, ...]]) -> list[str]:
    path = folder / "set.jsonl"
    _ = path.write_text("{}\n")
    given = [
        Item(
            place=str(place),
            id=name,
            query="What was the margin?",
            demands=(Demand(text="It is 11.8 %.", points=Decimal(1)),),
            answers=tuple(GivenAnswer(solver=solver, text="11.8 %", met=()) for solver in solvers),
        )
        for place, (name, solvers) in enumerate(items)
    ]
    return [one.id for every in imported(given, Reading(path)) for one in every.responses]


def test_long_ids_that_begin_alike_give_answers_of_different_ids(tmp_path: Path) -> None:
    found = ids(tmp_path, (f"{LONG}-1", ("o3",)), (f"{LONG}-2", ("o3",)))
    assert len(set(found)) == 2
    assert all(one.startswith(f"{LONG[:40]}--o3-") and len(one) <= 80 for one in found)


def test_solvers_whose_names_read_alike_give_answers_of_different_ids(tmp_path: Path) -> None:
    assert len(set(ids(tmp_path, ("q1", ("o3 mini", "O3-mini"))))) == 2
    endings = ("x" * 70 + "a", "x" * 70 + "b")
    assert len(set(ids(tmp_path, ("q1", endings)))) == 2


def test_short_ids_keep_their_words(tmp_path: Path) -> None:
    assert ids(tmp_path, ("q1", ("o3", "gemini"))) == ["q1--o3", "q1--gemini"]
