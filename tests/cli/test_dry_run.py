"""`--dry-run`: an estimate that sends nothing, writes nothing and needs no key."""

from pathlib import Path

import pytest

from agents.roles import ROLES
from cli.dry_run import ASSUMED
from contracts.model import SystemMessage
from orchestrator.runner import advance
from tests.cli.process import ROOT, Result, called
from tests.orchestrator.play import RUN, played_services, start_example

EXAMPLE = ROOT / "examples" / "texas_roadhouse"
PRICED = "".join(
    f'[[prices]]\nmodel = "{model}"\nsince = "2020-01-01"\n'
    'input = "4"\noutput = "20"\nsource = "x"\n'
    for model in ("openai/gpt-5.6-sol", "anthropic/claude-opus-5")
)
DEFAULTS = (ROOT / "agents" / "models" / "defaults.toml").read_text(encoding="utf-8")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def dry_run(*more: str, sources: Path = EXAMPLE / "sources") -> Result:
    return called(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--dry-run"),
        *("--sources", str(sources), "--data", "data", *more),
    )


def test_without_a_price_it_says_unpriced_and_writes_nothing(here: Path) -> None:
    result = dry_run()
    assert result.code == 0, result.err
    assert "Cost: unpriced: factorizer, contextualizer, writer, reviewer, composer" in result.out
    assert "An estimate: a token is taken for 4 bytes." in result.out
    assert list(here.iterdir()) == []


def test_with_prices_it_adds_up(here: Path) -> None:
    _ = (here / "finrubric.toml").write_text(DEFAULTS + PRICED, encoding="utf-8")
    document = dry_run("--json").document
    assert isinstance(document, dict)
    roles = document["roles"]
    assert isinstance(roles, list)
    total = 0
    for role in roles:
        assert isinstance(role, dict)
        assumed = ASSUMED[str(role["role"])]
        prompt, read, written = (role[f"{name}_tokens"] for name in ("prompt", "input", "output"))
        assert isinstance(prompt, int)
        assert isinstance(read, int)
        assert (read, written) == (assumed.calls * prompt + assumed.carried, assumed.written)
        total += 4 * read + 20 * assumed.written
    assert document["cost"] == f"{total / 1_000_000:.2f} USD"
    assert [path.name for path in here.iterdir()] == ["finrubric.toml"]


def test_what_a_command_asks_through_the_relay_is_counted_too(here: Path) -> None:
    found: list[object] = []
    command = '[roles.confirmer]\nharness = "command"\ncommand = ["my-agent", "{prompt_file}"]\n'
    for role in ("", command):
        _ = (here / "finrubric.toml").write_text(DEFAULTS + PRICED + role, encoding="utf-8")
        found.append(dry_run("--json").document)
    assert found[0] == found[1] is not None
    told = command.replace('command = ["my-agent", "{prompt_file}"]\n', "")
    _ = (here / "finrubric.toml").write_text(DEFAULTS + told, encoding="utf-8")
    refused = dry_run()
    assert refused.code == 2
    words = 'roles.confirmer.command: the harness "command" needs the words of what is started'
    assert words in refused.err


def test_a_longer_question_costs_more(here: Path) -> None:
    short = called(
        *("generate", "What is it?", "--cutoff", "2026-01-09", "--dry-run", "--json"),
        *("--sources", str(EXAMPLE / "sources")),
    ).document
    long = called(
        *("generate", "What is it? " * 1_000, "--cutoff", "2026-01-09", "--dry-run", "--json"),
        *("--sources", str(EXAMPLE / "sources")),
    ).document
    assert isinstance(short, dict)
    assert isinstance(long, dict)
    for one, other in zip(as_list(short["roles"]), as_list(long["roles"]), strict=True):
        assert isinstance(one["prompt_tokens"], int)
        assert isinstance(other["prompt_tokens"], int)
        assert 2_900 <= other["prompt_tokens"] - one["prompt_tokens"] <= 3_100


def as_list(value: object) -> list[dict[str, object]]:
    assert isinstance(value, list)
    return value


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--models", f"replay:{EXAMPLE / 'recording'}"), "a recording sends and costs nothing"),
        (("--max-cost", "5"), "--max-cost cannot be kept"),
        (("--sources", "nowhere"), "no such folder of sources"),
    ],
)
def test_what_a_run_would_refuse_is_refused(here: Path, more: tuple[str, ...], words: str) -> None:
    result = dry_run(*more)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert list(here.iterdir()) == []


async def test_what_is_assumed_is_what_the_recording_does(tmp_path: Path) -> None:
    async with played_services(tmp_path) as services:
        await start_example(services)
        assert await advance(services, RUN) == "accepted"
        for role in ROLES:
            found = await services.ledger.requests(f"run:{RUN}", role.name, 1)
            carried = sum(
                len(message.model_dump_json().encode())
                for item in found
                for message in item.request.messages
                if not isinstance(message, SystemMessage)
            )
            written = sum(
                len(call.arguments.encode()) for item in found for call in item.response.tool_calls
            )
            assumed = ASSUMED[role.name]
            assert assumed.calls == len(found), role.name
            assert assumed.carried == pytest.approx(carried / 4, rel=0.1), role.name
            assert assumed.written == pytest.approx(written / 4, rel=0.1), role.name
