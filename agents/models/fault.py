"""What a failed call means, from what the provider said: pure, and one for all protocols."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from agents.models.scrubber import scrubber_of
from contracts.errors import ModelError, ModelFault

OK = 200
_OBJECT = TypeAdapter(dict[str, object])
_SHOWN = 300
"""Most characters of a provider's message that an error repeats."""

_BY_WORD: Mapping[str, ModelFault] = {
    "insufficient_quota": ModelFault.QUOTA,
    "billing_error": ModelFault.QUOTA,
    "billing_hard_limit_reached": ModelFault.QUOTA,
    "billing_not_active": ModelFault.QUOTA,
    "credit_balance_too_low": ModelFault.QUOTA,
    "insufficient_credits": ModelFault.QUOTA,
    "overloaded_error": ModelFault.OVERLOADED,
    "overloaded": ModelFault.OVERLOADED,
    "server_overloaded": ModelFault.OVERLOADED,
    "server_is_overloaded": ModelFault.OVERLOADED,
    "engine_overloaded": ModelFault.OVERLOADED,
    "slow_down": ModelFault.OVERLOADED,
    "rate_limit_exceeded": ModelFault.RATE_LIMIT,
    "rate_limit_error": ModelFault.RATE_LIMIT,
    "timeout_error": ModelFault.TIMEOUT,
    "authentication_error": ModelFault.AUTH,
    "permission_error": ModelFault.AUTH,
    "invalid_api_key": ModelFault.AUTH,
    "api_error": ModelFault.SERVER,
    "server_error": ModelFault.SERVER,
    "internal_error": ModelFault.SERVER,
    "internal_server_error": ModelFault.SERVER,
    "context_length_exceeded": ModelFault.CONTEXT,
    "request_too_large": ModelFault.CONTEXT,
    "invalid_prompt": ModelFault.REQUEST,
    "invalid_request_error": ModelFault.REQUEST,
    "model_not_found": ModelFault.REQUEST,
    "not_found_error": ModelFault.REQUEST,
}
"""Types and codes of errors. What stands first in the table wins where an error has several."""
_BY_PHRASE: Mapping[str, ModelFault] = {
    "credit balance is too low": ModelFault.QUOTA,
    "exceeded your current quota": ModelFault.QUOTA,
    "overloaded": ModelFault.OVERLOADED,
    "prompt is too long": ModelFault.CONTEXT,
    "maximum context length": ModelFault.CONTEXT,
    "exceeds the context window": ModelFault.CONTEXT,
}
"""Words of messages whose type and code say something more general."""
_BY_STATUS: Mapping[int, ModelFault] = {
    401: ModelFault.AUTH,
    402: ModelFault.QUOTA,
    403: ModelFault.AUTH,
    408: ModelFault.TIMEOUT,
    413: ModelFault.CONTEXT,
    409: ModelFault.SERVER,  # a lock on the provider's side, which both SDKs would wait for
    429: ModelFault.RATE_LIMIT,
    529: ModelFault.OVERLOADED,
}
_ABOUT_WHAT_WAS_SENT = (OK, 400, 413, 422)
"""Where words about length are meant: a limit of rates may speak of long contexts as well."""


class Told(NamedTuple):
    """What a provider said of a failure."""

    status: int
    words: tuple[str, ...] = ()
    """Types and codes."""
    message: str = ""


def read_told(status: int, body: object) -> Told:
    """What an error's body says, in any of the forms in which protocols nest it.

    A number as code stands for a status: routers report so what failed behind them, in a 200.
    """
    outer = as_object(body)
    told = outer.get("error", body)
    inner = as_object(told)
    code = inner.get("code")
    if isinstance(code, int) and 400 <= code <= 599 and status == OK:
        status = code
    words = tuple(str(word).lower() for word in (code, inner.get("type")) if word)
    message = inner.get("message") if inner else told
    return Told(status, words, message if isinstance(message, str) else "")


def fault_of(told: Told) -> ModelFault:
    """The kind of a failure: by its own words first, since a status says less."""
    by_word = [fault for word, fault in _BY_WORD.items() if word in told.words]
    by_phrase = [fault for words, fault in _BY_PHRASE.items() if words in told.message.lower()]
    certain = {ModelFault.QUOTA, ModelFault.OVERLOADED}
    if told.status in _ABOUT_WHAT_WAS_SENT:
        certain.add(ModelFault.CONTEXT)
    for fault in (*by_word, *by_phrase):
        if fault in certain:
            return fault
    if (by_status := _of_status(told.status)) is not None:
        return by_status
    return by_word[0] if by_word else ModelFault.OTHER


def _of_status(status: int) -> ModelFault | None:
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    if status >= 500:
        return ModelFault.SERVER
    return ModelFault.REQUEST if status >= 300 else None


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds the provider asks to wait, whichever way it says so; None where it does not."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1_000
    asked = headers.get("retry-after")
    if asked is None:
        return None
    seconds = _number(asked)
    return seconds if seconds is not None else _until(asked, now)


def _number(text: str | None) -> float | None:
    try:
        found = float(text or "")
    except ValueError:
        return None
    return max(0.0, found) if math.isfinite(found) else None


def _until(text: str, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - now).total_seconds())


@dataclass(frozen=True, slots=True)
class Teller:
    """Makes the errors of one provider's client; none has the key in it."""

    provider: str
    model: str
    key: str = field(repr=False)
    host: str = ""
    """Where it was looked for, where that is not the provider's own address."""

    def refused(self, told: Told, headers: Mapping[str, str], now: datetime) -> ModelError:
        """The provider answered with an error."""
        fault = fault_of(told)
        # Providers repeat parts of a key they do not know, so their words are left out there.
        message = "" if fault is ModelFault.AUTH else told.message
        status = () if told.status == OK else (str(told.status),)
        what = " ".join((*status, *told.words)) or "an error without a name"
        return self.error(
            fault,
            f"answered {what}" + (f": {message}" if message else ""),
            retry_after_s=retry_after_s(headers, now),
        )

    def error(
        self, fault: ModelFault, what: str, *, retry_after_s: float | None = None
    ) -> ModelError:
        """Another failure, in words that continue `provider/model`."""
        plain = scrubber_of(self.key).text(what)
        return ModelError(
            f"{self.provider}/{self.model} {plain[:_SHOWN]}", fault, retry_after_s=retry_after_s
        )

    def broken(self, *, begun: bool) -> ModelError:
        """The connection failed, before or within the answer."""
        if begun:
            return self.error(ModelFault.TRUNCATED, "broke the connection in the middle")
        where = f" at {self.host}" if self.host else ""
        what = f"could not be reached{where}, or closed the connection"
        return self.error(ModelFault.CONNECTION, what)

    def cut(self, *, begun: bool) -> ModelError:
        """The stream ended in order, but without the event that ends an answer."""
        if begun:
            return self.error(ModelFault.TRUNCATED, "ended its answer without the last event")
        return self.error(ModelFault.MALFORMED, "answered with a stream that holds no answer")


def as_object(value: object) -> dict[str, object]:
    """A JSON object as it is; anything else as an empty one."""
    try:
        return _OBJECT.validate_python(value)
    except ValidationError:
        return {}
