"""A process killed while its container runs, and one that is told to end."""

from collections.abc import Callable, Generator

import docker
import pytest

from contracts.errors import EnvironmentFault
from tests.orchestrator.crash.bed import KILLED, Bed
from tests.orchestrator.crash.windows import Strike, Window

pytestmark = pytest.mark.docker

Containers = Callable[[int], int]


@pytest.fixture
def containers() -> Generator[Containers]:
    """Count the containers, running or not, of one owner."""
    client = docker.from_env()

    def of(pid: int) -> int:
        filters: dict[str, str | list[str] | bool] = {"label": f"org.finrubric.owner.pid={pid}"}
        return len(client.containers.list(all=True, filters=filters, ignore_removed=True))

    yield of
    client.close()


def test_the_container_of_a_killed_process_is_removed_at_the_next_start(
    bed: Bed, containers: Containers
) -> None:
    data = bed.at("review")
    ended = bed.go(data, Strike("kill", Window.SCRIPT, "review"), sandbox="docker")
    assert ended.status == KILLED, ended.error
    assert containers(ended.pid) == 1
    _ = bed.check_whole(data)
    after = bed.go(data, hours=1, sandbox="docker")
    assert (after.status, after.said) == (0, "accepted"), after.error
    assert (containers(ended.pid), containers(after.pid)) == (0, 0)
    _ = bed.check_finished(data)


def test_a_process_that_is_told_to_end_takes_its_container_along(
    bed: Bed, containers: Containers
) -> None:
    data = bed.at("review")
    ended = bed.go(data, Strike("term", Window.SCRIPT, "review"), sandbox="docker")
    assert ended.status == 10 + EnvironmentFault.exit_code, ended.error
    assert containers(ended.pid) == 0
    bed.finish(data)
