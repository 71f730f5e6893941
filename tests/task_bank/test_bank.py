"""The packaged bank holds sixteen tasks, and only well-formed ones load."""

import pytest

from contracts.errors import InputError
from contracts.profile import Profile
from principles.library import activate, load_library
from task_bank.bank import BankItem, bank_sha256, load_bank, parse_task

ITEMS = load_bank()
GOOD = """\
id = "made-up"
title = "A made-up task"
description = "Do something."
features = ["ratio"]
criteria = [
    { id = "c1", statement = "States the ratio.", principle_ids = ["answer-first"] },
    { id = "c2", statement = "Names the sources.", principle_ids = ["traceable-inputs"] },
    { id = "c3", statement = "Shows the calculation.", principle_ids = ["stated-convention"] },
]
"""


def test_the_bank_has_sixteen_tasks_in_order_of_id() -> None:
    ids = [item.task.id for item in ITEMS]
    assert ids == sorted(set(ids))
    assert len(ids) == 16
    assert {
        "capital-expenditure-retrieval-and-direct-derivation",
        "operating-unit-economics",
        "credit-report",
    } <= set(ids)


def test_the_worked_example_s_task_has_six_criteria() -> None:
    task = next(item.task for item in ITEMS if item.task.id.startswith("capital-expenditure"))
    assert [criterion.id for criterion in task.criteria] == ["c1", "c2", "c3", "c4", "c5", "c6"]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.task.id)
def test_a_task_s_own_features_activate_the_principles_of_its_criteria(item: BankItem) -> None:
    principles = [found.principle for found in load_library()]
    active = activate(principles, item.task.features, Profile(name="plain", title="Plain"))
    named = {name for criterion in item.task.criteria for name in criterion.principle_ids}
    assert named <= set(active)


def test_the_bytes_read_again_give_the_same_item() -> None:
    for item in ITEMS:
        assert parse_task(item.data, item.name) == item


def test_the_bank_s_hash_changes_with_any_byte_and_not_with_order() -> None:
    assert bank_sha256(ITEMS) == bank_sha256(reversed(ITEMS))
    changed = ITEMS[0]._replace(data=ITEMS[0].data + b"\n")
    renamed = ITEMS[0]._replace(name="x.toml")
    hashes = {bank_sha256((item, *ITEMS[1:])) for item in (ITEMS[0], changed, renamed)}
    assert len(hashes | {bank_sha256(ITEMS[1:]), bank_sha256(())}) == 5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('"made-up"', '"other"'), "key id: other"),
        (('"c1"', '"1"'), "key criteria.0.id"),
        (('"ratio"', '"ratios"'), "key features.0"),
        (('["ratio"]', "[]"), "key features"),
        (('["answer-first"]', "[]"), "key criteria.0.principle_ids"),
        (("title =", "titel ="), "key title"),
        (("title =", 'title = "x"\ntitle ='), "key title"),
    ],
)
def test_a_faulty_task_is_refused_by_file_and_key(change: tuple[str, str], said: str) -> None:
    assert change[0] in GOOD
    with pytest.raises(InputError, match=f"made-up.toml: .*{said}"):
        _ = parse_task(GOOD.replace(*change, 1).encode(), "made-up.toml")


def test_a_good_task_loads() -> None:
    assert len(parse_task(GOOD.encode(), "made-up.toml").task.criteria) == 3
