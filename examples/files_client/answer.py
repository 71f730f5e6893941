"""python3 answer.py EXCHANGE NAME PROGRAM [ARGUMENT…]: answers calls with a program of yours.

PROGRAM reads request.json on standard input, may write files into the workspace named there, and
prints the rest of an answer, such as {"tool_calls": [{"name": "submit", "arguments": {}}]}.
"""

import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path


def put(path, body, publish):
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    beside.write_text(json.dumps(body), encoding="utf-8")
    try:
        publish(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def claimed(folder, name, lease_s):
    claims = sorted(folder.glob("claim-*.json"), key=lambda path: int(path.stem[6:]))
    last = json.loads(claims[-1].read_text(encoding="utf-8")) if claims else None
    now = datetime.now(UTC)
    if last and datetime.fromisoformat(last["until"]) > now:
        return last["by"] == name
    until = f"{now + timedelta(seconds=lease_s):%Y-%m-%dT%H:%M:%SZ}"
    try:  # os.link fails where another was faster
        put(folder / f"claim-{len(claims) + 1}.json", {"by": name, "until": until}, os.link)
    except FileExistsError:
        return False
    return True


if len(sys.argv) < 4:
    print(f"usage: {__doc__.splitlines()[0]}", file=sys.stderr)
    sys.exit(2)
exchange, name, *program = sys.argv[1:]
if not Path(exchange).is_dir():
    print(f"waiting: there is no folder {exchange} yet", file=sys.stderr)
while True:
    for path in sorted(Path(exchange).glob("*/request.json")):
        folder, request = path.parent, json.loads(path.read_text(encoding="utf-8"))
        is_late = datetime.fromisoformat(request["deadline"]) < datetime.now(UTC)
        if is_late or (folder / "answer.json").exists():
            continue
        if claimed(folder, name, request["lease_s"]):
            done = subprocess.run(program, input=path.read_bytes(), stdout=-1, check=True)
            answer = {"answered_by": name, **json.loads(done.stdout)}
            put(folder / "answer.json", answer, os.replace)
    time.sleep(0.5)
