"""Asking a model through the ledger: held back by terms, sent again within bounds of its fault.

The clients send a request once and raise typed faults; their SDKs' own retries are off. So every
request that leaves is an attempt of its ledger row, and none is hidden inside a library.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeAlias

from agents.jitter import later, spread_of
from agents.models.model import ModelClient
from agents.terms import Terms
from contracts.errors import DeadlineReached, ModelError, ModelFault
from contracts.model import CallKey, ModelRequest, ModelResponse
from records.lease import Lease
from records.ledger import Answered, Ledger
from records.rates import LONGEST_PAUSE_S

RESENT: Mapping[ModelFault, int] = {
    ModelFault.RATE_LIMIT: 8,
    ModelFault.OVERLOADED: 6,
    ModelFault.SERVER: 4,
    ModelFault.CONNECTION: 4,
    ModelFault.TRUNCATED: 3,
    ModelFault.TIMEOUT: 2,
    ModelFault.MALFORMED: 2,
}
"""How often a call is sent again after each kind of fault, within one process."""
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
LONGEST_ASKED_S = LONGEST_PAUSE_S
"""A provider that asks to wait longer has the run stopped, to be resumed then."""

TellResent: TypeAlias = Callable[[ModelRequest, ModelError, float], Awaitable[None]]
"""Told of every call that is sent again: the request, the fault, the seconds waited before."""

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


class TimeLeft(Protocol):
    """How long a call may take beside its route's own limit."""

    async def remaining_s(self) -> float | None:
        """Seconds left; None for no limit.

        Raises:
            DeadlineReached: none are left.
        """
        ...

    def reached(self) -> DeadlineReached:
        """The error that says which limit is used up."""
        ...


class NoLimit:
    """For calls that only their route limits."""

    async def remaining_s(self) -> None:
        """No limit."""

    def reached(self) -> DeadlineReached:
        """Never reached: there is no limit to use up."""
        return DeadlineReached("a call without a limit of time was ended by one")


class Asker:
    """Asks one client, for one activation or one judge."""

    def __init__(
        self,
        client: ModelClient,
        ledger: Ledger,
        *,
        stopwatch: TimeLeft,
        terms: Terms,
        lease: Lease | None,
        tell: TellResent | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Ask `client`; its answers and faults stand in `ledger`."""
        self._client = client
        self._ledger = ledger
        self._stopwatch = stopwatch
        self._terms = terms
        self._lease = lease
        self._tell = tell
        self._sleep = sleep

    @property
    def model(self) -> str:
        """The model that is asked, as requests name it."""
        return self._client.model

    async def ask(self, request: ModelRequest) -> ModelResponse:
        """The answer to a request: the one in the ledger, else the provider's.

        Raises:
            ModelError: the provider failed for good, or more often than its fault allows.
            DeadlineReached: the active seconds of the role's budget are used up.
            CostReached: the call could pass the limit of cost, so it was not sent.
        """
        return (await self.answered(request)).response

    async def answered(self, request: ModelRequest) -> Answered:
        """As `ask`, with whether the answer was there already.

        Raises:
            ModelError: as `ask`.
            DeadlineReached: as `ask`.
            CostReached: as `ask`.
        """
        faults: Counter[ModelFault] = Counter()

        async def ready() -> None:
            _ = await self._stopwatch.remaining_s()
            await self._terms.admit(self._client, request)

        while True:
            try:
                return await self._ledger.once(request, self._send, lease=self._lease, ready=ready)
            except ModelError as error:
                faults[error.fault] += 1
                wait = wait_s(error, faults[error.fault], request.key)
                if wait is None:
                    raise
                if error.fault is ModelFault.RATE_LIMIT:
                    asked = error.retry_after_s
                    await self._terms.pause(self._client, wait if asked is None else asked)
                if self._tell is not None:
                    await self._tell(request, error, wait)
                await self._sleep(wait)

    async def _send(self, request: ModelRequest) -> ModelResponse:
        limit = asyncio.timeout(await self._stopwatch.remaining_s())
        try:
            async with limit:
                response = await self._client.complete(request)
        except TimeoutError:
            if limit.expired():
                raise self._stopwatch.reached() from None
            raise
        return self._terms.priced(self._client, response)


def wait_s(error: ModelError, failures: int, key: CallKey) -> float | None:
    """Seconds until a call is sent again after its `failures`-th fault of a kind; None for never.

    What the provider asks for and a little more, else a doubling wait, spread in its upper half.
    """
    if failures > RESENT.get(error.fault, 0):
        return None
    asked = error.retry_after_s
    if asked is not None:
        return later(asked, key, failures) if asked <= LONGEST_ASKED_S else None
    longest = min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (failures - 1))
    return longest * (1 + spread_of(key, failures)) / 2
