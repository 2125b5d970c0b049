"""Sources of replays and audits: files, or a service over HTTP. They need neither a store nor a secret."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import canonical, parse
from app.store.keys import GameId, is_game_id
from replays.audit.audit import audit, audit_public
from replays.audit.receipts import receipts_alone
from replays.audit.report import Report
from replays.notation.exporting import text_of
from replays.notation.importing import imported, judged
from replays.notation.printing import written
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.errors import (
    BadNotation,
    NotRevealed,
    Quarantined,
    ReplayError,
    Unreachable,
)
from replays.record.fetch import fetch, fetch_object, is_address, send
from replays.record.format import SIZE_LIMIT
from replays.record.read import is_record, read_record
from replays.record.receipts import KEYS_PATH, KeyList, is_receipt, read_keys
from replays.record.untrusted_values import Malformed, guarded, member, parse_strict
from replays.record.write import MEDIA_TYPE
from replays.report.facts import Facts, facts_of_log, facts_of_record
from replays.report.remote_service import RemoteService
from replays.report.steps import Recorded, Replay, Step

_AUDIT_SECONDS: Final = 600.0
"""Time limit of waiting for the audit of a large import."""

_AGAIN_SECONDS: Final = 1.0
_BLANK: Final = b" \t\r\n"
_OF_DISPUTE: Final = b'{"dispute":"d-'
"""First bytes of the record of a dispute; the record of a game has others."""

_ZIP: Final = b"PK\x03\x04"
"""First bytes of the bundle of a dispute."""


class Live:
    """Replay of a running game, as a spectator sees it.

    `events` are its entries so far, `position` fetches the view after a ply.
    """

    def __init__(self, events: list[Json], position: Callable[[int], Json]) -> None:
        self._events = events
        self._position = position
        self._seen: dict[int, Json] = {}

    @property
    def plies(self) -> int:
        """Number of entries at the time of the request."""
        return len(self._events)

    def step(self, ply: int) -> Step:
        """Return the step at `ply`. Raises Unreachable if the service does not show it."""
        centre = _centre(self._view(ply - 1)) if ply > 1 else None
        events: list[Json] = [
            event for event in self._events[ply - 1]["public"]["events"] if isinstance(event, dict)
        ]
        return Step(ply, self.plies, events, self._view(ply), centre)

    def _view(self, ply: int) -> Json:
        if ply not in self._seen:
            self._seen[ply] = self._position(ply)
        return self._seen[ply]


def _centre(seen: Mapping[str, Any]) -> str | None:
    centre = seen.get("centre")
    card = member(centre, "card")
    return card if isinstance(card, str) else None


def record_at(name: str, url: str) -> bytes:
    """Return the bytes of the record of a file or a game id, which are not checked yet.

    Raises NotRevealed for a text without a record, ReplayError for a file of another kind.
    """
    data = file_bytes(name)
    if data is None:
        return RemoteService(url).record(_game(name))
    if not is_text(name):
        return _recorded(name, data)
    record_of_text = imported(_text(data)).record
    if record_of_text is None:
        raise NotRevealed(Message("a text without the key of the game, or without its end, has no record"))
    return record_of_text


def import_file(file: str, url: str) -> Json:
    """Import the game in `file` into the service at `url`, and return its answer.

    The call waits for the worker that audits a large game.
    """
    data, imports = _given(file), f"{url.rstrip('/')}/v1/imports"
    answer = send(imports, data, TEXT if is_text(file) else MEDIA_TYPE)
    ends = monotonic() + _AUDIT_SECONDS
    while "stage" in answer:
        if monotonic() > ends:
            raise Unreachable(
                Message("no worker of the service has audited it; ask again at {address}").filled(
                    address=f"{imports}/{answer['import']}"
                )
            )
        sleep(_AGAIN_SECONDS)
        answer = fetch_object(f"{imports}/{answer['import']}")
    if not isinstance(answer.get("report"), dict):
        raise Unreachable(Message("the service sent something that is not what it has kept"))
    return answer


def replay_of(name: str, url: str, seat: int | None = None) -> Replay:
    """Return the replay of a file or a game id, with all cards open or as `seat` (from 0) saw it.

    A running game is shown as a spectator sees it. Raises BadRecord for an invalid record, BadNotation for an
    invalid text (`.txt`).
    """
    if (data := file_bytes(name)) is not None:
        return Recorded(imported(_text(data)).entries if is_text(name) else read_record(data).entries, seat)
    service, game = RemoteService(url), _game(name)
    try:
        return Recorded(read_record(service.record(game)).entries, seat)
    except (NotRevealed, Quarantined) as refusal:
        entries = service.events(game)
        if seat is not None or not entries:
            raise refusal from None
        return Live(entries, lambda ply: service.position(game, ply))


def report_on(
    name: str,
    url: str,
    parent: str | None = None,
    keys: KeyList | None = None,
    receipts: Sequence[Any] = (),
) -> tuple[Report, Facts]:
    """Audit a file or a game id here; return the report and the claimed facts.

    Of a running game the public part is audited. `parent` names the record of the game that a fork comes
    from, a file or a game id; for a fork of a service it is fetched. `keys` and `receipts` as in `audit`; the
    receipts that a service's log contradicts are fetched and added.
    """
    before = None if parent is None else record_at(parent, url)
    if (data := file_bytes(name)) is not None:
        if is_text(name):
            return _on_text(_text(data), before, keys, receipts)
        if (alone := _receipts_alone(data)) is not None:
            return receipts_alone([*alone, *receipts], keys), Facts()
        return audit(_recorded(name, data), before, keys, receipts), facts_of_record(data)
    service, game = RemoteService(url), _game(name)
    try:
        record = service.record(game)
    except NotRevealed:
        entries = service.events(game)
        publics = (event_object["public"] for event_object in entries)
        return audit_public(*_halves(entries), keys, _all(receipts, service, game)), facts_of_log(publics)
    except Quarantined:
        return _on_damage(service, game, keys, receipts)
    facts = facts_of_record(record)
    if facts.is_fork and before is None:
        before = _origin(service, record)
    return audit(record, before, keys, _all(receipts, service, game)), facts


def _on_damage(
    service: RemoteService, game: GameId, keys: KeyList | None, receipts: Sequence[Any]
) -> tuple[Report, Facts]:
    """Audit the part of a game that the service can still read."""
    entries = service.left(game)
    publics = (event_object["public"] for event_object in entries)
    given = _all(receipts, service, game) if entries else receipts
    report = audit_public(*_halves(entries), keys, given, len(entries) + 1)
    return replace(report, game=game), replace(facts_of_log(publics), damaged=True)


def _all(receipts: Sequence[Any], service: RemoteService, game: GameId) -> list[Any]:
    """Return the caller's `receipts` and those that the log of `game` contradicts, each once."""
    return [*receipts, *(receipt for receipt in service.receipts(game) if receipt not in receipts)]


