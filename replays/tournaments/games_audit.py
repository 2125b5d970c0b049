"""Audit of a tournament and all its games, from files or from a service."""

from pathlib import Path
from typing import Final

from app.i18n import Message
from app.store.keys import GameId
from replays.audit.audit import audit
from replays.audit.report import Report
from replays.record.errors import NotRevealed, ReplayError, RequestRefused, Unreachable
from replays.record.fetch import fetch
from replays.record.format import SIZE_LIMIT
from replays.record.receipts import KeyList
from replays.record.write import MEDIA_TYPE
from replays.report.remote_service import RemoteService
from replays.tournaments.audit import GameRecord, audit_tournament

_ENDINGS: Final = (".jsonl", ".record")


def audited(
    name: str, url: str, keys: KeyList | None, folder: str | None
) -> tuple[Report, tuple[Report, ...]]:
    """Return the audit of a tournament, and those of its available games.

    The record of an id comes from the service at `url`, as do those of its games and the receipts that their
    logs contradict. The records of a file's games are in `folder`, in files named by the ids of the games;
    without a folder none is available, and the report says so.
    """
    path, audits = Path(name), list[Report]()
    is_file = path.is_file()
    records = _in(folder) if folder else _nowhere if is_file else _at(url)
    service = None if is_file else RemoteService(url)

    def record(game: str) -> bytes | None:
        data = records(game)
        if data is not None:
            receipts = service.receipts(GameId(game)) if service else ()
            audits.append(audit(data, keys=keys, receipts=receipts))
        return data

    data = _read(path) if is_file else _fetched(name, url)
    return audit_tournament(data, keys, record), tuple(audits)


def _nowhere(game: str) -> None:
    """Return None: no record is available."""


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as problem:
        raise Unreachable(Message("the file cannot be read: {reason}").filled(reason=problem)) from None


def _in(folder: str) -> GameRecord:
    """Return a reader of the records in a folder."""

    def record(game: str) -> bytes | None:
        for ending in _ENDINGS:
            path = Path(folder, f"{game}{ending}")
            if path.is_file():
                return _read(path)
        return None

    return record


def _at(url: str) -> GameRecord:
    """Return a reader of the records of a service; None for a record that it does not have."""
    service = RemoteService(url)

    def record(game: str) -> bytes | None:
        try:
            return fetch(f"{service.url.rstrip('/')}/v1/games/{game}/record", MEDIA_TYPE)
        except RequestRefused:
            return None

    return record


def _fetched(name: str, url: str) -> bytes:
    try:
        return fetch(f"{url.rstrip('/')}/v1/tournaments/{name}/record", MEDIA_TYPE)
    except NotRevealed:
        raise NotRevealed(Message("{name} is not over, so it has no record yet").filled(name=name)) from None
    except RequestRefused as refusal:
        if refusal.status == 404:
            raise ReplayError(Message("the service has no tournament {name}").filled(name=name)) from None
        raise
