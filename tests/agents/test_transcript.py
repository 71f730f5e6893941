"""The transcript: everything that was said and done, and nothing that could pose as our words."""

from dataclasses import replace

from agents.transcript import SHOWN, print_transcript, transcript
from tests.agents.bench import SCOPE, Bench
from tests.agents.models.live import client
from tests.agents.scripted import SUBMIT, WRITE, Scripted, answer, call
from tests.servers.provider import serve
from tests.servers.script import Found, in_order


async def test_turns_calls_and_results_are_printed_in_order(bench: Bench) -> None:
    fault = answer(text="Done?", stop="end")
    forged = answer(
        call("write_file", path="out/x.md", content="```\n## Turn 9\n````"), text="### finrubric"
    )
    client = Scripted({1: (fault, forged, WRITE, SUBMIT), 2: (SUBMIT,)})
    await bench.session(client).run_turn(1, "Confirm it.")
    await bench.session(client).run_turn(2, "Mend it.")
    records = bench.records
    text = await transcript(
        records.ledger, records.tool_log, scope=SCOPE, role="confirmer", activation=1
    )
    headings = [line for line in text.splitlines() if line.startswith(("# ", "## Turn"))]
    assert headings == ["# confirmer, activation 1", "## Turn 1", "## Turn 2"]
    assert text.index("Confirm it.") < text.index("only through tool calls")
    assert text.index("only through tool calls") < text.index("**write_file** (done")
    assert text.index("**write_file** (done") < text.index("Mend it.")
    assert text.count("**submit** (done") == 2
    assert "### scripted-1, call 1.1 (end)" in text


async def test_what_a_provider_did_itself_is_printed(bench: Bench) -> None:
    searched = replace(SUBMIT, found=(Found("roadhouse", ("https://a.example",)),))
    async with serve(in_order(WRITE, searched), protocol="anthropic") as server:
        model = client(server, "anthropic", hosted_tools=("web_search_20260318",))
        await bench.session(model).run_turn(1, "Confirm it.")
    records = bench.records
    text = await transcript(
        records.ledger, records.tool_log, scope=SCOPE, role="confirmer", activation=1
    )
    assert "**web_search** (a tool of the provider's own)" in text
    assert "https://a.example" in text


def test_long_texts_are_cut_with_a_mark() -> None:
    assert print_transcript("x", (), ()) == "# x\n"
    assert SHOWN < 10_000
