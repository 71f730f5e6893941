"""Which words of a query no recorded span covers."""

import re
from itertools import chain

from contracts.factorization import Factorization, Span
from contracts.query import Query
from gates.normal_form import folded
from gates.stop_words import STOP_WORDS

_WORD = re.compile(r"[^\W_]+(?:['’.&/-][^\W_]+)*")


def recorded_spans(factorization: Factorization) -> tuple[Span, ...]:
    """Every span of a factorization: of bindings, obligations, ambiguities and context."""
    return (
        *chain.from_iterable(binding.spans for binding in factorization.bindings),
        *chain.from_iterable(obligation.spans for obligation in factorization.obligations),
        *(ambiguity.span for ambiguity in factorization.ambiguities),
        *factorization.context_spans,
    )


def unspanned(query: Query, factorization: Factorization) -> tuple[str, ...]:
    """Content words of the query outside every recorded span, each once, in order.

    They are no fault by themselves: the content reviewer is asked whether they demand anything.
    """
    covered = {
        place for span in recorded_spans(factorization) for place in range(span.start, span.end)
    }
    return tuple(
        dict.fromkeys(
            found.group()
            for found in _WORD.finditer(query.text)
            if folded(found.group()) not in STOP_WORDS
            and not covered.issuperset(range(found.start(), found.end()))
        )
    )
