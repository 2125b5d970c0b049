"""Where a replay comes from: a record on disk, or the service over HTTP. No store, no secret."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.keys import GameId, is_game_id
from replays.audit.audit import audit, audit_public
from replays.audit.receipts import receipts_alone
from replays.audit.report import Report
from replays.errors import (
    BadNotation,
    BadReceipts,
    NoSuchReplay,
    NotARecord,
    NotRevealed,
    Quarantined,
    Refused,
    ReplayError,
    Unreachable,
)
from replays.fetch import JSON, fetch, fetch_object, is_address, object_of, send
from replays.notation.exporting import text_of
from replays.notation.importing import imported
from replays.notation.judging import judged
from replays.notation.printing import written
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.page.facts import Facts, facts_of_log, facts_of_record
from replays.receipts import KEYS_PATH, KeyList, is_receipt, read_keys
from replays.record.format import PLY_LIMIT, SIZE_LIMIT, is_hash
from replays.record.read import is_record, parse_strict, read_record
from replays.record.untrusted import Malformed, guarded
from replays.record.write import MEDIA_TYPE
from replays.steps import Recorded, Replay, Step

_AUDIT_SECONDS: Final = 600.0
"""How long a large import is waited for."""

_AGAIN_SECONDS: Final = 1.0
_BLANK: Final = b" \t\r\n"
_OF_DISPUTE: Final = b'{"dispute":"d-'
"""How the record of a dispute begins; that of a game never does."""

_ZIP: Final = b"PK\x03\x04"
"""How the bundle of a dispute begins, which has a record in it."""


@dataclass(frozen=True, slots=True)
class Service:
    """A running service by its address, such as `http://127.0.0.1:8000`.

    NoSuchReplay for a game that it does not have, Unreachable if it is away or answers anything unexpected.
    """

    url: str

    def record(self, game: GameId) -> bytes:
        """The record of `game`; NotRevealed while it runs."""
        return self._get(game, "record", MEDIA_TYPE)

    def events(self, game: GameId) -> list[Json]:
        """Every entry of `game` so far, as objects `{"ply", "public", "digest"}`."""
        found: list[Json] = []
        while page := _page(self._get(game, f"events?after={len(found)}", JSON)):
            found += page
            if len(found) > PLY_LIMIT:
                raise Unreachable("the service sent more entries than a game can have")
        return found

    def left(self, game: GameId) -> list[Json]:
        """The entries of `game` before its damage, as `events` has them; empty where none can be read."""
        try:
            return self.events(game)
        except Quarantined:
            return []

    def position(self, game: GameId, ply: int) -> Json:
        """The view of `game` after entry `ply`, as a spectator may have it."""
        seen = object_of(self._get(game, f"positions/{ply}", JSON)).get("view")
        if not isinstance(seen, dict):
            raise Unreachable("the service sent no position")
        return seen

    def receipts(self, game: GameId) -> list[Any]:
        """The receipts that the log of `game` contradicts, each before the receipt of what the log holds."""
        try:
            found = parse(self._get(game, "receipts", JSON))
        except ValueError:
            found = None
        if not isinstance(found, list):
            raise Unreachable("the service sent something that is not a list of receipts")
        return found

    def disputes(self, game: GameId) -> Json:
        """The answer of the service that lists the disputes about `game`; see `replays.disputes.listed`."""
        return object_of(self._get(game, "disputes", JSON))

    def _get(self, game: GameId, what: str, accept: str) -> bytes:
        try:
            return fetch(f"{self.url.rstrip('/')}/v1/games/{game}/{what}", accept)
        except Refused as refusal:
            raise _refused(game, refusal) from None


def _refused(game: GameId, refusal: Refused) -> ReplayError:
    if refusal.code == "not_before_end":
        return NotRevealed(f"{game} has no record yet: it is not over, or its deck is being played elsewhere")
    if refusal.code == "quarantined":
        return Quarantined(refusal.status, refusal.code, refusal.detail)
    if refusal.status == 404:
        return NoSuchReplay(f"the service has no game {game}")
    return refusal


def _page(body: bytes) -> list[Json]:
    page = object_of(body).get("events")
    if not isinstance(page, list) or not all(_is_entry(one) for one in page):
        raise Unreachable("the service sent something that is not a page of a log")
    return page


def _is_entry(one: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(public := one.get("public"), dict):
        return False
    return is_hash(one.get("digest")) and isinstance(public.get("events"), list)


class Live:
    """The replay of a game that still runs, as a spectator may see it.

    `events` are its entries so far, `position` fetches the view after a ply when it is asked for.
    """

    def __init__(self, events: list[Json], position: Callable[[int], Json]) -> None:
        self._events = events
        self._position = position
        self._seen: dict[int, Json] = {}

    @property
    def plies(self) -> int:
        """How many entries there were when it was asked for."""
        return len(self._events)

    def step(self, ply: int) -> Step:
        """The step at `ply`; Unreachable where the service does not show it."""
        centre = _centre(self._view(ply - 1)) if ply > 1 else None
        events: list[Json] = [
            one for one in self._events[ply - 1]["public"]["events"] if isinstance(one, dict)
        ]
        return Step(ply, self.plies, events, self._view(ply), centre)

    def _view(self, ply: int) -> Json:
        if ply not in self._seen:
            self._seen[ply] = self._position(ply)
        return self._seen[ply]


def _centre(seen: Mapping[str, Any]) -> str | None:
    centre = seen.get("centre")
    card = centre.get("card") if isinstance(centre, dict) else None
    return card if isinstance(card, str) else None


def record_of(game: str, url: str) -> bytes:
    """The record of a game id, from the service at `url`; the bytes are not yet checked."""
    return Service(url).record(_game(game))


def record_at(name: str, url: str) -> bytes:
    """The bytes of the record that a file or a game id names.

    NotRevealed for a text that has none, NotARecord for a file of another kind.
    """
    data = _file(name)
    if data is None:
        return record_of(name, url)
    if not is_text(name):
        return _recorded(name, data)
    made = imported(_text(data)).record
    if made is None:
        raise NotRevealed("a text without the key of the game, or without its end, has no record")
    return made


def brought(file: str, url: str) -> Json:
    """What the service at `url` says of the game in `file`, which is sent to it to be kept.

    A large one is audited there by a worker, which is waited for.
    """
    data, imports = _given(file), f"{url.rstrip('/')}/v1/imports"
    told = send(imports, data, TEXT if is_text(file) else MEDIA_TYPE)
    ends = monotonic() + _AUDIT_SECONDS
    while "stage" in told:
        if monotonic() > ends:
            raise Unreachable(
                f"no worker of the service has audited it; ask again at {imports}/{told['import']}"
            )
        sleep(_AGAIN_SECONDS)
        told = fetch_object(f"{imports}/{told['import']}")
    if not isinstance(told.get("report"), dict):
        raise Unreachable("the service sent something that is not what it has kept")
    return told


def replay_of(name: str, url: str, seat: int | None = None) -> Replay:
    """The replay of a file or a game id, with all cards open or as `seat` (from 0) saw it.

    A game that still runs is shown as any spectator sees it. BadRecord for a file that is no record,
    BadNotation for one in the notation (`.txt`) that tells no game.
    """
    if (data := _file(name)) is not None:
        return Recorded(imported(_text(data)).entries if is_text(name) else read_record(data).entries, seat)
    service, game = Service(url), _game(name)
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
    """The audit, made here, of a file or of a game id, and what is claimed there; of a game that still runs,
    of what is public.

    `parent` names the record of the game that a fork comes from, a file or a game id too; of a fork that a
    service has it is asked for there. `keys` and `receipts` as in `audit`; a service is asked for the
    receipts that its log contradicts, too.
    """
    before = None if parent is None else record_at(parent, url)
    if (data := _file(name)) is not None:
        if is_text(name):
            return _on_text(_text(data), before, keys, receipts)
        if (alone := _receipts_alone(data)) is not None:
            return receipts_alone([*alone, *receipts], keys), Facts()
        return audit(_recorded(name, data), before, keys, receipts), facts_of_record(data)
    service, game = Service(url), _game(name)
    try:
        record = service.record(game)
    except NotRevealed:
        entries = service.events(game)
        publics = (one["public"] for one in entries)
        return audit_public(*_halves(entries), keys, _all(receipts, service, game)), facts_of_log(publics)
    except Quarantined:
        return _on_damage(service, game, keys, receipts)
    facts = facts_of_record(record)
    if facts.is_fork and before is None:
        before = _origin(service, record)
    return audit(record, before, keys, _all(receipts, service, game)), facts


def _on_damage(
    service: Service, game: GameId, keys: KeyList | None, receipts: Sequence[Any]
) -> tuple[Report, Facts]:
    """The audit of what `service` can still read of `game`."""
    entries = service.left(game)
    publics = (one["public"] for one in entries)
    given = _all(receipts, service, game) if entries else receipts
    report = audit_public(*_halves(entries), keys, given, len(entries) + 1)
    return replace(report, game=game), replace(facts_of_log(publics), damaged=True)


def _all(receipts: Sequence[Any], service: Service, game: GameId) -> list[Any]:
    """The `receipts` of the caller, and those that the log of `game` contradicts, each once."""
    return [*receipts, *(one for one in service.receipts(game) if one not in receipts)]


def _recorded(name: str, data: bytes) -> bytes:
    """What the file `name` holds, which has something of the record of a game."""
    if data.startswith(_OF_DISPUTE):
        raise Unreachable(
            "this is the record of a dispute, which is proved beside that of its game: audit the bundle"
        )
    if data.startswith(_ZIP) or not is_record(data):
        raise NotARecord(f"{name} is not a record")
    return data


def _receipts_alone(data: bytes) -> list[Any] | None:
    """The receipts in a file that holds nothing else; None for any other file."""
    try:
        found = [_receipt_of(one) for one in _documents(data)]
    except ValueError:
        return None
    return found if found and all(map(is_receipt, found)) else None


def _origin(service: Service, record: bytes) -> bytes | None:
    """The record of the game that a fork names; None if the service does not show it."""
    try:
        first = read_record(record).entries[0]
        return service.record(_game(guarded(lambda: str(parse(first.public)["events"][0]["parent"]["game"]))))
    except (ReplayError, Malformed):
        return None


def _on_text(
    text: str, parent: bytes | None, keys: KeyList | None, receipts: Sequence[Any]
) -> tuple[Report, Facts]:
    """The audit of a game in the notation: of its record, or where it has none, of its moves."""
    told = imported(text)
    if told.record is None:
        return judged(told), facts_of_log(parse(entry.public) for entry in told.entries)
    return audit(told.record, parent, keys, receipts), facts_of_record(told.record)


def keys_at(place: str) -> KeyList:
    """The list of keys in a file or at an address; that of a service where the address names nothing in it.

    BadKeys if it is none.
    """
    if not is_address(place):
        return read_keys(_given(place))
    parts = urlsplit(place)
    return read_keys(fetch(place if parts.path.strip("/") else urljoin(place, KEYS_PATH)))


def receipts_in(name: str) -> list[Any]:
    """The receipts and refusals in a file: one, one a line, or a list; BadReceipts for anything else."""
    data = _given(name)
    try:
        found = _documents(data)
    except ValueError:
        raise BadReceipts(f"{name} holds no receipts: JSON, one a line, or a list of them") from None
    return [_receipt_of(one) for one in found]


def _documents(data: bytes) -> list[Any]:
    """The elements of a list, the one document, or that of each line. Raises ValueError."""
    try:
        whole = parse_strict(data)
    except ValueError:
        return [parse_strict(line) for line in data.split(b"\n") if line.strip(_BLANK)]
    return whole if isinstance(whole, list) else [whole]


def _receipt_of(said: Any) -> Any:
    """A receipt or a refusal itself, or the one in an answer of the service."""
    given = [said.get(name) for name in ("receipt", "refusal")] if isinstance(said, dict) else []
    return next((one for one in given if isinstance(one, dict)), said)


def _given(name: str) -> bytes:
    data = _file(name)
    if data is None:
        raise NoSuchReplay(f"there is no file {name}")
    return data


def is_text(name: str) -> bool:
    """Whether a file of this name holds a game in the notation."""
    return name.lower().endswith(".txt")


def text_of_record(data: bytes) -> str:
    """A record in the notation; BadRecord where it is none."""
    found = read_record(data)
    return written(text_of(found.entries, found.proof))


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise BadNotation(line, 1, "the text is not in UTF-8") from None


def _halves(entries: list[Json]) -> tuple[Iterator[bytes], Iterator[bytes]]:
    publics = (_canonical(one["public"]) for one in entries)
    return publics, (bytes.fromhex(one["digest"]) for one in entries)


def _canonical(public: Json) -> bytes:
    try:
        return canonical(public)
    except (ValueError, RecursionError):
        return b""  # no entry, which the audit says


def _game(name: str) -> GameId:
    if not is_game_id(name):
        raise NoSuchReplay(f"there is no file {name}, and it is not the id of a game")
    return name


def _file(name: str) -> bytes | None:
    """The bytes of the file `name`, one more than a record may have at most; None without such a file."""
    path = Path(name)
    try:
        if not path.exists():
            return None
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as problem:
        raise Unreachable(f"the file cannot be read: {problem}") from None
