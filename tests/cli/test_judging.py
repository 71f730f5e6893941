"""Who judges by a `finrubric.toml`, and a live scoring over real sockets, priced and limited."""

import asyncio
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from agents.prices import PriceTable
from cli.judging import bench_of
from cli.scoring import Order, finished
from cli.scoring_estimate import estimate_of
from contracts.errors import InputError
from contracts.line import line_of, parse_line
from contracts.model_setup import ScoringSetup
from contracts.score import Score
from contracts.settings import load_settings
from contracts.source import SourceClass
from contracts.verdict import NotJudged, WhyNot
from records.clock import SystemClock
from scoring.judges.conversation import Judging
from scoring.judges.sheet import Case
from tests.cli.process import ROOT
from tests.scoring.judges.material import answer, criteria, honest, judge
from tests.servers.provider import serve
from tests.servers.script import Fault, Received

SIDES = """
[writer]
harness = "files"
model = "ann"
family = "person"
[reviewer]
harness = "files"
model = "bob"
family = "other"
"""
PROVIDER = """
[providers.stub]
protocol = "openai"
key = "JUDGE_KEY"
"""
CANARY = "sk-c4nary-0123456789"


def judges(*names: str, more: str = "") -> str:
    return "".join(f'[[judges]]\nprovider = "stub"\nmodel = "{name}"\n{more}' for name in names)


def setup(folder: Path, text: str) -> str:
    path = folder / "judges.toml"
    _ = path.write_text(SIDES + text, encoding="utf-8")
    return str(path)


def test_families_effort_and_routing_come_from_the_setup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", CANARY)
    text = (
        PROVIDER
        + 'base_url = "http://127.0.0.1:9/v1"\nextra_body = { seed = 7 }\n'
        + judges("gpt-5", "qwen-4")
        + judges("house-1", more='family = "house"\neffort = "default"\n')
        + '[[judges]]\nprovider = "files"\nmodel = "an-analyst"\nfamily = "person"\n'
        + "[scoring]\nmax_output_tokens = 1000\nconcurrent = 2\n"
    )
    bench = bench_of(setup(tmp_path, text), here=tmp_path, sends=True)
    assert [one.family for one in bench.judges] == ["openai", "alibaba", "house", "person"]
    assert [one.name for one in bench.judges][::3] == ["stub/gpt-5", "files/an-analyst"]
    address = "openai, http://127.0.0.1:9/v1"
    extra = 'extra {"body":{"seed":7}}'
    assert bench.judges[0].routing == f"{address}, effort medium, {extra}"
    assert bench.judges[2].routing == f"{address}, {extra}"
    assert CANARY not in repr(bench)
    assert bench.judges[0].max_output_tokens == 1_000
    assert bench.setup.concurrent == 2
    assert bench.clients["files/an-analyst"].provider == "files"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (PROVIDER + judges("gpt-5"), "no key: set JUDGE_KEY (provider stub)"),
        (PROVIDER + judges("house-1"), "'house-1' does not say who trained the model"),
        (judges("gpt-5"), "there is no [providers.stub]"),
        (PROVIDER + judges("gpt-5", more='temperature = "2.1"\n'), "a temperature is 0 to 2"),
        (PROVIDER + judges("gpt-5", more="temperature = 0.2\n"), "write it in quotation marks"),
    ],
)
def test_judges_that_cannot_be_asked_are_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as raised:
        _ = bench_of(setup(tmp_path, text), here=tmp_path, sends=True)
    assert words in str(raised.value)


def test_no_provider_judges_by_rows_of_sources_that_it_may_not_see(tmp_path: Path) -> None:
    source = setup(tmp_path, PROVIDER + judges("gpt-5"))
    classes: frozenset[SourceClass] = frozenset({"public", "internal"})
    with pytest.raises(InputError, match="provider stub may not see internal sources"):
        _ = bench_of(source, here=tmp_path, sends=False, classes=classes)
    assert bench_of(source, here=tmp_path, sends=False, classes=classes - {"internal"}).judges


def test_the_papers_settings_are_the_usual_ones() -> None:
    usual = ScoringSetup()
    assert (usual.effort, usual.max_output_tokens, usual.timeout_s) == ("medium", 32_768, 300)
    assert (usual.per_criterion, usual.temperature) == (False, None)


def test_an_estimate_adds_up_what_is_read_and_may_be_written(tmp_path: Path) -> None:
    rubric = criteria(2)
    case = Case(answer(1), rubric, rubric.criteria)
    judgings = [Judging(judge(number), case, "Grade.").hearing for number in (1, 2)]
    today = SystemClock().now().date()
    found = estimate_of(judgings, PriceTable(), today)
    assert (found.judgings, found.unpriced) == (2, ("stub/gpt-1", "stub/gpt-2"))
    assert 300 < found.input_tokens < 2_000


