"""The games of tournaments in which players over HTTP take part: made, looked after, and counted.

They are games like any other, with clocks: a player decides within `decision_seconds` and what is allowed
for the way (`latency_seconds`), and windows have their own time; else the service answers by default. Who
lets three answers pass in a row and is away at the end, or has not come at all, forfeits the game.
"""

import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from app.games.shuffle import tournament_game_key
from app.games.table.commands import Create
from app.games.table.state import Limits, Table
from app.handler import Games, NoSuchGame
from app.http.tokens import mint, token_hash
from app.store.errors import KeyReused
from app.tournament.failures import Failure
from app.tournament.schedule import Fixture, Result, is_live
from app.tournament.tournament import State, Tournament
from replays.catalogue.errors import CatalogueError
from replays.tournaments.failing import Failures
from replays.tournaments.playing import PLAY, game_id, membership
from replays.tournaments.results import absences, result

_log: Final = logging.getLogger(__name__)

OPEN_MOST: Final = 64
"""How many games of a tournament are played live at a time."""

EACH_MOST: Final = 4
"""How many of them one player plays at a time."""

LATENCY_SECONDS: Final = 1.0
"""What is allowed for the way of a question and its answer, unless the manifest says otherwise."""

_LOOKED_AT: Final = 4 * OPEN_MOST


@dataclass(frozen=True, slots=True)
class Live:
    """Makes and reads live games. `token_key` makes seat tokens, `is_bot` says whom one need not ask.

    `usual` are the time limits where a manifest has none.
    """

    games: Games
    token_key: bytes
    is_bot: Callable[[str], bool]
    usual: Limits
    failures: Failures | None = None

    def results(self, state: Tournament) -> list[Result]:
        """What came of the games that are over; those whose turn it is have been made."""
        found, busy = list[Result](), Counter[str]()
        for fixture in islice(fixtures(state), _LOOKED_AT):
            table = self._table(state, fixture)
            if table is not None and table.is_over:
                found.append(result(fixture, self.games.current(game_id(state.id, fixture.number))))
                self._note(state, fixture, table)
                continue
            if table is not None and table.has_ended:
                continue  # its keys wait for other games, which its players are free for
            players = [str(plan["player"]) for plan in _plans(state, fixture) if "player" in plan]
            if table is None and not self._begun(state, fixture, busy, players):
                continue
            busy.update([*players, ""])
        return found

    def _note(self, state: Tournament, fixture: Fixture, table: Table) -> None:
        """The players over HTTP who forfeited the game are kept, unless the catalogue is away."""
        some = [
            Failure(
                fixture=fixture.number,
                game=table.game,
                seat=seat,
                entrant=fixture.seats[seat],
                kind=kind,
                ply=table.ply,
            )
            for seat, kind in absences(table).items()
        ]
        if some and self.failures is not None:
            try:
                self.failures.note(state.id, some)
            except CatalogueError as problem:
                _log.warning("Failures in game %d of %s are not kept: %s.", fixture.number, state.id, problem)

    def is_idle(self, state: Tournament) -> bool:
        """Whether no game of the tournament goes on."""
        tables = (self._table(state, fixture) for fixture in islice(fixtures(state), _LOOKED_AT))
        return all(table is None or table.is_over for table in tables)

    def _table(self, state: Tournament, fixture: Fixture) -> Table | None:
        try:
            return self.games.settle(game_id(state.id, fixture.number)).table
        except NoSuchGame:
            return None

    def _begun(
        self, state: Tournament, fixture: Fixture, busy: Mapping[str, int], players: Iterable[str]
    ) -> bool:
        """Whether the game was made now: not while too many go on, or one of its players plays enough."""
        full = busy.get("", 0) >= OPEN_MOST or any(busy.get(one, 0) >= EACH_MOST for one in players)
        if full or state.state is not State.RUNNING:
            return False
        with suppress(KeyReused):  # another worker was faster
            self.games.create(self._command(state, fixture), None)
        return True

    def _command(self, state: Tournament, fixture: Fixture) -> Create:
        game = game_id(state.id, fixture.number)
        seats = tuple(map(self._seat, _plans(state, fixture)))
        return Create(
            game=game,
            play=PLAY,
            rules=state.manifest.rules,
            seats=seats,
            entropy="none",
            reveal="game",
            token_hashes=tuple(
                token_hash(mint(self.token_key, game, at, 0)).hex() if seat["kind"] == "person" else ""
                for at, seat in enumerate(seats)
            ),
            game_key=tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck).hex(),
            tournament=membership(state, fixture),
            **self._limits(state.manifest.limits),
        )

    def _seat(self, plan: Mapping[str, Any]) -> dict[str, str]:
        """A seat of the table: a bot that is a player sits down at once, for a person the seat is kept."""
        if "player" not in plan:
            return {"kind": "bot", "bot": str(plan["name"])}
        player = str(plan["player"])
        return {"kind": "person" if self.is_bot(player) else "open", "player": player}

    def _limits(self, given: Mapping[str, float]) -> dict[str, Any]:
        way = given.get("latency_seconds", LATENCY_SECONDS)
        decision, window = given.get("decision_seconds", self.usual.decision), self.usual.window
        return {
            "decision_seconds": max(1, math.ceil(decision + way)),
            "window_seconds": max(1, math.ceil(given.get("window_seconds", window) + way)),
            "deal_delay_seconds": 0,
        }


def fixtures(state: Tournament) -> Iterator[Fixture]:
    """The live games that have no result."""
    return (fixture for fixture in state.waiting if is_live(state.manifest, fixture))


def _plans(state: Tournament, fixture: Fixture) -> list[Mapping[str, Any]]:
    return [state.manifest.entrants[entrant].plan for entrant in fixture.seats]
