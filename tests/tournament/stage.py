"""Live games of tournaments: a venue, a job for bots, and players over HTTP."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from app.games.cards import Seat
from app.games.table.state import Limits
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.store.keys import GameId, game_id_from
from app.store.keys import LogKind as Named
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament, trial_game
from replays.tournaments.playing import game_id
from tests.service.helpers import KEYS, asked_person, choose
from tests.tournament.venue import Venue, cup, venue
from workers.bots import player
from workers.live import LiveGames

ROBO, ANA = (str(game_id_from(bytes([at]) * 32, Named.PLAYER)) for at in (1, 2))
"""A bot and a person with API keys."""

ROBOT = {"name": "robo", "player": ROBO}
GREEDY = {"name": "no bot of the service", "bot": "greedy"}


@dataclass
class Clock:
    """The time of the stage in ms; each look at it is a millisecond later."""

    now: int = 1_795_262_400_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@dataclass
class Stage:
    """A venue with live games, and the job that plays the bots."""

    here: Venue
    games: GameService
    bots: Callable[[str], None]
    chance: Random
    clock: Clock

    def begin(self, *entrants: dict[str, Any], folder: Path | None = None, **members: Any) -> GameId:
        """Return a tournament whose players over HTTP have answered their trial questions."""
        tournament = self.create(*entrants, folder=folder, **members)
        untried = self.here.state(tournament).untried
        if untried:
            self.here.tournament_service.act(tournament, SYSTEM, tournament_commands.AnswerTrial(untried))
        return tournament

    def create(self, *entrants: dict[str, Any], folder: Path | None = None, **members: Any) -> GameId:
        """Return a tournament before any trial question."""
        plan = cup(0, **members) | {"entrants": list(entrants)}
        return self.here.tournament_service.create(read(plan), folder=str(folder) if folder else None)[0].log

    def trial_games(self, state: Tournament) -> list[GameId]:
        """Return the trial games of players without an answer."""
        return [trial_game(state.id, entrant, state.resumed) for entrant in state.untried]

    def look(self, tournament: GameId) -> Tournament:
        """Run a job of the tournament, and return the tournament."""
        self.here.player(tournament)
        return self.here.state(tournament)

    def open_games(self, state: Tournament) -> list[GameId]:
        """Return the games in progress."""
        games = []
        for fixture in state.waiting:
            try:
                position = self.games.current(game_id(state.id, fixture.number))
            except NoSuchGame:
                continue
            games += [] if position.table.is_over else [position.game]
        return games

    def play(self, game: GameId) -> None:
        """Let the players over HTTP play a game to its end."""
        while True:
            self.bots(game)
            position = self.games.current(game)
            seat = asked_person(position.table)
            if position.table.is_over or seat is None:
                return
            self.step(game, seat)

    def step(self, game: GameId, seat: Seat) -> None:
        """Let the player of a seat make one move."""
        position = self.games.current(game)
        chosen = choose(position.table, seat, self.chance)
        self.games.act(game, seat, chosen, expected=position.ply)

    def play_all(self, tournament: GameId) -> Tournament:
        """Play all games, the bots and the persons present, and return the tournament."""
        while not (state := self.look(tournament)).is_over:
            for game in self.open_games(state):
                self.play(game)
        return state


def staged(redis_url: str, folder: Path) -> Stage:
    """Context of a stage over the store at `redis_url` and an archive in `folder`."""
    here = venue(redis_url, folder)
    clock = Clock()
    games = GameService(here.tournament_service.store, 64, clock, signer=here.signer.ring)
    live = LiveGames(games, KEYS.token, ROBO.__eq__, Limits(60, 15, 30), here.failures, clock)
    here.player = replace(here.player, live=live)
    return Stage(
        here,
        games,
        player(games, KEYS.bot, tournament_service=here.tournament_service, failures=here.failures),
        Random(7),
        clock,
    )
