"""Roles: families, budgets, tools and files, as the design decides them."""

import pytest

from agents.role import Role
from agents.roles import (
    COMPOSER,
    CONFIRMER,
    CONTEXTUALIZER,
    FACTORIZER,
    REVIEWER,
    REVIEWER_BUDGET,
    REVISER,
    ROLES,
    WRITER,
    WRITER_BUDGET,
    roles_of,
)
from agents.tools.name import ToolName

WEB = {ToolName.OPEN_PAGE, ToolName.FIND_FILINGS, ToolName.SEARCH_WEB}
MODEL_SIDE = {ToolName.LIST_FILES, ToolName.READ_FILE, ToolName.WRITE_FILE, ToolName.SUBMIT}
SOURCES = {ToolName.SEARCH_SOURCES, ToolName.OPEN_SOURCE, ToolName.FIND_FACTS}


def test_two_families_work_against_each_other() -> None:
    sides = {role.name: role.family for role in ROLES}
    assert {name for name, side in sides.items() if side == "writer"} == {
        "factorizer",
        "contextualizer",
        "writer",
        "reviser",
    }
    assert {name for name, side in sides.items() if side == "reviewer"} == {
        "reviewer",
        "composer",
        "confirmer",
    }


def test_budgets_are_shared_as_in_the_design() -> None:
    assert (WRITER_BUDGET.seconds, roles_of(WRITER_BUDGET)) == (3600, ("writer", "reviser"))
    assert REVIEWER_BUDGET.seconds == 3000
    assert roles_of(REVIEWER_BUDGET) == ("reviewer", "composer", "confirmer")
    assert roles_of(FACTORIZER.budget) == ("factorizer",)
    assert roles_of(CONTEXTUALIZER.budget) == ("contextualizer",)


@pytest.mark.parametrize(
    ("role", "more"),
    [
        (FACTORIZER, {ToolName.RUN_PYTHON}),
        (CONTEXTUALIZER, set[ToolName]()),
        (WRITER, set(ToolName) - MODEL_SIDE - WEB),
        (REVISER, {ToolName.RUN_PYTHON, ToolName.VALIDATE_DRAFT}),
        (REVIEWER, {ToolName.RUN_PYTHON, *SOURCES}),
        (COMPOSER, set[ToolName]()),
        (CONFIRMER, set[ToolName]()),
    ],
    ids=lambda value: value.name if isinstance(value, Role) else "",
)
def test_a_role_has_the_tools_of_its_work_and_no_other(role: Role, more: set[ToolName]) -> None:
    assert set(role.offered(research=False)) == MODEL_SIDE | more


def test_only_the_reviser_gets_sources_on_demand() -> None:
    for role in ROLES:
        extra = set(role.offered(research=True)) - set(role.offered(research=False))
        wanted = SOURCES if role is REVISER else set[ToolName]()
        assert extra == wanted


def test_only_who_is_offered_sources_is_offered_pages_in_runs_with_the_web() -> None:
    for role in ROLES:
        for research in (False, True):
            offered = set(role.offered(research=research))
            web = {ToolName.OPEN_PAGE, ToolName.SEARCH_WEB}
            more = web if ToolName.OPEN_SOURCE in offered else set[ToolName]()
            assert set(role.offered(research=research, web=web)) == offered | more


def test_nobody_is_given_the_validator_but_those_who_write_candidates() -> None:
    assert {role.name for role in ROLES if ToolName.VALIDATE_DRAFT in role.tools} == {
        "writer",
        "reviser",
    }


def test_names_are_used_once() -> None:
    assert len({role.name for role in ROLES}) == len(ROLES)
    for role in ROLES:
        names = [item.name for item in role.inputs] + [item.name for item in role.outputs]
        assert len(names) == len(set(names)) or role is REVISER
