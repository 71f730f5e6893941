"""The egress policy that comes with finrubric, and policies that are refused."""

import pytest

from contracts.contract import Json
from contracts.errors import InputError
from sandboxes.egress import load_egress, parse_egress


def _policy(hosts: str, *, more: str = "") -> bytes:
    return f'version = 1\n{more}\n[[group]]\nreason = "r"\nhosts = [{hosts}]\n'.encode()


def test_own_policy_names_where_benchmarks_lie() -> None:
    egress = load_egress()
    hosts = [blocked.host for blocked in egress.hosts]
    assert hosts == sorted(set(hosts))
    assert {"huggingface.co", "hf.space", "github.com", "kaggle.com", "arxiv.org"} <= set(hosts)
    assert parse_egress(egress.data) == egress


def test_own_policy_leaves_primary_sources_and_web_archives_open() -> None:
    hosts = tuple(blocked.host for blocked in load_egress().hosts)
    for needed in ("www.sec.gov", "data.sec.gov", "fred.stlouisfed.org", "web.archive.org"):
        assert not any(needed == host or needed.endswith(f".{host}") for host in hosts)


def test_own_policy_has_every_name_of_an_archive_that_hides_whose_page_it_shows() -> None:
    hosts = {blocked.host for blocked in load_egress().hosts}
    assert {f"archive.{end}" for end in ("fo", "is", "li", "md", "ph", "today", "vn")} <= hosts


def test_hosts_are_sorted_and_keep_their_reason() -> None:
    egress = parse_egress(_policy('"b.example", "a.example"'))
    assert [(found.host, found.reason) for found in egress.hosts] == [
        ("a.example", "r"),
        ("b.example", "r"),
    ]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"version = ", "cannot be read"),
        (b"\xff", "cannot be read"),
        (_policy('"a.example"', more="day = 2026-01-01"), "cannot be read"),
        (_policy('"a.example"').replace(b"= 1", b"= 2"), "version"),
        (_policy('"a.example"', more="extra = 1"), "extra"),
        (_policy('"A.example"'), "host"),
        (_policy('"https://a.example"'), "host"),
        (_policy('"example"'), "host"),
        (_policy("1"), "hosts"),
        (_policy('"a.example", "a.example"'), "already covered"),
        (_policy('"www.a.example", "a.example"'), "already covered by 'a.example'"),
    ],
)
def test_faulty_policies_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_egress(data)


def test_a_name_that_only_ends_alike_is_another_host() -> None:
    found: Json = [host.host for host in parse_egress(_policy('"a.example", "ba.example"')).hosts]
    assert found == ["a.example", "ba.example"]
