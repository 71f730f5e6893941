"""The one way in: what the guard refuses, what strict mode refuses, stamped files, hashes."""

import time
import unicodedata
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import contract
from contracts.contract import (
    MAX_BYTES,
    MAX_DEPTH,
    Contract,
    Header,
    Json,
    Stamped,
    Text,
    Words,
    canonical,
    fingerprint,
    guard,
    parse_contract,
    parse_stamped,
    pointer_token,
    sha256_of,
)
from contracts.errors import ContractError, InputError


class Toy(Contract):
    """The second version of a toy contract: `size` was called `length` before."""

    contract_name = "toy"
    contract_version = 3

    size: int
    name: Words = "x"


class Every(Contract):
    flag: bool = True
    count: int = 0
    share: float = 0.5
    day: date = date(2026, 1, 9)
    text: Text = ""
    members: tuple[Words, ...] = ()


class Mapped(Contract):
    values: dict[str, str] = {}  # noqa: RUF012 - a toy
    numbers: tuple[float, ...] = ()


def rename_length(body: dict[str, Json]) -> dict[str, Json]:
    return {"size": body["length"]}


def keep(body: dict[str, Json]) -> dict[str, Json]:
    return body


@pytest.fixture
def upgraders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "UPGRADERS", {("toy", 1): rename_length, ("toy", 2): keep})


def code_of(data: bytes, model: type[Contract] = Every) -> str:
    with pytest.raises(ContractError) as caught:
        parse_contract(data, model)
    return caught.value.code


