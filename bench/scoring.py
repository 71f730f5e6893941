"""Answers before three judges over real HTTP, beside autorubric and inspect-ai.

    .venv/bin/python -m bench.scoring --autorubric /path/to/python --inspect /path/to/python

Every contender is a process of its own and is measured from its start to its end: processor time,
wall time, peak resident memory. The judge, `bench/judge_server.py`, is a server in another process
and finds everything met. Each contender is used as it comes: finrubric asks a judge once per
answer, autorubric once per criterion (and once per answer with `llm_calls="per_item"`), inspect-ai
once per criterion. So finrubric is also run with `--per-criterion`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from bench.judge_server import QUOTE
from contracts.contract import Contract, sha256_of
from contracts.criteria import Criteria, Criterion
from contracts.line import line_of
from contracts.response import Response, TextAnswer
from scoring.metrics.bootstrap import draw_queries, paired_difference
from scoring.metrics.figure import Figure, Part

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "What was the operating margin in the year, and what moved it?"
JUDGES = 3


class Contender(NamedTuple):
    """One way of judging the same material."""

    name: str
    command: tuple[str, ...]


class Took(NamedTuple):
    """What one process and its children took, from start to end."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    """Of the largest single process."""
    printed: str


def criteria_of(count: int) -> Criteria:
    """So many criteria about one answer."""
    criteria = tuple(
        Criterion(id=f"C{n}", text=f"States aspect {n} of the operating margin.", points=500)
        for n in range(1, count + 1)
    )
    digest = sha256_of(QUESTION.encode())
    return Criteria(query_id="q", question=QUESTION, rubric_sha256=digest, criteria=criteria)


def answer(number: int) -> str:
    """An answer of about 300 words that holds the judge's quote."""
    filler = f"Sentence of answer {number} about costs, prices and volumes. " * 33
    return f"The {QUOTE} was 1{number % 10}.{number % 7} %. {filler}"


def write_material(folder: Path, answers: int, criteria: int) -> None:
    """The same material in the form of each contender."""
    made = criteria_of(criteria)
    texts = [answer(number) for number in range(answers)]
    _write_lines(folder / "criteria.jsonl", [made])
    _write_lines(
        folder / "answers.jsonl",
        [
            Response(id=f"a{n}", query_id="q", solver="bench", answer=TextAnswer(text=text))
            for n, text in enumerate(texts)
        ],
    )
    shared = {"question": QUESTION, "criteria": [c.text for c in made.criteria], "answers": texts}
    _ = (folder / "material.json").write_text(json.dumps(shared))


def _write_lines(path: Path, bodies: Sequence[Contract]) -> None:
    _ = path.write_bytes(b"".join(map(line_of, bodies)))


def write_setup(folder: Path, base_url: str) -> None:
    """Three judges of ours at the server; the two sides are named and never asked."""
    example = (ROOT / "examples" / "finrubric.toml").read_text()
    sides = example[: example.index("[[judges]]")]
    judges = "".join(
        f'[[judges]]\nprovider = "bench"\nmodel = "judge-{n}"\nfamily = "family-{n}"\n\n'
        for n in range(JUDGES)
    )
    provider = (
        f'[providers.bench]\nprotocol = "openai"\nkey = "BENCH_KEY"\nbase_url = "{base_url}"\n'
    )
    _ = (folder / "judges.toml").write_text(f"{sides}\n{judges}\n{provider}")


@contextmanager
def judge_server() -> Generator[str]:
    """The judge in a process of its own; gives its address."""
    command = (sys.executable, "-m", "bench.judge_server")
    with subprocess.Popen(command, cwd=ROOT, stdin=-1, stdout=-1, text=True) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["base_url"]
        print(server.communicate()[0].strip())


