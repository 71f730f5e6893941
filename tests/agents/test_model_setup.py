"""`finrubric.toml`: read strictly, and who plays each role by it."""

import re
from pathlib import Path

import pytest

from agents.model_family import VENDORS, family_of_model
from agents.model_setup import (
    LoadedSetup,
    load_setup,
    names_of,
    parts_of,
    settings_of,
    shared_families,
    shared_harnesses,
)
from agents.roles import ROLES
from contracts.errors import InputError
from contracts.model_setup import ModelSetup
from principles.strict_toml import read_toml
from tests.conftest import ROOT

GOOD = """
[writer]
provider = "a"
model = "gpt-5.6-sol"
effort = "high"
[reviewer]
provider = "b"
model = "claude-opus-5"
[providers.a]
protocol = "openai"
key = "A_KEY"
[providers.b]
protocol = "anthropic"
key = "B_KEY"
"""


def read(text: str) -> LoadedSetup:
    return LoadedSetup(
        read_toml(text.encode(), "finrubric.toml", ModelSetup), "finrubric.toml", None
    )


def test_packaged_setup_takes_the_papers_models() -> None:
    loaded = load_setup(None)
    played = {(p.role.name, p.provider, p.model, p.effort, p.harness) for p in parts_of(loaded)}
    writers = ("factorizer", "contextualizer", "writer", "reviser")
    reviewers = ("reviewer", "composer", "confirmer")
    assert played == {
        *((name, "openai", "gpt-5.6-sol", "high", "session") for name in writers),
        *((name, "anthropic", "claude-opus-5", "high", "session") for name in reviewers),
    }
    providers = loaded.setup.providers
    assert providers["openai"].key == "OPENAI_API_KEY"
    assert providers["anthropic"].base_url_env == "ANTHROPIC_BASE_URL"
    assert loaded.setup.prices == ()
    assert [judge.effort for judge in loaded.setup.judges] == ["medium"] * 3
    assert shared_families(parts_of(loaded)) == ()


def test_packaged_judges_name_providers_and_families_of_their_own() -> None:
    setup = load_setup(None).setup
    assert {judge.provider for judge in setup.judges} <= set(setup.providers)
    families = [judge.family or family_of_model(judge.model) for judge in setup.judges]
    assert len(set(families)) == 3


def test_the_complete_example_is_a_setup() -> None:
    loaded = load_setup(ROOT / "examples" / "finrubric.toml")
    parts = {part.role.name: part for part in parts_of(loaded)}
    assert parts["factorizer"].effort == "medium"
    assert parts["writer"].effort == "high"
    assert loaded.setup.providers["openrouter"].extra_body["provider"] == {
        "only": ["fireworks", "together"],
        "ignore": ["krea"],
    }
    assert loaded.folder == ROOT / "examples"
    usual = {role.budget.name: role.budget.seconds for role in ROLES}
    assert loaded.setup.budgets == usual


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("[writers]\nmodel = 'x'", "key writers: "),
        ("[roles.judge]\nmodel = 'x'", "key roles.judge"),
        ("[roles.writer]\ntemperature = 1", "key roles.writer.temperature"),
        ("[roles.writer]\nharness = 'shell'", "key roles.writer.harness"),
        ("[providers.c]\nprotocol = 'openai'", "key providers.c.key: is missing"),
        ("[providers.c]\nprotocol = 'chat'\nkey = 'C_KEY'", "key providers.c.protocol"),
        ("[providers.C]\nprotocol = 'openai'\nkey = 'C_KEY'", "key providers.C"),
        (
            "[providers.c]\nprotocol='openai'\nkey='C_KEY'\nbase_url='ftp://x'",
            "key providers.c.base_url: must be an address",
        ),
        (
            "[providers.c]\nprotocol='openai'\nkey='C_KEY'\nbase_url='https://u:p@x.org'",
            "key providers.c.base_url: must name no user",
        ),
        (
            "[providers.c]\nprotocol='openai'\nkey='C_KEY'\nrequests_per_minute=0",
            "key providers.c.requests_per_minute",
        ),
        (
            "[providers.c]\nprotocol='openai'\nkey='C_KEY'\n[providers.c.extra_body]\nmodel='x'",
            "key providers.c: extra_body.model: finrubric sends this itself",
        ),
        ("[files]\nfolder = 1", "key files.folder"),
        ("[budgets]\nwriter = 1", "key budgets.writer"),
        ("[budgets]\nreviser = 600", "key budgets.reviser"),
        ("[files]\ndeadline_s = 'soon'", "key files.deadline_s"),
        ("[[prices]]\nmodel = 'a/gpt'\nsince = 2026-11-01", "key prices.0.since: a bare date"),
        (
            "[[prices]]\nmodel='a/gpt'\nsince='2026-11-01'\ninput=1.5\noutput='2'\nsource='x'",
            "key prices.0.input: a number with a fraction",
        ),
        (
            "[[prices]]\nmodel='a/gpt'\nsince='2026-11-01'\ninput='-1'\noutput='2'\nsource='x'",
            "key prices.0: input: a price is 0 or more",
        ),
        (
            "[[prices]]\nmodel='a/gpt'\nsince='2026-11-01'\ninput='1'\noutput='2'\nsource='x'\n"
            * 2,
            "a/gpt has two prices since 2026-11-01",
        ),
        ("[[judges]]\nmodel = 'x'", "key judges.0.provider"),
    ],
)
def test_a_fault_is_refused_by_file_and_key(extra: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as raised:
        _ = read(f"{GOOD}\n{extra}\n")
    assert str(raised.value).startswith("finrubric.toml: ")


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-c4nAry0123456789",
        "sk-ant-api03-c4nAry",
        "AIzaSyC4NARY0123456789",
        "AKIAC4NARY0123456789",
        "C4NARY0123456789ABCDEF0123456789",
        "Bearer C4NARY",
        "${OPENAI_API_KEY}",
        "openai_c4nary",
        "",
    ],
)
@pytest.mark.parametrize("field", ["key", "base_url_env"])
def test_a_key_in_the_file_is_refused_and_never_shown(key: str, field: str) -> None:
    provider = {"key": '"C_KEY"', field: f'"{key}"'}
    lines = "\n".join(f"{name} = {value}" for name, value in provider.items())
    with pytest.raises(InputError, match=f"key providers.c.{field}: is not the name") as raised:
        _ = read(f'{GOOD}\n[providers.c]\nprotocol = "openai"\n{lines}\n')
    assert "c4nary" not in str(raised.value).lower()


