"""JSON form of schedules and results, and the codecs of a tournament's commands and events."""

from typing import Any, Final

from app.games.codec import Codec, Json
from app.tournament.commands import COMMANDS, Command
from app.tournament.events import EVENTS, Event
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing

_PLAIN: Final = dict.fromkeys(("manifest", "result"), dict)
_LISTS: Final = dict.fromkeys(("results", "pairings", "fixtures", "added"), tuple)

COMMAND_CODEC: Final[Codec[Command]] = Codec(COMMANDS, {**_PLAIN, **_LISTS}, {**_PLAIN, "results": list})
"""Codec of the commands of a tournament's log."""

EVENT_CODEC: Final[Codec[Event]] = Codec(
    EVENTS, {**_PLAIN, **_LISTS}, {**_PLAIN, **dict.fromkeys(_LISTS, list)}
)
"""Codec of the events of a tournament's log."""

_DEFAULTS: Final[Json] = {
    "ending": Ending.FINISHED.value,
    "at_fault": [],
    "plies": 0,
    "hands": 0,
    "game": "",
    "digest": "",
    "places": [],
}


def pairing_to_json(pairing: Pairing) -> Json:
    """Return the pairing as JSON, without its round, which its event has."""
    return {"table": pairing.table, "entrants": list(pairing.entrants)}


def pairing_from_json(round_number: int, document: Json) -> Pairing:
    """Return the pairing of a round from JSON."""
    return Pairing(round_number, document["table"], tuple(document["entrants"]))


def fixture_to_json(fixture: Fixture) -> Json:
    """Return the fixture as JSON, without its round, which its event has."""
    return {
        "number": fixture.number,
        "table": fixture.table,
        "deck": fixture.deck,
        "seats": list(fixture.seats),
    }


def fixture_from_json(round_number: int, document: Json) -> Fixture:
    """Return the fixture of a round from JSON."""
    return Fixture(
        document["number"], round_number, document["table"], document["deck"], tuple(document["seats"])
    )


def result_to_json(result: FixtureResult) -> Json:
    """Return the result as JSON, without members that have their default values."""
    document: dict[str, Any] = {
        "fixture": result.fixture,
        "balances": list(result.balances),
        "ending": result.ending.value,
        "at_fault": list(result.at_fault),
        "plies": result.plies,
        "hands": result.hands,
        "game": result.game,
        "digest": result.digest,
        "places": list(result.places),
    }
    return {name: value for name, value in document.items() if _DEFAULTS.get(name) != value}


def result_from_json(document: Json) -> FixtureResult:
    """Return the result from JSON."""
    members = {**_DEFAULTS, **document}
    return FixtureResult(
        members["fixture"],
        tuple(members["balances"]),
        Ending(members["ending"]),
        tuple(members["at_fault"]),
        members["plies"],
        members["hands"],
        members["game"],
        members["digest"],
        tuple(members["places"]),
    )
