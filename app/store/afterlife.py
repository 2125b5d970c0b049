"""What becomes of games that are over: marked to be archived, then kept for a while, then forgotten.

An archived game stays until its time is over, so that answers that got lost can still be repeated; then its
keys go, if its head is the one that was archived. From the archive it may be written back.
"""

from collections.abc import Sequence
from typing import Final

from redis import Redis

from app.store import agenda
from app.store.agenda import Due, Live
from app.store.client import ask
from app.store.entry import At, Entry, Place, pack
from app.store.keys import GameId, bucket, ended_key, game_keys, kept_key, removal_keys, tournaments_key
from app.store.publics import pressed
from app.store.scripts import Argument, ask_script
from app.store.vault import Vault

AGAIN_MS: Final = 3_600_000
"""How long a game is left alone whose log could not be archived."""


class Afterlife:
    """The games in `redis` that are over. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, vault: Vault) -> None:
        self._redis = redis
        self._vault = vault

    def ended(self, limit: int) -> list[Due]:
        """At most `limit` games that wait to be archived, longest waiting first."""
        return agenda.overdue(self._redis, limit, ended_key)

    def newest(self, limit: int, before: Live | None = None) -> list[Live]:
        """At most `limit` games that wait to be archived, newest first, after `before`."""
        return agenda.live(self._redis, limit, before, ended_key)

    def waiting(self) -> int:
        """How many games wait to be archived."""
        return agenda.count(self._redis, ended_key)

    def refused(self) -> int:
        """How many of them are left alone because their log could not be archived."""
        return agenda.ahead(self._redis, ended_key)

    def kept(self) -> int:
        """How many archived games are still here."""
        return agenda.count(self._redis, kept_key)

    def refuse(self, game: GameId) -> None:
        """Leaves a game alone for an hour whose log cannot be archived."""
        agenda.postpone(self._redis, game, AGAIN_MS, key=ended_key)

    def keep(self, game: GameId, for_ms: int) -> None:
        """From now on `game` waits no longer to be archived; its keys may go `for_ms` ms from now."""
        ask_script(self._redis, "keep", game_keys(game), [game, for_ms])

    def expired(self, limit: int) -> list[GameId]:
        """At most `limit` archived games whose time here is over, longest first."""
        return [game for _, game in agenda.overdue(self._redis, limit, kept_key)]

    def forget(self, game: GameId, archived: Place) -> bool:
        """True if nothing of `game` is left here; False if it is not time, or `archived` is not its head."""
        arguments: list[Argument] = [game, archived.ply, archived.digest]
        return bool(ask_script(self._redis, "forget", game_keys(game), arguments))

    def remove(self, game: GameId, marked: bool) -> bool:
        """Remove all that is here of `game`, whatever its state; return False if there was nothing.

        `marked` leaves a mark that it was removed, for a game that no catalogue has.
        """
        return bool(ask_script(self._redis, "remove", removal_keys(game), [game, int(marked)]))

    def enter(self, tournament: GameId, at_ms: int) -> None:
        """A tournament that was restored is listed again, as one of `at_ms` (ms since 1970)."""
        ask(self._redis, ("ZADD", tournaments_key(bucket(tournament)), "NX", at_ms, tournament))

    def restore(self, entries: Sequence[Entry], status: str, for_ms: int) -> Place | None:
        """The head of the game whose whole log is `entries`, written unless the store has it already.

        A restored game stays `for_ms` ms. None where the store holds a log without a head.
        """
        game = entries[0].game
        arguments: list[Argument] = [game, status, for_ms]
        for entry in entries:
            hidden = self._vault.seal(game, entry.ply, pack(entry.parts)) if entry.parts else b""
            arguments += [pressed(game, entry.public), entry.digest, hidden]
        ply, digest = ask_script(self._redis, "restore", game_keys(game), arguments)
        return None if ply is None else At(int(ply), digest)
