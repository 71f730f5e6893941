"""The worked example through the command line: accepted, blocked, drifted, held, resumed."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from contracts.certification import CERTIFICATION
from contracts.contract import Json, parse_contract, parse_stamped
from contracts.rubric import Rubric
from contracts.sidecar import Sidecar
from tests.cli.process import Result, finrubric
from tests.cli.typed import lines_after, make_home, printed
from tests.orchestrator.altered import Altered
from tests.orchestrator.play import EXAMPLE, copied_example

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    data = tmp_path_factory.mktemp("demo")
    return data, finrubric("demo", "--sandbox", "local", "--data", str(data))


def _run(data: Path) -> str:
    (folder,) = (data / "runs").iterdir()
    return folder.name


def _generate(
    data: Path, example: Path, *options: str, cutoff: str = "2026-01-09", question: str = ""
) -> Result:
    return finrubric(
        *("generate", question or f"@{example / 'query.txt'}", "--cutoff", cutoff, "--run", "own"),
        *("--sources", str(example / "sources"), "--models", f"replay:{example / 'recording'}"),
        *("--sandbox", "local", "--data", str(data), *options),
    )


def test_the_demo_prints_an_accepted_rubric(demo: tuple[Path, Result]) -> None:
    data, result = demo
    assert result.code == 0, result.err
    words = " ".join(result.out.split())
    for piece in ("11.8 %", "11.398896 %; refused", "Sandbox: local", CERTIFICATION):
        assert piece in words
    assert "written by hand" in words
    assert "To the lower step: 11.7 %; refused" in words
    assert str(data / "runs" / _run(data) / "export" / "rubric.html") in result.out


def test_the_lines_of_the_readme_score_four_answers_by_the_demos_rubric(
    demo: tuple[Path, Result], tmp_path: Path
) -> None:
    data, _ = demo
    home, readme = make_home(tmp_path), ROOT / "README.md"
    (home / ".finrubric").symlink_to(data)
    lines = lines_after("## Scoring answers\n", readme)
    assert [line.code for line in lines] == [0]
    (said,) = printed(lines, home)
    section = readme.read_text(encoding="utf-8").split("## Scoring answers\n")[1]
    shown = section.split("```\n")[1].strip()
    assert "| right-injected | written by hand | 100 of 100 | 0 of 3 | – | – | yes |" in shown
    assert " ".join(shown.split()) in said
    assert "made by hand): it proves the path" in said
    assert (home / "build" / "scores" / "scores.jsonl").read_bytes().count(b"\n") == 4


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """A run over sources that came too late, of a recording made with another prompt."""
    folder = tmp_path_factory.mktemp("changed")
    example, data = Altered(copied_example(folder)), folder / "data"
    example.loosen()
    head = example.example / "recording" / "recording.json"
    document = json.loads(head.read_text(encoding="utf-8"))
    document["prompts"]["writer.md"] = "0" * 64
    head.write_text(json.dumps(document), encoding="utf-8")
    sources = example.example / "sources"
    _add_source(sources, "late-10-K", published="2026-02-27")
    _add_source(sources, "blog", published=None)
    return data, _generate(data, example.example, "--json")


@pytest.mark.slow
def test_a_replay_prints_the_prompts_that_changed(changed: tuple[Path, Result]) -> None:
    data, result = changed
    assert result.code == 0, result.err
    assert "writer.md" in " ".join(result.err.split())
    page = data / "runs" / "own" / "export" / "rubric.html"
    assert "writer.md" in page.read_text(encoding="utf-8")


def test_its_exports_hold_the_rubric(demo: tuple[Path, Result]) -> None:
    data, _ = demo
    export = data / "runs" / _run(data) / "export"
    rubric = parse_stamped((export / "rubric.json").read_bytes(), Rubric).body
    assert [(row.role, row.points) for row in rubric.rows] == [
        ("outcome", 6_000),
        ("support", 2_000),
        ("support", 2_000),
    ]
    assert rubric.certification == CERTIFICATION
    made_by = [use["made_by"] for use in json.loads((export / "record.json").read_text())["models"]]
    assert made_by == ["hand", "hand"]
    for name in ("rubric.html", "rubric.md"):
        assert CERTIFICATION in " ".join((export / name).read_text(encoding="utf-8").split())


def test_all_say_the_same_of_the_dates_that_nobody_verified(demo: tuple[Path, Result]) -> None:
    data, result = demo
    cards = sorted((EXAMPLE / "sources").glob("*.source.json"))
    unverified = [
        card.name
        for card in cards
        if (published := parse_contract(card.read_bytes(), Sidecar).published)
        and not published.verified
    ]
    number = len(unverified)
    assert number == len(cards)
    assert f"Warning (CUT-unverified, {number}): Dates that nobody verified." in result.out
    page = (data / "runs" / _run(data) / "export" / "rubric.html").read_text(encoding="utf-8")
    assert f"CUT-unverified · {number} warnings" in page
    assert "date verified" not in page
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    words = ("none", "one", "two", "three", "four", "five", "six")
    assert (
        f"none was checked against a second record; the rubric lists all {words[number]}" in readme
    )
    assert f"All {words[number]} dates are transcribed and none is verified" in " ".join(
        (EXAMPLE / "README.md").read_text(encoding="utf-8").split()
    )


def test_a_finished_run_can_be_read(demo: tuple[Path, Result]) -> None:
    data, _ = demo
    run, place = _run(data), ("--data", str(data))
    trace = finrubric("runs", "show", run, "--trace", "R1", *place)
    assert trace.code == 0
    for word in ("principle", "criterion", "target", "row", "evidence", "DRV10", "11.768121"):
        assert word in trace.out
    for rival in ("DRV11", "DRV13"):
        assert f"\n    {rival} = " in trace.out
    assert finrubric("lock", "check", run, *place).code == 0
    assert finrubric("export", run, "--format", "csv", *place).code == 0
    assert finrubric("runs", "resume", run, *place).code == 0


@pytest.mark.slow
def test_a_blocked_run_ends_with_five_and_waits(tmp_path: Path) -> None:
    example = Altered(copied_example(tmp_path))
    example.loosen()
    result = _generate(tmp_path / "data", example.example, cutoff="2026-01-08")
    assert result.code == 5, result.err
    assert "cutoff" in result.out + result.err
    again = finrubric("runs", "resume", "own", "--data", str(tmp_path / "data"))
    assert again.code == 5


@pytest.mark.parametrize(
    ("question", "cutoff"), [("What is it?", "2026-01-09"), ("", "2026-01-08")]
)
def test_a_recording_of_another_question_is_refused_before_any_work(
    tmp_path: Path, question: str, cutoff: str
) -> None:
    result = _generate(tmp_path / "data", EXAMPLE, cutoff=cutoff, question=question)
    assert (result.code, result.out) == (2, "")
    recorded, asked = (line for line in result.err.splitlines() if line.startswith("  "))
    assert recorded.startswith("  recorded: “For Texas Roadhouse (NASDAQ: TXRH)")
    assert "cutoff 2026-01-09 (America/New_York)" in recorded
    assert asked.startswith(f"  asked:    “{question or 'For Texas Roadhouse'}")
    assert f"cutoff {cutoff} (America/New_York)" in asked
    assert "fingerprint" not in result.err
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_sources_left_out_for_their_date_are_named_everywhere(
    changed: tuple[Path, Result],
) -> None:
    data, done = changed
    assert done.code == 0, done.err
    late = (
        "late-10-K: published 2026-02-27 (America/New_York), after the cutoff 2026-01-09 "
        "(America/New_York)"
    )
    blog = (
        "blog: it states no publication date; an unknown date is never a pass at the cutoff "
        "2026-01-09 (America/New_York)"
    )
    for line in (late, blog):
        assert f"source left out: {line}" in done.err
    place = ("--data", str(data))
    asked = (done, finrubric("runs", "show", "own", "--json", *place))
    for document in (result.document for result in asked):
        assert isinstance(document, dict)
        found = document["sources_left_out"]
        assert isinstance(found, list)
        named = [f"{item['id']}: {item['reason']}" for item in found if isinstance(item, dict)]
        assert named == [blog, late]
    story = finrubric("runs", "show", "own", *place).out
    assert "Left out, not known by the cutoff: 2 sources." in story
    assert f"  - {late}. Left out late-10-K" in story
    record = json.loads((data / "runs" / "own" / "export" / "record.json").read_bytes())
    assert [item["known"] for item in record["sources_left_out"]] == ["undated", "after"]
    for form in ("html", "markdown"):
        page = finrubric("export", "own", "--format", form, *place).out
        assert "Sources left out" in page
        assert "published 2026-02-27" in page
        assert "SECRET" not in page


def _add_source(folder: Path, name: str, *, published: str | None) -> None:
    (folder / f"{name}.md").write_text("SECRET: the share is 99 %\n")
    card: dict[str, Json] = {
        "id": name,
        "title": f"Left out {name}",
        "publisher": "Somebody",
        "form": "page",
        "version_proof": "accession",
    }
    if published:
        zone = "America/New_York"
        time: dict[str, Json] = {"at": published, "zone": zone, "basis": "human", "verified": True}
        card["published"] = time
    (folder / f"{name}.source.json").write_text(json.dumps(card))


def test_drift_ends_with_six_and_names_the_turn(tmp_path: Path) -> None:
    example = copied_example(tmp_path)
    extract = example / "sources" / "10-Q-2025-Q1.md"
    text = extract.read_text(encoding="utf-8")
    extract.write_text(text.replace("12,959", "12,958"), encoding="utf-8")
    result = _generate(tmp_path / "data", example)
    assert result.code == 6
    assert "writer 1.1" in result.err
    assert f"go on with: finrubric runs resume own --data {tmp_path / 'data'}" in result.err


def test_a_run_that_somebody_holds_ends_with_three(tmp_path: Path) -> None:
    example, data = Altered(copied_example(tmp_path)), tmp_path / "data"
    example.edit_body("factorization.json", _spoil)
    assert _generate(data, example.example).code == 6
    with sqlite3.connect(data / "finrubric.db") as database:
        database.execute(
            "update lease set holder = ?, expires = '2999-01-01T00:00:00.000000Z'",
            (f"elsewhere:{os.getpid()}:1",),
        )
    database.close()
    held = finrubric("runs", "resume", "own", "--data", str(data))
    assert held.code == 3
    assert "elsewhere" in held.err


def _spoil(body: dict[str, Json]) -> None:
    """Nothing is asked, so the repair turn begins, which nobody recorded."""
    body["obligations"] = []


@pytest.mark.slow
def test_a_run_is_recorded_and_the_recording_is_played(
    demo: tuple[Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, _ = demo
    folder = tmp_path / "example" / "recording"
    key = "sk-canary-0123456789"
    monkeypatch.setenv("CANARY_API_KEY", key)
    made = finrubric("recording", "make", _run(data), str(folder), "--data", str(data))
    assert made.code == 0, made.err
    head = json.loads((folder / "recording.json").read_text(encoding="utf-8"))
    assert head["made_by"] == "hand"
    assert [path for path in folder.rglob("*.*") if key in path.read_text("utf-8")] == []
    again = finrubric("recording", "make", _run(data), str(folder), "--data", str(data))
    assert again.code == 2
    assert "not empty" in again.err
    query, sources = EXAMPLE / "query.txt", EXAMPLE / "sources"
    played = finrubric(
        *("generate", f"@{query}", "--cutoff", "2026-01-09", "--sources", str(sources)),
        *("--models", f"replay:{folder}", "--sandbox", "local", "--data", str(tmp_path / "data")),
    )
    assert played.code == 0, played.err
    assert "11.8 %" in played.out
