"""What a rubric says where writer's and reviewer's side are less apart than they should be."""

from collections.abc import Iterable


def same_family_texts(families: Iterable[str]) -> tuple[str, ...]:
    """What it means that a family of models plays on both sides; one sentence each."""
    return tuple(
        f"Writer's and reviewer's side share a family of models: {words}. A person let this pass; "
        "a fault that the family has in common was not looked for by another one."
        for words in families
    )


def same_harness_texts(harnesses: Iterable[str]) -> tuple[str, ...]:
    """What it means that a harness runs on both sides; one sentence each."""
    return tuple(
        f"Writer's and reviewer's side run in one harness: {words}. A fault of it is in both."
        for words in harnesses
    )
