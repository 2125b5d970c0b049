"""`python -m tests.tournament.keep`: write a record of a tournament in every format without one.

The results are made up, so that they can be repeated quickly; the records keep the pairings and the form of
the log. Existing files are not changed.
"""

from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from app.service.tournaments import TournamentService
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.log import EventStore
from app.tournament.manifest import SEEDS
from app.tournament.manifest_parser import read
from app.tournament.schedule import Fixture, FixtureResult
from replays.tournaments.playing import game_id
from replays.tournaments.record import ended
from tests.conftest import valkey_in
from tests.service.helpers import KEYS

FOLDER: Final = Path(__file__).parent / "kept"
PLANS: Final[dict[str, dict[str, Any]]] = {
    "round_robin": {"format": {"type": "round_robin", "cycles": 2}},
    "gauntlet": {"format": {"type": "gauntlet", "hero": "c"}},
    "swiss": {"format": {"type": "swiss", "rounds": 4}},
    "single_elimination": {"format": {"type": "single_elimination", "third_place": True}},
    "double_elimination": {"format": {"type": "double_elimination"}},
    "arena": {"format": {"type": "arena", "games": 12}},
    "league": {"format": {"type": "league", "seats": 3}, "variant": "mexican-3"},
    "sit_and_go": {"format": {"type": "sit_and_go", "seats": 3}, "variant": "caesars-holdem"},
    "sprt": {"format": {"type": "sprt", "elo0": 0, "elo1": 200, "games": 200}, "names": "ab"},
}


def document(name: str) -> dict[str, Any]:
    """Return the manifest of a kept tournament."""
    plan = dict(PLANS[name])
    names = plan.pop("names", "abcde")
    seeds = {seed: sha256(f"{name} {seed}".encode()).hexdigest() for seed in SEEDS}
    entrants = [{"name": one, "bot": "random"} for one in names]
    return {"name": name, "variant": "north-american", "entrants": entrants, **plan, **seeds}


def result(tournament: str, fixture: Fixture) -> FixtureResult:
    """Return a result that is always the same."""
    chance = Random(f"{tournament} {fixture.number}")
    won = [chance.randint(-3, 3) + (fixture.seats[seat] == 0) for seat in range(len(fixture.seats) - 1)]
    digest = sha256(f"{tournament} {fixture.number}".encode()).hexdigest()
    game = game_id(tournament, fixture.number)
    return FixtureResult(fixture.number, (*won, -sum(won)), plies=20, hands=1, game=game, digest=digest)


def made(tournament_service: TournamentService, name: str) -> bytes:
    """Return the record of a tournament with made-up results."""
    tournament: GameId = tournament_service.create(read(document(name)))[0].log
    while not (state := tournament_service.current(tournament).state).is_over:
        tournament_service.report(tournament, [result(tournament, fixture) for fixture in state.waiting])
    return ended(tournament_service.entries(tournament))


def main() -> None:
    """Write the missing records."""
    with TemporaryDirectory(prefix="cq-") as home, valkey_in(Path(home)) as server:
        store = EventStore(connect(f"unix://{server.unix_socket_path}"), StorageCipher(KEYS.vault))
        tournament_service = TournamentService(store, KEYS.tournament, lambda: 1_790_000_000_000)
        for name in PLANS:
            path = FOLDER / f"{name}.record"
            if not path.exists():
                path.write_bytes(made(tournament_service, name))


if __name__ == "__main__":
    main()
