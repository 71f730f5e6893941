"""The peer autorubric: three judges over answers and criteria, through litellm's OpenAI route.

Run by `bench.scoring` with the Python of an environment that has autorubric. Prints JSON.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path

from autorubric import Criterion, DataItem, LLMConfig, Rubric, RubricDataset
from autorubric.eval import evaluate
from autorubric.graders import CriterionGrader, JudgeSpec


def main() -> None:
    """Grade once and say how many verdicts came back."""
    parser = argparse.ArgumentParser()
    _ = parser.add_argument("--material", type=Path, required=True)
    _ = parser.add_argument("--base-url", required=True)
    _ = parser.add_argument("--per-item", action="store_true")
    given = parser.parse_args()
    material = json.loads(given.material.read_text())
    rubric = Rubric([Criterion(weight=5.0, requirement=text) for text in material["criteria"]])
    dataset = RubricDataset(prompt=material["question"], rubric=rubric, name="bench")
    for number, answer in enumerate(material["answers"]):
        dataset.items.append(DataItem(submission=answer, description=f"answer {number}"))
    judges = [
        JudgeSpec(
            judge_model_config=LLMConfig(
                model=f"openai/judge-{number}",
                api_base=given.base_url,
                api_key="none",
                max_parallel_requests=8,
            ),
            judge_id=f"judge-{number}",
        )
        for number in range(3)
    ]
    calls = {"llm_calls": "per_item"} if given.per_item else {}
    grader = CriterionGrader(judges=judges, aggregation="majority", **calls)
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(evaluate(dataset, grader, show_progress=False, experiments_dir=folder))
    reports = [item.report.report or [] for item in result.item_results]
    votes = [vote for report in reports for criterion in report for vote in criterion.votes]
    print(
        json.dumps(
            {
                "verdicts": len(votes),
                "scores": sorted({i.report.score for i in result.item_results}),
            }
        )
    )


if __name__ == "__main__":
    main()
