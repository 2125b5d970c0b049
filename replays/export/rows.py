"""The rows of an export, out of the catalogue and the records, in the order in which games were archived."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select

from app.games.codec import Json
from app.games.registry import GAMES
from app.games.table import wire
from app.store.canonical import parse
from replays.archive.archive import Archive
from replays.archive.checking import Damage, sound
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.catalogue.connecting import reading
from replays.catalogue.finding import Filter, Found, in_order
from replays.catalogue.tables import games, hands
from replays.export.columns import What

Row = Mapping[str, Any]

Report = Callable[[Damage], object]
"""Is told of a record that is damaged."""


def last(archive: Archive) -> int:
    """The number of the game that was archived last; 0 without one."""
    with reading(archive.engine) as connection:
        return connection.scalar(select(func.max(games.c.number))) or 0


def rows(
    archive: Archive, what: What, wanted: Filter, after: int, upto: int, report: Report
) -> Iterator[Row]:
    """The rows for the games that fit, numbered from beyond `after` to `upto`, as objects.

    A game whose plies are wanted and whose record is damaged has none; `report` is told of it.
    """
    with reading(archive.engine) as connection:
        found = in_order(connection, wanted, after, upto, upto - after)
        told = _hands(connection, found) if what is What.HANDS else {}
    for game in found:
        if what is What.GAMES:
            yield _game(game)
        elif what is What.HANDS:
            yield from (_hand(game, row) for row in told.get(game.number, ()))
        else:
            yield from _plies(archive, game, report)


def _game(game: Found) -> Row:
    return {
        "game": game.game,
        "variant": game.variant,
        "status": game.status,
        "outcome": game.outcome,
        "fork_of": game.parent,
        "seats": len(game.players),
        "players": [one.player for one in game.players],
        "bots": [one.bot for one in game.players],
        "won": [one.won for one in game.players],
        "balances": [one.balance for one in game.players],
        "hands": game.hands,
        "tablas": game.tablas,
        "plies": game.plies,
        "started": game.started_ms or None,
        "ended": game.ended_ms,
    }


def _hands(connection: Any, found: tuple[Found, ...]) -> dict[int, list[Any]]:
    numbers = [game.number for game in found]
    query = select(hands).where(hands.c.number.in_(numbers)).order_by(hands.c.number, hands.c.hand)
    told: dict[int, list[Any]] = {}
    for row in connection.execute(query) if numbers else ():
        told.setdefault(row.number, []).append(row)
    return told


def _hand(game: Found, row: Any) -> Row:
    return {
        "game": game.game,
        "variant": game.variant,
        "seats": len(game.players),
        "hand": row.hand,
        "dealer": row.dealer,
        "eldest": row.eldest,
        "stake": row.stake,
        "termination": row.termination,
        "winner": row.winner,
        "eldest_won": row.winner == row.eldest,
        "plies": row.plies,
        "ended": game.ended_ms,
    }


def _plies(archive: Archive, game: Found, report: Report) -> Iterator[Row]:
    """One row an entry; none for a game whose record was removed or is damaged."""
    shelved = archive.find(game.game)
    if shelved is None:
        return
    try:
        _, entries = sound(archive, shelved)
    except RecordRemoved:
        return
    except DamagedBlob as damage:
        report(Damage(game.game, str(damage), shelved.blob))
        return
    play, hand, before, centre = None, 0, 0, None
    for entry in entries:
        public = parse(entry.public)
        play = play or GAMES[public["events"][0]["play"]]
        parts = {part.audience: parse(part.body) for part in entry.parts}
        command, events = wire.merge(play, public, parts)
        hand = next((each["hand_number"] for each in events if each["type"] == "hand-begun"), hand)
        took = public["time"] - before if before else None
        before = public["time"]
        melded, centre = _centres(centre, events)
        yield _ply(game, public, command, events) | {"hand": hand, "took": took, "melded": melded}


def _centres(centre: str | None, events: Sequence[Json]) -> tuple[str | None, str | None]:
    """The centre card that was melded in an entry, if one was, and the one that lies there after it.

    `centre` is the one before; a card that somebody turns up or discards is the next.
    """
    melded = None
    for event in events:
        if event["type"] == "card-turned":
            centre = event["card"]
        elif event["type"] == "melded":
            melded, centre = centre, event.get("discard")
        elif event["type"] == "kept":
            centre = event["discard"]
    return melded, centre


def _ply(game: Found, public: Json, command: Json, events: list[Json]) -> dict[str, Any]:
    by_type = {event["type"]: event for event in events}
    melded, kept, turned = (by_type.get(name, {}) for name in ("melded", "kept", "card-turned"))
    actor = public["actor"]
    return {
        "game": game.game,
        "variant": game.variant,
        "ply": public["ply"],
        "time": public["time"] or None,
        "actor": actor,
        "seat": int(actor.removeprefix("seat:")) if actor.startswith("seat:") else None,
        "command": command.get("type"),
        "events": [event["type"] for event in events],
        "turned": turned.get("card"),
        "used": melded.get("used"),
        "discard": melded.get("discard") or kept.get("discard"),
    }
