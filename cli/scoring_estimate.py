"""What the first questions of a scoring would ask and cost, before anything is sent."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from agents.prices import PriceTable, dollars, worst_of
from cli.output import print_json, print_line
from cli.scoring import Order, made_ready
from records.clock import SystemClock
from scoring.judges.conversation import Judging
from scoring.judges.reply import tool_of
from scoring.judges.sheet import sheet_text, shown_of

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
    found = estimate_of(ready.judgings, ready.bench.prices, SystemClock().now().date())
    answers = len(ready.material.puts)
    if as_json:
        print_json(
            {
                "answers": answers,
                "judgings": found.judgings,
                "input_tokens": found.input_tokens,
                "first_cost": found.first_cost,
                "unpriced": [*found.unpriced],
            }
        )
        return 0
    read = f"about {found.input_tokens:,} tokens read"
    print_line(f"{answers} answers, {found.judgings} judgings, {read}")
    cost = dollars(found.first_cost)
    print_line(f"about {cost} for first questions alone, if every reply used all of its output")
    print_line("repairs and questions asked anew come on top; --max-cost sets a limit")
    if found.unpriced:
        print_line(f"without a price: {', '.join(found.unpriced)}")
    return 0


def estimate_of(judgings: Iterable[Judging], prices: PriceTable | None, day: date) -> Estimate:
    """Add up the first question of every judging; what the ledger has already is not left out."""
    count = tokens = worst = 0
    unpriced: set[str] = set()
    for judging in judgings:
        count += 1
        own, judge = _tokens(judging), judging.judge
        tokens += own
        name = f"{judge.provider}/{judge.model}"
        price = None if prices is None else prices.in_force(name, day, input_tokens=own)
        if price is None:
            unpriced.add(name)
        else:
            worst += worst_of(price, input_tokens=own, output_tokens=judge.max_output_tokens)
    return Estimate(count, tokens, worst, tuple(sorted(unpriced)))


def _tokens(judging: Judging) -> int:
    shown = shown_of(judging.case, judging.prompt)
    size = len(shown.prompt) + len(sheet_text(shown))
    return -(-(size + len(tool_of(judging.case.ids).parameters)) // _CHARACTERS_PER_TOKEN)
