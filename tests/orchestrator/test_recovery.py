"""A blocked run goes on as a human decided: once per decision, at most twice, never by itself."""

import shutil
from importlib import import_module
from pathlib import Path

import pytest

from contracts.contract import canonical, fingerprint, parse_contract, parse_stamped
from contracts.decision import DecisionKind, FindingRef, ReplacedFile
from contracts.errors import DriftError, LockChanged
from contracts.escalation import Reason
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from contracts.source import Corpus, CorpusItem
from orchestrator.deps import Services
from orchestrator.lock import find_all, lock_of
from orchestrator.recovery import Beginning
from orchestrator.runner import advance
from tests.orchestrator.altered import Altered
from tests.orchestrator.candidates import CANDIDATE, REVIEW_TURN, objection
from tests.orchestrator.deciding import decided, open_item
from tests.orchestrator.play import EXAMPLE, RUN, copied_example, played_services
from tests.texas_sources import texas_corpus

GOOD_ROWS = EXAMPLE / "recording" / "bodies" / "rows.json"
CRITIC_TURNS = (REVIEW_TURN, "06-composer-1.json", "07-confirmer-1.json")


@pytest.fixture
def altered(tmp_path: Path) -> Altered:
    """The writer of the first attempt leaves a rationale out, as in the run `exhausted`."""
    altered = Altered(copied_example(tmp_path))
    altered.leave_rationales_out()
    return altered


@pytest.fixture
def data(tmp_path: Path, exhausted: Path) -> Path:
    """Data of a run that waits for a human, the writer's turns being used up."""
    return Path(shutil.copytree(exhausted, tmp_path / "data"))


def _rewrite(altered: Altered, *, activation: int, rows: str = "good.json") -> None:
    if rows == "good.json":
        bodies = altered.example / "recording" / "bodies"
        (bodies / rows).write_bytes(GOOD_ROWS.read_bytes())
    altered.add_turn("writer", 1, {**CANDIDATE, "out/rows.json": rows}, activation=activation)


def _judge_again(altered: Altered, *, activation: int) -> None:
    for name in CRITIC_TURNS:
        altered.copy_turn(name, activation=activation)


def _rubric(data: Path) -> Rubric:
    (path,) = RunPaths(data, RUN).stages.glob("rubric-*")
    return parse_stamped(path.read_bytes(), Rubric).body


async def _stages(services: Services, attempt: int) -> list[tuple[str, str]]:
    rows = await services.journal.rows(RUN)
    return [(row.stage, row.verdict) for row in rows if row.attempt == attempt]


async def test_a_retry_goes_on_at_the_role_that_can_mend_it(data: Path, altered: Altered) -> None:
    _rewrite(altered, activation=101)
    _judge_again(altered, activation=101)
    async with played_services(data, example=altered.example) as services:
        decision = await decided(services, DecisionKind.RETRY, guidance="Say why, in every row.")
        assert await advance(services, RUN) == "accepted"
        second = await _stages(services, 2)
        assert await advance(services, RUN) == "accepted"
        assert await _stages(services, 2) == second
    assert [stage for stage, _ in second] == [
        "recover", "write", "reproduce", "validate", "review", "compose", "gates", "confirm",
        "accept",
    ]  # fmt: skip
    assert second[0] == ("recover", Beginning.WRITE)
    given = RunPaths(data, RUN).work("writer", 2, 101) / "inputs" / "guidance.json"
    assert "Say why, in every row." in given.read_text(encoding="utf-8")
    assert not (RunPaths(data, RUN).work("reviewer", 2, 101) / "inputs" / "guidance.json").exists()
    rubric = _rubric(data)
    assert (rubric.status, rubric.trail.decisions) == ("accepted", (decision,))


async def test_a_source_that_comes_with_a_retry_is_laid_before_the_writer(
    data: Path, altered: Altered
) -> None:
    async with played_services(data, example=altered.example) as services:
        supplied = supplied_by_a_person(services)
        await decided(services, DecisionKind.RETRY, sources=(supplied,))
        with pytest.raises(DriftError, match=r"writer 101\.1: no such turn was recorded"):
            await advance(services, RUN)
    inputs = RunPaths(data, RUN).work("writer", 2, 101) / "inputs"
    corpus = parse_contract((inputs / "corpus.json").read_bytes(), Corpus)
    assert [item for item in corpus.items if item.card.supplied_by == "human"] == [supplied]


def supplied_by_a_person(services: Services) -> CorpusItem:
    """A dated note that a decision brings along."""
    card = texas_corpus().items[0].card
    note = card.model_copy(update={"id": "analyst-note", "supplied_by": "human"})
    return CorpusItem(card=note, snapshot=services.blobs.put(b"Bubba's 33 opened one restaurant."))


