"""Questions to the reviewer are numbered in order."""

from gates.asked import Asked, numbered


def test_questions_count_from_one() -> None:
    asked = [Asked("POP-complete", f"evidence:/populations/{n}/frame", "All?") for n in range(2)]
    assert [(item.id, item.pointer) for item in numbered(asked)] == [
        ("Q1", "evidence:/populations/0/frame"),
        ("Q2", "evidence:/populations/1/frame"),
    ]
