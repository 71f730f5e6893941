"""A provider that plays a recording: what a model would have said, over the real protocols.

It knows a role by its system prompt and the step by the answers that the conversation holds, as
a model would. Each role of the recording must have one activation.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from agents.models.played import BODY_KEY, Played, load_recording
from agents.models.replay import References
from agents.prompt import load_prompts, render_prompt
from agents.roles import ROLES
from agents.tools.declarations import tools_sha256
from contracts.contract import Json, fingerprint, sha256_of
from contracts.recording import PlayedCall, PlayedStep
from contracts.source import Corpus
from tests.servers.script import Received, Said, Use


def played(folder: Path, corpus: Corpus) -> "PlayedScript":
    """The script of a recording over a corpus."""
    prompts = load_prompts()
    hashes = {name: sha256_of(data) for name, data in prompts.items()}
    recording = load_recording(folder, tools_sha256=tools_sha256(), prompts=hashes)
    sources = {item.card.id: item.snapshot for item in corpus.items}
    return PlayedScript(recording, References(sources, fingerprint(corpus)))


class PlayedScript:
    """Answers each request with the recorded step that comes next in its conversation."""

    def __init__(self, recording: Played, references: References) -> None:
        self._bodies = {name: _filled(text, references) for name, text in recording.bodies.items()}
        self._steps: dict[str, list[PlayedStep]] = {}
        for key in sorted(recording.turns):
            self._steps.setdefault(key.role, []).extend(recording.turns[key].steps)
        prompts = load_prompts()
        self._roles = {render_prompt(role, prompts): role.name for role in ROLES}

    def __call__(self, received: Received) -> Said:
        system, answers = conversation(received.body)
        return self.step(self._roles[system], answers)

    def role(self, body: Mapping[str, Json]) -> str:
        """The role that a request is made for."""
        return self._roles[conversation(body)[0]]

    def step(self, role: str, answers: int) -> Said:
        """What a role says after so many answers of its own."""
        step = self._steps[role][answers]
        uses = [self._use(call, f"{role}_{answers}_{n}") for n, call in enumerate(step.calls)]
        return Said(text=step.text, uses=tuple(uses))

    def calls(self, role: str) -> list[tuple[str, Json]]:
        """All calls of a role, one after the other."""
        return [
            (call.tool, self._with_bodies(json.loads(call.arguments)))
            for step in self._steps[role]
            for call in step.calls
        ]

    def answers(self, role: str) -> int:
        """How many answers a role gives in all."""
        return len(self._steps[role])

    def _use(self, call: PlayedCall, call_id: str) -> Use:
        arguments = json.dumps(self._with_bodies(json.loads(call.arguments)), ensure_ascii=False)
        return Use(id=call_id, name=call.tool, arguments=arguments)

    def _with_bodies(self, value: Json) -> Json:
        if isinstance(value, dict):
            name = value.get(BODY_KEY)
            if isinstance(name, str):
                return self._bodies[name]
            return {key: self._with_bodies(item) for key, item in value.items()}
        return [self._with_bodies(item) for item in value] if isinstance(value, list) else value


def _filled(text: str, references: References) -> str:
    for source, sha256 in references.sources.items():
        text = text.replace(f"{{{{sha:{source}}}}}", sha256)
    return text.replace("{{corpus}}", references.corpus)


def conversation(body: Mapping[str, Json]) -> tuple[str, int]:
    """The system prompt of a request, and how many answers stand in its conversation."""
    if "input" in body:
        return _of_responses(_objects(body["input"]), body.get("instructions"))
    system = body["system"]
    blocks = [system] if isinstance(system, str) else [str(b["text"]) for b in _objects(system)]
    roles = [item["role"] for item in _objects(body["messages"])]
    return "".join(blocks), roles.count("assistant")


def _of_responses(items: list[Mapping[str, Json]], instructions: Json) -> tuple[str, int]:
    """Calls, words and reasoning in a row are one answer."""
    system = instructions if isinstance(instructions, str) else ""
    answers, is_within = 0, False
    for item in items:
        if item.get("role") in ("system", "developer"):
            system += _text(item["content"])
        is_said = item.get("role") == "assistant" or item.get("type") in (
            "function_call",
            "reasoning",
        )
        answers += is_said and not is_within
        is_within = is_said
    return system, answers


def _text(content: Json) -> str:
    if isinstance(content, str):
        return content
    return "".join(str(part["text"]) for part in _objects(content))


def _objects(value: Json) -> list[Mapping[str, Json]]:
    assert isinstance(value, list)
    return [item for item in value if isinstance(item, dict)]
