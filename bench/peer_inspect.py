"""The peer: inspect-ai's own agent loop with its mock model, as many calls and scripts per sample.

Run by `bench.orchestrator` with the Python of an environment that has inspect-ai. Prints JSON.
"""

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from inspect_ai import Task, eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model
from inspect_ai.solver import basic_agent
from inspect_ai.tool import Tool, python, tool


def answering(calls: int, scripts: int) -> Callable[..., ModelOutput]:
    """A model that runs scripts, then does what costs nothing, then submits."""

    def answer(messages: list[ChatMessage], *_: object) -> ModelOutput:
        output = next_of(sum(message.role == "assistant" for message in messages))
        # Without a usage of its own, tokens would be counted with a table from the network.
        output.usage = ModelUsage(input_tokens=1_000, output_tokens=50, total_tokens=1_050)
        return output

    def next_of(said: int) -> ModelOutput:
        if said >= calls - 1:
            return ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": "done"})
        if said < scripts:
            code = {"code": "print(sum(range(1000)))"}
            return ModelOutput.for_tool_call("mockllm/model", "python", code)
        return ModelOutput.for_tool_call("mockllm/model", "nothing", {})

    return answer


@tool
def nothing() -> Tool:
    """Make the tool."""

    async def execute() -> str:
        """Do nothing."""
        return "nothing"

    return execute


def main() -> None:
    """Run the samples at once and say what they took."""
    parser = argparse.ArgumentParser()
    for name in ("samples", "calls", "scripts"):
        _ = parser.add_argument(f"--{name}", type=int, required=True)
    given = parser.parse_args()
    answers = answering(given.calls, given.scripts)
    model = get_model("mockllm/model", custom_outputs=answers)
    task = Task(
        dataset=[Sample(input="Work.", target="done") for _ in range(given.samples)],
        solver=basic_agent(tools=[python(timeout=60), nothing()], max_messages=4 * given.calls),
        sandbox="local",
    )
    calls = given.samples * given.calls
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        logs = eval(
            task,
            model=model,
            log_dir=str(Path(folder)),
            max_samples=given.samples,
            max_subprocesses=2,
            display="none",
        )
    wall = time.monotonic() - begun
    own = resource.getrusage(resource.RUSAGE_SELF)
    scripts = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        json.dumps(
            {
                "status": logs[0].status,
                "error": str(logs[0].error and logs[0].error.message),
                "wall_s": wall,
                "runs_per_minute": given.samples / wall * 60,
                "own_cpu_s_per_call": (own.ru_utime + own.ru_stime) / calls,
                "scripts_cpu_s": scripts.ru_utime + scripts.ru_stime,
                "calls": calls,
                "rss_mb": own.ru_maxrss / 1024,
            }
        )
    )


if __name__ == "__main__":
    main()