@pytest.mark.slow
async def test_the_third_recovery_is_refused(data: Path, altered: Altered) -> None:
    for activation in (101, 201):
        _rewrite(altered, activation=activation, rows="rows.json")
        for turn in (2, 3):
            altered.add_turn("writer", turn, {"out/rows.json": "rows.json"}, activation=activation)
    async with played_services(data, example=altered.example) as services:
        for attempt in (1, 2):
            assert await advance(services, RUN) == "blocked"
            item = await open_item(services)
            assert (item.attempt, item.reason) == (attempt, Reason.TURNS_EXHAUSTED)
            await decided(services, DecisionKind.RETRY)
        assert await advance(services, RUN) == "failed"
        assert await advance(services, RUN) == "failed"
        rows = await services.journal.rows(RUN)
        assert [row.verdict for row in rows if row.stage == "recover"] == ["write", "write"]
        assert rows[-1].counters.attempt == 3


async def test_an_edit_passes_the_same_gates(data: Path, altered: Altered) -> None:
    _judge_again(altered, activation=101)
    async with played_services(data, example=altered.example) as services:
        bad = services.blobs.put((altered.example / "recording/bodies/rows.json").read_bytes())
        await decided(
            services, DecisionKind.EDIT, files=(ReplacedFile(name="rows.json", sha256=bad),)
        )
        assert await advance(services, RUN) == "blocked"
        item = await open_item(services)
        assert (item.attempt, item.stage, item.reason) == (2, "validate", Reason.TURNS_EXHAUSTED)
    assert "writer" not in {path.name.split("-")[0] for path in _work(data, 2)}


def _work(data: Path, attempt: int) -> list[Path]:
    folder = RunPaths(data, RUN).root / "work"
    return [path for path in folder.iterdir() if f"-a{attempt}-" in path.name]


async def test_an_edited_candidate_is_accepted(data: Path, altered: Altered) -> None:
    _judge_again(altered, activation=101)
    async with played_services(data, example=altered.example) as services:
        good = services.blobs.put(GOOD_ROWS.read_bytes())
        await decided(
            services, DecisionKind.EDIT, files=(ReplacedFile(name="rows.json", sha256=good),)
        )
        assert await advance(services, RUN) == "accepted"
    assert not [path for path in _work(data, 2) if path.name.startswith("writer")]
    (rows,) = RunPaths(data, RUN).stages.glob("rows-a2-*")
    assert b'"producer":"human"' in rows.read_bytes()


async def test_a_waiver_closes_what_it_names_and_is_shown(tmp_path: Path, validated: Path) -> None:
    altered = Altered(copied_example(tmp_path))
    altered.loosen()
    altered.edit_body("review.json", objection("material"))
    for activation in (1, 2):
        altered.add_turn("reviser", 1, CANDIDATE, activation=activation)
    for activation in (2, 3):
        altered.copy_turn(REVIEW_TURN, activation=activation)
    for name in CRITIC_TURNS[1:]:
        altered.copy_turn(name, activation=101)
    data = Path(shutil.copytree(validated, tmp_path / "data"))
    async with played_services(data, example=altered.example) as services:
        assert await advance(services, RUN) == "blocked"
        named = FindingRef(code="review-material", pointer="review:F1")
        decision = await decided(services, DecisionKind.WAIVE, waived=(named,))
        status = await advance(services, RUN)
        assert status == "accepted_with_waiver", await open_item(services)
        assert (await _stages(services, 2))[0] == ("recover", Beginning.COMPOSE)
    rubric = _rubric(data)
    assert (rubric.status, rubric.waivers) == ("accepted_with_waiver", (decision,))


async def test_a_rejected_run_stays_rejected(data: Path, altered: Altered) -> None:
    async with played_services(data, example=altered.example) as services:
        await decided(services, DecisionKind.REJECT)
        assert await advance(services, RUN) == "rejected"


async def test_a_returned_item_waits_on(data: Path, altered: Altered) -> None:
    async with played_services(data, example=altered.example) as services:
        await decided(services, DecisionKind.RETURN)
        assert await advance(services, RUN) == "blocked"
        assert (await open_item(services)).attempt == 1


async def test_a_relock_begins_where_the_change_bites(
    data: Path, altered: Altered, monkeypatch: pytest.MonkeyPatch
) -> None:
    _rewrite(altered, activation=101)
    _judge_again(altered, activation=101)
    async with played_services(data, example=altered.example) as services:
        found = find_all("default", services.cast.names())
        changed = tuple(
            item._replace(
                sha256=services.blobs.put(item.data + b"\nMore."), data=item.data + b"\nMore."
            )
            if item.data is not None and item.name.endswith("writer.md")
            else item
            for item in found
        )
        for name in ("orchestrator.runner", "orchestrator.nodes.accept"):
            monkeypatch.setattr(import_module(name), "find_all", lambda *_, web: changed)
        retried = await decided(services, DecisionKind.RETRY)
        with pytest.raises(LockChanged, match=r"writer\.md"):
            await advance(services, RUN)
        item = await open_item(services)
        assert item.id == retried.item
        lock = lock_of(changed)
        await decided(services, DecisionKind.RELOCK, lock=services.blobs.put(canonical(lock)))
        assert await advance(services, RUN) == "accepted"
        assert (await _stages(services, 2))[0] == ("recover", Beginning.WRITE)
        assert (await services.runs.get(RUN)).lock_sha == fingerprint(lock)
