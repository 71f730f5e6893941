"""Where a run's models come from: a recording, or the live ones of a `finrubric.toml`.

A run's row keeps the source with whole paths (`replay:/…`, `live:/…/finrubric.toml`, or `live:` for
the packaged defaults), so that it is resumed from anywhere.
"""

from collections.abc import Mapping
from pathlib import Path

from agents.model_setup import SETUP_FILE, load_setup, names_of
from contracts.contract import parse_contract
from contracts.errors import InputError
from contracts.recording import Recording

REPLAY = "replay:"
LIVE = "live:"


def source_of(given: str, *, here: Path, option: str = "--models") -> str:
    """The source that `--models` means.

    Args:
        given: `replay:DIR`, `FILE.toml`, or `live`, which is also meant by nothing: the
            `finrubric.toml` in `here`, else the packaged defaults.
        here: where relative paths start.
        option: how messages call it.

    Raises:
        InputError: it means none of them, or what it names is not there.
    """
    if given.startswith((REPLAY, LIVE)):
        kind, _, path = given.partition(":")
        source = f"{kind}:{_whole(path, here)}" if path else given
        check = recording_of if is_replayed(source) else setup_path
        _ = check(source, option=option)
        return source
    if given in ("", "live"):
        own = here.absolute() / SETUP_FILE
        return f"{LIVE}{own}" if own.exists() else LIVE
    if not given.endswith(".toml"):
        msg = (
            f"{option} {given[:80]!r} is not known; use live (the default), the path of a "
            f"{SETUP_FILE}, or replay:DIR to play a recording"
        )
        raise InputError(msg)
    source = f"{LIVE}{_whole(given, here)}"
    _ = setup_path(source, option=option)
    return source


def is_replayed(source: str) -> bool:
    """Whether a recording answers in place of models."""
    return source.startswith(REPLAY)


def recording_of(source: str, *, option: str = "--models") -> Path:
    """The folder of a source that is a recording.

    Raises:
        InputError: it names no folder that is there.
    """
    path = source.removeprefix(REPLAY)
    if not path:
        raise InputError(f"{option} replay: names no folder; write replay:DIR")
    folder = Path(path)
    if not folder.is_dir():
        raise InputError(f"{option}: there is no folder {str(folder)!r}")
    return folder


def setup_path(source: str, *, option: str = "--models") -> Path | None:
    """The file of a source of live models; None for the packaged defaults.

    Raises:
        InputError: there is no such file.
    """
    path = source.removeprefix(LIVE)
    if not path:
        return None
    if not Path(path).is_file():
        raise InputError(f"{option}: there is no file {path!r}")
    return Path(path)


def recording_head(folder: Path) -> Recording | None:
    """The head of a recording, or None where it is gone or of another version."""
    try:
        return parse_contract((folder / "recording.json").read_bytes(), Recording)
    except (OSError, InputError):
        return None


def names_now(source: str) -> Mapping[str, str]:
    """Who would play now, as a lock names it; asks for no key.

    Raises:
        InputError: the recording or the file is gone, or is not usable.
    """
    if not is_replayed(source):
        return names_of(load_setup(setup_path(source)))
    folder = Path(source.removeprefix(REPLAY))
    head = recording_head(folder)
    if head is None:
        raise InputError(f"the recording {folder} is gone or of another version")
    return {family: f"replay/{name}" for family, name in head.families.items()}


def _whole(path: str, here: Path) -> Path:
    return here.absolute() / Path(path).expanduser()
