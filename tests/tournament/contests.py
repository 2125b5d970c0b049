"""Small tournaments with all kinds of events, played at random."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NoReturn

from app.bots.errors import EntrantFailed, FailureReason
from app.bots.roster import made
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament, TournamentPhase
from replays.tournaments.playing import play
from replays.tournaments.record import ended
from tests.service.helpers import time_is_over
from tests.tournament.stage import ANA, GREEDY, ROBOT, Stage
from tests.tournament.venue import cup

ORGANISER: Final = "p-00" + "a" * 22
_FORMATS: Final[tuple[dict[str, Any], ...]] = (
    {"format": {"type": "round_robin", "cycles": 2}},
    {"format": {"type": "gauntlet", "hero": "random 0"}, "decks_per_pairing": 2},
    {"format": {"type": "swiss", "rounds": 2}},
    {"format": {"type": "single_elimination"}},
    {"format": {"type": "arena", "games": 5}},
    {"format": {"type": "league", "seats": 3}, "variant": "mexican-3"},
)


@dataclass(frozen=True, slots=True)
class Contest:
    """A finished tournament: its record without a proof, and the records of its games by id."""

    record: bytes
    games: Mapping[str, bytes]


def contest(rng: Random, stage: Stage) -> Contest:
    """Return a tournament with a random number of events besides its games."""
    return _live(rng, stage) if rng.random() < 0.2 else _of_bots(rng, stage)


def _of_bots(rng: Random, stage: Stage) -> Contest:
    """Play a tournament of bots, one of whom may fail, with results reported in parts."""
    tournament_service, entrants = stage.here.tournament_service, rng.choice((3, 4))
    document = cup(entrants, name=f"{rng.getrandbits(64):x}", **rng.choice(_FORMATS))
    name = tournament_service.create(read(document), rng.choice((None, ORGANISER)))[0].log
    factories: list[Callable[[], Any]] = [lambda: made("random")] * entrants
    if rng.random() < 0.3:
        factories[rng.randrange(entrants)] = lambda: _fails
    games, acts = dict[str, bytes](), rng.choice((0.0, 0.1, 0.3))
    while not (state := stage.here.state(name)).is_over:
        if rng.random() < acts or state.state is TournamentPhase.PAUSED:
            _act(rng, stage, state)
            continue
        waiting = list(state.waiting)
        played = [
            play(state, fixture, factories)
            for fixture in rng.sample(waiting, min(len(waiting), rng.randint(1, 4)))
        ]
        games.update((game.filed.game, game.filed.record) for game in played)
        tournament_service.report(name, [game.result for game in played])
    return Contest(ended(tournament_service.entries(name)), games)


def _fails(*_: object) -> NoReturn:
    raise EntrantFailed(FailureReason.CRASHED, "It has no idea.")


def _live(rng: Random, stage: Stage) -> Contest:
    """Play a player over HTTP, or a person who may not come, against a bot."""
    tournament_service, person = stage.here.tournament_service, rng.random() < 0.4
    entrant = {"name": "ana", "player": ANA} if person else ROBOT
    document = cup(0, name=f"{rng.getrandbits(64):x}", decks_per_pairing=rng.randint(1, 3))
    name = tournament_service.create(
        read(document | {"entrants": [entrant, GREEDY]}), rng.choice((None, ORGANISER))
    )[0].log
    _tried(rng, stage, name, person)
    acts = rng.choice((0.0, 0.4))
    while not (state := stage.look(name)).is_over:
        if state.state is TournamentPhase.PAUSED or (
            state.state is TournamentPhase.RUNNING and rng.random() < acts
        ):
            _act(rng, stage, state)
            state = stage.here.state(name)
        for game in stage.open_games(state):
            if person or rng.random() < 0.2:
                _time_out(stage, game)
            else:
                stage.play(game)
    lines = ended(tournament_service.entries(name))
    stage.here.archived()
    records = {
        result.game: stage.here.archive.read(result.game) for result in state.results.values() if result.game
    }
    return Contest(lines, {game: data for game, data in records.items() if data is not None})


def _tried(rng: Random, stage: Stage, name: GameId, person: bool) -> None:
    """Answer the trial question of a player, at once or after a pause."""
    (trial,) = stage.trial_games(stage.look(name))
    if person:
        stage.here.tournament_service.act(name, SYSTEM, tournament_commands.AnswerTrial((0,)))
        return
    if rng.random() < 0.5:
        _time_out(stage, trial)
        assert stage.look(name).state is TournamentPhase.PAUSED
        stage.here.tournament_service.act(name, SYSTEM, tournament_commands.Resume())
        (trial,) = stage.trial_games(stage.look(name))
    stage.play(trial)


def _time_out(stage: Stage, game: GameId) -> None:
    stage.bots(game)
    while not stage.games.current(game).table.is_over:
        time_is_over(stage.here.redis, game)
        stage.bots(game)


def _act(rng: Random, stage: Stage, state: Tournament) -> None:
    """Give a random command of an organiser or the operator."""
    name, actor = GameId(state.id), rng.choice((ORGANISER, ORGANISER, SYSTEM))
    if state.state is TournamentPhase.PAUSED:
        stage.here.tournament_service.act(name, actor, tournament_commands.Resume())
        return
    left = [entrant for entrant in range(len(state.manifest.entrants)) if entrant not in state.withdrawn]
    fixture = rng.choice(list(state.waiting))
    balances = (3, *(-3 if seat == 0 else 0 for seat in range(len(fixture.seats) - 1)))
    command, by = rng.choice(
        [
            (tournament_commands.Pause(), actor),
            (tournament_commands.Pause(), actor),
            (tournament_commands.Adjudicate(fixture.number, balances, "No power."), ORGANISER),
            (tournament_commands.Adjudicate(fixture.number, balances, "No power."), ORGANISER),
            (tournament_commands.Forfeit(rng.choice(left), "It has left."), ORGANISER),
            (tournament_commands.Abort(), actor),
        ]
    )
    stage.here.tournament_service.act(name, by, command)
