from console.access.roles import Role
from tests.console.browser import text_of
from tests.console.conftest import Console


async def test_page_of_users_lists_them_and_names_who_looks(console: Console) -> None:
    admin = await console.as_role(Role.ADMIN, "Ada")
    _ = await console.add_user("Bo", Role.ANALYST)
    answer = await admin.get("/users")
    assert answer.status_code == 200
    assert "Ada (you)" in text_of(answer.text)
    assert "Bo" in text_of(answer.text)
