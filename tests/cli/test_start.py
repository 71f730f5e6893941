import subprocess
import sys
import time

import pytest

from contracts.certification import CERTIFICATION
from tests.cli.process import ROOT, called, finrubric


def test_help_says_what_acceptance_certifies() -> None:
    result = finrubric("--help")
    assert result.code == 0
    assert CERTIFICATION in " ".join(result.out.split())
    assert "recording" in result.out


SLOW = ("langgraph", "sqlalchemy", "docker", "jinja2", "openai", "anthropic", "langchain_core")


@pytest.mark.parametrize(
    ("words", "names"),
    [(["--help"], (*SLOW, "pydantic")), (["score", "--help"], (*SLOW, "numpy"))],
)
def test_help_loads_neither_the_graph_nor_a_model_nor_a_database(
    words: list[str], names: tuple[str, ...]
) -> None:
    code = (
        f"import sys\nfrom cli.__main__ import main\nsys.argv = ['finrubric', *{words}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"names = {names}\n"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_help_is_there_in_less_than_seven_tenths_of_a_second() -> None:
    _ = finrubric("--help")
    best = min(_timed() for _ in range(5))
    assert best < 0.7


def _timed() -> float:
    start = time.monotonic()
    _ = finrubric("--help")
    return time.monotonic() - start


def test_version_is_printed() -> None:
    result = finrubric("--version")
    assert (result.code, result.out) == (0, "finrubric 0.1.0\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("demo", "--nonsense"),
        ("demo", "--sandbox", "cloud"),
        ("generate", "what is it?"),
        ("generate", "--cutoff", "2026-01-09"),
        ("export", "x", "--format", "pdf"),
        ("runs", "show"),
    ],
)
def test_wrong_usage_is_bad_input(arguments: tuple[str, ...]) -> None:
    result = finrubric(*arguments)
    assert result.code == 2
    assert result.out == ""
    for residue in ("Traceback", "Value error", "value_error", "pydantic"):
        assert residue not in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ("export", "x", "--format", "pdf"),
            "--format 'pdf' is not known; use json, markdown, html, csv or record",
        ),
        (
            ("runs", "resume", "x", "--sandbox", "q"),
            "--sandbox 'q' is not known; use auto, docker or local",
        ),
    ],
)
def test_a_word_that_an_option_does_not_know_is_answered_with_those_it_knows(
    arguments: tuple[str, ...], words: str
) -> None:
    result = called(*arguments)
    assert (result.code, result.out, result.err) == (2, "", f"finrubric: {words}\n")
