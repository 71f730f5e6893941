"""Which identity provider users may log in at, and which of its groups is which role."""

from dataclasses import dataclass, field
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import StringConstraints, model_validator

from console.access.roles import Role
from contracts.contract import Contract, Words

CALLBACK = "/oidc/callback"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
Claim = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_:/.\-]{1,200}$")]


class GroupRole(Contract):
    """One group of the provider and the role of those who are in it."""

    group: Words
    role: Role


class OidcSetup(Contract):
    """A file for `--oidc`."""

    issuer: Words
    """As the provider writes itself, to the last sign; its configuration is found below it."""
    client_id: Words
    redirect_uri: Words
    """This console's `/oidc/callback`, as registered with the provider, to the last sign."""
    client_secret_variable: Annotated[str, StringConstraints(pattern=r"^[A-Z][A-Z0-9_]{2,79}$")]
    """Name of the variable of the environment that holds the client's secret."""
    name_claim: Claim = "preferred_username"
    groups_claim: Claim = "groups"
    scopes: tuple[Claim, ...] = ("openid", "profile")
    roles: tuple[GroupRole, ...]

    @model_validator(mode="after")
    def _addresses_are_safe(self) -> "OidcSetup":
        for name, given in (("issuer", self.issuer), ("redirect_uri", self.redirect_uri)):
            parts = urlsplit(given)
            is_safe = parts.scheme == "https" or (
                parts.scheme == "http" and parts.hostname in LOOPBACK
            )
            if not is_safe or not parts.netloc or parts.fragment or "@" in parts.netloc:
                msg = f"{name} must be an https address without a user or a fragment"
                raise ValueError(msg)
        if urlsplit(self.redirect_uri).path != CALLBACK:
            msg = f"redirect_uri must end in {CALLBACK}"
            raise ValueError(msg)
        if "openid" not in self.scopes or not self.roles:
            msg = "scopes must hold openid, and roles at least one group"
            raise ValueError(msg)
        return self


@dataclass(frozen=True, slots=True)
class IdentityProvider:
    """A provider with the secret that it knows this console by."""

    setup: OidcSetup
    secret: str = field(repr=False)

    def role_of(self, groups: frozenset[str]) -> Role | None:
        """The highest role that somebody's groups give; None for none."""
        found = [entry.role for entry in self.setup.roles if entry.group in groups]
        return max(found, key=lambda role: role.rank, default=None)
