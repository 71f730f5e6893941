"""Logging in at an identity provider: OpenID Connect's code flow, with PKCE and a nonce.

What was begun is a row of ours, bound to the browser that began it and used once; the provider's
answer is believed only with a signature of its published keys.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from http import HTTPStatus
from operator import attrgetter
from ssl import SSLContext
from typing import Protocol, TypeVar

from httpx2 import AsyncClient, HTTPError, create_ssl_context
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from sqlalchemy import delete, insert, select, update

from console.access.oidc_setup import IdentityProvider
from console.access.secret import new_secret, stored
from console.errors import NotAllowed
from contracts.errors import EnvironmentFault
from records.access_tables import OIDC_LOGIN
from records.database import Database
from records.unit_of_work import UnitOfWork

LASTS = timedelta(minutes=10)
"""How long somebody may take at the provider."""
LEEWAY_S = 60
TIMEOUT_S = 10.0
ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""How a provider may sign: by a key pair. `none` and shared secrets are not among them."""
CONFIGURATION = "/.well-known/openid-configuration"
_WORDS = TypeAdapter(list[str])
PublishedT = TypeVar("PublishedT", bound="_Published")


class _Published(BaseModel):
    """What somebody else publishes: of all that stands there, the fields that are read."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class _Configuration(_Published):
    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class _Keys(_Published):
    keys: list[dict[str, str | list[str]]]


class _Flow(Protocol):
    """What is used of Authlib's client, which has no types of its own."""

    def create_authorization_url(
        self, url: str, *, state: str, code_verifier: str, nonce: str
    ) -> tuple[str, str]: ...

    async def fetch_token(
        self, url: str, *, grant_type: str, code: str, code_verifier: str
    ) -> Mapping[str, object]: ...


@dataclass(frozen=True, slots=True)
class Begun:
    """A login that is under way at the provider."""

    nonce: str
    verifier: str
    target: str
    """Where the login leads to."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the provider says somebody is."""

    issuer: str
    subject: str
    name: str
    groups: frozenset[str]


async def begin(
    database: Database, provider: IdentityProvider, *, visit: str, target: str, at: datetime
) -> str:
    """Begin a login for the browser with a visit's cookie; gives the provider's address.

    Raises:
        EnvironmentFault: the provider does not answer as one.
    """
    state, nonce, verifier = new_secret(), new_secret(), new_secret()
    async with _talking(provider) as (http, flow):
        configuration = await _configuration(http, provider)
        url, _ = flow.create_authorization_url(
            configuration.authorization_endpoint,
            state=state,
            code_verifier=verifier,
            nonce=nonce,
        )
    async with database.unit() as uow:
        await uow.execute(delete(OIDC_LOGIN).where(OIDC_LOGIN.c.expires <= at))
        await uow.execute(
            insert(OIDC_LOGIN).values(
                state_sha=stored(state),
                visit_sha=stored(visit),
                nonce=nonce,
                verifier=verifier,
                target=target,
                expires=at + LASTS,
            )
        )
    return url


async def take_up(uow: UnitOfWork, *, state: str, visit: str, at: datetime) -> Begun | None:
    """Use up the login that an answer belongs to; None: no such one of this browser."""
    mine = (
        (OIDC_LOGIN.c.state_sha == stored(state))
        & (OIDC_LOGIN.c.visit_sha == stored(visit))
        & OIDC_LOGIN.c.used.is_(None)
        & (OIDC_LOGIN.c.expires > at)
    )
    row = await uow.first(select(OIDC_LOGIN).where(mine))
    if row is None or await uow.execute(update(OIDC_LOGIN).where(mine).values(used=at)) != 1:
        return None
    return Begun(row["nonce"], row["verifier"], row["target"])


