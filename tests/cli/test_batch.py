"""`generate --batch`: all items or none, a poisoned one put aside, each run by itself."""

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.batch import checked_items, run_batch
from cli.drive import Finished, Plan
from cli.live import LiveChoice
from cli.options import SandboxChoice
from contracts.errors import (
    DriftError,
    EnvironmentFault,
    FinrubricError,
    InputError,
    RunCancelled,
)
from contracts.settings import Settings, load_settings
from records.runs import RunStatus
from tests.cli.archived import add_run
from tests.cli.batch_cases import BAD_FILES, BAD_ITEMS, REFUSED_BY, line
from tests.cli.process import Result, called, finrubric


def batch(folder: Path, *lines: str, name: str = "queries.jsonl") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="")
    return path


def generate(path: Path, data: Path, *more: str) -> Result:
    return called("generate", "--batch", str(path), *more, "--data", str(data))


@pytest.mark.parametrize("case", BAD_ITEMS)
def test_one_bad_item_stops_the_batch_and_nothing_is_written(tmp_path: Path, case: str) -> None:
    bad, words = BAD_ITEMS[case]
    path, data = batch(tmp_path, line(), bad), tmp_path / "data"
    result = generate(path, data)
    assert (result.code, result.out, result.error) == (2, "", REFUSED_BY)
    assert f"{path}:2: " in result.err
    assert words in result.err
    assert "1 of 2 items" in result.err
    assert not data.exists()


@pytest.mark.parametrize(("name", "data", "words"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_file_that_is_no_batch_is_refused_whole(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = generate(path, tmp_path / "data", "--skip-bad")
    assert (result.code, result.out, result.error) == (2, "", REFUSED_BY)
    assert words in result.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (None, "go on with `finrubric runs resume first --data "),
        (RunStatus.BLOCKED, "see `finrubric queue show first --data "),
        (RunStatus.ACCEPTED, "which has ended as accepted"),
    ],
)
async def test_an_item_that_is_a_run_already_is_no_fault(
    tmp_path: Path, status: RunStatus | None, words: str
) -> None:
    data = tmp_path / "data"
    await add_run(data, "first", status=status)
    path, settings = batch(tmp_path, line()), replace(load_settings(), data_dir=data)
    now, local = datetime.now(UTC), SandboxChoice.LOCAL
    plans, (known,) = await checked_items(path, settings, now=now, sandbox=local)
    assert (plans, known.is_begun) == ((), True)
    assert words in known.why
    skipped = await run_batch(path, settings, now=now, sandbox=local, skip_bad=True)
    assert skipped == ((), None)
    assert not (data / "quarantine").exists()
    with pytest.raises(InputError, match="Leave those that are runs already"):
        _ = await run_batch(path, settings, now=now, sandbox=local, skip_bad=False)


@pytest.mark.parametrize(
    "more",
    [
        ("--cutoff", "2026-01-09"),
        ("--models", "replay:."),
        ("--run", "x"),
        ("--profile", "/no/such"),
        ("--guard", "g.json"),
        ("--record", "folder"),
        ("What?",),
    ],
)
def test_a_batch_stands_alone(tmp_path: Path, more: tuple[str, ...]) -> None:
    result = generate(batch(tmp_path, line()), tmp_path / "data", *more)
    assert (result.code, result.out) == (2, "")
    assert "give none beside it" in result.err


def test_neither_question_nor_batch_is_refused(tmp_path: Path) -> None:
    result = called("generate", "--data", str(tmp_path / "data"))
    assert result.code == 2
    assert "--batch FILE" in result.err


@pytest.mark.timeout(600)
def test_a_poisoned_item_is_put_aside_and_the_others_run(tmp_path: Path) -> None:
    bad = line(id="worse", cutoff="2026-02-30")
    path, data = batch(tmp_path, bad, line()), tmp_path / "data"
    ended = finrubric(
        *("generate", "--batch", str(path), "--skip-bad", "--sandbox", "local", "--json"),
        *("--data", str(data)),
    )
    said = json.loads(ended.out)
    assert (ended.code, said["items"]) == (
        2,
        [{"run": "first", "status": "accepted", "exit_code": 0}],
    )
    (aside,) = Path(said["quarantine"]).read_text(encoding="utf-8").splitlines()
    entry = json.loads(aside)
    assert (entry["line"], entry["item"]) == ("1", bad)
    assert f"1 of 2 items are put aside:\n  {path}:1: " in ended.err
    assert "calendar" in entry["why"]
    again = generate(path, data)
    assert again.code == 2
    assert "that of a run of this data folder" in again.err


def test_a_table_names_its_items_and_an_empty_cell_says_nothing(tmp_path: Path) -> None:
    columns = ("id", "query", "cutoff", "sources", "models", "zone", "profile")
    values = json.loads(line())
    path = tmp_path / "table.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(columns)
        table.writerow([values.get(name, "") for name in columns])
        table.writerow(
            [
                "second",
                values["query"],
                "2026-02-30",
                *[values["sources"], values["models"]],
                "",
                "",
            ]
        )
    result = generate(path, tmp_path / "data")
    assert result.code == 2
    assert "1 of 2 items" in result.err
    assert "calendar" in result.err


def test_a_hundred_bad_items_are_named_and_the_others_counted(tmp_path: Path) -> None:
    bad = [line(id=f"n{number}", cutoff="2026-02-30") for number in range(103)]
    result = generate(batch(tmp_path, *bad), tmp_path / "data")
    assert result.code == 2
    assert result.err.count("calendar") == 100
    assert "and 3 more" in result.err


async def test_runs_of_a_batch_share_one_limit_of_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Plan] = []

    async def begin(plan: Plan, settings: Settings) -> Finished:
        begun.append(plan)
        raise RunCancelled(f"{plan.run} under {settings.data_dir} ends here")

    monkeypatch.setattr("cli.batch.start_run", begin)
    results, _ = await run_batch(
        batch(tmp_path, line(), line(id="second")),
        replace(load_settings(), data_dir=tmp_path / "data"),
        now=datetime.now(UTC),
        sandbox=SandboxChoice.LOCAL,
        live=LiveChoice(max_cost=5_000_000),
        skip_bad=False,
    )
    assert [result.exit_code for result in results] == [6, 6]
    assert {plan.live for plan in begun} == {
        LiveChoice(max_cost=5_000_000, scopes=("run:first", "run:second"))
    }
    assert {plan.sandbox for plan in begun} == {SandboxChoice.LOCAL}


