"""Bad input is refused before anything is written, by a message that names it."""

from pathlib import Path

import pytest

from cli import drive
from records.runs import RunStatus
from tests.cli.bad_input import BAD_INPUT, FOLDER, BadInput, copy_example
from tests.cli.process import called


async def _begun(*_: object) -> RunStatus:
    """Say so at once rather than play the whole example."""
    raise AssertionError("a run was begun")


CASES = [(theme, case) for theme, cases in BAD_INPUT.items() for case in cases]


@pytest.mark.parametrize(
    "case", [case for _, case in CASES], ids=[f"{theme}: {case.name}" for theme, case in CASES]
)
def test_it_is_refused_by_name_and_nothing_is_written(
    tmp_path: Path, case: BadInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_example(tmp_path)
    case.spoil(tmp_path)
    for name, value in case.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(drive, "advance", _begun)
    before = sorted(tmp_path.rglob("*"))
    result = called(*case.arguments(tmp_path))
    assert (result.code, result.out, result.error) == (2, "", case.error), result.err
    words = " ".join(result.err.replace("│", "").split())
    for said in case.said:
        assert said.replace(FOLDER, str(tmp_path)) in words
    assert "Traceback" not in result.err
    assert sorted(tmp_path.rglob("*")) == before


def test_each_case_stands_once() -> None:
    assert len({(theme, case.name) for theme, case in CASES}) == len(CASES)
