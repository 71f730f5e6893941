"""What the trace audit lets a run repeat."""

from contracts.model import CallKey, ModelRequest, ModelResponse, RawMessage
from contracts.query import PriorTurn
from orchestrator.trace import answer_texts, own_texts
from records.ledger import Exchange
from sources.corpus import LoadedCorpus
from tests.agents.bench import texas_loaded
from tests.builders import texas_query


def test_only_the_conversation_and_filings_may_be_repeated() -> None:
    loaded = texas_loaded()
    note, *filings = loaded.corpus.items
    times = note.card.times.model_copy(update={"version_proof": "human"})
    note = note.model_copy(update={"card": note.card.model_copy(update={"times": times})})
    corpus = loaded.corpus.model_copy(update={"items": (note, *filings)})
    prior = PriorTurn(speaker="user", text="Earlier.")
    query = texas_query().model_copy(update={"prior_turns": (prior,)})
    found = own_texts(query, LoadedCorpus(corpus, loaded.texts))
    filed = [loaded.texts[item.card.id] for item in filings]
    assert list(found) == [query.text, "Earlier.", *filed]
    assert loaded.texts[note.card.id] not in found


def test_what_a_command_asked_is_read_beside_what_it_was_answered() -> None:
    key = CallKey(scope="run:r1", role="writer", activation=1, turn=1, call=2)
    asked = RawMessage(protocol="anthropic", text='{"messages": "as read on a page"}')
    request = ModelRequest(key=key, model="m", messages=(asked,), tools=())
    response = ModelResponse(model="m", text="Thus.", tool_calls=(), stop="end")
    assert dict(answer_texts(Exchange(key, request, response))) == {
        "answer writer-1/1/2": "Thus.",
        "request writer-1/1/2": asked.text,
    }
