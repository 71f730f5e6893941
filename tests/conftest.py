"""What every test gets: no keys, no tracing, and marks that know what this machine has.

A test marked with a thing of `MISSING` is skipped, with the reason, where that thing is missing.
FINRUBRIC_REQUIRE=docker,browser,chromium,postgres,root,shared,walls turns such a skip into a
failure: CI says so where it made sure.
"""

import asyncio
import os
import signal
from collections.abc import Generator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import docker
import pytest
from docker.errors import DockerException
from hypothesis import settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from sandboxes.local import Walls, local_provider
from tests.cluster import BOTH, Cluster, postgres_is_missing, started
from tests.empty import laid

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
CHROMIUM = Path("/usr/bin/chromium")

REQUIRED = frozenset(filter(None, os.environ.get("FINRUBRIC_REQUIRE", "").split(",")))
IN_CI = "CI" in os.environ
PEER_PYTHON = os.environ.get("FINRUBRIC_PEER_PYTHON", "")
# No test can spend money or report to anybody, whatever the shell that started it holds.
for name in [key for key in os.environ if key.endswith("_API_KEY")]:
    del os.environ[name]
os.environ["LANGSMITH_TRACING"] = "false"
os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

# A shell that starts this in the background has its children ignore SIGINT, and they hand that on.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if not IN_CI:  # hypothesis has a profile of its own for CI
    settings.register_profile("busy-machine", deadline=None)
    settings.load_profile("busy-machine")


@cache
def docker_is_missing() -> str | None:
    """Why tests with containers cannot run here; None when they can."""
    try:
        client = docker.from_env(timeout=5)
    except DockerException as error:
        return f"no Docker engine answers: {error}"
    try:
        found = client.images.list(filters={"label": "org.finrubric.image=agent"})
    except DockerException as error:
        return f"the Docker engine answers with an error: {error}"
    finally:
        client.close()
    return None if found else "the agent image is not built; run `finrubric sandbox build`"


@cache
def browser_is_missing() -> str | None:
    """Why tests with proxy and browser cannot run here; None when they can."""
    if reason := docker_is_missing():
        return reason
    client = docker.from_env(timeout=5)
    try:
        tags = {tag for image in client.images.list() for tag in image.tags}
    finally:
        client.close()
    lacking = {f"finrubric/{name}:current" for name in ("proxy", "browser")} - tags
    return f"there is no {min(lacking)}; run `finrubric sandbox build all`" if lacking else None


def shared_is_missing() -> str | None:
    """Why tests on the project's shared folder cannot run here; None when they can."""
    return None if SHARED.is_dir() else "there is no folder `shared` beside the repository"


def root_is_missing() -> str | None:
    """Why tests that make devices or give files away cannot run here; None when they can."""
    return None if os.geteuid() == 0 else "only root can make devices and give files away"


def atheris_is_missing() -> str | None:
    """Why coverage-guided fuzzing cannot run here; None when it can."""
    if find_spec("atheris"):
        return None
    return "atheris is not installed; it is no requirement, since few Pythons have a wheel of it"


@cache
def walls_are_missing() -> str | None:
    """Why tests of the local sandbox's walls cannot run here; None when they can."""
    if asyncio.run(local_provider()).walls is Walls.WALLS:
        return None
    return "this machine's kernel lets no ordinary user have namespaces"


def chromium_is_missing() -> str | None:
    """Why tests in a browser of this machine cannot run here; None when they can."""
    return None if CHROMIUM.is_file() else f"there is no {CHROMIUM}; `apt install chromium` adds it"


MISSING = {
    "browser": browser_is_missing,
    "chromium": chromium_is_missing,
    "docker": docker_is_missing,
    "fuzz": atheris_is_missing,
    "postgres": postgres_is_missing,
    "root": root_is_missing,
    "shared": shared_is_missing,
    "walls": walls_are_missing,
}


CHOOSE_A_SANDBOX = ("test_readme_examples.py", "test_batch.py", "test_queue.py")
"""Tests whose commands choose a sandbox themselves, and so reap an engine's containers."""


LONG = ("cli", "examples", "live", "orchestrator", "records/crash", "records/claim_history")
"""Folders whose tests play whole runs."""


class ByFile(LoadScopeScheduling):
    """Each file on one worker, for its fixtures, and all that use the engine on one."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return "engine" if uses_engine(ROOT / file) else file


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first: one that begins last has a worker to itself while the other idles."""
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    if uses_engine(item.path):
        return 0
    folder = item.path.relative_to(ROOT / "tests").parent
    return 1 if any(folder.is_relative_to(name) for name in LONG) else 2


@cache
def uses_engine(file: Path) -> bool:
    """Whether tests of a file look at an engine's containers, which others must not change."""
    return file.name in CHOOSE_A_SANDBOX or any(
        mark in file.read_text(encoding="utf-8") for mark in ("mark.docker", "mark.browser")
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile:
    """Spread tests over workers, in the order of `pytest_collection_modifyitems`."""
    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip or fail a test whose mark names a thing this machine lacks."""
    for mark, missing in MISSING.items():
        if item.get_closest_marker(mark) is None or (reason := missing()) is None:
            continue
        if mark in REQUIRED:
            pytest.fail(f"FINRUBRIC_REQUIRE names {mark}, but {reason}", pytrace=False)
        pytest.skip(reason)


@pytest.fixture(scope="session")
def cluster() -> Generator[Cluster]:
    """A PostgreSQL server of this worker; the test that asks for it carries the mark `postgres`."""
    with started() as running:
        yield running


@pytest.fixture
def postgres_url(cluster: Cluster) -> Generator[str]:
    """A database of today's schema on that server."""
    name = cluster.lend()
    yield cluster.url(name)
    cluster.take_back(name)


@pytest.fixture(params=BOTH)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of today's schema, once of each kind."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return laid(tmp_path)


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def peer_python() -> Path:
    """The Python of an environment that has inspect-ai, which is no requirement of ours."""
    if not PEER_PYTHON:
        pytest.skip("FINRUBRIC_PEER_PYTHON names no Python of an environment with inspect-ai")
    return Path(PEER_PYTHON)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The project's shared folder; the test that asks for it carries the mark `shared`."""
    return SHARED
