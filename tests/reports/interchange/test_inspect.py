"""The exported module, run by inspect-ai itself with its mock model."""

import json
import subprocess
from pathlib import Path

import pytest

from contracts.contract import Json
from reports.interchange.foreign import Foreign, export_foreign
from tests.reports.sample import sample_rubric

RUNNER = Path(__file__).parents[3] / "bench" / "inspect_play.py"
ANSWER = "The simple average is 11.8 %."


def play(python: Path, folder: Path, answer: str, *replies: str) -> dict[str, Json]:
    module = folder / "rubric_inspect.py"
    exported = export_foreign(sample_rubric(), Foreign.INSPECT, accepted_on=None)
    _ = module.write_bytes(exported.data)
    command = [str(python), str(RUNNER), module.name, answer, *replies]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    found: dict[str, Json] = json.loads(done.stdout.splitlines()[-1])
    return found


def rulings(*met: bool) -> str:
    rows = sample_rubric().rows
    return json.dumps(
        [
            {"id": row.id, "met": is_met, "quote": "11.8 %" if is_met else ""}
            for row, is_met in zip(rows, met, strict=True)
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "replies", "value", "calls"),
    [
        (ANSWER, [rulings(True, False, False)], 0.6, 1),
        (ANSWER, ["I cannot say.", rulings(True, False, False)], 0.6, 2),
        (ANSWER, ["I cannot say.", rulings(True, True, True).replace("true", '"false"')], None, 2),
        (" ", ["never asked"], 0.0, 0),
    ],
)
def test_inspect_scores_by_points_and_leaves_what_is_not_judged_unscored(
    tmp_path: Path,
    peer_python: Path,
    answer: str,
    replies: list[str],
    value: float | None,
    calls: int,
) -> None:
    found = play(peer_python, tmp_path, answer, *replies)
    assert (found["status"], found["judge_calls"]) == ("success", calls), found
    assert found["value"] == value
    assert (found["reason"] == "grader_failed") is (value is None)
