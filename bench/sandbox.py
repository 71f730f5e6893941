"""A fresh container, a script in it, and a page in a browser, beside inspect-ai's docker sandbox.

    .venv/bin/python -m bench.sandbox --peer-python /path/to/python-with-inspect-ai

Needs Docker with all images (`finrubric sandbox build all`). The peer needs the `compose` plugin of
Docker's client; where that is missing it is said, and the peer's own least cost is measured in its
place: the same commands of Docker's client that it would run through compose.
"""

import argparse
import asyncio
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from contracts.settings import Settings, load_settings
from sandboxes.docker import docker_provider
from sandboxes.sandbox import Labels, Workspace
from sources.browser.browser import docker_browser
from tests.sandboxes.outside import outside_world

ROOT = Path(__file__).resolve().parent.parent
LABELS = Labels("bench", "bench", 1, 1)
SCRIPT = "print(sum(range(1000)))"
Times = dict[str, list[float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    _ = parser.add_argument("--peer-python", help="Python of an environment with inspect-ai")
    _ = parser.add_argument("--containers", type=int, default=10)
    _ = parser.add_argument("--pages", type=int, default=5, help="0 leaves the browser out")
    given = parser.parse_args()
    settings = load_settings()
    with tempfile.TemporaryDirectory(prefix="finrubric-bench-") as folder:
        times = asyncio.run(containers(settings, Path(folder), given.containers))
        say("finrubric", times)
        if given.pages:
            say("finrubric", asyncio.run(pages(settings, Path(folder), given.pages)))
    if not has_compose():
        print("inspect-ai's docker sandbox: not run, `docker compose` is not there")
        say("docker's client", by_client(settings.agent_image, given.containers))
    elif given.peer_python:
        say("inspect-ai", peer(given.peer_python, settings.agent_image, given.containers))


async def containers(settings: Settings, folder: Path, number: int) -> Times:
    """Fresh containers one after another, two scripts in each."""
    provider = await docker_provider(settings)
    times: Times = {"container ready": [], "first script": [], "next script": [], "gone": []}
    for place in range(number):
        workspace = Workspace(folder / str(place)).make()
        (workspace.out / "script.py").write_text(SCRIPT)
        watch = Watch(times)
        async with provider.session(workspace, LABELS) as sandbox:
            watch.stop("container ready")
            for name in ("first script", "next script"):
                result = await sandbox.run_python("script.py", timeout_s=20)
                if result.stdout != "499500\n":
                    sys.exit(f"the script failed: {result}")
                watch.stop(name)
        watch.stop("gone")
    return times


async def pages(settings: Settings, folder: Path, number: int) -> Times:
    """One network with its proxy, and pages in it, each in a fresh browser."""
    times: Times = {"way out ready": [], "page": [], "way out gone": []}
    with outside_world() as outside:
        outside.serve({"/": {"body": "<!doctype html><html><body>Page.</body></html>"}})
        browser = await docker_browser(settings, outside=outside.network)
        browser = replace(browser, egress=replace(browser.egress, name_server=outside.address))
        watch = Watch(times)
        async with browser.session(folder / "pages", LABELS) as opened:
            watch.stop("way out ready")
            for _ in range(number):
                page = await opened.open("http://www.origin.test/")
                if page.text.strip() != "Page.":
                    sys.exit(f"the page failed: {page}")
                watch.stop("page")
        watch.stop("way out gone")
    return times


class Watch:
    """Adds the seconds since its last stop to a list."""

    def __init__(self, times: Times) -> None:
        self.times = times
        self.began = time.monotonic()

    def stop(self, name: str) -> None:
        now = time.monotonic()
        self.times[name].append(now - self.began)
        self.began = now


def has_compose() -> bool:
    docker = shutil.which("docker")
    if docker is None:
        return False
    said = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
    return said.returncode == 0


def by_client(image: str, number: int) -> Times:
    """What any program pays that works through Docker's command line, without walls."""
    times: Times = {"container ready": [], "first script": [], "next script": [], "gone": []}
    for place in range(number):
        name = f"finrubric-bench-{place}"
        watch = Watch(times)
        docker("run", "-d", "--rm", "--init", "--network", "none", "--name", name, image)
        watch.stop("container ready")
        try:
            for step in ("first script", "next script"):
                docker("exec", name, "python3", "-c", SCRIPT)
                watch.stop(step)
        finally:
            docker("rm", "-f", name)
        watch.stop("gone")
    return times


def docker(*arguments: str) -> None:
    subprocess.run(["docker", *arguments], check=True, stdout=subprocess.DEVNULL)


def peer(python: str, image: str, number: int) -> Times:
    said = subprocess.run(
        [python, str(ROOT / "bench/peer_sandbox.py"), "--image", image, "--samples", str(number)],
        check=False,
        capture_output=True,
        text=True,
    )
    if said.returncode:
        sys.exit(f"inspect-ai did not run (it wants Docker 24.0.6 or newer): {said.stderr[-2000:]}")
    return json.loads(said.stdout.splitlines()[-1])


def say(who: str, times: Times, show: Callable[[str], None] = print) -> None:
    for name, seconds in times.items():
        middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
        count = len(seconds)
        show(f"{who:<16} {name:<16} {middle:6.2f} s  ({least:.2f} to {most:.2f}, {count} times)")


if __name__ == "__main__":
    main()
