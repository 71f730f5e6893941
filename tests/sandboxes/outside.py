"""An outside world of our own for tests of the way out: a network with one container in it."""

import json
import secrets
import shutil
import tempfile
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Network
from pathlib import Path

import docker
from docker.errors import APIError
from docker.models.networks import Network
from docker.types import IPAMConfig, IPAMPool

from tests.sandboxes.origin import ORIGIN

RANGES = (IPv4Network("198.51.100.0/24"), IPv4Network("203.0.113.0/24"))
"""Set aside for examples, so that rules on private addresses can be in force."""


@dataclass(frozen=True)
class Outside:
    """Where the origin stands."""

    network: str
    address: str
    folder: Path

    def serve(self, pages: Mapping[str, Mapping[str, object]]) -> None:
        """Have these pages served, at every host alike."""
        (self.folder / "pages.json").write_text(json.dumps(pages))

    def names(self) -> frozenset[str]:
        """Every name that was looked up."""
        return frozenset(json.loads((self.folder / "names.json").read_text()))


@contextmanager
def outside_world(site: str = "") -> Generator[Outside]:
    """Open it; `site` is the one host that has a certificate, by `authority.pem` in its folder."""
    client = docker.from_env(timeout=30)
    folder = Path(tempfile.mkdtemp(prefix="finrubric-outside-"))
    folder.chmod(0o777)
    (folder / "pages.json").write_text("{}")
    (folder / "names.json").write_text("{}")
    network, subnet = _network(client)
    address = str(subnet[3])
    container = client.containers.create(
        "finrubric/proxy:current",
        ["python3", "-c", ORIGIN, address, "/outside", site],
        user="0:0",
        network=network.name,
        init=True,
        volumes={str(folder): {"bind": "/outside", "mode": "rw"}},
    )
    try:
        network.disconnect(container)
        network.connect(container, ipv4_address=address)
        container.start()
        for _ in range(100):
            if (folder / "ready").exists():
                break
            time.sleep(0.1)
        else:
            raise TimeoutError(container.logs().decode())
        yield Outside(str(network.name), address, folder)
    finally:
        container.remove(force=True)
        network.remove()
        client.close()
        shutil.rmtree(folder)


def _network(client: docker.DockerClient) -> tuple[Network, IPv4Network]:
    parts = [part for whole in RANGES for part in whole.subnets(new_prefix=28)]
    for _ in range(len(parts)):
        part = secrets.choice(parts)
        ipam = IPAMConfig(pool_configs=[IPAMPool(subnet=str(part))])
        try:
            made = client.networks.create(f"outside-{secrets.token_hex(4)}", ipam=ipam)
        except APIError as error:
            if "overlaps" not in str(error):
                raise
            continue
        return made, part
    raise TimeoutError("no part of the ranges for examples is free")