@pytest.mark.parametrize("name", ["api_key", "Authorization", "api-key", "x_secret"])
def test_a_key_in_the_extra_body_is_refused_and_never_shown(name: str) -> None:
    lines = '[providers.c]\nprotocol = "openai"\nkey = "C_KEY"\n[providers.c.extra_body.deep]\n'
    with pytest.raises(InputError, match="holds a key of its own") as raised:
        _ = read(f'{GOOD}\n{lines}{name} = "c4nary"\n')
    assert "c4nary" not in str(raised.value)


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (
            "[roles.composer]\nprovider = 'c'",
            "key roles.composer.provider: there is no [providers.c]; there are: a, b",
        ),
        ("[roles.composer]\nmodel = 'house-9'", "key roles.composer.family: the name 'house-9'"),
        ("[roles.composer]\nharness = 'command'", "key roles.composer.command: the harness"),
        ("[roles.composer]\ncommand = ['x']", "key roles.composer.command: only the harness"),
        (
            "[roles.composer]\nharness = 'command'\ncommand = ['x']\ncontext_tokens = 9000",
            "key roles.composer.context_tokens: the harness",
        ),
    ],
)
def test_a_part_that_cannot_be_played_is_refused(extra: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(f"finrubric.toml: {said}")):
        _ = parts_of(read(f"{GOOD}\n{extra}\n"))


def test_a_role_changes_only_what_it_says() -> None:
    loaded = read(
        f"{GOOD}[roles.factorizer]\nmodel = 'gpt-5.6-luna'\n"
        "[roles.confirmer]\nharness = 'files'\nmodel = 'ann'\n"
        "family = 'person'\n"
        "[roles.composer]\nharness = 'command'\ncommand = ['agent', '-x']\n"
    )
    parts = {part.role.name: part for part in parts_of(loaded)}
    assert parts["factorizer"][1:7] == ("a", "gpt-5.6-luna", "high", "session", "openai", ())
    assert parts["confirmer"][1:7] == ("files", "ann", None, "files", "person", ())
    assert parts["composer"][1:5] == ("b", "claude-opus-5", None, "command")
    assert parts["composer"].command == ("agent", "-x")
    assert parts["reviewer"].harness == "session"


def test_context_is_set_by_side_and_role_and_named_where_it_is_not_the_usual_one() -> None:
    loaded = read(
        GOOD.replace("[reviewer]", "[reviewer]\ncontext_tokens = 400000")
        + "[roles.factorizer]\ncontext_tokens = 9000\n"
    )
    parts = {part.role.name: part for part in parts_of(loaded)}
    tokens = {name: part.context_tokens for name, part in parts.items()}
    assert (tokens["factorizer"], tokens["writer"], tokens["composer"]) == (9_000, 120_000, 400_000)
    assert settings_of(loaded, parts["factorizer"]) == "effort high, context 9000 tokens"
    assert settings_of(loaded, parts["writer"]) == "effort high"
    assert names_of(loaded)["reviewer"].endswith("(context 400000 tokens)")


