"""What the first questions of a scoring would ask and cost, before anything is sent."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple, TypeVar

from agents.prices import PriceTable, dollars, worst_of
from cli.output import print_json, print_line
from cli.scoring import Order, made_ready
from records.clock import SystemClock
from scoring.judges.hearings import Hearing
from scoring.judges.question import Question

DecidedT = TypeVar("DecidedT")
_CHARACTERS_PER_TOKEN = 4


class Estimate(NamedTuple):
    """What the first question of each judging would read, and about what it may cost."""

    judgings: int
    input_tokens: int
    first_cost: int
    """Millionths of a US dollar, if every first reply used all of its output. No bound:
    a judging may take two calls more, and tokens are counted by characters."""
    unpriced: tuple[str, ...]


def tell_estimate(order: Order, *, as_json: bool) -> int:
    """Print what a scoring would ask; needs no key.

    Raises:
        InputError: rubric, answers or judges are not usable.
    """
    ready = made_ready(order, sends=False)
    hearings = [judging.hearing for judging in ready.judgings]
    found = estimate_of(hearings, ready.bench.prices, SystemClock().now().date())
    return tell("answers", len(ready.material.puts), found, as_json=as_json)


def tell(what: str, count: int, found: Estimate, *, as_json: bool) -> int:
    """Print an estimate over so many answers, or whatever is judged; gives the exit code."""
    if as_json:
        print_json({what: count, **found._asdict(), "unpriced": [*found.unpriced]})
        return 0
    read = f"about {found.input_tokens:,} tokens read"
    print_line(f"{count} {what}, {found.judgings} judgings, {read}")
    cost = dollars(found.first_cost)
    print_line(f"about {cost} for first questions alone, if every reply used all of its output")
    print_line("repairs and questions asked anew come on top; --max-cost sets a limit")
    if found.unpriced:
        print_line(f"without a price: {', '.join(found.unpriced)}")
    return 0


def estimate_of(
    hearings: Iterable[Hearing[DecidedT]], prices: PriceTable | None, day: date
) -> Estimate:
    """Add up the first question of every judging; what the ledger has already is not left out."""
    count = tokens = worst = 0
    unpriced: set[str] = set()
    for hearing in hearings:
        count += 1
        own, judge = _tokens(hearing.question), hearing.judge
        tokens += own
        name = f"{judge.provider}/{judge.model}"
        price = None if prices is None else prices.in_force(name, day, input_tokens=own)
        if price is None:
            unpriced.add(name)
        else:
            worst += worst_of(price, input_tokens=own, output_tokens=judge.max_output_tokens)
    return Estimate(count, tokens, worst, tuple(sorted(unpriced)))


def _tokens(question: Question[DecidedT]) -> int:
    opening = question.opening()
    size = len(opening.prompt) + len(opening.sheet) + len(question.tool.parameters)
    return -(-size // _CHARACTERS_PER_TOKEN)
