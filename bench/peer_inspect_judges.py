"""The peer inspect-ai: `model_graded_qa` with three graders, one sample per answer and criterion.

Run by `bench.scoring` with the Python of an environment that has inspect-ai. Prints JSON.
"""

import argparse
import json
import tempfile
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, get_model
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import Generate, Solver, TaskState, solver


@solver
def recorded() -> Solver:
    """Take the answer that is there; nothing is generated."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state.output = ModelOutput.from_content("recorded", state.metadata["answer"])
        state.completed = True
        return state

    return solve


def main() -> None:
    """Grade once and say how many verdicts came back."""
    parser = argparse.ArgumentParser()
    _ = parser.add_argument("--material", type=Path, required=True)
    _ = parser.add_argument("--base-url", required=True)
    given = parser.parse_args()
    material = json.loads(given.material.read_text())
    graders = [
        get_model(
            f"openai/judge-{number}",
            base_url=given.base_url,
            api_key="none",
            responses_api=False,
        )
        for number in range(3)
    ]
    task = Task(
        dataset=[
            Sample(input=material["question"], target=text, metadata={"answer": answer})
            for answer in material["answers"]
            for text in material["criteria"]
        ],
        solver=recorded(),
        scorer=model_graded_qa(model=graders),
    )
    with tempfile.TemporaryDirectory() as folder:
        logs = eval(
            task,
            model="mockllm/model",
            log_dir=folder,
            max_samples=24,
            max_connections=8,
            display="none",
        )
        samples = logs[0].samples or []
        graded = [score for sample in samples for score in (sample.scores or {}).values()]
        print(
            json.dumps(
                {
                    "status": logs[0].status,
                    "error": str(logs[0].error and logs[0].error.message),
                    "verdicts": 3 * len(graded),
                    "scores": sorted({str(score.value) for score in graded}),
                }
            )
        )


if __name__ == "__main__":
    main()