def test_a_sides_family_is_not_that_of_a_roles_other_model() -> None:
    text = GOOD.replace('model = "claude-opus-5"', 'model = "house-9"\nfamily = "house"')
    parts = {p.role.name: p for p in parts_of(read(f"{text}[roles.composer]\nmodel = 'grok-5'\n"))}
    assert (parts["reviewer"].trained_by, parts["composer"].trained_by) == ("house", "xai")


@pytest.mark.parametrize(
    ("reviewer", "shared"),
    [
        ('model = "gpt-4.1"', ("openai (factorizer, contextualizer, writer, reviser, reviewer",)),
        ('model = "anything"\nfamily = "openai"', ("openai (factorizer",)),
        ('model = "claude-opus-5"', ()),
    ],
)
def test_one_family_on_both_sides_is_found(reviewer: str, shared: tuple[str, ...]) -> None:
    parts = parts_of(read(GOOD.replace('model = "claude-opus-5"', reviewer)))
    found = shared_families(parts)
    assert len(found) == len(shared)
    assert all(text.startswith(start) for text, start in zip(found, shared, strict=True))


def test_one_role_of_the_other_sides_family_is_enough() -> None:
    parts = parts_of(read(f"{GOOD}[roles.composer]\nmodel = 'o3-pro'\n"))
    assert shared_families(parts) == (
        "openai (factorizer, contextualizer, writer, reviser, composer)",
    )


def test_one_harness_on_both_sides_is_found() -> None:
    assert len(shared_harnesses(parts_of(read(GOOD)))) == 1
    files = GOOD.replace("[reviewer]", "[reviewer]\nharness = 'files'")
    assert shared_harnesses(parts_of(read(files))) == ()


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("gpt-5.6-sol", "openai"),
        ("o3", "openai"),
        ("o4-mini", "openai"),
        ("chatgpt-4o-latest", "openai"),
        ("ft:gpt-4o-mini:us::abc", "openai"),
        ("openai/gpt-oss-120b", "openai"),
        ("claude-opus-5", "anthropic"),
        ("anthropic/claude-opus-5", "anthropic"),
        ("us.anthropic.claude-opus-5-v1:0", "anthropic"),
        ("gemini-3.8-flash", "google"),
        ("google/gemma-3-27b", "google"),
        ("deepseek/deepseek-v4.1-flash", "deepseek"),
        ("deepseek-r1-distill-llama-70b", "deepseek"),
        ("qwen3-235b", "alibaba"),
        ("Qwen/Qwen3.5-32B", "alibaba"),
        ("llama-4-maverick", "meta"),
        ("meta/muse-spark-1.3", "meta"),
        ("meta-llama/llama-4", "meta"),
        ("z-ai/glm-5.3-flash", "zhipu"),
        ("glm-5.3", "zhipu"),
        ("grok-4", "xai"),
        ("x-ai/grok-4", "xai"),
        ("mistral-large-3", "mistral"),
        ("codestral-2", "mistral"),
        ("kimi-k2.5", "moonshot"),
        ("house-9", None),
        ("my-gptish", None),
        ("opus", None),
    ],
)
def test_family_is_taken_from_the_name(model: str, family: str | None) -> None:
    assert family_of_model(model) == family


def test_table_of_families_is_sorted_and_in_small_letters() -> None:
    assert list(VENDORS) == sorted(VENDORS)
    assert all(name == name.lower() for name in VENDORS)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nothing\.toml: cannot be read"):
        _ = load_setup(tmp_path / "nothing.toml")


def test_a_side_without_provider_is_played_through_files_only() -> None:
    text = 'harness = "files"\nmodel = "ann"\nfamily = "person"'
    files = GOOD.replace('provider = "b"\nmodel = "claude-opus-5"', text)
    parts = {part.role.name: part for part in parts_of(read(files))}
    assert parts["composer"][1:4] == ("files", "ann", None)
    with pytest.raises(InputError, match="key reviewer: provider: the harness 'session' needs one"):
        _ = read(files.replace('"files"', '"session"'))
    with pytest.raises(InputError, match=r"key roles\.composer\.provider: there is no"):
        _ = parts_of(read(f"{files}[roles.composer]\nharness = 'session'\n"))