@pytest.mark.parametrize(
    ("error", "codes"),
    [
        (DriftError("another figure"), [6, 6]),
        (EnvironmentFault("the disk is full"), [7]),
    ],
)
async def test_a_run_that_ends_badly_stops_no_other_but_a_failing_machine_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: FinrubricError, codes: list[int]
) -> None:
    async def begin(plan: Plan, settings: Settings) -> Finished:
        if plan.run == "first":
            raise error
        raise RunCancelled(f"{plan.run} under {settings.data_dir} ends here")

    monkeypatch.setattr("cli.batch.start_run", begin)
    results, _ = await run_batch(
        batch(tmp_path, line(), line(id="second")),
        replace(load_settings(), data_dir=tmp_path / "data"),
        now=datetime.now(UTC),
        sandbox=SandboxChoice.LOCAL,
        skip_bad=False,
    )
    assert [result.exit_code for result in results] == codes
    assert results[0].error is error


def test_models_of_an_item_start_from_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "finrubric.toml").write_text("[writer]\n", encoding="utf-8")
    for models in ("live", "finrubric.toml"):
        result = generate(batch(tmp_path, line(models=models)), tmp_path / "data")
        assert result.code == 2
        assert f"{tmp_path / 'finrubric.toml'}: key " in result.err


def test_all_that_is_wrong_with_an_item_is_told_at_once(tmp_path: Path) -> None:
    wrong = line(cutoff="2026-02-30", profile="nobody", sources="nowhere", models="oracle")
    told = generate(batch(tmp_path, line(), wrong), tmp_path / "data").err
    for words in (
        *("give each item an id of its own", "calendar", "nobody"),
        *("no such folder", "--models"),
    ):
        assert words in told, words


async def test_ids_that_a_spreadsheet_would_make_one_stay_apart(tmp_path: Path) -> None:
    ids = ("1", "01", "1.0")
    path = batch(tmp_path, *(line(id=name) for name in (*ids, "e\u0301", "\u00e9")))
    settings = replace(load_settings(), data_dir=tmp_path / "data")
    plans, bad = await checked_items(
        path, settings, now=datetime.now(UTC), sandbox=SandboxChoice.LOCAL
    )
    assert tuple(plan.run for plan in plans) == ids
    assert [(item.place, "/id" in item.why) for item in bad] == [("4", True), ("5", True)]
