"""The command line with live models, as its users run it; only the addresses are ours."""

import asyncio
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.cli.process import ROOT, Result

KEYS = {
    "OPENAI_API_KEY": "sk-canary/w7Q+f=&writer~31",
    "ANTHROPIC_API_KEY": "sk-ant-canary/k2Z+v=&reviewer~77",
}
VARIABLES = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL"}


async def finrubric(*arguments: str, cwd: Path, addresses: Mapping[str, str]) -> Result:
    """Run a command while this loop goes on serving; `addresses` by protocol."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cli", "--debug", *arguments),
        cwd=cwd,
        env={
            **{"PATH": os.defpath, "PYTHONPATH": str(ROOT), **KEYS},
            **{VARIABLES[protocol]: address for protocol, address in addresses.items()},
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode is not None
    return Result(process.returncode, out.decode(), err.decode())
