"""Evenings over HTTP: the ledger of several tables of the same people, and who may add a table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from flask import Response

from app.api.schemas.evenings import CSV_EXAMPLE, EXAMPLE, EveningPersonView, EveningView
from app.api.services import Service
from app.games.cards import Seat
from app.games.table.evening import EveningPerson, evening_of, first_dealer
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, produces
from app.http.errors import Problem
from app.i18n import Message
from app.service.entry_codec import Position
from app.store.evenings import TABLES_MAX
from app.store.keys import GameId
from app.tournament.exports import csv_text
from replays.archive.evenings import EveningTables
from replays.archive.unavailable import incomplete

NEW: Final = "new"
"""Evening of a table that begins one."""

_CSV: Final = "text/csv"
_COLUMNS: Final = ("game", "hand", "dealer", "winner")
_FULL: Final = Message("An evening has at most {count} tables: begin another one.").filled(count=TABLES_MAX)
_STRANGER: Final = Message("Only a caller with a seat at a table of the evening may add another table.")


def blueprint(service: Service) -> Blueprint:
    """Return the resource of evenings."""
    resource = Blueprint("evenings", __name__, url_prefix="/v1/evenings", description="Evenings")

    @resource.route("/<game_id:game>", methods=["GET"])
    @resource.answers(200, EveningView, example=EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def evening(game: GameId) -> JsonAnswer[EveningView]:
        """Get the tables, the hands and the ledger of an evening

        `game` is the id of its first table. A caller with a seat at one of the tables, by its token or by the
        API key of its player, sees all of them; others do not see private ones.
        """
        evening_tables = _seen(service, game)
        return JsonAnswer(_view(service, game, evening_tables), headers={"Cache-Control": "no-cache"})

    @resource.route("/<game_id:game>/export.csv", methods=["GET"])
    @produces(_CSV)
    @resource.response(200, {"type": "string"}, content_type=_CSV, example=CSV_EXAMPLE)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    def evening_csv(game: GameId) -> Response:
        """Download the hands of an evening as CSV

        There is a line for each hand, a column for each person, and a last line with the balances.
        """
        text = _table(_view(service, game, _seen(service, game)))
        response = Response(text, content_type=f"{_CSV}; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="{game}-evening.csv"'
        response.headers["Cache-Control"] = "no-cache"
        return response

    return resource


def joined(
    service: Service,
    evening: str | None,
    game: GameId,
    plan: Sequence[Mapping[str, str]],
    token: str | None = None,
) -> tuple[GameId | None, Seat | None]:
    """Return the evening of a new table `game`, of which `evening` was asked, NEW or an id; add the table.

    With it comes the seat of `plan` to which the deal passes, None if the lot decides. Raises Problem for a
    caller who has no seat at a table of that evening, neither by the credentials nor by `token`, and for an
    evening with TABLES_MAX tables.
    """
    if evening is None:
        return None, None
    named = game if evening == NEW else GameId(evening)
    dealer = None if named == game else _dealer(service, named, game, plan, token)
    if not service.evenings.index.add(named, game):
        raise Problem("quota_exceeded", _FULL)
    return named, dealer


def _dealer(
    service: Service, evening: GameId, game: GameId, plan: Sequence[Mapping[str, str]], token: str | None
) -> Seat | None:
    """Return the seat to which the deal passes at a further table; Problem for a caller without a seat."""
    others = [position for position in service.evenings.find(evening).tables if position.game != game]
    held = ((position.table, _seat(service, position, token)) for position in others)
    own = next(((table, seat) for table, seat in held if seat is not None), None)
    if own is None:
        raise Problem("forbidden", _STRANGER)
    return first_dealer([position.table for position in others], own, plan)


def _seat(service: Service, position: Position, token: str | None) -> Seat | None:
    """Return the caller's seat at a table: by the credentials, else by `token`, which a guest had there."""
    seat = service.access.seat_at(position)
    return service.access.holds(token, position) if seat is None and token is not None else seat


def continued(service: Service, evening: str | None, game: GameId) -> GameId | None:
    """Return the evening of a rematch `game` of a table of `evening`; a new one after TABLES_MAX tables."""
    if evening is None:
        return None
    named = GameId(evening)
    if service.evenings.index.add(named, game):
        return named
    return joined(service, NEW, game, ())[0]


def _seen(service: Service, evening: GameId) -> EveningTables:
    """Return the tables of an evening that the caller may see. Raises Problem if there are none."""
    evening_tables, reading = service.evenings.find(evening), service.access.reading()
    visible, sits = list[Position](), False
    for position in evening_tables.tables:
        try:
            sits = reading(position) is not None or sits
        except Problem as problem:
            if problem.code != "not_found":
                raise
        else:
            visible.append(position)
    if not visible:
        raise Problem("not_found")
    return evening_tables if sits else EveningTables(tuple(visible), evening_tables.missing)


def _view(service: Service, evening: GameId, evening_tables: EveningTables) -> EveningView:
    projected = evening_of([position.table for position in evening_tables.tables])
    return {
        "evening": evening,
        "tables": [
            {
                "game": position.game,
                "variant": position.table.rules.variant,
                "status": str(position.table.status),
                "rematch_of": position.table.rematch_of,
                "seats": list(seats),
            }
            for position, seats in zip(evening_tables.tables, projected.seats, strict=True)
        ],
        "persons": [_person(service, person) for person in projected.persons],
        "hands": [
            {
                "table": hand.table,
                "hand": hand.hand,
                "dealer": hand.dealer,
                "winner": hand.winner,
                "changes": list(hand.changes),
                "balances": list(hand.balances),
            }
            for hand in projected.hands
        ],
        "next_dealer": projected.next_dealer,
        "house": projected.house,
        **incomplete(evening_tables.missing),
    }


def _person(service: Service, person: EveningPerson) -> EveningPersonView:
    player = None if person.player is None else service.players.find(person.player)
    return {
        "kind": str(person.kind),
        "player": person.player,
        "name": None if player is None else player.name,
        "bot": person.bot,
        "balance": person.balance,
        "won": person.won,
    }


def _table(shown: EveningView) -> str:
    """Return the hands as CSV."""
    names = _names(shown["persons"])
    lines = [
        [
            shown["tables"][hand["table"]]["game"],
            hand["hand"],
            "" if hand["dealer"] is None else names[hand["dealer"]],
            "" if hand["winner"] is None else names[hand["winner"]],
            *("" if change is None else change for change in hand["changes"]),
        ]
        for hand in shown["hands"]
    ]
    total = ["total", "", "", "", *(person["balance"] for person in shown["persons"])]
    return csv_text([*_COLUMNS, *names], [*lines, total])


def _names(persons: Sequence[EveningPersonView]) -> list[str]:
    """Return a column name for each person: its name, with a number after one that is there twice."""
    named = [person["name"] or person["player"] or person["bot"] or "guest" for person in persons]
    twice = {name for name, count in Counter(named).items() if count > 1}
    seen = Counter[str]()
    columns = []
    for name in named:
        seen[name] += 1
        columns.append(f"{name} {seen[name]}" if name in twice or name == "guest" else name)
    return columns
