"""A small command-line agent, run in the container by its text: asks once per step, writes a file.

Standard library only; it speaks Anthropic's Messages or OpenAI's Responses as its variables say.
"""

import json
import pathlib
import sys
import urllib.request

PAIRS = pathlib.Path("/proc/self/environ").read_text().split("\0")
VARIABLES = dict(pair.split("=", 1) for pair in PAIRS if pair)
PROTOCOL, STREAM = sys.argv[1], sys.argv[2] == "stream"


def ask(text: str) -> str:
    """One request; the words of the answer."""
    model = VARIABLES["FINRUBRIC_MODEL"]
    headers = {"content-type": "application/json"}
    if PROTOCOL == "anthropic":
        url = VARIABLES["ANTHROPIC_BASE_URL"] + "/v1/messages"
        headers["x-api-key"] = VARIABLES["ANTHROPIC_API_KEY"]
        body: dict[str, object] = {"model": model, "max_tokens": 500, "stream": STREAM}
        body["messages"] = [{"role": "user", "content": text}]
    else:
        url = VARIABLES["OPENAI_BASE_URL"] + "/responses"
        headers["authorization"] = "Bearer " + VARIABLES["OPENAI_API_KEY"]
        body = {"model": model, "input": text, "stream": STREAM}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        data = response.read().decode()
    if not STREAM:
        document = json.loads(data)
        items = (
            document["content"] if PROTOCOL == "anthropic" else document["output"][-1]["content"]
        )
        return "".join(item.get("text", "") for item in items)
    events = [json.loads(line[6:]) for line in data.splitlines() if line.startswith("data: ")]
    if PROTOCOL == "anthropic":
        return "".join(event.get("delta", {}).get("text", "") for event in events)
    return "".join(e["delta"] for e in events if e["type"] == "response.output_text.delta")


def main() -> None:
    """Read the task, ask for the file, then for a word, and leave the file."""
    task = pathlib.Path(VARIABLES["FINRUBRIC_PROMPT"]).read_text()
    query = pathlib.Path("../inputs/query.json").read_text()
    pathlib.Path("confirmation.json").write_text(ask(task[-200:] + query))
    _ = sys.stdout.write(f"then it said: {ask('Is that all?')}\n")


main()
