"""An experiment's figures are those of the metrics; files that disagree are refused by name."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks.experiment.figures import measured, scored_queries
from benchmarks.experiment.human import human_percents
from benchmarks.experiment.material import Material, read_material
from benchmarks.experiment.results import results_of
from contracts.benchmark import HumanRuling
from contracts.contract import parse_contract
from contracts.errors import InputError
from contracts.experiment import Experiment, Metric, Results, SourceResult
from contracts.line import parse_line
from contracts.score import Score, totals
from principles.strict_toml import read_toml
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.figure import Figure, Part, sorted_parts
from scoring.metrics.kendall import mean_tau_b
from tests.benchmarks.experiment.sample import (
    QUERIES,
    SOLVERS,
    TOML,
    answers,
    files,
    lines,
    row,
    rulings,
    score,
    write,
)
from tests.conftest import ROOT

NOW = datetime(2026, 12, 1, tzinfo=UTC)
EXAMPLE = ROOT / "examples" / "experiment"


def read(folder: Path, toml: str = TOML) -> Material:
    return read_material(read_toml(toml.encode(), "experiment.toml", Experiment), folder, NOW)


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    folder = tmp_path_factory.mktemp("experiment")
    _ = write(folder)
    return read(folder)


@pytest.fixture(scope="module")
def results(material: Material) -> Results:
    return results_of(material)


def source(results: Results, name: str) -> SourceResult:
    (found,) = [one for one in results.sources if one.name == name]
    return found


def metric(results: Results, name: str, figure: str) -> Metric:
    (found,) = [one for one in source(results, name).metrics if one.metric == figure]
    return found


def test_the_example_is_what_the_sample_draws_and_its_results_are_current(
    results: Results,
) -> None:
    for name, data in files().items():
        assert (EXAMPLE / name).read_bytes() == data, f"{name}: write the sample anew"
    kept = parse_contract((EXAMPLE / "results" / "results.json").read_bytes(), Results)
    assert kept == results


def test_figures_are_those_of_the_metrics(material: Material, results: Results) -> None:
    for one in material.sources:
        pairs = scored_queries(material, one)
        ranks = mean_tau_b(pairs, failed="count").figure.value
        assert metric(results, one.name, "tau_b").measured.value == ranks
        error = mean_absolute_error(pairs, failed="count").value
        assert metric(results, one.name, "error").measured.value == error
    assert {one.metric for one in source(results, "experts").metrics} == {
        "score",
        "pairs",
        "length",
    }
    assert metric(results, "near", "coverage").measured.value == 0.75


def test_what_is_open_or_failed_stands_beside_the_figure(results: Results) -> None:
    near, far = metric(results, "near", "error").measured, metric(results, "far", "error").measured
    assert (near.items, near.unjudged, near.failed) == (17, 1, 0)
    assert (far.items, far.unjudged, far.failed) == (18, 0, 1)
    for figure in ("score", "length"):
        beside = metric(results, "far", figure).measured
        assert (beside.queries, beside.failed) == (5, 1)
    assert [one.measured.failed for one in source(results, "far").solvers] == [1, 1, 1]
    assert {one.group: one.failed for one in source(results, "far").queries}["q6"] == 1
    assert [(one.group, one.failed) for one in source(results, "far").categories] == [
        ("none", 1),
        ("prices", 0),
    ]
    assert [one.failed for one in source(results, "near").categories] == [0, 0]
    (open_pair,) = [p for p in results.pairs if p.source == "near" and p.generated is None]
    assert open_pair.response_id == "q1-0"


def test_the_share_of_draws_that_have_a_value_stands_beside_the_interval(
    material: Material, results: Results
) -> None:
    assert metric(results, "near", "tau_b").measured.finite_draws == 1.0
    assert metric(results, "far", "length").measured.finite_draws == 1.0
    parts = [Part(f"q{at}", Fraction(at), Fraction(at < 5)) for at in range(100)]
    figure = Figure(sorted_parts(parts), items=5, unjudged=0, failed=0, failed_reading="count")
    share = measured(figure, material).finite_draws
    # A draw of a hundred misses the five with a value once in 170.
    assert share is not None
    assert 0.98 < share < 1


def test_the_other_reading_of_failed_questions_leaves_them_out(material: Material) -> None:
    other = read_toml(
        TOML.replace("draws = 1000", 'draws = 1000\nfailed = "exclude"').encode(), "x", Experiment
    )
    changed = replace(material, experiment=other)
    found = results_of(changed)
    assert metric(found, "far", "error").measured.queries == 5
    assert metric(found, "far", "coverage").measured.items == 20


def test_sources_and_solvers_are_compared_by_paired_draws(results: Results) -> None:
    found = {one.metric: one for one in results.compared}
    assert set(found) == {"tau_b", "error", "coverage", "pairs"}
    assert found["coverage"].separation == "first_higher"
    assert all(one.first == "near" and one.second == "far" for one in found.values())
    gaps = source(results, "experts").gaps
    assert [one.first for one in gaps] == list(SOLVERS[:2])
    assert all(one.separation == "first_higher" and one.low for one in gaps)


def test_coverage_is_compared_on_criteria_that_both_have_decided(material: Material) -> None:
    """The first three criteria, which `near` alone covers, are open for `far` in q1."""
    near, far = material.sources
    assert far.matches is not None
    first, *others = far.matches
    unsaid = tuple(item.model_copy(update={"votes": ()}) for item in first.criteria[:3])
    changed = first.model_copy(update={"criteria": (*unsaid, first.criteria[3])})
    partly = replace(far, matches=(changed, *others))
    found = results_of(replace(material, sources=(near, partly)))
    (coverage,) = [one for one in found.compared if one.metric == "coverage"]
    # 15 of 21 criteria by near, 4 of 21 by far: q1 has only its last one on both sides.
    assert coverage.value == pytest.approx(11 / 21)


def test_pairs_are_ordered_by_what_people_ruled(material: Material, results: Results) -> None:
    by_hand = {ruling.response_id: 0 for ruling in rulings()}
    for ruling in rulings():
        by_hand[ruling.response_id] += 25 * ruling.met
    assert material.human == by_hand
    experts, far = (metric(results, name, "pairs") for name in ("experts", "far"))
    assert experts.measured.value is not None
    assert experts.measured.value > 0.5
    assert (far.measured.failed, far.measured.items) == (1, experts.measured.items)
    assert any("tied (half each)" in remark for remark in far.remarks)


def test_gates_and_faults_count_by_hand_as_in_a_score() -> None:
    answer = answers()[0]
    rows = (
        row("R1", [True] * 3),
        row("R2", [True] * 3).model_copy(update={"must_pass": True}),
        row("R3", [False] * 3).model_copy(update={"polarity": "negative"}),
    )
    scored = {answer.id: score(answer, rows)}

    def percent(*met: bool) -> dict[str, float]:
        given = [
            HumanRuling(query_id="q1", response_id=answer.id, criterion_id=f"R{place}", met=is_met)
            for place, is_met in enumerate(met, 1)
        ]
        return {name: float(one) for name, one in human_percents(scored, given).items()}

    assert percent(True, True, False) == {answer.id: 100.0}
    assert percent(True, True, True) == {answer.id: 50.0}
    assert percent(True, False, False) == {answer.id: 0.0}
    assert percent(False, False, True) == {answer.id: -50.0}
    assert percent(True, True) == {}
    with pytest.raises(InputError, match="q1-0 R4 is no row"):
        _ = percent(True, True, True, True)


def test_criteria_judges_time_and_groups_are_told(results: Results) -> None:
    near = source(results, "near")
    (cell,) = [one for one in near.cells if (one.query_id, one.row_id) == ("q1", "R1")]
    assert (cell.judged, cell.of) == (2, 3)
    assert near.panel is not None
    assert near.panel.missing == 2
    assert near.spent is not None
    assert (near.spent.rubrics, near.spent.unpriced, near.spent.total_usd) == (6, 1, 21.25)
    assert [one.group for one in near.queries] == list(QUERIES)
    assert [(one.group, one.answers) for one in near.categories] == [("none", 9), ("prices", 9)]


def without(name: str, start: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        every = (folder / name).read_bytes().splitlines(keepends=True)
        kept = [line for line in every if f'"response_id":"{start}' not in line.decode()]
        assert len(kept) < len(every)
        _ = (folder / name).write_bytes(b"".join(kept))

    return spoil


def another(name: str, key: str, value: str) -> Callable[[Path], None]:
    """The second score of a file with another value of one key, wherever the key stands."""

    def spoil(folder: Path) -> None:
        path = folder / name
        first, second, *others = path.read_bytes().splitlines(keepends=True)
        changed = re.sub(rf'("{key}"):"[^"]*"', rf'\1:"{value}"', second.decode())
        assert changed.encode() != second
        _ = path.write_bytes(b"".join((first, changed.encode(), *others)))

    return spoil


def another_judge(folder: Path) -> None:
    path = folder / "far.jsonl"
    _ = path.write_bytes(path.read_bytes().replace(b'"judge-1"', b'"judge-0"'))


def an_older_score(folder: Path) -> None:
    path = folder / "far.jsonl"
    found = [parse_line(line, Score) for line in path.read_bytes().splitlines()]
    _ = path.write_bytes(lines([one.model_copy(update={"asked": None}) for one in found]))


def another_mode(folder: Path) -> None:
    path = folder / "far.jsonl"
    found = [parse_line(line, Score) for line in path.read_bytes().splitlines()]
    first = found[0]
    changed = Score.model_validate(
        first.model_dump()
        | {"mode": "outside_family", "totals": totals("outside_family", first.rows)}
    )
    _ = path.write_bytes(lines((changed, *found[1:])))


def twice(folder: Path) -> None:
    data = (folder / "near.jsonl").read_bytes()
    _ = (folder / "near.jsonl").write_bytes(data + data.splitlines(keepends=True)[0])


def torn(folder: Path) -> None:
    data = (folder / "near.jsonl").read_bytes()
    _ = (folder / "near.jsonl").write_bytes(data[:-300])


@pytest.mark.parametrize(
    ("spoil", "toml", "words"),
    [
        (without("near.jsonl", "q2-1"), TOML, "near: answer 'q2-1' has no score"),
        (without("experts.jsonl", "q2-1"), TOML, "experts: answer 'q2-1' has no score"),
        (another("near.jsonl", "response_sha256", "0" * 64), TOML, "near: answer 'q1-1' was anoth"),
        (
            another("experts.jsonl", "response_sha256", "0" * 64),
            TOML,
            "answer 'q1-1' was another t",
        ),
        (
            another("far.jsonl", "rubric_sha256", "0" * 64),
            TOML,
            "answer 'q1-1' was scored by anoth",
        ),
        (another_mode, TOML, "far: answer 'q1-0' was scored in mode outside_family, by the refere"),
        (
            another("far.jsonl", "prompt_sha256", "0" * 64),
            TOML,
            "was judged with another prompt th",
        ),
        (
            another("far.jsonl", "settings", "effort low"),
            TOML,
            "other settings of judge-1, judge-2",
        ),
        (an_older_score, TOML, "far: answer 'q1-0' says how its judges were asked for one side"),
        (another_judge, TOML, "'q1-0' was judged by judge-0, judge-2, judge-3, for the reference"),
        (twice, TOML, "answer 'q1-0' is scored twice"),
        (torn, TOML, "near.jsonl:18: "),
        (None, TOML.replace('["q6"]', "[]"), "far: answer 'q6-0' has no score"),
        (None, TOML.replace('["q6"]', '["q6", "q5"]'), "has a score though its question failed"),
        (None, TOML.replace('["q6"]', '["q6", "q9"]'), "failed question 'q9' has no answer"),
        (None, TOML.replace("answers.jsonl", "gone.jsonl"), "gone.jsonl: no such file of answers"),
        (None, TOML.replace('"far-matches', '"near-matches'), "failed questions of matches"),
        (None, TOML.replace('name = "far"', 'name = "near"'), "two sources have one name"),
        (None, TOML.replace("seed = 7", "seeds = 7"), "key seeds"),
    ],
)
def test_files_that_disagree_are_refused(
    tmp_path: Path, spoil: Callable[[Path], None] | None, toml: str, words: str
) -> None:
    _ = write(tmp_path)
    if spoil is not None:
        spoil(tmp_path)
    with pytest.raises(InputError) as refused:
        _ = read(tmp_path, toml)
    assert words in str(refused.value)
