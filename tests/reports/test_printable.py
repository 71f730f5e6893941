import pytest

from reports.printable import one_line, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, ünïcode 漢字 👩‍🔬", "plain, ünïcode 漢字 👩‍🔬"),
        ("tab\tand\nline", "tab\tand\nline"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b[2J\x1b[H", ""),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x1b]0;never ends", ""),
        ("\x1bPq data\x1b\\x", "x"),
        ("\x9b31mx", "x"),
        ("\x9d0;title\x9cx", "x"),
        ("\x1b(0x", "x"),
        ("\x1b", ""),
        ("a\x00b\x07c\x08d\x7fe\x85f", "abcdef"),
        ("abc\u202edef\u2066ghi\u2069", "abcdefghi"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("tag\U000e0041", "tag"),
        ("line\u2028sep", "linesep"),
        ("lone \ud800", "lone \ufffd"),
    ],
)
def test_printable_takes_out_what_a_terminal_obeys(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown


WITH_JOINER = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


def test_joiners_of_scripts_that_need_them_stay() -> None:
    assert printable(WITH_JOINER) == WITH_JOINER


def test_one_line_has_no_breaks() -> None:
    assert one_line(" a\n\tb\r\nc  d ") == "a b c d"
