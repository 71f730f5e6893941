"""Every place that a browser can come to: each route of the application, and what it shows there.

A route that nothing is said of here fails a test, so that no page is forgotten.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from console.access.roles import Role
from tests.console.chromium.spiced import CORPUS
from tests.console.chromium.world import World, item_of

LATE = "<img src=/evil onerror=window.PWN=1>\"'></textarea>"
"""What somebody types into a form that is refused."""
NOTE = f"Nobody asked for the window. {CORPUS}"


@dataclass(frozen=True)
class Visit:
    """One way to come to one page."""

    url: str
    who: Role | None = Role.ANALYST
    fields: Mapping[str, str] | None = None
    """Of a form that is sent there; None where the page is only read."""
    at: str = "/queue"
    """Where the form stands, as to login and csrf."""
    status: int = 200
    is_long: bool = False
    """Whether axe takes seconds for it, and has looked at a page like it."""

    @property
    def is_sampled(self) -> bool:
        """Whether axe looks at it in CI; answers to forms repeat the pages they were sent from."""
        return not self.is_long and self.fields is None

    @property
    def name(self) -> str:
        method = "GET" if self.fields is None else "POST"
        return f"{method} {self.url} as {self.who or 'nobody'}"


def _form(
    url: str,
    status: int,
    fields: Mapping[str, str],
    who: Role | None = Role.ANALYST,
    at: str = "/queue",
) -> Visit:
    return Visit(url, who, fields, at, status)


def visits(world: World) -> Mapping[str, Sequence[Visit]]:
    """Route to every state in which it shows a page."""
    pair, drafted = world.pairs
    mine, theirs = (f"/items/{item_of(run)}" for run in ("mine", "theirs"))
    review = "/studies/winter/review"
    account = world.other.id
    return {
        "GET /login": [Visit("/login", None), Visit(f"/login?next=/{LATE}", None)],
        "POST /login": [_form("/login", 422, {"token": LATE, "target": LATE}, None, "/login")],
        "GET /oidc/login": [Visit(f"/oidc/login?next={LATE}", None, status=404)],
        "GET /oidc/callback": [Visit(f"/oidc/callback?state={LATE}", None, status=404)],
        "GET /queue": [
            Visit("/queue", Role.LEAD),
            Visit("/queue?tab=done"),
            Visit("/queue?tab=mine", Role.VIEWER),
            Visit(f"/queue?text={LATE}&assignee={LATE}"),
            Visit(f"/queue?kind={LATE}", status=422),
        ],
        "POST /queue/bulk": [
            _form(
                "/queue/bulk", 422, {"item": LATE, "action": "requeue", "reason": NOTE}, Role.LEAD
            )
        ],
        "GET /items/{item_id}": [
            Visit(f"/items/{item_of('open')}?row=R1", Role.VIEWER, is_long=True),
            Visit(f"{mine}?edit=true&finding=1"),
            Visit(theirs, Role.LEAD, is_long=True),
            Visit(f"/items/{item_of('decided')}", is_long=True),
            Visit(f"/items/{item_of('second')}", is_long=True),
            Visit("/items/unread-a1-factorize-1"),
            Visit("/items/bank-1"),
            Visit("/items/unsigned-a1-accept-1", is_long=True),
            Visit(f"/items/{LATE}", status=404),
        ],
        "POST /items/{item_id}/takeover": [
            _form(f"{theirs}/takeover", 422, {"reason": ""}, Role.LEAD)
        ],
        "POST /items/{item_id}/comment": [_form(f"{mine}/comment", 422, {"text": " \n "})],
        "POST /items/{item_id}/assign": [_form(f"{mine}/assign", 422, {"due": LATE}, Role.LEAD)],
        "POST /items/{item_id}/claim": [_form(f"{theirs}/claim", 409, {})],
        "POST /items/{item_id}/renew": [_form(f"{theirs}/renew", 409, {"token": "7"})],
        "POST /items/{item_id}/undo": [_form(f"{mine}/undo", 422, {"decision": LATE})],
        "POST /items/{item_id}/decide": [
            _form(
                f"{mine}/decide",
                422,
                {"kind": "retry", "note": LATE[:9], "guidance": NOTE, "token": "1"},
            ),
            _form(f"{mine}/decide", 200, {"kind": "reject", "note": NOTE, "token": "1"}),
            _form(
                f"{theirs}/decide",
                409,
                {"kind": "retry", "note": NOTE, "guidance": NOTE, "token": "7"},
            ),
            _form(
                f"{mine}/decide",
                422,
                {"kind": "edit", "note": NOTE, "token": "1", "file:rows.json": NOTE},
            ),
            _form(f"{mine}/decide", 403, {"kind": "waive", "note": NOTE, "token": "1"}),
        ],
        "GET /items/{item_id}/transcript/{role}/{session}": [
            Visit(f"/items/{item_of('open')}/transcript/writer/1")
        ],
        "GET /runs": [Visit("/runs"), Visit(f"/runs?text={LATE}")],
        "GET /runs/{run}": [
            Visit("/runs/open"),
            Visit("/runs/unsigned", Role.VIEWER),
            Visit(f"/runs/{LATE}", status=404),
        ],
        "POST /runs/{run}/cancel": [_form("/runs/open/cancel", 422, {"note": NOTE})],
        "GET /runs/{run}/live": [],
        "GET /runs/{run}/transcript/{role}/{session}": [Visit("/runs/open/transcript/writer/1")],
        "GET /runs/{run}/rubric": [Visit("/runs/unsigned/rubric")],
        "GET /runs/{run}/evidence/{source}": [
            Visit("/runs/open/evidence/10-K-2024"),
            Visit(f"/runs/open/evidence/{LATE}", status=404),
        ],
        "GET /audit": [Visit("/audit"), Visit(f"/audit?run={LATE}&actor={LATE}")],
        "GET /studies": [Visit("/studies")],
        "GET /studies/{study}": [
            Visit("/studies/winter"),
            Visit("/studies/winter", Role.LEAD),
            Visit("/studies/spring"),
        ],
        "POST /studies/{study}/reveal": [
            _form("/studies/winter/reveal", 422, {"reason": LATE[:5], "sure": "yes"}, Role.LEAD)
        ],
        "GET /studies/{study}/results": [Visit("/studies/spring/results")],
        "GET /studies/{study}/review": [Visit(review)],
        "GET /studies/{study}/review/{item}": [
            Visit(f"{review}/{pair.id}"),
            Visit(f"{review}/{drafted.id}"),
        ],
        "GET /studies/{study}/review/{item}/others": [],
        "POST /studies/{study}/review/{item}": [
            _form(
                f"{review}/{drafted.id}",
                422,
                {"do": "submit", "overall": "a", "rationale": LATE[:9]},
            ),
            _form(
                f"{review}/{pair.id}",
                409,
                {"do": "submit", "overall": "b", "rationale": NOTE, "dimension-scope": "b"},
            ),
        ],
        "GET /settings": [Visit("/settings")],
        "POST /settings/keys": [_form("/settings/keys", 422, {"key-next-row": LATE})],
        "GET /users": [Visit("/users", Role.ADMIN), Visit("/users", Role.VIEWER, status=403)],
        "POST /users": [
            _form("/users", 422, {"name": world.other.name, "role": "analyst"}, Role.ADMIN)
        ],
        "POST /users/{account}/token": [_form(f"/users/{account}/token", 200, {}, Role.ADMIN)],
        "POST /users/{account}/role": [
            _form(f"/users/{account}/role", 422, {"role": LATE}, Role.ADMIN)
        ],
    }


NO_PAGE: Mapping[str, str] = {
    "GET /": "leads to the queue",
    "GET /static/{digest}/{name:path}": "files",
    "GET /audit/export.jsonl": "a file",
    "GET /runs/{run}/evidence/{source}/screenshot/{number}": "a picture",
    "GET /runs/{run}/rubric/export.{form}": "a file",
    "GET /runs/{run}/events": "a stream",
    "GET /runs/{run}/stages/{name}": "a file",
    "GET /studies/{study}/export.csv": "a file",
    "GET /studies/{study}/export.json": "a file",
    "GET /items/{item_id}/transcript/{role}/{session}/raw": "a file",
    "GET /runs/{run}/transcript/{role}/{session}/raw": "a file",
    "POST /audit/check": "leads back",
    "POST /queue/next": "leads to an item or back",
    "POST /items/{item_id}/draft": "leads back",
    "POST /items/{item_id}/release": "leads back",
    "POST /logout": "leads to the login",
    "POST /runs/{run}/resume": "leads back",
    "POST /settings/sessions/{sha256}/end": "leads back",
    "POST /users/{account}/disable": "leads back",
    "POST /users/{account}/enable": "leads back",
    "POST /users/sessions/{sha256}/end": "leads back",
}
"""Routes that show no page of their own, and what they do."""
