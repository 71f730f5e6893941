"""The table of contracts is whole, and each of its words is true."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path, PurePath
from pkgutil import walk_packages

import pytest

from agents.roles import ROLES
from contracts.contract import UPGRADERS, Contract
from contracts.exchange import ANSWER_FILE, REFUSED_FILE, REQUEST_FILE, claim_file
from contracts.registry import CONTRACTS, Entry, by_name
from records.answers import Answer
from records.schema import METADATA
from tests.architecture.source import imports, listed_packages, product_modules

NOT_IMPORTED = ("records.migrations", "cli.__main__")
"""Alembic's environment runs when it is imported, and so does the command."""


def of(*homes: str) -> list[Entry]:
    return [entry for entry in CONTRACTS if entry.home in homes]


def named(entry: Entry) -> str:
    return entry.model.contract_name


def defined(contract: type[Contract] = Contract) -> Iterator[type[Contract]]:
    """Every contract class of the product; a file of one body type is no class of its own."""
    for name in listed_packages():
        for module in walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.startswith(NOT_IMPORTED):
                _ = import_module(module.name)
    yield from (c for c in below(contract) if c.__module__.split(".")[0] in listed_packages())


def below(contract: type[Contract]) -> Iterator[type[Contract]]:
    for child in contract.__subclasses__():
        if "[" not in child.__name__:
            yield child
        yield from below(child)


def test_every_named_contract_stands_in_the_table_exactly_once() -> None:
    public = [c for c in defined() if c.contract_name and not c.__name__.startswith("_")]
    assert sorted(c.__name__ for c in public) == sorted(e.model.__name__ for e in CONTRACTS)


def test_names_are_plain_words_and_unique() -> None:
    names = [named(entry) for entry in CONTRACTS]
    assert len(names) == len(set(names))
    assert [name for name in names if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name)] == []
    assert all(by_name(name).model.contract_name == name for name in names)


def test_every_older_version_of_a_published_contract_has_its_upgrader() -> None:
    older = {
        (named(entry), version)
        for entry in CONTRACTS
        for version in range(1, entry.model.contract_version)
        if entry.published
    }
    assert older - UPGRADERS.keys() == set()
    assert {name for name, _ in UPGRADERS} - {named(entry) for entry in CONTRACTS} == set()


@pytest.mark.parametrize("entry", of("stage"), ids=named)
def test_a_stage_file_begins_with_its_contracts_name(entry: Entry) -> None:
    assert entry.file == entry.model.contract_name


def test_every_stage_contract_is_known_to_the_orchestrator() -> None:
    orchestrator = [m for m in product_modules() if m.path.startswith("orchestrator/")]
    used = {found.target for module in orchestrator for found in imports(module)}
    classes = {f"{entry.model.__module__}.{entry.model.__name__}" for entry in of("stage")}
    assert classes - used == set()


def test_what_a_role_submits_is_a_stage_file_or_stands_in_its_folder() -> None:
    homes = {entry.model: entry for entry in of("stage", "role")}
    for role in ROLES:
        for output in role.outputs:
            entry = homes[output.model]
            assert role.name in entry.writer, entry
            if entry.home == "role":
                assert entry.file == f"out/{output.name}"


@pytest.mark.parametrize("entry", of("role"), ids=named)
def test_a_role_finds_or_leaves_the_file(entry: Entry) -> None:
    folder, name = entry.file.split("/", 1)
    assert folder in ("inputs", "out")
    if folder == "inputs":
        readers = [role.name for role in ROLES if name in {item.name for item in role.inputs}]
        assert readers == [entry.readers]
    else:
        writers = [role.name for role in ROLES if name in {item.name for item in role.outputs}]
        assert writers == [entry.writer]


@pytest.mark.parametrize("entry", of("people"), ids=named)
def test_people_have_written_such_a_file(entry: Entry, repository: Path) -> None:
    places = ("principles", "task_bank", "examples", "orchestrator")
    found = [path for place in places for path in (repository / place).rglob("*")]
    pattern = entry.file if entry.file.startswith(places) else f"*/{entry.file}"
    assert [path for path in found if path.relative_to(repository).match(pattern)]


@pytest.mark.parametrize("entry", of("row"), ids=named)
def test_a_row_has_the_contracts_fields_as_columns_or_whole_in_one(entry: Entry) -> None:
    place, _, table = entry.file.rpartition("table ")
    columns = set(METADATA.tables[table].columns.keys())
    if place:
        assert place == "column body of "
        assert "body" in columns
    else:
        kinds = [set(one.model.model_fields) for one in of("row") if one.file == entry.file]
        assert columns == set().union(*kinds)


def test_a_part_is_part_of_another_contract() -> None:
    assert "SourceCard" in str(by_name("corpus").model.model_json_schema()["$defs"].keys())
    assert "SourceCard" in str(by_name("rubric").model.model_json_schema()["$defs"].keys())
    assert "ModelResponse" in Answer.model_json_schema()["$defs"]
    assert "Trace" in by_name("response").model.model_json_schema()["$defs"]
    assert "Verdict" in by_name("score").model.model_json_schema()["$defs"]
    parts = {"source-card", "model-response", "trace", "verdict"}
    printed = {named(entry) for entry in of("part") if entry.file == "printed"}
    assert printed == {"page-comparison"}
    assert {named(entry) for entry in of("part")} == parts | printed


def test_published_are_those_that_outlive_the_code() -> None:
    published = {named(entry) for entry in CONTRACTS if entry.published}
    people = {"principle", "bank-task", "source-sidecar", "source-card", "guard", "batch-item"}
    exchange = {f"exchange-{word}" for word in ("request", "claim", "answer", "refusal")}
    scoring = {"covered-query", "criteria", "response", "trace", "verdict", "score"}
    sets = {"benchmark-question", "human-ruling", "study"}
    runs = {"query", "evidence", "rubric", "decision", "ruling"}
    assert published == runs | people | exchange | scoring | sets


@pytest.mark.parametrize("entry", of("exchange"), ids=named)
def test_the_files_of_an_exchange_are_read_and_written_under_their_names(entry: Entry) -> None:
    names = (REQUEST_FILE, ANSWER_FILE, REFUSED_FILE, claim_file(1))
    assert [name for name in names if PurePath(name).match(entry.file)]
