"""Live models at the command line: what is refused before anything is written, and resuming."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from agents.model_setup import load_setup
from cli.cost_option import cost_from
from cli.live import (
    NOTHING_SAID,
    LiveChoice,
    live_models,
    require_sight,
    said_before,
)
from cli.recording import tell_kept_sources
from contracts.errors import InputError
from contracts.event import Event, EventKind
from contracts.source import Corpus, CorpusItem
from records.clock import SystemClock
from tests.cli.process import ROOT, WITHOUT_WALLS, Result, called, finrubric
from tests.texas_sources import texas_corpus

EXAMPLE = ROOT / "examples" / "texas_roadhouse"
CANARY = "c4nary-0123456789"
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL")
BOTH = """
[writer]
provider = "openai"
model = "gpt-5.6-sol"
[reviewer]
provider = "anthropic"
model = "claude-opus-5"
[providers.openai]
protocol = "openai"
key = "OPENAI_API_KEY"
base_url_env = "OPENAI_BASE_URL"
[providers.anthropic]
protocol = "anthropic"
key = "ANTHROPIC_API_KEY"
"""
PRICES = "".join(
    f'[[prices]]\nmodel = "{model}"\nsince = "{since}"\ninput = "1"\noutput = "2"\nsource = "x"\n'
    for model, since in (
        ("openai/gpt-5.6-sol", "2020-01-01"),
        ("anthropic/claude-opus-5", "2999-01-01"),
    )
)
FILES = """
[writer]
harness = "files"
model = "ann"
family = "person"
[reviewer]
harness = "files"
model = "claude-opus-5"
[files]
deadline_s = 1
"""


NO_WALLS = "finrubric: live models are refused here: this machine's kernel lets the local sandbox"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, without any key."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def setup(folder: Path, text: str, name: str = "finrubric.toml") -> Path:
    path = folder / name
    _ = path.write_text(text, encoding="utf-8")
    return path


def generating(here: Path) -> tuple[str, ...]:
    return (
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09"),
        *("--sources", str(EXAMPLE / "sources"), "--sandbox", "local"),
        *("--data", str(here / "data"), "--run", "live"),
    )


def generate(here: Path, *more: str) -> Result:
    return called(*generating(here), *more)


def refused(here: Path, words: str, *more: str) -> None:
    result = generate(here, *more)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert CANARY not in result.err
    assert not (here / "data").exists()


def test_without_models_the_live_defaults_are_meant_and_want_keys(here: Path) -> None:
    words = (
        "no key: set ANTHROPIC_API_KEY (provider anthropic) and OPENAI_API_KEY (provider openai)"
    )
    refused(here, words)
    refused(here, f"{words}, named by the packaged defaults", "--models", "live")


def test_setup_in_this_folder_is_taken(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = setup(here, BOTH)
    monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)
    refused(here, f"no key: set OPENAI_API_KEY (provider openai), named by {path}")
    other = setup(here, BOTH.replace("OPENAI_API_KEY", "HOUSE_KEY"), "other.toml")
    refused(here, f"set HOUSE_KEY (provider openai), named by {other}", "--models", "other.toml")


def test_empty_or_odd_keys_are_told_by_name_only(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", f"{CANARY}\n{CANARY}")
    monkeypatch.setenv("OPENAI_API_KEY", " ")
    refused(here, "ANTHROPIC_API_KEY holds a blank or a sign beyond ASCII")
    monkeypatch.setenv("ANTHROPIC_API_KEY", f"{CANARY}\n")
    refused(here, "set OPENAI_API_KEY (provider openai)")
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("OPENAI_BASE_URL", CANARY)
    refused(here, "OPENAI_BASE_URL is no address")


def test_a_faulty_setup_is_refused_by_file_and_key(here: Path) -> None:
    path = setup(here, BOTH.replace('"OPENAI_API_KEY"', f'"sk-{CANARY}"'))
    refused(here, f"{path}: key providers.openai.key: is not the name of an environment variable")


def test_one_family_on_both_sides_is_refused_unless_allowed(here: Path) -> None:
    _ = setup(here, BOTH.replace("claude-opus-5", "gpt-4.1"))
    refused(here, "share a family of models: openai (factorizer, contextualizer, writer")
    refused(here, "no key: ", "--allow-same-family")


@pytest.mark.parametrize("kind", ["internal", "restricted"])
def test_a_source_goes_to_no_provider_that_may_not_see_its_class(here: Path, kind: str) -> None:
    card = texas_corpus().items[0].card.model_copy(update={"id": "memo", "source_class": kind})
    corpus = Corpus(items=(CorpusItem(card=card, snapshot="0" * 64),))
    with pytest.raises(InputError, match=rf"provider anthropic may not see memo \({kind}\)"):
        require_sight(load_setup(setup(here, BOTH)), corpus)
    both = BOTH.replace("key = ", f'may_see = ["public", "{kind}"]\nkey = ')
    require_sight(load_setup(setup(here, both)), corpus)
    searching = both.replace("key = ", 'hosted_tools = ["web_search"]\nkey = ')
    with pytest.raises(InputError, match=r"anthropic runs web_search itself, .* of memo to others"):
        require_sight(load_setup(setup(here, searching)), corpus)
    require_sight(load_setup(setup(here, FILES)), corpus)


def test_a_run_with_the_web_is_refused_where_a_source_must_stay_in_the_house(here: Path) -> None:
    sources = here.parent / "sources"
    _ = shutil.copytree(EXAMPLE / "sources", sources)
    sidecar = next(iter(sorted(sources.glob("*.source.json"))))
    _ = sidecar.write_text(sidecar.read_text().replace('"public"', '"internal"'))
    _ = setup(here, FILES)
    words = "--web: addresses and searches that a role asks can carry words of 10-K-2024 to others"
    refused(here, words, "--web", "--sources", str(sources))


def test_a_run_on_a_restricted_source_is_refused_before_anything_is_sent(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    sources = here.parent / "sources"
    _ = shutil.copytree(EXAMPLE / "sources", sources)
    sidecar = next(iter(sorted(sources.glob("*.source.json"))))
    _ = sidecar.write_text(sidecar.read_text().replace('"public"', '"restricted"'))
    path = setup(here, BOTH)
    refused(here, f"(restricted): {path} lets it see public, licensed", "--sources", str(sources))


def test_a_recording_names_sources_that_stay_in_the_house(
    capsys: pytest.CaptureFixture[str],
) -> None:
    corpus = texas_corpus()
    tell_kept_sources(corpus)
    assert capsys.readouterr().err == ""
    first = corpus.items[0]
    card = first.card.model_copy(update={"source_class": "internal"})
    items = (first.model_copy(update={"card": card}), *corpus.items[1:])
    tell_kept_sources(corpus.model_copy(update={"items": items}))
    assert f"quotes of {card.id} among it" in capsys.readouterr().err


def test_a_limit_of_cost_needs_prices_in_force_for_all(here: Path) -> None:
    path = setup(here, BOTH + PRICES)
    words = f"--max-cost cannot be kept: no price in {path} is in force for anthropic/claude-opus-5"
    refused(here, words, "--max-cost", "5")
    _ = setup(here, BOTH + PRICES.replace("2999", "2020"))
    refused(here, "no key: ", "--max-cost", "5")


def test_a_missing_extra_is_told_with_what_installs_it(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    monkeypatch.setitem(sys.modules, "anthropic", None)  # as where it is not installed
    for name in [name for name in sys.modules if name.startswith("agents.models.anthropic")]:
        monkeypatch.delitem(sys.modules, name)
    result = generate(here)
    assert (result.code, result.out) == (7, "")
    assert (
        "live models need more than is installed (anthropic is missing): `make live`" in result.err
    )
    assert CANARY not in result.err
    assert not (here / "data").exists()


@pytest.mark.walls
def test_where_a_script_could_read_the_keys_nothing_is_begun(here: Path) -> None:
    given = ("--models", str(setup(here, BOTH)))
    env = {"PATH": os.defpath, "OPENAI_API_KEY": CANARY, "ANTHROPIC_API_KEY": CANARY}
    done = finrubric(*generating(here), *given, env=env, started_by=WITHOUT_WALLS)
    assert (done.code, done.out) == (7, "")
    assert NO_WALLS in done.err
    assert CANARY not in done.err
    assert not (here / "data").exists()


@pytest.mark.walls
def test_a_command_is_refused_where_it_cannot_be_kept_to_the_relay(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    _ = setup(here, f'{BOTH}[roles.factorizer]\nharness = "command"\ncommand = ["my-agent"]\n')
    done = generate(here)
    assert done.code == 7
    assert "factorizer: the harness `command` needs Docker, and the sandbox is 'local'" in done.err


def test_who_answers_through_files_needs_no_price(here: Path) -> None:
    choice = LiveChoice(max_cost=1)
    models = live_models(load_setup(setup(here, FILES)), choice, today=SystemClock().now().date())
    assert models.purse is not None
    assert models.purse.limit is not None
    assert models.purse.limit.paid_roles == frozenset()


@pytest.mark.parametrize(
    ("option", "cost"),
    [(None, None), ("5", 5_000_000), ("0.05", 50_000), ("12.345678", 12_345_678)],
)
def test_limit_of_cost_is_read_exactly(option: str | None, cost: int | None) -> None:
    assert cost_from(option) == cost


@pytest.mark.parametrize("option", ["", "0", "-1", "1e3", "1,5", "NaN", "0.0000001", "1000001"])
def test_a_limit_that_is_none_is_refused(option: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"--max-cost {option!r}: give US dollars")):
        _ = cost_from(option)


def event(kind: EventKind, detail: str) -> Event:
    return Event(run="r", seq=1, kind=kind, at=SystemClock().now(), detail=detail)


def test_what_was_said_at_the_start_holds_until_something_else_is_said() -> None:
    said = (
        event(EventKind.COST_LIMITED, "9 USD"),
        event(EventKind.COST_LIMITED, "12.345678 USD"),
        event(EventKind.SAME_FAMILY, "openai (writer, reviewer)"),
    )
    assert said_before((), NOTHING_SAID) == NOTHING_SAID
    held = said_before(said, NOTHING_SAID)
    assert (held.max_cost, held.allow_same_family) == (12_345_678, True)
    assert said_before(said, LiveChoice(max_cost=1)).max_cost == 1


@pytest.mark.walls
def test_a_run_keeps_its_setup_and_refuses_a_changed_one(here: Path) -> None:
    path = setup(here, FILES)
    stopped = generate(here)
    assert stopped.code == 7, stopped.err
    assert "nobody answered by" in stopped.err
    assert "warning, one harness on both sides: files (factorizer" in stopped.err

    shown = called("runs", "show", "live", "--json", "--data", str(here / "data"))
    assert isinstance(shown.document, dict)
    assert shown.document["models"] == f"live:{path}"

    def resumed() -> Result:
        return called("runs", "resume", "live", "--data", str(here / "data"))

    def checked() -> Result:
        return called("lock", "check", "live", "--data", str(here / "data"))

    assert checked().code == 0
    for changed in (
        FILES.replace('"ann"', '"bob"'),
        f"{FILES}[budgets]\nfactorizer = 120\n",
        f'{FILES}[roles.confirmer]\nmodel = "claude-sonnet-5"\n',
    ):
        _ = setup(here, changed)
        result = resumed()
        assert result.code == 6
        assert "the configuration is not that of its start: models " in result.err
        assert checked().code == 6
    path.unlink()
    assert f"there is no file '{path}'" in resumed().err
    assert f"there is no file '{path}'" in checked().out
    _ = setup(here, FILES)
    stopped = resumed()
    assert (stopped.code, "nobody answered by" in stopped.err) == (7, True)
    elsewhere = finrubric(
        *("runs", "resume", "live", "--data", str(here / "data")), started_by=WITHOUT_WALLS
    )
    assert (elsewhere.code, NO_WALLS in elsewhere.err) == (7, True)


def test_the_documents_setup_is_the_example() -> None:
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    found = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found == [(ROOT / "examples" / "finrubric.toml").read_text(encoding="utf-8")]
