"""Which models play the roles, how providers are reached, and what calls may cost.

The contract of `finrubric.toml`. A key never stands in it: `key` is the name of the environment
variable that holds one.
"""

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal, Self, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, JsonValue, StringConstraints, model_validator

from contracts.contract import Contract, Words, canonical
from contracts.quantity import DecimalText
from contracts.source import SourceClass

RoleName: TypeAlias = Literal[
    "factorizer", "contextualizer", "writer", "reviser", "reviewer", "composer", "confirmer"
]
BudgetName: TypeAlias = Literal["factorizer", "contextualizer", "writer", "reviewer"]
"""Budgets that roles draw on: the reviser shares the writer's, composer and confirmer the
reviewer's."""
HarnessChoice: TypeAlias = Literal["session", "files", "command"]
"""The session loop of this package; an exchange folder that anybody answers; a command-line agent
in the role's sandbox."""

ProviderName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
ModelName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,119}$")]
FamilyName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
"""Who trained a model, such as `openai`; two sides of a run never share one."""
Effort = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,12}$")]
"""How hard a model thinks, in its provider's word, such as `high`."""

_VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{2,24}", re.ASCII)
MAX_VARIABLE = 64
OURS = frozenset(
    {
        "include",
        "input",
        "instructions",
        "max_output_tokens",
        "max_tokens",
        "messages",
        "model",
        "store",
        "stream",
        "system",
        "tool_choice",
        "tools",
    }
)
"""What the clients send themselves; `extra_body` stands beside it and replaces none of it."""
_SECRET = re.compile(r"api[-_]?key|authorization|password|secret|bearer", re.IGNORECASE)
MAX_EXTRA_BYTES = 2_000
USUAL_CONTEXT_TOKENS = 120_000
"""Room enough for models that read 200,000, and for what they write."""


def _variable(name: str) -> str:
    # The value is not shown: who writes a key here must not find it in a log as well.
    if len(name) > MAX_VARIABLE or not _VARIABLE.fullmatch(name):
        msg = (
            "is not the name of an environment variable such as OPENAI_API_KEY; the variable holds "
            "the key, and no key ever stands in a file"
        )
        raise ValueError(msg)
    return name


VariableName = Annotated[str, AfterValidator(_variable)]
"""Name of an environment variable, in capital letters."""


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
        plain = parts.hostname is not None and (parts.port is None or parts.port > 0)
    except ValueError:
        plain = False
        parts = urlsplit("")
    if not plain or parts.scheme not in ("http", "https"):
        msg = "must be an address such as https://api.example.org/v1"
        raise ValueError(msg)
    if parts.username is not None or parts.query or parts.fragment:
        msg = "must name no user and no query: a key there would be printed with the address"
        raise ValueError(msg)
    return url


Address = Annotated[str, AfterValidator(_address)]


ContextTokens = Annotated[int, Field(ge=8_000, le=4_000_000)]
"""Tokens of a conversation that a model is sent at most, as estimated by four characters each."""


class Side(Contract):
    """Who plays all roles of one side, where no role says otherwise."""

    provider: ProviderName | None = None
    """A `[providers.NAME]`; the harness `files` needs none."""
    model: ModelName
    """As the provider calls it; for the harness `files` a word for who answers."""
    effort: Effort | None = None
    harness: HarnessChoice = "session"
    family: FamilyName | None = None
    """Who trained the model; else taken from its name."""
    command: tuple[Words, ...] = ()
    """What is started for the harness `command`, word by word."""
    context_tokens: ContextTokens = USUAL_CONTEXT_TOKENS
    """Beyond it the oldest tool results are taken out; a `command` sees to its own conversation."""

    @model_validator(mode="after")
    def _is_reached(self) -> Self:
        if self.provider is None and self.harness != "files":
            msg = f"provider: the harness {self.harness!r} needs one of [providers.NAME]"
            raise ValueError(msg)
        return self


class RoleChange(Contract):
    """What one role does otherwise than its side."""

    provider: ProviderName | None = None
    model: ModelName | None = None
    effort: Effort | None = None
    harness: HarnessChoice | None = None
    family: FamilyName | None = None
    command: tuple[Words, ...] | None = None
    context_tokens: ContextTokens | None = None