PRICES = "".join(
    f'[[prices]]\nmodel = "stub/{name}"\nsince = "2020-01-01"\ninput = "1"\noutput = "2"\n'
    'source = "a test"\n'
    for name in ("gpt-5", "qwen-4", "grok-5")
)


async def test_a_live_scoring_is_priced_and_keeps_to_its_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JUDGE_KEY", CANARY)
    monkeypatch.setenv("FINRUBRIC_DATA", str(tmp_path / "data"))
    _ = (tmp_path / "rubric.jsonl").write_bytes(line_of(criteria(2)))
    _ = (tmp_path / "answers.jsonl").write_bytes(line_of(answer(1)))
    async with serve(honest) as server:
        warm = judges("gpt-5", "qwen-4") + judges("grok-5", more='temperature = "0"\n')
        text = f'{PROVIDER}base_url = "{server.base_url}"\n{warm}[scoring]\ntemperature = "0.25"\n'
        order = Order(
            rubric=tmp_path / "rubric.jsonl",
            answers=tmp_path / "answers.jsonl",
            out=tmp_path / "out",
            mode="fixed",
            judges=setup(tmp_path, text + PRICES),
            max_cost=10,
        )
        assert await finished(order, load_settings(), as_json=False) == 4
        assert server.log.sent == 0
        (score,) = scores(tmp_path)
        decided = [verdict.decided for row in score.rows for verdict in row.verdicts]
        assert {one.reason for one in decided if isinstance(one, NotJudged)} == {WhyNot.CALL_FAILED}
        enough = replace(order, max_cost=None)
        assert await finished(enough, load_settings(), as_json=False) == 0
        assert server.log.sent == 3
        bodies = [one.received.body for one in server.log.whole]
        assert all(body["max_output_tokens"] == 32_768 for body in bodies)
        assert {str(body["reasoning"]) for body in bodies} == {"{'effort': 'medium'}"}
        warmth = {str(body["model"]): body["temperature"] for body in bodies}
        assert warmth == {"gpt-5": 0.25, "qwen-4": 0.25, "grok-5": 0.0}
    (score,) = scores(tmp_path)
    assert score.points == 500
    assert score.asked is not None
    settings = [one.settings.rpartition(", ")[2] for one in score.asked.judges]
    assert settings == ["temperature 0.25", "temperature 0.25", "temperature 0"]
    assert "3 requests over all tries, 3,000 tokens read, 150 written, 0.003300 USD" in (
        capsys.readouterr().out
    )


@pytest.mark.slow
async def test_a_kill_9_loses_no_verdict_that_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", CANARY)
    monkeypatch.setenv("FINRUBRIC_DATA", str(tmp_path / "data"))
    _ = (tmp_path / "rubric.jsonl").write_bytes(line_of(criteria(2)))
    answers = [answer(number, name=f"a{number}") for number in range(1, 9)]
    _ = (tmp_path / "answers.jsonl").write_bytes(b"".join(map(line_of, answers)))

    def slowly(_: Received) -> Fault:
        return Fault("slow", pause_s=0.02)

    async with serve(honest, slowly) as server:
        few = "[scoring]\nconcurrent = 2\n"
        text = f'{PROVIDER}base_url = "{server.base_url}"\n{judges("gpt-5", "qwen-4", "grok-5")}'
        order = Order(
            rubric=tmp_path / "rubric.jsonl",
            answers=tmp_path / "answers.jsonl",
            out=tmp_path / "out",
            mode="fixed",
            judges=setup(tmp_path, text + few),
        )
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cli", "score", str(order.rubric), str(order.answers)),
            *("--out", str(order.out), "--judges", order.judges),
            cwd=ROOT,
        )
        while len(server.log.whole) < 6 and child.returncode is None:
            with suppress(TimeoutError):
                _ = await asyncio.wait_for(child.wait(), 0.05)
        child.kill()
        _ = await child.wait()
        assert not order.out.exists()
        assert await finished(order, load_settings(), as_json=False) == 0
        # Only answers that were on their way when it died may be asked for twice.
        assert 24 <= len(server.log.whole) <= 24 + 2
    assert [score.points for score in scores(tmp_path)] == [500, 500, *[0] * 6]


def scores(folder: Path) -> list[Score]:
    lines = (folder / "out" / "scores.jsonl").read_bytes().splitlines()
    return [parse_line(line, Score) for line in lines]
