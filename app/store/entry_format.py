"""Stored form of entries: compression, decoding, verification of the chain, and upcasters.

The hashed bytes are canonical JSON, and the entries of a game resemble each other. The store deflates them
(RFC 1951), with the id of the log replaced by a NUL, with a preset dictionary: `dictionary.jsonl`, one
typical entry per line, the most frequent last. This halves the size of a game. The first byte is the number
of the dictionary. A dictionary never changes, because every log must stay readable; a better one gets a new
number.

On a read the chain is verified first, then hidden parts are decrypted. `last_of_chain` verifies the public
chain alone, without the service secret or hidden parts.

An event is a JSON object with its name in `type` and its schema version in `v`, 1 when absent. Upcasters
convert a stored event of an older schema on read: a registry maps (name, version) to a function that returns
the event in the next version, and the current version of a name is the one without a function. Entries keep
the stored bytes, and their digests are verified before an event is upcast.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from secrets import token_bytes
from types import MappingProxyType
from typing import Any, Final
from zlib import DEFLATED, compressobj, decompressobj, error

from redis import Redis

from app.store.append_options import HiddenUnder, IdempotencyKey
from app.store.client import Argument, ask
from app.store.encryption import StorageCipher
from app.store.entry import START, At, Entry, Head, HiddenPart, LogPosition, continues, pack, unpack
from app.store.errors import Tampered, UnknownSchema, Unreadable
from app.store.keys import GameId, log_key, state_key


def head_from(fields: Sequence[bytes | None]) -> Head | None:
    """Return the head in the reply {ply, digest, status, deadline}; None if there is no game."""
    ply, digest, status, deadline = fields
    if ply is None or digest is None or status is None:
        return None
    return Head(int(ply), digest, status.decode(), None if deadline is None else int(deadline))


def entries_from(
    cipher: StorageCipher,
    game: GameId,
    after: LogPosition,
    rows: Iterable[Any],
    own: StorageCipher | None = None,
) -> tuple[Entry, ...]:
    """Return the entries in the rows of XRANGE, which must continue the log of `game` from `after`.

    `own` is the cipher of the log's own key, None if it has none: hidden parts under such a key are dropped.

    Raises Tampered with the first ply that does not, and Unreadable with the first whose hidden part cannot
    be decrypted.
    """
    entries = []
    for row in rows:
        entry = _entry(cipher, own, game, row, after)
        entries.append(entry)
        after = entry
    return tuple(entries)


def chained(game: GameId, after: LogPosition, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return the entries in the rows of XRANGE, as `entries_from`, without hidden parts."""
    entries = []
    for row in rows:
        after = _bare(game, after.ply + 1, row, after)
        entries.append(after)
    return tuple(entries)


def is_foreign(
    cipher: StorageCipher, game: GameId, rows: Iterable[Any], own: StorageCipher | None = None
) -> bool:
    """Return whether the rows of XRANGE have hidden parts of which none can be decrypted.

    The ciphers are those of `entries_from`. If one part is decrypted, the log was written under this key, and
    the others are damaged.
    """
    opened = [
        under.opens(game, int(row[0].partition(b"-")[0]), blob)
        for row in rows
        if (part := _sealed(cipher, own, _fields(row)))
        for under, blob in [part]
    ]
    return bool(opened) and not any(opened)


def has_own(rows: Iterable[Any]) -> bool:
    """Return whether the rows of XRANGE have hidden parts under the log's own key."""
    return any(b"o" in row[1][::2] for row in rows)


def _sealed(
    cipher: StorageCipher, own: StorageCipher | None, fields: Mapping[bytes, bytes]
) -> tuple[StorageCipher, bytes] | None:
    """Return the hidden parts of a row with the cipher that decrypts them; None if there are none, or
    no key.
    """
    if b"h" in fields:
        return cipher, fields[b"h"]
    return (own, fields[b"o"]) if own is not None and b"o" in fields else None


