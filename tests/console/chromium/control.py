"""The console with its guards taken off, to show that the tests of them can fail."""

import html
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = "content-security-policy"


def unguarded(*, has_policy: bool) -> Callable[[ASGIApp], ASGIApp]:
    """Wrap the console so that no text of its pages is escaped, with or without its policy."""

    def wrap(app: ASGIApp) -> ASGIApp:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            held: list[Message] = []

            async def keep(message: Message) -> None:
                held.append(message)
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    await _send_unescaped(held, send, has_policy=has_policy)

            await app(scope, receive, keep)

        return answer

    return wrap


async def _send_unescaped(held: list[Message], send: Send, *, has_policy: bool) -> None:
    start, *bodies = held
    headers = MutableHeaders(scope=start)
    body = b"".join(message.get("body", b"") for message in bodies)
    if headers.get("content-type", "").startswith("text/html"):
        body = html.unescape(body.decode()).encode()
        headers["content-length"] = str(len(body))
        if not has_policy:
            del headers[_POLICY]
    await send(start)
    await send({"type": "http.response.body", "body": body})