async def identify(
    provider: IdentityProvider, begun: Begun, *, code: str, at: datetime
) -> Identity:
    """Exchange the provider's code for who somebody is.

    Raises:
        NotAllowed: the provider refused the code, or what it says cannot be believed.
        EnvironmentFault: the provider does not answer as one.
    """
    from authlib.integrations.base_client import OAuthError

    async with _talking(provider) as (http, flow):
        configuration = await _configuration(http, provider)
        try:
            answer = await flow.fetch_token(
                configuration.token_endpoint,
                grant_type="authorization_code",
                code=code,
                code_verifier=begun.verifier,
            )
        except (OAuthError, ValueError):
            raise NotAllowed("the identity provider did not take this login; begin again") from None
        keys = await _published(http, configuration.jwks_uri, _Keys)
    claims = _believed(answer.get("id_token"), keys, provider, begun.nonce, at)
    name = claims.get(provider.setup.name_claim)
    return Identity(
        issuer=provider.setup.issuer,
        subject=str(claims["sub"]),
        name=name if isinstance(name, str) else "",
        groups=_words(claims.get(provider.setup.groups_claim)),
    )


def _words(claim: object) -> frozenset[str]:
    """The words of a claim that is a list of them; none for any other."""
    try:
        return frozenset(_WORDS.validate_python(claim))
    except ValidationError:
        return frozenset()


def _believed(
    token: object, keys: _Keys, provider: IdentityProvider, nonce: str, at: datetime
) -> Mapping[str, object]:
    """The claims of a token that the provider signed, for us, now, for this very login."""
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import KeySet

    client = provider.setup.client_id
    registry = jwt.JWTClaimsRegistry(
        now=int(at.timestamp()),
        leeway=LEEWAY_S,
        iss={"essential": True, "value": provider.setup.issuer},
        aud={"essential": True, "value": client},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
        nonce={"essential": True, "value": nonce},
    )
    try:
        key_set = KeySet.import_key_set({"keys": keys.keys})
        decoded = jwt.decode(str(token or ""), key_set, algorithms=[*ALGORITHMS])
        registry.validate(decoded.claims)
    except (JoseError, ValueError) as error:
        raise NotAllowed(f"the identity provider's word is not believed: {error}") from None
    claims: Mapping[str, object] = decoded.claims
    audience = claims["aud"]
    is_for_others = isinstance(audience, list) and audience != [client]
    if claims.get("azp", None if is_for_others else client) != client:
        raise NotAllowed("the identity provider's word is meant for another application")
    return claims


@cache
def _authorities() -> SSLContext:
    """Whose certificates are believed: read once, since that takes longer than a login."""
    return create_ssl_context()


@asynccontextmanager
async def _talking(provider: IdentityProvider) -> AsyncGenerator[tuple[AsyncClient, _Flow]]:
    """What asks the provider: for what it publishes, and Authlib's client for the flow.

    Nothing of it is kept beyond one login.
    """
    from authlib.integrations.httpx_client import AsyncOAuth2Client

    setup = provider.setup
    flow: _Flow = AsyncOAuth2Client(
        client_id=setup.client_id,
        client_secret=provider.secret,
        redirect_uri=setup.redirect_uri,
        scope=" ".join(setup.scopes),
        code_challenge_method="S256",
        timeout=TIMEOUT_S,
        verify=_authorities(),
    )
    # The client is one of httpx2 as well, which its types do not say.
    close: Callable[[], Awaitable[None]] = attrgetter("aclose")(flow)
    try:
        async with AsyncClient(timeout=TIMEOUT_S, verify=_authorities()) as http:
            yield http, flow
    except HTTPError as error:
        kind = type(error).__name__
        raise EnvironmentFault(f"the identity provider does not answer ({kind})") from None
    finally:
        await close()


async def _configuration(http: AsyncClient, provider: IdentityProvider) -> _Configuration:
    issuer = provider.setup.issuer
    found = await _published(http, issuer.rstrip("/") + CONFIGURATION, _Configuration)
    if found.issuer != issuer:
        raise EnvironmentFault(
            f"the identity provider at {issuer!r} calls itself {found.issuer[:200]!r}; write that "
            "as the issuer if it is right"
        )
    return found


async def _published(http: AsyncClient, url: str, model: type[PublishedT]) -> PublishedT:
    answer = await http.get(url)
    if answer.status_code != HTTPStatus.OK:
        raise EnvironmentFault(f"the identity provider answers {answer.status_code} at {url!r}")
    try:
        return model.model_validate_json(answer.content)
    except ValidationError:
        raise EnvironmentFault(
            f"the identity provider gives at {url!r} what OpenID Connect does not know"
        ) from None