def _bare(game: GameId, ply: int, row: Any, after: LogPosition) -> Entry:
    name, fields = row[0], _fields(row)
    bare = Entry(game, ply, _public(game, ply, fields), fields.get(b"d", b""))
    if name != b"%d-0" % ply or not continues(bare, after):
        raise Tampered(game, ply)
    return bare


def _fields(row: Any) -> dict[bytes, bytes]:
    return dict(zip(row[1][::2], row[1][1::2], strict=True))


def _entry(
    cipher: StorageCipher, own: StorageCipher | None, game: GameId, row: Any, after: LogPosition
) -> Entry:
    bare = _bare(game, after.ply + 1, row, after)
    opened = _sealed(cipher, own, _fields(row))
    return bare if opened is None else replace(bare, parts=_parts(opened[0], bare, opened[1]))


def _public(game: GameId, ply: int, fields: Mapping[bytes, bytes]) -> bytes:
    """Return the public part; entries written before compression have it in plain form."""
    if b"z" not in fields:
        return fields.get(b"p", b"")
    try:
        return decompressed(game, fields[b"z"])
    except ValueError as error:
        raise Tampered(game, ply) from error


def _parts(cipher: StorageCipher, entry: Entry, sealed: bytes) -> tuple[HiddenPart, ...]:
    blob = cipher.open(entry.game, entry.ply, sealed)
    try:
        return unpack(blob)
    except ValueError as error:
        raise Unreadable(entry.game, entry.ply) from error


_PLAIN, _FIRST = b"\x00", b"\x01"
_WINDOW_BITS: Final = -13
_MEMORY: Final = 5
_LEVEL: Final = 6
_LARGEST: Final = 1 << 24
"""Longer public parts are stored uncompressed; a stored part that claims to be longer is refused."""

_dictionary = (files("app.store") / "dictionary.jsonl").read_bytes()
# Copying a compressor that has read the dictionary is faster than loading it into a new one.
_deflating = compressobj(_LEVEL, DEFLATED, _WINDOW_BITS, _MEMORY, zdict=_dictionary)
_inflating = decompressobj(_WINDOW_BITS, zdict=_dictionary)


def compressed(log: GameId, public: bytes) -> bytes:
    """Return `public`, of an entry of `log`, in its stored form."""
    if b"\x00" in public or len(public) > _LARGEST:
        return _PLAIN + public
    deflating = _deflating.copy()
    return _FIRST + deflating.compress(public.replace(log.encode(), b"\x00")) + deflating.flush()


def decompressed(log: GameId, stored: bytes) -> bytes:
    """Return the public part of the `stored` form. Raises ValueError if `compressed` did not make it."""
    if stored[:1] == _PLAIN:
        return stored[1:]
    if stored[:1] != _FIRST:
        raise ValueError("unknown form of a public part")
    inflating = _inflating.copy()
    try:
        public = inflating.decompress(stored[1:], _LARGEST)
    except error as wrong:
        raise ValueError("damaged public part") from wrong
    if not inflating.eof or inflating.unused_data:
        raise ValueError("cut public part")
    if len(public) + public.count(b"\x00") * (len(log) - 1) > _LARGEST:
        raise ValueError("endless public part")
    return public.replace(b"\x00", log.encode())


_PAGE: Final = 500


def last_of_chain(redis: Redis, game: GameId) -> LogPosition | None:
    """Return the last place of a stored log, None if the store does not have it.

    Each digest is computed from the public part of its entry. Raises Tampered if the chain breaks or does not
    end at the head of the log.
    """
    head = head_from(ask(redis, ("HMGET", state_key(game), "n", "d", "s", "t")))
    if head is None:
        return None
    place: LogPosition = START
    while rows := ask(redis, ("XRANGE", log_key(game), f"{place.ply + 1}-0", "+", "COUNT", _PAGE)):
        place = chained(game, place, rows)[-1]
    if (place.ply, place.digest) != (head.ply, head.digest):
        raise Tampered(game, min(place.ply + 1, head.ply))
    return At(place.ply, place.digest)


