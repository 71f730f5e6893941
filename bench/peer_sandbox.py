"""The peer: inspect-ai's own docker sandbox, one sample after another, two scripts in each.

Run by `bench.sandbox` with the Python of an environment that has inspect-ai. Prints JSON.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import sandbox

COMPOSE = """\
services:
  default:
    image: {image}
    init: true
    command: sleep infinity
    network_mode: none
"""
SCRIPT = "print(sum(range(1000)))"


@solver
def two_scripts(times: dict[str, list[float]]) -> Solver:
    """Make the solver."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        del generate
        for name in ("first script", "next script"):
            began = time.monotonic()
            result = await sandbox().exec(["python3", "-c", SCRIPT])
            times[name].append(time.monotonic() - began)
            if result.stdout != "499500\n":
                raise SystemExit(f"the script failed: {result}")
        return state

    return solve


def main() -> None:
    """Run the samples and say what they took."""
    parser = argparse.ArgumentParser()
    _ = parser.add_argument("--image", required=True)
    _ = parser.add_argument("--samples", type=int, required=True)
    _ = parser.add_argument("--kind", default="docker")
    given = parser.parse_args()
    times: dict[str, list[float]] = {"first script": [], "next script": [], "whole sample": []}
    with tempfile.TemporaryDirectory() as folder:
        compose = Path(folder, "compose.yaml")
        compose.write_text(COMPOSE.format(image=given.image))
        place = ("docker", str(compose)) if given.kind == "docker" else given.kind
        for _ in range(given.samples):
            task = Task(dataset=[Sample(input="go")], solver=two_scripts(times), sandbox=place)
            model = get_model("mockllm/model", custom_outputs=[ModelOutput()])
            began = time.monotonic()
            logs = eval(task, model=model, log_dir=folder, display="none", score=False)
            if logs[0].status != "success":
                raise SystemExit(f"the sample failed: {logs[0].error}")
            times["whole sample"].append(time.monotonic() - began)
    print(json.dumps(times))


if __name__ == "__main__":
    main()
