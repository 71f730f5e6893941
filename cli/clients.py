"""Clients of live models by a `finrubric.toml`: keys, routes, libraries; for roles and judges."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from agents.model_setup import LoadedSetup
from agents.models.files import FilesClient
from agents.models.model import Family, ModelClient
from agents.models.route import Route
from cli.output import note
from contracts.errors import EnvironmentFault, InputError
from contracts.model import ModelRequest, ModelResponse
from contracts.model_setup import Provider
from contracts.settings import read_variables
from records.rates import Limit


class Asked(NamedTuple):
    """A model as it is asked."""

    provider: str
    model: str
    effort: str | None
    family: Family
    timeout_s: float | None = None
    """None for the provider's own."""


def variables_of(
    loaded: LoadedSetup, used: Collection[str], *, option: str = "--models"
) -> Mapping[str, str]:
    """Values of the variables that some providers name.

    Raises:
        InputError: a key is missing; names the variable and what needs it.
    """
    providers = {name: loaded.setup.providers[name] for name in sorted(used)}
    addresses = [p.base_url_env for p in providers.values() if p.base_url_env is not None]
    found = read_variables([*(p.key for p in providers.values()), *addresses])
    missing = [
        f"{provider.key} (provider {name})"
        for name, provider in providers.items()
        if provider.key not in found
    ]
    if missing:
        msg = (
            f"no key: set {' and '.join(missing)}, named by {loaded.file}. Without keys, "
            f"{option} replay:DIR plays a recording"
        )
        raise InputError(msg)
    for name in addresses:
        if name in found and not found[name].startswith(("http://", "https://")):
            raise InputError(f"{name} is no address such as https://api.example.org/v1")
    return found


def rates_of(loaded: LoadedSetup) -> dict[str, Limit]:
    """What the providers of a setup allow in a minute, where it says so."""
    return {
        name: Limit(provider.requests_per_minute, provider.tokens_per_minute)
        for name, provider in loaded.setup.providers.items()
        if provider.requests_per_minute or provider.tokens_per_minute
    }


def files_client(loaded: LoadedSetup, model: str, family: Family) -> FilesClient:
    """The client of the setup's exchange folder."""
    files = loaded.setup.files
    folder = (loaded.folder or Path()) / Path(files.folder).expanduser()
    return FilesClient(
        folder=folder.absolute(),
        family=family,
        model=model,
        deadline_s=files.deadline_s,
        tell=lambda words: note(f"finrubric: {words}"),
    )


def address_of(provider: Provider, variables: Mapping[str, str]) -> str | None:
    """Where a provider is reached; None for its protocol's own address."""
    found = variables.get(provider.base_url_env) if provider.base_url_env else None
    return found or provider.base_url


def route_of(loaded: LoadedSetup, asked: Asked, variables: Mapping[str, str]) -> Route:
    """The route over which a model is asked."""
    provider: Provider = loaded.setup.providers[asked.provider]
    return Route(
        provider=asked.provider,
        protocol=provider.protocol,
        model=asked.model,
        family=asked.family,
        key=variables[provider.key],
        base_url=address_of(provider, variables),
        effort=asked.effort,
        timeout_s=float(provider.timeout_s) if asked.timeout_s is None else asked.timeout_s,
        extra_body=provider.extra_body,
        hosted_tools=provider.hosted_tools,
    )


def client_of(route: Route, *, harness: str = "session") -> ModelClient:
    """The client of a route; its library is loaded here, since it is an extra and slow to load.

    Raises:
        EnvironmentFault: the library is not installed.
    """
    try:
        if harness == "command":
            from agents.models.relay import RelayClient

            return RelayClient(route)
        match route.protocol:
            case "openai":
                from agents.models.openai import OpenAIClient

                return OpenAIClient(route)
            case "anthropic":
                from agents.models.anthropic import AnthropicClient

                return AnthropicClient(route)
    except ModuleNotFoundError as error:
        msg = (
            f"live models need more than is installed ({error.name} is missing): `make live` adds "
            "it, and so does installing finrubric[live]"
        )
        raise EnvironmentFault(msg) from None


class LateClient:
    """A client whose library is loaded when it is first asked; the ledger may know every answer."""

    def __init__(self, route: Route) -> None:
        """Take the route; nothing is loaded yet."""
        self._route = route
        self._made: ModelClient | None = None
        self.provider = route.provider
        self.model = route.model
        self.family: Family = route.family

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Send one request over the route.

        Raises:
            ModelError: as the client itself.
            EnvironmentFault: the library is not installed.
        """
        if self._made is None:
            self._made = client_of(self._route)
        return await self._made.complete(request)
