"""Who plays, as the lock and the record name it."""

import pytest

from agents.cast import Cast, Player, PlayerName, read_player_name
from agents.models.openai import OpenAIClient
from agents.models.route import Route
from agents.role import HarnessName
from agents.roles import ROLES, WRITER

CLIENT = OpenAIClient(
    Route(provider="a", protocol="openai", model="meta/m-1", family="writer", key="k")
)


def cast(**budgets: int) -> Cast:
    return Cast({role.name: Player(CLIENT) for role in ROLES}, budgets=budgets)


def test_usual_budgets_are_no_part_of_the_names() -> None:
    usual = {role.budget.name: role.budget.seconds for role in ROLES}
    assert cast(**usual).names() == cast().names()
    assert "budgets" not in cast().names()


def test_other_budgets_are_named_and_rule() -> None:
    changed = cast(writer=60, factorizer=7200)
    assert changed.names()["budgets"] == "factorizer 7200 s, writer 60 s"
    seconds = {role.name: changed.seated(role).budget.seconds for role in ROLES}
    assert seconds["writer"] == seconds["reviser"] == 60
    assert (seconds["factorizer"], seconds["reviewer"]) == (7200, 3000)
    assert WRITER.budget.seconds == 3_600


@pytest.mark.parametrize(
    ("harness", "settings", "command", "expected"),
    [
        ("session", "", (), ("session", "")),
        ("session", "effort high", (), ("session", "effort high")),
        ("command", "effort high", ("agent", "-x"), ("command", "effort high, agent -x")),
        ("command", "", ("agent",), ("command", "agent")),
    ],
)
def test_a_players_name_can_be_read_back(
    harness: HarnessName, settings: str, command: tuple[str, ...], expected: tuple[str, str]
) -> None:
    player = Player(CLIENT, harness, settings, command)
    client = player.client
    assert read_player_name(player.name) == PlayerName(client.provider, client.model, *expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("replay/played-writer", PlayerName("replay", "played-writer", "session", "")),
        ("a/meta/muse-1.3", PlayerName("a", "meta/muse-1.3", "session", "")),
        ("files/ann", PlayerName("files", "ann", "files", "")),
        ("odd", PlayerName("", "odd", "session", "")),
    ],
)
def test_other_names_are_read_as_far_as_they_go(name: str, expected: PlayerName) -> None:
    assert read_player_name(name) == expected
