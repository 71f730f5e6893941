"""A profile is taken by packaged name or from a folder, strictly."""

from pathlib import Path

import pytest

from contracts.errors import InputError
from contracts.feature import ConventionKind
from principles.kinds import load_kinds
from principles.profiles import load_profile, packaged_profiles, parse_profile

GOOD = 'name = "house"\ntitle = "House standard"\n'


def folder(tmp_path: Path, text: str) -> Path:
    (tmp_path / "profile.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_every_packaged_profile_loads_under_its_name() -> None:
    assert "default" in packaged_profiles()
    for name in packaged_profiles():
        loaded = load_profile(name)
        assert loaded.profile.name == name
        assert parse_profile(loaded.data) == loaded.profile


def test_the_default_profile_splits_in_whole_points_and_decides_little() -> None:
    profile = load_profile("default").profile
    assert profile.point_step == 100
    assert profile.leave_out == ()
    assert set(profile.conventions) == {ConventionKind.ROUNDING, ConventionKind.FISCAL_BASIS}
    readings = {r.kind: {x.id for x in r.readings} for r in load_kinds().catalogue.kinds}
    for kind, reading in profile.conventions.items():
        assert reading in readings[kind]


def test_a_folder_gives_its_own_profile(tmp_path: Path) -> None:
    text = f'{GOOD}leave_out = ["answer-first"]\n[conventions]\nrounding = "floor"\n'
    loaded = load_profile(folder(tmp_path, text))
    assert loaded.data == text.encode()
    assert loaded.profile.conventions == {ConventionKind.ROUNDING: "floor"}
    assert load_profile(str(tmp_path)) == loaded


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("max_row = 3", "key max_row"),
        ('max_rows = "3"', "key max_rows"),
        ("max_rows = 0", "key max_rows"),
        ("max_rows = 3\nmax_rows = 4", "key max_rows"),
        ('name = "twice"', "key name"),
        ('zone = "Mars/Olympus"', "key zone"),
        ('leave_out = ["answer-last"]', "key leave_out: answer-last"),
        ('[conventions]\nrounding = "sideways"', "key conventions.rounding: sideways"),
        ('[conventions]\nother = "half_up"', r"key conventions.other: half_up .*\(none\)"),
        ('[conventions]\nroundings = "half_up"', "key conventions.roundings"),
        ("[conventions]\nrounding = 1", "key conventions.rounding"),
    ],
)
def test_a_faulty_profile_is_refused_by_file_and_key(tmp_path: Path, extra: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        _ = load_profile(folder(tmp_path, GOOD + extra + "\n"))
    assert str(caught.value).startswith(str(tmp_path / "profile.toml"))


@pytest.mark.parametrize("name", ["missing", "./missing", "", "../default"])
def test_a_profile_that_is_not_there_lists_those_that_are(name: str) -> None:
    with pytest.raises(InputError, match="default"):
        _ = load_profile(name)
