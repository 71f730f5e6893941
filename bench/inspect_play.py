"""Runs an exported module with inspect-ai's mock model; called with the Python of its environment.

    PYTHON inspect_play.py MODULE ANSWER REPLY…

The mock solver gives ANSWER, the mock judge the REPLYs one after the other. Prints JSON.
"""

import json
import sys
import tempfile

from inspect_ai import eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model


def saying(*words: str) -> list[ModelOutput]:
    """Outputs with a usage of their own: a count of tokens would need a table from the network."""
    outputs = [ModelOutput.from_content("mockllm/model", said) for said in words]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
    return outputs


def main() -> None:
    """Run the task and print what came of it."""
    module, answer, *replies = sys.argv[1:]
    # The log reads its samples from the folder when they are asked for.
    with tempfile.TemporaryDirectory() as folder:
        (log,) = eval(
            module,
            model=get_model("mockllm/model", custom_outputs=saying(answer), memoize=False),
            model_roles={
                "grader": get_model("mockllm/judge", custom_outputs=saying(*replies), memoize=False)
            },
            log_dir=folder,
            display="none",
        )
        print(json.dumps(told(log)))


def told(log: EvalLog) -> dict[str, object]:
    """Status, the sample's score, and how often the judge was asked."""
    (sample,) = log.samples or []
    (score,) = (sample.scores or {}).values()
    events = [event for event in sample.events if event.event == "model"]
    return {
        "status": log.status,
        "value": score.value if score.value == score.value else None,
        "reason": score.reason,
        "explanation": score.explanation,
        "judge_calls": sum(event.model == "mockllm/judge" for event in events),
    }


if __name__ == "__main__":
    main()
