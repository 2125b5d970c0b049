"""Audit of a tournament and all its games, from files or from a service."""

from typing import Final

from app.i18n import Message
from app.store.keys import GameId
from replays.audit.audit import audit
from replays.audit.report import Report
from replays.record.errors import NotRevealed, ReplayError, RequestRefused
from replays.record.fetch import fetch
from replays.record.receipts import KeyList
from replays.record.write import MEDIA_TYPE
from replays.report.remote_service import RemoteService
from replays.report.source import file_bytes
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
    audits, data = list[Report](), file_bytes(name)
    records = _in(folder) if folder else _at(url) if data is None else _nowhere
    service = RemoteService(url) if data is None else None

    def record(game: str) -> bytes | None:
        game_record = records(game)
        if game_record is not None:
            receipts = service.receipts(GameId(game)) if service else ()
            audits.append(audit(game_record, keys=keys, receipts=receipts))
        return game_record

    return audit_tournament(_fetched(name, url) if data is None else data, keys, record), tuple(audits)


def _nowhere(game: str) -> None:
    """Return None: no record is available."""


def _in(folder: str) -> GameRecord:
    """Return a reader of the records in a folder."""

    def record(game: str) -> bytes | None:
        files = (file_bytes(f"{folder}/{game}{ending}") for ending in _ENDINGS)
        return next((data for data in files if data is not None), None)

    return record


def _at(url: str) -> GameRecord:
    """Return a reader of the records of a service; None for a record that it does not have."""

    def record(game: str) -> bytes | None:
        try:
            return fetch(f"{url.rstrip('/')}/v1/games/{game}/record", MEDIA_TYPE)
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
