"""A running service as a source of games, over HTTP."""

from dataclasses import dataclass
from typing import Any

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import parse
from app.store.keys import GameId
from replays.record.errors import (
    NotRevealed,
    Quarantined,
    ReplayError,
    RequestRefused,
    Unreachable,
)
from replays.record.fetch import JSON, fetch, object_of
from replays.record.format import PLY_LIMIT, is_hash
from replays.record.write import MEDIA_TYPE


@dataclass(frozen=True, slots=True)
class RemoteService:
    """A running service by its address, such as `http://127.0.0.1:8000`.

    Raises ReplayError for an unknown game, Unreachable for no answer or an invalid one.
    """

    url: str

    def record(self, game: GameId) -> bytes:
        """Return the record of a game. Raises NotRevealed while it runs."""
        return self._get(game, "record", MEDIA_TYPE)

    def events(self, game: GameId) -> list[Json]:
        """Return all entries of a game so far, as objects `{"ply", "public", "digest"}`."""
        entries: list[Json] = []
        while page := _page(self._get(game, f"events?after={len(entries)}", JSON)):
            entries += page
            if len(entries) > PLY_LIMIT:
                raise Unreachable(Message("the service sent more entries than a game can have"))
        return entries

    def left(self, game: GameId) -> list[Json]:
        """Return the entries of a game before its damage, as `events`; empty if none can be read."""
        try:
            return self.events(game)
        except Quarantined:
            return []

    def position(self, game: GameId, ply: int) -> Json:
        """Return the view of a game after entry `ply`, as a spectator sees it."""
        seen = object_of(self._get(game, f"positions/{ply}", JSON)).get("view")
        if not isinstance(seen, dict):
            raise Unreachable(Message("the service sent no position"))
        return seen

    def receipts(self, game: GameId) -> list[Any]:
        """Return the receipts that the log contradicts, each before that of the logged entry."""
        try:
            receipts_found = parse(self._get(game, "receipts", JSON))
        except ValueError:
            receipts_found = None
        if not isinstance(receipts_found, list):
            raise Unreachable(Message("the service sent something that is not a list of receipts"))
        return receipts_found

    def disputes(self, game: GameId) -> Json:
        """Return the service's list of disputes about a game; see `replays.disputes.listed`."""
        return object_of(self._get(game, "disputes", JSON))

    def _get(self, game: GameId, what: str, accept: str) -> bytes:
        try:
            return fetch(f"{self.url.rstrip('/')}/v1/games/{game}/{what}", accept)
        except RequestRefused as refusal:
            raise _refused(game, refusal) from None


def _refused(game: GameId, refusal: RequestRefused) -> ReplayError:
    if refusal.code == "not_before_end":
        return NotRevealed(
            Message("{game} has no record yet: it is not over, or its deck is being played elsewhere").filled(
                game=game
            )
        )
    if refusal.code == "quarantined":
        return Quarantined(refusal.status, refusal.code, refusal.detail)
    if refusal.status == 404:
        return ReplayError(Message("the service has no game {game}").filled(game=game))
    return refusal


def _page(body: bytes) -> list[Json]:
    page = object_of(body).get("events")
    if not isinstance(page, list) or not all(_is_entry(event_of_page) for event_of_page in page):
        raise Unreachable(Message("the service sent something that is not a page of a log"))
    return page


def _is_entry(document: Any) -> bool:
    if not isinstance(document, dict) or not isinstance(public := document.get("public"), dict):
        return False
    return is_hash(document.get("digest")) and isinstance(public.get("events"), list)
