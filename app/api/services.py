"""Services that the views of games use, and the form of their responses."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Response, request

from app.api.access import Access
from app.api.quotas import Quotas
from app.api.schemas.games import SeatedView
from app.games.cards import Seat
from app.games.game import Game
from app.games.registry import GAMES, USUAL
from app.games.table.commands import Create
from app.games.table.state import Limits
from app.games.table.view import view
from app.http.answers import Body, JsonAnswer
from app.http.errors import Problem
from app.http.headers import TEXT
from app.http.idempotency import etag, may_show_secrets, replayed, tagged
from app.players.service import Players
from app.service.entry_codec import Position
from app.service.game_decider import HandlerError
from app.service.games import GameService, acknowledgement
from app.service.log_decider import Accepted
from app.service.phrases import SharedPhrases
from app.service.presence import SharedPresence
from app.service.shared_reader import SharedReaders
from app.service.signing import KeyRing, now_ms
from app.service.subscriptions import Subscriptions
from app.store.device_codes import DeviceCodes
from app.store.errors import OutcomeUnknown, StoreError, StoreUnavailable
from app.store.idempotency import AlternativeIds
from app.store.key_uses import KeyUses
from app.store.keys import GameId
from replays.archive.evenings import Evenings
from replays.catalogue.search import Counts
from replays.disputes.marks import Marking, Marks
from replays.disputes.service import DisputeService


@dataclass(frozen=True, slots=True)
class Service:
    """Dependencies of the views.

    `id_key` derives the ids of rematches, `limits` are the default time limits, `ring` holds the signing
    keys. `counts` returns a player's statistics, `owners` the quotas, `safe` whether the store is durable.
    `presence` and `phrases` are beside the log. `codes` move a player to another device, `uses` are the last
    uses of keys. `remake` enqueues new reports of a tournament, and `clock` returns the time in ms since
    1970.
    """

    games: GameService
    players: Players
    dispute_service: DisputeService
    access: Access
    watch: Subscriptions
    feeds: SharedReaders
    id_key: bytes = field(repr=False)
    limits: Limits
    ring: KeyRing
    counts: Callable[[str], Counts]
    owners: Quotas
    safe: Callable[[], bool]
    creations: AlternativeIds
    codes: DeviceCodes
    uses: KeyUses
    remake: Callable[[str], object]
    evenings: Evenings
    presence: SharedPresence
    phrases: SharedPhrases
    clock: Callable[[], int] = now_ms


def check_stakes(service: Service, command: Create) -> None:
    """Raise Problem store_unsafe if a game with a stake is created and the store may lose it."""
    play = GAMES[command.play]
    at_stake = command.parent is None and play.at_stake(play.rules_from_json(command.rules))
    if at_stake and not service.safe():
        raise Problem("store_unsafe")


def addressed(service: Service) -> Game:
    """Return the game that is played at the addressed table, the usual one if the table cannot be read."""
    try:
        return service.games.known(GameId((request.view_args or {})["game"])).table.play
    except (HandlerError, StoreError):
        return GAMES[USUAL]


def answer(body: Body, ply: int, status: int = 200, again: bool = False) -> JsonAnswer[Body]:
    """Return `body` as JSON with the ply as its entity tag; `again` marks a repeated response."""
    return replayed(tagged(body, ply, status), again)


def answered(body: Body, accepted: Accepted[Position], status: int = 200) -> JsonAnswer[Body]:
    """Return the response to an accepted command, see `answer`.

    If the service waits for replicas, `replicated` is added: True if they have the entry. A repeated request
    gets what holds then, in an answer that is otherwise the same.
    """
    if accepted.replicated is not None:
        body = cast(Body, {**cast(dict[str, Any], body), "replicated": accepted.replicated})
    return answer(body, accepted.position.ply, status, accepted.replayed)


def secret(service: Service, text: str, since_ms: int) -> str | None:
    """Return a token or key for a response within a day of its creation at `since_ms`, then None."""
    return text if may_show_secrets(since_ms, service.clock()) else None


def as_text(lines: Iterable[bytes], ply: int | None = None) -> Response:
    """Return lines as plain text, each with a line feed; the ply, if any, is the entity tag."""
    response = Response(b"".join(line + b"\n" for line in lines), content_type=f"{TEXT}; charset=utf-8")
    response.vary.add("Accept")
    if ply is not None:
        response.headers["ETag"] = etag(ply)
    return response


def marks(service: Service, position: Position) -> Marks:
    """Return the contradicted receipts of a game and the disputes about it (RULES 12.8, 13.7)."""
    return Marking(service.dispute_service, service.games.store).of(position)


def command_view(position: Position, seat: Seat | None) -> dict[str, Any]:
    """Return the view for the response to a command, without the deadline.

    A repeated request gets the same bytes, derived from the log; the deadline is only in the store.
    """
    return view(position.table, seat)


def seated(
    service: Service, accepted: Accepted[Position], seat: Seat, generation: int = 0
) -> JsonAnswer[SeatedView]:
    """Return the response to a command that took `seat`: its token, a receipt, and the view of the game."""
    position, game = accepted.position, accepted.position.game
    body: SeatedView = {
        "game": game,
        "ply": position.ply,
        "seat": seat,
        "token": secret(service, service.access.token(game, seat, generation), position.time),
        "receipt": signed(service, position),
        "view": command_view(position, seat),
    }
    response = answered(body, accepted, 201)
    response.headers["Location"] = f"/v1/games/{game}"
    return response


def signed(service: Service, position: Position) -> dict[str, Any] | None:
    """Return the receipt for a command that led to `position`; None in a game of bots alone."""
    try:
        return acknowledgement(service.ring, position)
    except StoreUnavailable as error:
        message = f"entry {position.ply} is written and not signed yet"
        raise OutcomeUnknown(message, error.outage) from error
