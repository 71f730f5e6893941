"""The identity provider of `--oidc FILE`: the file, and the secret from the environment."""

from importlib.util import find_spec
from pathlib import Path

from console.access.oidc_setup import IdentityProvider, OidcSetup
from contracts.errors import EnvironmentFault, InputError
from contracts.settings import read_variables
from principles.strict_toml import read_toml

NEEDED = ("authlib", "joserfc")


def provider_from(file: Path) -> IdentityProvider:
    """Read which provider users log in at.

    Raises:
        InputError: the file cannot be read or used, or the secret's variable is not set.
        EnvironmentFault: what such logins need is not installed.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(f"--oidc {str(file)!r} cannot be read: {error.strerror}") from None
    setup = read_toml(data, str(file), OidcSetup)
    variable = setup.client_secret_variable
    secret = read_variables([variable]).get(variable)
    if secret is None:
        raise InputError(f"{variable} is not set; {file} names it for the client's secret")
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise EnvironmentFault(
            f"logging in at a provider needs more than is installed ({missing[0]} is missing): "
            "`make oidc` adds it, and so does installing finrubric[oidc]"
        )
    return IdentityProvider(setup, secret)