REFUSED = {
    "empty": (b"", "not-json"),
    "blank": (b"  \n", "not-json"),
    "duplicate key": (b'{"count":1,"count":1}', "duplicate-key"),
    "duplicate by escape": (b'{"count":1,"\\u0063ount":1}', "duplicate-key"),
    "duplicate deep down": (b'{"members":[{"a":1,"a":2}]}', "duplicate-key"),
    "NaN": (b'{"share":NaN}', "not-finite"),
    "Infinity": (b'{"share":Infinity}', "not-finite"),
    "-Infinity": (b'{"share":-Infinity}', "not-finite"),
    "1e999": (b'{"share":1e999}', "not-finite"),
    "-1e999": (b'{"share":-1e999}', "not-finite"),
    "long integer": (b'{"count":' + b"9" * 5000 + b"}", "integer-too-long"),
    "16 digits with an exponent": (b'{"share":1e15}', "integer-too-long"),
    "21 digits with an exponent": (b'{"share":-9.9e20}', "integer-too-long"),
    "16 digits": (b'{"count":-1234567890123456}', "integer-too-long"),
    "deep arrays": (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "too-deep"),
    "deep objects": (b'{"a":' * 5000 + b"1" + b"}" * 5000, "too-deep"),
    "large": (b" " * (MAX_BYTES + 1), "too-large"),
    "many values": (b"[" + b"1," * 300_000 + b"1]", "too-many-values"),
    "byte order mark": (b'\xef\xbb\xbf{"count":1}', "byte-order-mark"),
    "UTF-16": ('{"count":1}'.encode("utf-16"), "not-utf-8"),
    "UTF-16 without mark": ('{"count":1}'.encode("utf-16-le"), "not-json"),
    "cp1252": (b'{"text":"\x93a\x94"}', "not-utf-8"),
    "lone surrogate": (b'{"text":"\\ud800"}', "control-character"),
    "surrogate in a key": (b'{"\\udfff":1}', "control-character"),
    "encoded surrogate": (b'{"text":"\xed\xa0\x80"}', "not-utf-8"),
    "NUL escape": (b'{"text":"a\\u0000"}', "control-character"),
    "NUL in an array": (b'{"members":["\\u0000"]}', "control-character"),
    "raw NUL": (b'{"text":"a\x00"}', "not-json"),
    "escape character": (b'{"text":"\\u001b[31m"}', "control-character"),
    "raw newline": (b'{"text":"a\nb"}', "not-json"),
    "trailing comma": (b'{"count":1,}', "not-json"),
    "comment": (b'{"count":1} // one', "not-json"),
    "two documents": (b'{"count":1}{"count":2}', "not-json"),
    "single quotes": (b"{'count':1}", "not-json"),
    "unclosed": (b'{"count":1', "not-json"),
    "leading zero": (b'{"count":017}', "not-json"),
    "leading plus": (b'{"count":+1}', "not-json"),
    "underscore": (b'{"count":1_000}', "not-json"),
    "Arabic digits": ('{"count":\u0661}'.encode(), "not-json"),
    "top-level number": (b"3", "model_type"),
    "top-level null": (b"null", "model_type"),
    "top-level text": (b'"count"', "model_type"),
    "top-level array": (b"[]", "model_type"),
    "extra key": (b'{"colour":"red"}', "extra_forbidden"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_guard_corpus_is_refused_with_its_code(case: str) -> None:
    data, code = REFUSED[case]
    assert code_of(data) == code


NOT_COERCED = {
    "text for a number": (b'{"count":"33"}', "int_type"),
    "bool for a number": (b'{"count":true}', "int_type"),
    "whole float for an integer": (b'{"count":33.0}', "int_type"),
    "exponent for an integer": (b'{"count":1e2}', "int_type"),
    "number for a bool": (b'{"flag":1}', "bool_type"),
    "word for a bool": (b'{"flag":"no"}', "bool_type"),
    "text for a float": (b'{"share":"0.5"}', "float_type"),
    "bool for a float": (b'{"share":true}', "float_type"),
    "number for text": (b'{"text":1}', "string_type"),
    "null for text": (b'{"text":null}', "string_type"),
    "seconds for a date": (b'{"day":1767916800}', "date_type"),
    "compact date": (b'{"day":"20260109"}', "date_parsing"),
    "week date": (b'{"day":"2026-W02-5"}', "date_parsing"),
    "no such day": (b'{"day":"2026-02-30"}', "date_parsing"),
    "datetime for a date": (b'{"day":"2026-01-09T00:00:00"}', "date_parsing"),
    "text for an array": (b'{"members":"ab"}', "tuple_type"),
    "object for an array": (b'{"members":{"0":"a"}}', "tuple_type"),
    "blank words": (b'{"members":[" \\t"]}', "string_pattern_mismatch"),
    "empty words": (b'{"members":[""]}', "string_too_short"),
}


@pytest.mark.parametrize("case", NOT_COERCED)
def test_strict_mode_coerces_nothing(case: str) -> None:
    data, code = NOT_COERCED[case]
    assert code_of(data) == code


def test_text_is_bounded() -> None:
    assert code_of(b'{"text":"' + b"a" * 20_001 + b'"}') == "string_too_long"


@pytest.mark.parametrize("text", ["a\x00", "\x1b", "\x7f", "\ud800"])
def test_text_is_clean_also_when_made_in_python(text: str) -> None:
    with pytest.raises(ValueError, match=r"string|surrogate"):
        Every(text=text)


def test_text_keeps_tabs_newlines_and_every_script() -> None:
    text = "a\tb\r\nc \u05d0 \U0001f468\u200d\U0001f469 {x} {{7*7}}"
    assert parse_contract(canonical(Every(text=text)), Every).text == text


def test_all_faults_are_reported_with_pointers() -> None:
    data = b'{"count":"1","members":["a",2],"a/b~c":1}'
    with pytest.raises(ContractError) as caught:
        parse_contract(data, Every)
    assert {fault.pointer for fault in caught.value.faults} == {"/count", "/members/1", "/a~1b~0c"}
    assert "Every: " in str(caught.value)
    assert "[int_type]" in repr(caught.value.faults[0])
    assert isinstance(caught.value, InputError)
    assert caught.value.exit_code == 2


def test_a_fault_never_repeats_the_input() -> None:
    with pytest.raises(ContractError) as caught:
        parse_contract(b'{"count":"sk-secret"}', Every)
    assert "sk-secret" not in str(caught.value)


def test_guard_faults_name_their_place() -> None:
    with pytest.raises(ContractError) as caught:
        guard(b'{"a":[{"b/c":"\\u0000"}],"\\u0001":{}}', "x")
    pointers = [fault.pointer for fault in caught.value.faults]
    assert pointers == ["/\x01", "/a/0/b~1c"]


def test_a_long_key_is_cut_in_the_message() -> None:
    key = b"k" * 100_000
    with pytest.raises(ContractError) as caught:
        guard(b'{"' + key + b'":1,"' + key + b'":1}', "x")
    assert len(str(caught.value)) < 300


def test_guard_returns_the_document() -> None:
    data = b'{"a":[1,-2.5,true,null,"\\n"],"b":{"[":"]}"}}'
    assert guard(data, "x") == {"a": [1, -2.5, True, None, "\n"], "b": {"[": "]}"}}


def test_the_deepest_document_allowed_is_read() -> None:
    assert guard(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, "x")
    assert guard(b"[" + b"[]," * 5000 + b"[]]", "x")


HOSTILE = {
    "open string of escaped quotes": b'"' + b'\\"' * 2_400_000,
    "open string of backslashes": b'"' + b"\\\\" * 2_400_000,
    "many strings": b'"a' * 2_400_000,
    "open brackets": b"[" * 4_900_000,
    "closing brackets": b"]" * 4_900_000,
    "one long number": b"1" * 4_900_000,
    "one long fraction": b"0." + b"1" * 4_900_000,
    "faulty members": b'{"members":[' + b"1," * 150_000 + b"1]}",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_bytes_never_hang(case: str) -> None:
    begin = time.process_time()
    code_of(HOSTILE[case])
    assert time.process_time() - begin < 20, "CPU seconds, which other processes do not add to"


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(ContractError):
        assert parse_contract(data, Every).contract_version == 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_survives_or_is_refused(key: str, text: str) -> None:
    try:
        body = Mapped(values={key: text})
    except ValueError:
        return
    if any(unicodedata.category(mark) == "Cc" for mark in key + text):
        return
    assert parse_contract(canonical(body), Mapped) == body


# --- canonical JSON and fingerprints ----------------------------------------------------------


def test_canonical_sorts_keys_as_rfc_8785_section_3_2_3() -> None:
    values = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    expected = (
        '{"numbers":[],"values":{"\\r":"Carriage Return","1":"One","\u0080":"Control",'
        '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",'
        '"\U0001f600":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}}'
    )
    assert canonical(Mapped(values=values)) == expected.encode()


def test_canonical_escapes_as_rfc_8785_section_3_2_2() -> None:
    body = Mapped(values={"string": "\u20ac$\u000f\nA'\u0042\u0022\u005c\\\"/"})
    assert canonical(body) == (
        '{"numbers":[],"values":{"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}}'.encode()
    )


def test_canonical_numbers_are_those_of_rfc_8785_appendix_b() -> None:
    numbers = (0.0, -0.0, 5e-324, 1.7976931348623157e308, 9007199254740992.0, 1e21, 1e-27, 4.5)
    numbers += (9.999999999999997e22, 1e23, 999999999999999700000.0, 333333333.3333332, 0.002)
    assert canonical(Mapped(numbers=numbers)) == (
        b'{"numbers":[0,0,5e-324,1.7976931348623157e+308,9007199254740992,1e+21,1e-27,4.5,'
        b'9.999999999999997e+22,1e+23,999999999999999700000,333333333.3333332,0.002],"values":{}}'
    )


def test_sha256_is_the_known_one() -> None:
    assert sha256_of(b"abc").startswith("ba7816bf8f01cfea414140de5dae2223")


def stamped(body: str, version: int = 3, run: str = "run-1", name: str = "toy") -> bytes:
    return (
        f'{{"header":{{"contract":"{name}","version":{version},"run":"{run}",'
        f'"producer":"code","inputs":[]}},"body":{body}}}'
    ).encode()


def test_fingerprint_depends_on_the_body_alone() -> None:
    first = parse_stamped(stamped('{"size":1,"name":"a"}'), Toy)
    second = parse_stamped(stamped('{ "name" : "\\u0061", "size":1 }', run="other"), Toy)
    third = parse_stamped(stamped('{"size":2,"name":"a"}'), Toy)
    assert first != second
    assert fingerprint(first.body) == fingerprint(second.body) != fingerprint(third.body)


def test_stamped_file_round_trips() -> None:
    header = Header(
        contract="toy",
        version=3,
        run="r",
        producer="code",
        inputs=(sha256_of(b""), sha256_of(b"a")),
    )
    file = Stamped[Toy](header=header, body=Toy(size=1))
    assert parse_stamped(canonical(file), Toy) == file


# --- stamped files ----------------------------------------------------------------------------


def stamped_code(data: bytes) -> str:
    with pytest.raises(ContractError) as caught:
        parse_stamped(data, Toy)
    return caught.value.code


@pytest.mark.usefixtures("upgraders")
def test_an_older_body_is_lifted_step_by_step() -> None:
    found = parse_stamped(stamped('{"length":7}', version=1), Toy)
    assert found.body == Toy(size=7)
    assert found.header.version == 3
    assert parse_stamped(stamped('{"size":8}', version=2), Toy).body == Toy(size=8)


@pytest.mark.usefixtures("upgraders")
def test_a_lifted_body_is_validated_too() -> None:
    assert stamped_code(stamped('{"length":"7"}', version=1)) == "int_type"


def test_an_older_body_without_upgrader_is_refused() -> None:
    assert stamped_code(stamped('{"length":7}', version=1)) == "no-upgrader"
    assert stamped_code(stamped('{"length":7}', version=-(10**14))) == "no-upgrader"


def test_a_newer_version_is_refused_with_advice() -> None:
    with pytest.raises(ContractError, match="update finrubric") as caught:
        parse_stamped(stamped('{"size":1}', version=4), Toy)
    assert (caught.value.code, caught.value.pointer) == ("newer-version", "/header/version")


def test_another_contract_is_refused() -> None:
    assert stamped_code(stamped('{"size":1}', name="rubric")) == "other-contract"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[]", "not-an-object"),
        (b"3", "not-an-object"),
        (b"{}", "missing"),
        (b'{"header":[]}', "model_type"),
        (stamped('{"size":1}', run="../x"), "string_pattern_mismatch"),
        (stamped('{"size":1}', run="r\\n"), "string_pattern_mismatch"),
        (stamped('{"size":1}', name="").replace(b'"version":3', b'"version":"3"'), "int_type"),
        (stamped("null"), "model_type"),
        (stamped("[]", version=1), "model_type"),
        (stamped('{"size":1,"size":1}'), "duplicate-key"),
        (stamped('{"size":1}').replace(b'"body"', b'"more":1,"body"'), "extra_forbidden"),
        (stamped('{"size":1}').replace(b',"body":{"size":1}', b""), "missing"),
    ],
)
def test_a_faulty_stage_file_is_refused(data: bytes, code: str) -> None:
    assert stamped_code(data) == code


def test_contracts_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Toy(size=1).size = 2


def test_pointer_token_escapes_as_rfc_6901() -> None:
    assert pointer_token("a/b~1") == "a~1b~01"
    assert pointer_token(0) == "0"
