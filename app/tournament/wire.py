"""The values of a schedule as JSON, and the codecs of what is said and told in a tournament's log."""

from typing import Any, Final

from app.games.codec import Codec, Json
from app.tournament.sayings import COMMANDS, EVENTS, Command, Event
from app.tournament.schedule import Ending, Fixture, Pairing, Result

_PLAIN: Final = dict.fromkeys(("manifest", "result"), dict)
_LISTS: Final = dict.fromkeys(("results", "pairings", "fixtures"), tuple)

COMMAND_CODEC: Final[Codec[Command]] = Codec(COMMANDS, {**_PLAIN, **_LISTS}, {**_PLAIN, "results": list})
"""Commands of a tournament's log."""

EVENT_CODEC: Final[Codec[Event]] = Codec(
    EVENTS, {**_PLAIN, **_LISTS}, {**_PLAIN, **dict.fromkeys(_LISTS, list)}
)
"""Events of a tournament's log."""

_USUAL: Final[Json] = {
    "ending": Ending.FINISHED.value,
    "at_fault": [],
    "plies": 0,
    "hands": 0,
    "game": "",
    "digest": "",
}


def pairing_to_json(pairing: Pairing) -> Json:
    """The pairing without its round, which its event names."""
    return {"table": pairing.table, "entrants": list(pairing.entrants)}


def pairing_from_json(round_number: int, document: Json) -> Pairing:
    """The pairing of a round that a document stands for."""
    return Pairing(round_number, document["table"], tuple(document["entrants"]))


def fixture_to_json(fixture: Fixture) -> Json:
    """The fixture without its round, which its event names."""
    return {
        "number": fixture.number,
        "table": fixture.table,
        "deck": fixture.deck,
        "seats": list(fixture.seats),
    }


def fixture_from_json(round_number: int, document: Json) -> Fixture:
    """The fixture of a round that a document stands for."""
    return Fixture(
        document["number"], round_number, document["table"], document["deck"], tuple(document["seats"])
    )


def result_to_json(result: Result) -> Json:
    """The result, without what is as usual."""
    document: dict[str, Any] = {
        "fixture": result.fixture,
        "balances": list(result.balances),
        "ending": result.ending.value,
        "at_fault": list(result.at_fault),
        "plies": result.plies,
        "hands": result.hands,
        "game": result.game,
        "digest": result.digest,
    }
    return {name: value for name, value in document.items() if _USUAL.get(name) != value}


def result_from_json(document: Json) -> Result:
    """The result that a document stands for."""
    whole = {**_USUAL, **document}
    return Result(
        whole["fixture"],
        tuple(whole["balances"]),
        Ending(whole["ending"]),
        tuple(whole["at_fault"]),
        whole["plies"],
        whole["hands"],
        whole["game"],
        whole["digest"],
    )
