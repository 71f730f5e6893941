"""What a profile brings along is read as strictly as the package's own, by file and key."""

import shutil
from pathlib import Path

import pytest

from contracts.errors import InputError
from contracts.profile import SignOff
from orchestrator.configuration import load_configuration
from principles.profiles import load_profile

PROFILES = Path(__file__).parents[2] / "examples" / "profiles"
BASE = 'name = "desk"\ntitle = "A desk"\n'
TASK = """\
id = "own-task"
title = "A task of the desk"
description = "Do something."
features = ["ratio"]
criteria = [
    { id = "c1", statement = "States the ratio.", principle_ids = ["answer-first"] },
    { id = "c2", statement = "Names the sources.", principle_ids = ["traceable-inputs"] },
    { id = "c3", statement = "Shows the calculation.", principle_ids = ["stated-convention"] },
]
"""
PRINCIPLE = (PROFILES / "house-derived" / "principles" / "derived-is-said.md").read_text("utf-8")


def desk(folder: Path, text: str = "", files: dict[str, str] | None = None) -> Path:
    _ = (folder / "profile.toml").write_text(BASE + text, encoding="utf-8")
    for name, body in (files or {}).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        _ = path.write_text(body, encoding="utf-8")
    return folder


def test_own_principles_and_tasks_stand_beside_the_package_s(tmp_path: Path) -> None:
    own = {"principles/derived-is-said.md": PRINCIPLE, "tasks/own-task.toml": TASK}
    text = (
        'principles = "principles"\nbank = "tasks"\nleave_out = ["series-by-vintage"]\n'
        'leave_out_tasks = ["macro-series-comparison"]\nsign_offs = ["every_rubric"]\n'
    )
    found = load_configuration(desk(tmp_path, text, own))
    principles = [item.principle.id for item in found.principles]
    tasks = [item.task.id for item in found.tasks]
    assert (len(principles), principles) == (24, sorted(principles))
    assert (len(tasks), tasks) == (16, sorted(tasks))
    assert "derived-is-said" in principles
    assert "series-by-vintage" not in principles
    assert "own-task" in tasks
    assert "macro-series-comparison" not in tasks
    assert found.loaded.profile.sign_offs == (SignOff.EVERY_RUBRIC,)


@pytest.mark.parametrize("name", ["house", "house-derived"])
def test_the_example_profiles_hold(name: str) -> None:
    assert load_configuration(PROFILES / name).loaded.profile.name == name


def test_the_example_profiles_differ_in_one_principle() -> None:
    one, other = (load_configuration(PROFILES / name) for name in ("house", "house-derived"))
    more = {item.name for item in other.principles} ^ {item.name for item in one.principles}
    assert more == {"derived-is-said.md"}
    assert one.tasks == other.tasks
    own = {"name": "x", "title": "x", "principles": None}
    assert one.loaded.profile.model_copy(update=own) == other.loaded.profile.model_copy(update=own)


@pytest.mark.parametrize(
    ("text", "files", "said"),
    [
        ('principles = "../other"', {}, "profile.toml: key principles"),
        ('principles = "none"', {}, "profile.toml: key principles: .*none is no folder"),
        ('bank = "none"', {}, "profile.toml: key bank: .*none is no folder"),
        ('principles = "own"', {"own/a.txt": "x"}, "own/a.txt: is no .md file"),
        ("", {"principles/derived-is-said.md": PRINCIPLE}, "folder .*principles is there"),
        ("", {"bank/own-task.toml": TASK}, "folder .*bank is there and unused"),
        (
            'principles = "own"',
            {"own/answer-first.md": PRINCIPLE},
            "own/answer-first.md: the library has",
        ),
        (
            'principles = "own"',
            {"own/other.md": PRINCIPLE},
            "own: other.md: key id: derived-is-said must be",
        ),
        ('bank = "own"', {"own/credit-report.toml": TASK}, "own/credit-report.toml: the bank has"),
        ('bank = "own"', {"own/task.toml": TASK}, "own: task.toml: key id: own-task must be"),
        (
            'bank = "own"',
            {"own/own-task.toml": TASK.replace("answer-first", "be-nice")},
            "key bank: own-task.toml c1 .unknown-principle. principle 'be-nice'",
        ),
        (
            'bank = "own"',
            {"own/own-task.toml": TASK.replace("the ratio.", "it if known.")},
            "key bank: own-task.toml c1 .condition. 'if'",
        ),
        (
            'leave_out = ["claims-by-rank", "claims-by-rank"]',
            {},
            "leave_out: claims-by-rank stands",
        ),
        ('leave_out = ["attributed-claims"]', {}, "key leave_out: without attributed-claims"),
        ('leave_out_tasks = ["no-task"]', {}, "key leave_out_tasks: no-task is not a task"),
        ('sign_offs = ["somebody"]', {}, "key sign_offs"),
        ('blocked_hosts = ["https://a.example/"]', {}, "key blocked_hosts.0: 'https://a.example/'"),
        ('blocked_hosts = ["A.example"]', {}, "key blocked_hosts.0: 'A.example' is no host name"),
        ('[tolerances]\nwidest = "1"', {}, "key tolerances.widest"),
        ("[tolerances]\nwidest_percent = 0.5", {}, "key tolerances.widest_percent: a number with"),
        ('[tolerances]\nwidest_percent = "101"', {}, "key tolerances.widest_percent"),
        ('[definitions]\n"Free Cash" = "x"', {}, "key definitions.Free Cash"),
    ],
)
def test_a_fault_is_refused_by_file_and_key(
    tmp_path: Path, text: str, files: dict[str, str], said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        _ = load_configuration(desk(tmp_path, text + "\n", files))
    assert str(caught.value).startswith(str(tmp_path))


def test_a_packaged_name_is_refused_for_a_folder(tmp_path: Path) -> None:
    _ = (tmp_path / "profile.toml").write_text(BASE.replace("desk", "default"), encoding="utf-8")
    with pytest.raises(InputError, match="key name: default is a packaged profile"):
        _ = load_profile(tmp_path)


@pytest.mark.parametrize("linked", ["profile.toml", "principles", "principles/derived-is-said.md"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, linked: str) -> None:
    folder = Path(shutil.copytree(PROFILES / "house-derived", tmp_path / "desk"))
    moved = (folder / linked).rename(tmp_path / "elsewhere")
    (folder / linked).symlink_to(moved)
    with pytest.raises(InputError, match=r"symbolic link|no folder of this profile"):
        _ = load_configuration(folder)