class Provider(Contract):
    """How a provider is reached, and what it allows."""

    protocol: Literal["openai", "anthropic"]
    """OpenAI's Responses, or Anthropic's Messages."""
    key: VariableName
    """Name of the environment variable that holds the key."""
    base_url: Address | None = None
    base_url_env: VariableName | None = None
    """Name of an environment variable that may hold another address."""
    requests_per_minute: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    tokens_per_minute: Annotated[int, Field(ge=1_000, le=1_000_000_000)] | None = None
    """Input tokens, as estimated before a call."""
    timeout_s: Annotated[int, Field(ge=1, le=7_200)] = 600
    """For one whole answer."""
    extra_body: dict[str, JsonValue] = Field(default_factory=dict)
    """Sent beside what the client sends, such as a router's choice: `provider.only`."""
    hosted_tools: tuple[Words, ...] = ()
    """Tools that the provider runs itself; they see what no sandbox confines."""
    may_see: Annotated[tuple[SourceClass, ...], Field(min_length=1)] = ("public", "licensed")
    """Classes of sources that may be sent to it; a run with others is refused before it begins."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for name in self.extra_body:
            if name in OURS:
                msg = f"extra_body.{name}: finrubric sends this itself"
                raise ValueError(msg)
        for name in _keys(self.extra_body):
            if _SECRET.search(name):
                msg = "extra_body: holds a key of its own; keys come from the variable of `key`"
                raise ValueError(msg)
        if len(str(self.extra_body)) > MAX_EXTRA_BYTES:
            msg = f"extra_body: longer than {MAX_EXTRA_BYTES} characters"
            raise ValueError(msg)
        return self


class Files(Contract):
    """The exchange folder of the harness `files`."""

    folder: Words = "exchange"
    """From the folder of `finrubric.toml`."""
    deadline_s: Annotated[int, Field(ge=1, le=2_592_000)] = 86_400
    """Seconds until an unanswered turn stops the run, which can be resumed."""


class Price(Contract):
    """What a model costs from a day on: US dollars per million tokens."""

    model: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}/\S{1,120}$")]
    """`provider/model`."""
    since: date
    """The first day it is in force, by UTC."""
    above_input_tokens: Annotated[int, Field(ge=0)] = 0
    """For calls with more input than this only, where a provider asks more for long ones."""
    input: DecimalText
    cached_input: DecimalText | None = None
    """Input from the provider's cache; else priced as `input`."""
    cache_write: DecimalText | None = None
    """Input written to the cache; else priced as `input`."""
    output: DecimalText
    """Reasoning among it."""
    source: Words
    """Where the price was read, and when."""

    @model_validator(mode="after")
    def _is_no_less_than_nothing(self) -> Self:
        for name in ("input", "cached_input", "cache_write", "output"):
            value: Decimal | None = getattr(self, name)
            if value is not None and value < 0:
                msg = f"{name}: a price is 0 or more"
                raise ValueError(msg)
        return self


def _degree(value: Decimal) -> Decimal:
    if not 0 <= value <= 2:
        msg = "a temperature is 0 to 2"
        raise ValueError(msg)
    return value


Temperature = Annotated[DecimalText, AfterValidator(_degree)]


class Judge(Contract):
    """One judge of the scorer's ensemble."""

    provider: ProviderName
    """A `[providers.NAME]`, or `files` for the exchange folder."""
    model: ModelName
    effort: Effort | None = None
    """Else that of `[scoring]`; `default` sends none, for models that take none."""
    family: FamilyName | None = None
    """Who trained the model; else taken from its name."""
    temperature: Temperature | None = None
    """Else that of `[scoring]`."""


class ScoringSetup(Contract):
    """How answers are put to judges; output, time and effort are the paper's."""

    effort: Effort = "medium"
    temperature: Temperature | None = None
    """As text, such as "0.2"; sent as a number. Without it none is sent."""
    max_output_tokens: Annotated[int, Field(ge=256, le=1_000_000)] = 32_768
    timeout_s: Annotated[int, Field(ge=1, le=7_200)] = 300
    """For one whole reply."""
    concurrent: Annotated[int, Field(ge=1, le=256)] = 8
    """Judgings under way at once with one provider."""
    per_criterion: bool = False
    """Each criterion in a conversation of its own, instead of all of an answer in one."""


class ModelSetup(Contract):
    """The parsed `finrubric.toml`: models, providers, budgets, prices and judges."""

    contract_name = "model-setup"

    writer: Side
    """Plays factorizer, contextualizer, writer and reviser."""
    reviewer: Side
    """Plays reviewer, composer and confirmer."""
    roles: dict[RoleName, RoleChange] = Field(default_factory=dict)
    """Roles that are played otherwise than the rest of their side."""
    providers: dict[ProviderName, Provider] = Field(default_factory=dict)
    files: Files = Files()
    budgets: dict[BudgetName, Annotated[int, Field(ge=60, le=86_400)]] = Field(default_factory=dict)
    """Active seconds per budget, where they are not the usual ones."""
    prices: tuple[Price, ...] = ()
    judges: tuple[Judge, ...] = ()
    scoring: ScoringSetup = ScoringSetup()

    @model_validator(mode="after")
    def _no_price_stands_twice(self) -> Self:
        seen: set[tuple[str, date, int]] = set()
        for price in self.prices:
            place = (price.model, price.since, price.above_input_tokens)
            if place in seen:
                msg = f"prices: {price.model} has two prices since {price.since}"
                raise ValueError(msg)
            seen.add(place)
        return self


def settings_text(provider: Provider) -> str:
    """What of a provider's entry decides its answers, in words for the lock; empty for nothing."""
    words = [f"hosted tools {' '.join(provider.hosted_tools)}"] if provider.hosted_tools else []
    if provider.extra_body:
        body = canonical(Extra(body=provider.extra_body)).decode()
        words.append(f"extra {body}")
    return ", ".join(words)


class Extra(Contract):
    """The extra body alone, to be printed."""

    body: dict[str, JsonValue]


def _keys(value: JsonValue) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for inner in value.values() for key in _keys(inner))]
    if isinstance(value, list):
        return [key for inner in value for key in _keys(inner)]
    return []
