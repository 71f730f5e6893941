"""The driver of mutants: changes go into running code, tests are chosen, results are told."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.gates.mutants.mutant import Mutant, NotApplicableError, identity, put_in
from tests.gates.mutants.page import Reason, reasons, table_of_modules, tables_of_survivors
from tests.gates.mutants.reach import Code, Reach, in_order, named_alike
from tests.gates.mutants.results import Result, read

TEXT = """\
from typing import NamedTuple

STEP = 2
BOUND = STEP * 5


def within(value, more=0):
    if value > 100:
        return False
    return value + more <= BOUND


class Box(NamedTuple):
    size: int = 3

    @property
    def is_large(self):
        return self.size > BOUND
"""


def mutant(function: str, before: str, after: str) -> Mutant:
    offset = TEXT.index(before)
    line = TEXT[:offset].count("\n") + 1
    return Mutant("steps", function, "number", line, line, offset, before, after)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("steps")
    exec(TEXT, vars(module))
    importer = ModuleType("importer")
    vars(importer)["BOUND"] = module.BOUND
    monkeypatch.setitem(sys.modules, "steps", module)
    monkeypatch.setitem(sys.modules, "importer", importer)
    module.__file__ = "steps.py"
    return module


def test_a_function_keeps_its_identity_and_gets_other_code(steps: ModuleType) -> None:
    within = steps.within
    put_in(mutant("within", "<= BOUND", "< BOUND"), steps, TEXT)
    assert not within(10)
    put_in(mutant("within", "more=0", "more=1"), steps, TEXT)
    assert not within(10)
    assert within(9)


def test_a_property_gets_other_code(steps: ModuleType) -> None:
    box = steps.Box(10)
    assert not box.is_large
    put_in(mutant("Box.is_large", "> BOUND", ">= BOUND"), steps, TEXT)
    assert box.is_large


def test_a_constant_goes_where_it_was_imported_with_what_is_computed_from_it(
    steps: ModuleType,
) -> None:
    put_in(mutant("constants", "STEP = 2", "STEP = 300"), steps, TEXT)
    assert (steps.STEP, steps.BOUND, sys.modules["importer"].BOUND) == (300, 1500, 1500)


def test_fields_of_a_class_cannot_be_changed(steps: ModuleType) -> None:
    with pytest.raises(NotApplicableError, match=r"Box\.fields"):
        put_in(mutant("Box.fields", "int = 3", "int = 4"), steps, TEXT)


def test_like_changes_of_one_function_are_told_apart() -> None:
    for before in ("1", "a_long_name_of_a_thing"):
        twice = f"def f(x):\n    return x == {before} and x == {before}\n"
        places = [twice.index(before), twice.rindex(before)]
        ids = {identity(Mutant("m", "f", "name", 2, 2, p, before, "2"), twice) for p in places}
        assert len(ids) == 2


@pytest.fixture
def code(tmp_path: Path) -> Code:
    file = tmp_path / "steps.py"
    file.write_text(TEXT)
    return Code.of({"steps": file})


REACH = Reach(
    tests={
        "steps": {
            8: frozenset({"early", "cheap", "dear", "test_steps.py::own"}),
            9: frozenset({"early"}),
            10: frozenset({"cheap", "dear", "test_steps.py::own"}),
            18: frozenset({"box"}),
        }
    },
    costs={"early": 0.5, "cheap": 0.1, "dear": 0.9, "test_steps.py::own": 0.2, "box": 0.1},
)


def test_one_test_for_each_path_comes_first_then_the_own_file_then_the_cheapest(
    code: Code,
) -> None:
    changed = mutant("within", "value > 100", "value >= 100")
    own, cheap = "test_steps.py::own", "cheap"
    assert in_order(changed, code, REACH, []) == [own, "early", cheap, "dear"]
    assert in_order(changed, code, REACH, ["dear", "box"])[0] == "dear"


def test_what_is_named_after_a_code_of_the_function_comes_before_other_paths(
    tmp_path: Path,
) -> None:
    text = TEXT.replace("return False", 'return "STP-long"')
    (tmp_path / "steps.py").write_text(text)
    named = "test_codes.py::test[STP-long]"
    reach = Reach({"steps": {8: frozenset({"quick", named})}}, {"quick": 0.1, named: 0.2})
    changed = mutant("within", "value > 100", "value >= 100")
    code = Code.of({"steps": tmp_path / "steps.py"})
    assert in_order(changed, code, reach, []) == [named, "quick"]


def test_tests_that_share_words_with_the_function_are_found_by_their_names(code: Code) -> None:
    tests = ("t.py::test[value]", "t.py::test[more value, within]", "t.py::test[box]")
    reach = Reach({"steps": {8: frozenset(tests)}}, dict.fromkeys(tests, 0.1))
    changed = mutant("within", "value > 100", "value >= 100")
    assert named_alike(changed, code, reach) == [tests[1], tests[0]]


def test_a_constant_is_reached_where_it_or_what_is_computed_from_it_is_read(code: Code) -> None:
    found = in_order(mutant("constants", "STEP = 2", "STEP = 3"), code, REACH, [])
    assert set(found) == {"cheap", "dear", "test_steps.py::own", "box"}


def result(before: str, after: str, outcome: str) -> Result:
    return Result("id", "steps", "within", "swap_op", 9, before, after, outcome, "", 1, 1)


def test_the_page_has_a_row_for_each_survivor_and_counts_the_rest() -> None:
    survivor = result("a | b", "a & b", "survived")
    given = [Reason("steps.within", "a | b", "", "equivalent", "both are sets of one")]
    lines = list(tables_of_survivors([survivor, result("x", "y", "killed")], given))
    assert "| `steps.within` | `a \\| b` → `a & b` | both are sets of one |" in lines
    rows = list(table_of_modules([survivor, result("x", "y", "killed")], {"steps": 5}))
    assert rows[2] == "| `steps` | 5 | 2 | 1 | 0 | 0 | 1 |"


def test_reasons_have_a_kind_and_say_something(tmp_path: Path) -> None:
    assert reasons()
    file = tmp_path / "reasons.toml"
    file.write_text('[[reason]]\nplace = "steps.within"\nkind = "equivalent"\n')
    with pytest.raises(ValueError, match=r"reasons\.toml: steps\.within"):
        reasons(file)


def test_a_run_tells_what_is_killed_and_what_survives(repository: Path, tmp_path: Path) -> None:
    """The whole driver in a process of its own, on two mutants that a script stands in for."""
    text = (repository / "gates/series.py").read_text()
    changes = {"<= bounds[1]": "< bounds[1]", "are no {": "are not a {"}
    mutants: list[dict[str, str | int]] = []
    for before, after in changes.items():
        offset = text.index(before)
        line = text[:offset].count("\n") + 1
        place = {"module": "series", "function": "odd_length", "operator": "swap_op"}
        where = {"line": line, "end_line": line, "offset": offset}
        mutants.append({**place, **where, "before": before, "after": after})
    maker = tmp_path / "python"
    lines = "\n".join(json.dumps(item) for item in mutants)
    maker.write_text(f"#!/bin/sh\ncat <<'END'\n{lines}\nEND\n")
    maker.chmod(0o755)
    found = tmp_path / "results.jsonl"
    command = [sys.executable, "-m", "tests.gates.mutants", found, "run", "--mutmut", maker]
    command += ["--tests", "tests/gates/test_series.py::test_an_instant_has_no_length"]
    command += ["tests/gates/test_series.py::test_lengths[month-31-False]"]
    subprocess.run(command, cwd=repository, check=True, capture_output=True)
    outcomes = {item.before: item.outcome for item in read(found).values()}
    assert len(outcomes) == 2
    assert sorted(outcomes.values()) == ["killed", "survived"]
