"""TOML from people is read strictly."""

import pytest

from contracts.contract import Contract
from contracts.errors import ContractError, InputError
from principles.strict_toml import MAX_BYTES, read_toml


class Part(Contract):
    size: int


class Whole(Contract):
    name: str
    parts: tuple[Part, ...] = ()


def test_good_text_becomes_the_contract() -> None:
    found = read_toml(b'name = "x"\n[[parts]]\nsize = 3\n', "f.toml", Whole)
    assert found == Whole(name="x", parts=(Part(size=3),))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "x"\nname = "y"', "key name"),
        ('name = "x"\nname = "y"\n[[parts]]\nsize = 1\n', r"line 2.*, key name"),
        ('name = "x"\n[extra]\na = 1', "key extra"),
        ("name = 3", "key name"),
        ("", "key name"),
        ('name = "x"\n[[parts]]\nsize = "3"', "key parts.0.size"),
        ('name = "x"\n[[parts]]\nsize = 3.0', "key parts.0.size: a number with a fraction"),
        ('name = "x"\n[[parts]]\nsize = nan', "key parts.0.size: a number with a fraction"),
        ("name = 2026-01-09", "key name: a bare date"),
        ("name = 2026-01-09T10:00:00Z", "key name: a bare date"),
        ("name = 10:00:00", "key name: a bare date or time"),
        ('name = "x"\n[[parts]]\nsize = 12345678901234567890', "16 digits|20 digits"),
        ("name = ", "Invalid value .*, key name"),
        ("name = " + "[" * 20_000, "nested too deep|line 1|end of document"),
        ("#" * (MAX_BYTES + 1), f"at most {MAX_BYTES}"),
    ],
)
def test_bad_text_is_refused_by_file_and_key(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        _ = read_toml(text.encode(), "f.toml", Whole)
    assert str(caught.value).startswith("f.toml: ")
    assert not isinstance(caught.value, ContractError)


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    with pytest.raises(InputError, match=r"f\.toml: byte 8 is not UTF-8"):
        _ = read_toml(b'name = "\xff"', "f.toml", Whole)