def measured(command: Sequence[str], folder: Path) -> Took:
    """Run one contender to its end.

    Raises:
        subprocess.CalledProcessError: it did not end well.
    """
    out, err = folder / "stdout", folder / "stderr"
    begun = time.monotonic()
    with out.open("w") as stdout, err.open("w") as stderr:
        process = subprocess.Popen(command, cwd=ROOT, stdout=stdout, stderr=stderr)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(err.read_text()[-2_000:], file=sys.stderr)
        raise subprocess.CalledProcessError(process.returncode, list(command))
    wall = time.monotonic() - begun
    cpu = usage.ru_utime + usage.ru_stime
    return Took(wall, cpu, usage.ru_maxrss / 1024, out.read_text())


def contenders(given: argparse.Namespace, folder: Path, base_url: str) -> list[Contender]:
    """Ours in both ways, and again on what is there; then the peers that were named."""
    ours = (
        *(
            "/usr/bin/env",
            "BENCH_KEY=none",
            sys.executable,
            "-m",
            "cli",
            "score",
            f"{folder}/criteria.jsonl",
        ),
        *(f"{folder}/answers.jsonl", "--judges", f"{folder}/judges.toml"),
    )
    one, many = f"{folder}/one", f"{folder}/many"
    found = [
        Contender("finrubric", (*ours, "--out", f"{one}-out", "--data", one)),
        Contender("finrubric, scored again", (*ours, "--out", f"{one}-again", "--data", one)),
        Contender(
            "finrubric --per-criterion",
            (*ours, "--per-criterion", "--out", f"{many}-out", "--data", many),
        ),
    ]
    shared = ("--material", f"{folder}/material.json", "--base-url", base_url)
    if given.autorubric:
        peer = (given.autorubric, f"{ROOT}/bench/peer_autorubric.py", *shared)
        found += [
            Contender("autorubric", peer),
            Contender("autorubric, llm_calls=per_item", (*peer, "--per-item")),
        ]
    if given.inspect:
        found.append(
            Contender(
                "inspect-ai", (given.inspect, f"{ROOT}/bench/peer_inspect_judges.py", *shared)
            )
        )
    return found


def bootstrap_seconds(queries: int, sources: int) -> Mapping[str, float]:
    """10,000 paired draws: every source against the first, one resample for all."""
    ids = [f"q{n}" for n in range(queries)]
    figures = [
        Figure(
            parts=tuple(
                Part(name, Fraction((7 * n + 3 * source) % 101), Fraction(1))
                for n, name in enumerate(sorted(ids))
            ),
            items=queries,
            unjudged=0,
            failed=0,
            failed_reading="count",
        )
        for source in range(sources)
    ]
    begun = time.monotonic()
    resample = draw_queries(ids, seed=1)
    differences = [paired_difference(figures[0], other, resample) for other in figures[1:]]
    return {"seconds": time.monotonic() - begun, "differences": len(differences)}


def main() -> None:
    """Measure one after the other and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--autorubric", help="Python of an environment with autorubric.")
    _ = parser.add_argument(
        "--inspect", help="Python of an environment with inspect-ai and openai."
    )
    _ = parser.add_argument("--answers", type=int, default=100)
    _ = parser.add_argument("--criteria", type=int, default=20)
    given = parser.parse_args()
    verdicts = given.answers * given.criteria * JUDGES
    with tempfile.TemporaryDirectory() as name, judge_server() as base_url:
        folder = Path(name)
        write_material(folder, given.answers, given.criteria)
        write_setup(folder, base_url)
        for one in contenders(given, folder, base_url):
            took = measured(one.command, folder)
            print(
                f"{one.name:32} {verdicts / took.cpu_s:9.0f} verdicts/CPU-s"
                f"  CPU {took.cpu_s:7.1f} s  wall {took.wall_s:7.1f} s"
                f"  peak {took.peak_mb:6.0f} MB",
                flush=True,
            )
            print("    " + took.printed.strip().splitlines()[-1][:200], flush=True)
    print("10,000 paired draws, 125 queries, 6 sources:", json.dumps(bootstrap_seconds(125, 6)))


if __name__ == "__main__":
    main()
