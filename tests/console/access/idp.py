"""A small identity provider on loopback that speaks the real protocol, and can be told to lie."""

import base64
import hashlib
import hmac
import secrets
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Form, Header
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.responses import JSONResponse, RedirectResponse, Response

from tests.records.material import NOON

CLIENT, SECRET = "finrubric", "the client's secret"
CALLBACK = "http://127.0.0.1:8321/oidc/callback"


@dataclass
class Asked:
    """What a login was begun with."""

    nonce: str
    challenge: str
    redirect_uri: str


@dataclass
class Lie:
    """How the next answers differ from honest ones."""

    claims: dict[str, object] = field(default_factory=dict[str, object])
    left_out: tuple[str, ...] = ()
    algorithm: str = "RS256"
    key: str = "published"
    """`published`, or another one: `unknown`, `public` (the published key as a shared secret)."""
    issuer: str = ""
    """What the configuration says in place of the issuer."""


class IdentityProviderApp:
    """The provider's pages and what it remembers."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.lie = Lie()
        self.claims: dict[str, object] = {}
        self.asked: dict[str, Asked] = {}
        self._key = RSAKey.generate_key(2048, {"kid": "k1"}, private=True)
        self._other = RSAKey.generate_key(2048, {"kid": "k1"}, private=True)
        self.app = FastAPI()
        self.app.get("/.well-known/openid-configuration")(self.configuration)
        self.app.get("/authorize")(self.authorize)
        self.app.post("/token")(self.token)
        self.app.get("/jwks")(self.jwks)

    async def configuration(self) -> JSONResponse:
        return JSONResponse(
            {
                "issuer": self.lie.issuer or self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/jwks",
                "response_types_supported": ["code"],
            }
        )

    async def jwks(self) -> JSONResponse:
        return JSONResponse({"keys": [self._key.as_dict(private=False)]})

    async def authorize(
        self,
        response_type: str,
        client_id: str,
        redirect_uri: str,
        scope: str,
        state: str,
        nonce: str,
        code_challenge: str,
        code_challenge_method: str,
    ) -> RedirectResponse:
        assert (response_type, client_id, redirect_uri) == ("code", CLIENT, CALLBACK)
        assert ("openid" in scope.split(), code_challenge_method) == (True, "S256")
        code = secrets.token_urlsafe()
        self.asked[code] = Asked(nonce, code_challenge, redirect_uri)
        return RedirectResponse(f"{redirect_uri}?code={code}&state={state}", 303)

    async def token(
        self,
        code: Annotated[str, Form()],
        code_verifier: Annotated[str, Form()],
        redirect_uri: Annotated[str, Form()],
        grant_type: Annotated[str, Form()],
        authorization: Annotated[str, Header()],
    ) -> Response:
        sent = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        asked = self.asked.pop(code, None)
        digest = hashlib.sha256(code_verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            asked is None
            or grant_type != "authorization_code"
            or sent != f"{CLIENT}:{SECRET}"
            or (challenge, redirect_uri) != (asked.challenge, asked.redirect_uri)
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        body = {"access_token": "x", "token_type": "Bearer", "id_token": self._signed(asked)}
        return JSONResponse(body)

    def _signed(self, asked: Asked) -> str:
        now = int(NOON.timestamp())
        honest: dict[str, object] = {
            "iss": self.url,
            "aud": CLIENT,
            "sub": "subject-1",
            "iat": now,
            "exp": now + 300,
            "nonce": asked.nonce,
            "preferred_username": "Ada",
            "groups": ["analysts"],
        }
        claims = {**honest, **self.claims, **self.lie.claims}
        claims = {name: value for name, value in claims.items() if name not in self.lie.left_out}
        if self.lie.algorithm == "none":
            parts = [b'{"alg":"none","typ":"JWT"}', _json(claims)]
            return ".".join(_url64(part) for part in parts) + "."
        if self.lie.key == "public":
            # By hand, since the library refuses to sign with a public key.
            head = _url64(b'{"alg":"HS256","kid":"k1"}')
            text = f"{head}.{_url64(_json(claims))}"
            public = self._key.as_pem(private=False)
            return f"{text}.{_url64(hmac.digest(public, text.encode(), 'sha256'))}"
        key = self._key if self.lie.key == "published" else self._other
        return jwt.encode({"alg": self.lie.algorithm, "kid": "k1"}, claims, key)


def _url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _json(claims: dict[str, object]) -> bytes:
    return bytes(JSONResponse(claims).body)


@contextmanager
def identity_provider() -> Generator[IdentityProviderApp]:
    """Serve a provider on a free port of this machine."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        made = IdentityProviderApp(f"http://127.0.0.1:{sock.getsockname()[1]}")
        config = uvicorn.Config(made.app, log_level="error", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield made
        finally:
            server.should_exit = True
            thread.join(30)
