"""Tournaments over HTTP, for the tests of whatever touches them."""

from pathlib import Path
from typing import Any

from app.players.player import Scope
from app.signing import KeyRing
from app.store.generations import StoredGenerations
from app.store.keys import GameId
from app.store.lasting import LastingStore
from app.store.leases import Leases
from app.store.vault import Vault
from replays.archive.files import Reached, go_on, open_files
from replays.archive.opening import open_archive
from replays.tournaments.failing import Failures
from replays.tournaments.filing import Filing
from replays.tournaments.hall import Hall
from tests.api.helpers import Api, Json
from tests.api.people import Person, person
from tests.closing import at_end
from tests.handler.helpers import KEYS
from workers.tournaments import Player

PATH = "/v1/tournaments"


def manifest(name: str = "Copa", **members: Any) -> Json:
    """A small tournament."""
    return {
        "name": name,
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": one, "bot": "random"} for one in ("ana", "beto", "caro")],
        **members,
    }


def organiser(api: Api, name: str = "Lupe") -> Person:
    """A player who may organise, with a key for that."""
    found = person(api, name)
    api.players.grant(found.id, Scope.ORGANISE)
    return found.with_scopes("organise")


def begun(api: Api, who: Person, **members: Any) -> str:
    """The address of a new tournament."""
    made = who.post(PATH, manifest(**members))
    assert made.status_code == 201, made.text
    return str(made.headers["Location"])


def playing(api: Api, reached: Reached = go_on) -> Player:
    """What plays tournaments beside the API; `reached` hears each step of writing to the archive."""
    shelf = open_archive(api.settings)
    at_end(shelf.close)
    shelf.files = open_files(str(shelf.files._root), reached)  # type: ignore[attr-defined]
    hall = Hall(LastingStore(api.redis, Vault(KEYS.vault), shelf), KEYS.tournament)
    ring = KeyRing(KEYS.sign, StoredGenerations(api.redis))
    filing = Filing(shelf, ring, Failures(shelf.engine, Vault(KEYS.vault)))
    return Player(hall, filing, Leases(api.redis), lambda name: None)


def played(api: Api, address: str) -> None:
    """The tournament at this address has played a batch."""
    playing(api)(GameId(Path(address).name))
