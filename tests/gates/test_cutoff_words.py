"""A finding about a date names the cutoff as such, so that nobody takes it for the source's."""

from gates.validator import validate
from tests.builders import texas_input


def test_unverified_date_names_the_cutoff_as_the_cutoff() -> None:
    found = [item for item in validate(texas_input()).findings if item.code == "CUT-unverified"]
    assert found
    for item in found:
        assert item.message.endswith(
            "has a date that nobody verified; the cutoff is 2026-01-09 in America/New_York"
        )