def _recorded(name: str, data: bytes) -> bytes:
    """Return the content of the file `name` if it may be the record of a game."""
    if data.startswith(_OF_DISPUTE):
        raise Unreachable(
            Message(
                "this is the record of a dispute, which is proved beside that of its game: audit the bundle"
            )
        )
    if data.startswith(_ZIP) or not is_record(data):
        raise ReplayError(Message("{name} is not a record").filled(name=name))
    return data


def _receipts_alone(data: bytes) -> list[Any] | None:
    """Return the receipts in a file that contains nothing else, or None."""
    try:
        receipts = [_receipt_of(document) for document in _documents(data)]
    except ValueError:
        return None
    return receipts if receipts and all(map(is_receipt, receipts)) else None


def _origin(service: RemoteService, record: bytes) -> bytes | None:
    """Return the record of the game that a fork names; None if the service does not show it."""
    try:
        first = read_record(record).entries[0]
        return service.record(_game(guarded(lambda: str(parse(first.public)["events"][0]["parent"]["game"]))))
    except (ReplayError, Malformed):
        return None


def _on_text(
    text: str, parent: bytes | None, keys: KeyList | None, receipts: Sequence[Any]
) -> tuple[Report, Facts]:
    """Audit a game in the notation: its record, or its moves if it has none."""
    game = imported(text)
    if game.record is None:
        return judged(game), facts_of_log(parse(entry.public) for entry in game.entries)
    return audit(game.record, parent, keys, receipts), facts_of_record(game.record)


def keys_at(place: str) -> KeyList:
    """Return the list of keys in a file or at an address, by default the service's well-known address.

    Raises BadKeys.
    """
    if not is_address(place):
        return read_keys(_given(place))
    parts = urlsplit(place)
    return read_keys(fetch(place if parts.path.strip("/") else urljoin(place, KEYS_PATH)))


def receipts_in(name: str) -> list[Any]:
    """Return the receipts and refusals in a file: one, one per line, or a list. Raises ReplayError."""
    data = _given(name)
    try:
        documents = _documents(data)
    except ValueError:
        raise ReplayError(
            Message("{name} holds no receipts: JSON, one a line, or a list of them").filled(name=name)
        ) from None
    return [_receipt_of(document) for document in documents]


def _documents(data: bytes) -> list[Any]:
    """Return the elements of a list, the single document, or that of each line. Raises ValueError."""
    try:
        document = parse_strict(data)
    except ValueError:
        return [parse_strict(line) for line in data.split(b"\n") if line.strip(_BLANK)]
    return document if isinstance(document, list) else [document]


def _receipt_of(document: Any) -> Any:
    """Return a receipt or a refusal, also from within an answer of the service."""
    given = [document.get(name) for name in ("receipt", "refusal")] if isinstance(document, dict) else []
    return next((member for member in given if isinstance(member, dict)), document)


def _given(name: str) -> bytes:
    data = file_bytes(name)
    if data is None:
        raise ReplayError(Message("there is no file {name}").filled(name=name))
    return data


def is_text(name: str) -> bool:
    """Return True if a file of this name contains a game in the notation."""
    return name.lower().endswith(".txt")


def text_of_record(data: bytes) -> str:
    """Return a record in the notation. Raises BadRecord."""
    record = read_record(data)
    return written(text_of(record.entries, record.proof))


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise BadNotation(line, 1, Message("the text is not in UTF-8")) from None


def _halves(entries: list[Json]) -> tuple[Iterator[bytes], Iterator[bytes]]:
    publics = (_canonical(event_object["public"]) for event_object in entries)
    return publics, (bytes.fromhex(event_object["digest"]) for event_object in entries)


def _canonical(public: Json) -> bytes:
    try:
        return canonical(public)
    except (ValueError, RecursionError):
        return b""  # not an entry; the audit reports it


def _game(name: str) -> GameId:
    if not is_game_id(name):
        raise ReplayError(
            Message("there is no file {name}, and it is not the id of a game").filled(name=name)
        )
    return name


def file_bytes(name: str) -> bytes | None:
    """Return the bytes of the file `name`, at most one more than a record may have; None without a file."""
    path = Path(name)
    try:
        if not path.exists():
            return None
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as problem:
        raise Unreachable(Message("the file cannot be read: {reason}").filled(reason=problem)) from None