Event = dict[str, Any]
Upcasters = Mapping[tuple[str, int], Callable[[Event], Event]]

NO_UPCASTERS: Final[Upcasters] = MappingProxyType({})


def upcast(event: Event, upcasters: Upcasters = NO_UPCASTERS) -> Event:
    """Return `event` in the current version of its schema; a current event is returned unchanged.

    `upcasters` is the registry. Raises UnknownSchema if the event is newer than the registry knows.
    """
    if not upcasters and "v" not in event:
        return event
    name, version = _schema(event)
    while step := upcasters.get((name, version)):
        event = {**step(event), "v": version + 1}
        name, version = _schema(event)
    if version > current_version(name, upcasters):
        raise UnknownSchema(name, version)
    return event


def current_version(name: str, upcasters: Upcasters = NO_UPCASTERS) -> int:
    """Schema version in which events called `name` are written by this program."""
    return 1 + max((version for known, version in upcasters if known == name), default=0)


def _schema(event: Event) -> tuple[str, int]:
    return event["type"], event.get("v", 1)


_KEY: Final = "k"
_KEY_BYTES: Final = 32
_KEEP, _DROP = "keep", "drop"


class HiddenParts:
    """Hidden parts of the logs in `redis`; `cipher` has the keys of the service.

    A log may have a key of its own, a random text in its head; the key of the service is needed besides. Once
    it is deleted, what it encrypted is lost wherever it is stored: in the entries, in their copies, on
    replicas. The chain has the seals of these parts, so no digest changes, and a seal reveals nothing because
    its salt is lost, too.
    """

    def __init__(self, redis: Redis, cipher: StorageCipher) -> None:
        self._redis = redis
        self._cipher = cipher

    def sealed(self, entry: Entry, under: HiddenUnder) -> tuple[bytes, Argument]:
        """Return the encrypted parts of `entry`, empty if there are none, and what becomes of the own key.

        Only an append creates an own key, and it is guarded by the place of the log: the key that is read
        here is that of the place on which the entry was decided, or the append is refused.
        """
        if under is HiddenUnder.DROPPED and entry.parts:
            raise ValueError("an entry that deletes the key of its log has no hidden part")
        if under is HiddenUnder.DROPPED:
            return b"", _DROP
        if not entry.parts:
            return b"", ""
        blob = pack(entry.parts)
        if under is HiddenUnder.SERVICE:
            return self._cipher.seal(entry.game, entry.ply, blob), ""
        known = self._own_key(entry.game)
        key = known or token_bytes(_KEY_BYTES)
        return self._cipher.own(key).seal(entry.game, entry.ply, blob), _KEEP if known else key

    def entries(
        self, game: GameId, after: LogPosition, rows: list[Any], key: bytes | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries in `rows`, see `entries_from`; `key` is the own key if it is known."""
        return entries_from(self._cipher, game, after, rows, self._own(game, rows, key))

    def are_foreign(self, game: GameId, rows: list[Any]) -> bool:
        """Return whether none of the hidden parts in `rows` can be decrypted, see `is_foreign`."""
        return is_foreign(self._cipher, game, rows, self._own(game, rows, None))

    def blinded(self, game: GameId, once: IdempotencyKey) -> bytes:
        """Return the stored form of the fingerprint of a request."""
        return self._cipher.blind(game, once.field, once.fingerprint)

    def drop(self, game: GameId) -> None:
        """Delete the own key of a log, if it has one."""
        ask(self._redis, ("HDEL", state_key(game), _KEY))

    def _own(self, game: GameId, rows: list[Any], key: bytes | None) -> StorageCipher | None:
        if not has_own(rows):
            return None
        key = key or self._own_key(game)
        return None if key is None else self._cipher.own(key)

    def _own_key(self, game: GameId) -> bytes | None:
        key: bytes | None = ask(self._redis, ("HGET", state_key(game), _KEY))
        return key
