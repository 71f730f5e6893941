"""A recorded judge as a model: it replies what was recorded for the very case, or not at all."""

import json
from pathlib import Path

from agents.models.model import Family
from contracts.contract import parse_contract
from contracts.errors import ContractError, DriftError, InputError
from contracts.judge_recording import JudgeRecording, RecordedJudge
from contracts.model import ModelRequest, ModelResponse

FILE = "judges.json"
MAX_BYTES = 5_000_000


def load_judges(folder: Path) -> JudgeRecording:
    """Read the recorded judges of a folder.

    Raises:
        InputError: there is no such file, or it is not of its contract; names it.
    """
    path = folder / FILE
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return parse_contract(data, JudgeRecording)
    except ContractError as error:
        raise InputError(f"{path}: {error}") from None


class RecordedJudgeClient:
    """Replies as one recorded judge did."""

    provider = "replay"
    family: Family = "reviewer"

    def __init__(self, judge: RecordedJudge) -> None:
        """Play the replies of `judge`."""
        self.model = judge.name
        self._replies = {(one.case, one.turn, one.call): one.reply for one in judge.replies}

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Give the recorded reply; asked anew, a recorded judge says the same again.

        Raises:
            DriftError: nothing was recorded for this case: question, criteria, answer or trace
                are other ones.
        """
        key = request.key
        (case,) = request.inputs
        place = (case, key.turn, key.call)
        if place not in self._replies:
            msg = (
                f"{self.model}: no reply was recorded for case {case}, turn {key.turn}, call "
                f"{key.call}: question, criteria, answer or trace differ from the recording"
            )
            raise DriftError(msg)
        reply = self._replies[place]
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        return ModelResponse(model=self.model, text=text, tool_calls=(), stop="end")
