"""Live games of tournaments, with players over HTTP: created, supervised, and counted.

They are games like any other, with clocks: a player decides within `decision_seconds` and what is allowed
for the way (`latency_seconds`), and windows have their own time; else the service answers by default. Who
lets three answers pass in a row and is away at the end, or has not come at all, forfeits the game. The rule
for absent players (`app.tournament.manifest.Absent`) may say that a kept seat waits for less than a day, or
that a bot plays there. Before the first of them each player answers a question of a trial game
(`app.tournament.state`).
"""

import hmac
import logging
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from app.games.cards import Seat
from app.games.shuffle import tournament_game_key
from app.games.table.clocks import BOUNDS, NOT_FILLED
from app.games.table.commands import Create
from app.games.table.state import Limits, Status, Table, Visibility
from app.http.credentials import mint, token_hash
from app.service.entry_codec import actor
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.service.signing import now_ms
from app.store.canonical import parse
from app.store.errors import KeyReused
from app.store.keys import GameId
from app.tournament.durations import counts
from app.tournament.failures import TRIAL, Failure, FailureKind
from app.tournament.manifest import AbsentRule
from app.tournament.schedule import Fixture, FixtureResult, is_live
from app.tournament.state import Tournament, TournamentPhase, trial_game
from replays.catalogue.errors import CatalogueError
from replays.tournaments.failures import Failures
from replays.tournaments.playing import absences, game_id, membership, question, result
from replays.tournaments.questions import GameMoment, seconds_to_answer, unanswered

_log: Final = logging.getLogger(__name__)

OPEN_MOST: Final = 64
"""Number of games of a tournament that are played live at a time."""

EACH_MOST: Final = 4
"""Number of them that one player plays at a time."""

LATENCY_SECONDS: Final = 1.0
"""Allowance for the network of a question and its answer, unless the manifest sets it."""

_LOOKED_AT: Final = 4 * OPEN_MOST


_TRIED: Final = Seat(0)
"""Seat of the player in its trial game."""

_OPPONENT: Final = "greedy"
_NO_ANSWERS: Final = ("sit", "rotate", "leave")


@dataclass(frozen=True, slots=True)
class Trials:
    """The players over HTTP that have answered the trial question, and the failures of the others."""

    answered: list[int]
    failures: list[Failure]


@dataclass(frozen=True, slots=True)
class LiveGames:
    """Creates and reads live games. `token_key` makes seat tokens, `is_bot` returns whether a player is a
    bot.

    `usual` are the time limits for a manifest without any.
    """

    games: GameService
    token_key: bytes = field(repr=False)
    is_bot: Callable[[str], bool]
    usual: Limits
    failures: Failures | None = None
    clock: Callable[[], int] = now_ms

    def results(self, state: Tournament) -> list[FixtureResult]:
        """Return the results of finished games, and create the games that are next."""
        finished, busy = list[FixtureResult](), Counter[str]()
        for fixture in islice(fixtures(state), _LOOKED_AT):
            table = self._table(state, fixture)
            if table is not None and table.is_over:
                over = self.games.current(game_id(state.id, fixture.number))
                finished.append(result(state.manifest, fixture, over))
                self._note(state, fixture, table)
                continue
            if table is not None and table.has_ended:
                continue  # its keys wait for other games, but its players are free
            if table is not None:
                self._do_without(state, fixture)
            players = [str(plan["player"]) for plan in _plans(state, fixture) if "player" in plan]
            if table is None and not self._begun(state, fixture, busy, players):
                continue
            busy.update([*players, ""])
        return finished

    def trials(self, state: Tournament) -> Trials:
        """Return who has answered the trial question by now, and who has failed to; create missing trial
        games.
        """
        trials = Trials([], [])
        for entrant in state.untried:
            game = trial_game(state.id, entrant, state.resumed)
            try:
                position = self.games.settle(game)
            except NoSuchGame:
                with suppress(KeyReused):  # another worker was faster
                    self.games.create(self._trial(state, entrant, game), None, edition=state.edition)
                continue
            table = position.table
            if self._has_answered(table):
                trials.answered.append(entrant)
            elif (kind := _unanswered(table)) is not None:
                entries = self.games.entries(game, 0)
                failed_question = _asked(unanswered(entries, _TRIED), _TRIED, table)
                trials.failures.append(
                    Failure(
                        fixture=TRIAL, game=game, seat=entrant, entrant=entrant, kind=kind, **failed_question
                    )
                )
        return trials

    def _has_answered(self, table: Table) -> bool:
        """Return whether the player of a trial game has decided there itself, or was not asked."""
        entries = (parse(public.public) for public in self.games.entries(GameId(table.game), 0))
        commands = [public["command"] for public in entries if public["actor"] == actor(_TRIED, None)]
        was_asked = table.status is not Status.FINISHED or table.places[_TRIED].missed
        return any(public.get("type") not in _NO_ANSWERS for public in commands) or not was_asked

    def _trial(self, state: Tournament, entrant: int, game: GameId) -> Create:
        """Return the command for a game of one hand against bots, by the rules of the tournament.

        Its deck does not depend on the seeds of the tournament, which may be revealed during the game.
        """
        seats = (
            self._seat(state.manifest.entrants[entrant].plan),
            *({"kind": "bot", "bot": _OPPONENT},) * (state.manifest.seats - 1),
        )
        key = hmac.digest(self.token_key, b"conquian/trial-deck/1" + game.encode(), "sha256")
        return Create(
            game=game,
            play=state.manifest.play,
            rules={**state.manifest.rules, "deals": 1},
            seats=seats,
            entropy="none",
            reveal="game",
            token_hashes=self._hashes(game, seats),
            game_key=key.hex(),
            visibility=str(Visibility.UNLISTED),
            **self._limits(state.manifest.limits),
        )

    def _note(self, state: Tournament, fixture: Fixture, table: Table) -> None:
        """Store the failures and the times of the players over HTTP, unless the catalogue is unavailable."""
        if self.failures is None:
            return
        entries = self.games.entries(GameId(table.game), 0)
        failures = [
            Failure(
                fixture=fixture.number,
                game=table.game,
                seat=seat,
                entrant=fixture.seats[seat],
                kind=kind,
                **_asked(unanswered(entries, seat), seat, table),
            )
            for seat, kind in absences(table).items()
        ]
        times = {
            fixture.seats[seat]: counts(seconds)
            for seat in table.seats
            if table.places[seat].player and (seconds := seconds_to_answer(entries, seat))
        }
        try:
            self.failures.note_live(state.id, fixture.number, failures, times)
        except CatalogueError as problem:
            _log.warning("Failures in game %d of %s are not kept: %s.", fixture.number, state.id, problem)

    def is_idle(self, state: Tournament) -> bool:
        """Return whether no game of the tournament is being played."""
        tables = (self._table(state, fixture) for fixture in islice(fixtures(state), _LOOKED_AT))
        return all(table is None or table.is_over for table in tables)

    def _table(self, state: Tournament, fixture: Fixture) -> Table | None:
        try:
            return self.games.settle(game_id(state.id, fixture.number)).table
        except NoSuchGame:
            return None

    def _do_without(self, state: Tournament, fixture: Fixture) -> None:
        """Apply the rule for absent players to a game that is not over."""
        absent, game = state.manifest.absent, game_id(state.id, fixture.number)
        if absent.rule is AbsentRule.WAIT or state.state is not TournamentPhase.RUNNING:
            return
        position = self.games.current(game)
        table = position.table
        late = self.clock() - position.began >= state.waits_ms(fixture.number)
        missing = [seat for seat in table.seats if table.places[seat].reserved_for] if late else []
        if absent.bot is None:
            if missing and table.status is Status.WAITING:
                self.games.void(game, NOT_FILLED, tuple(missing))
            return
        gone = [seat for seat in table.seats if table.places[seat].has_person and table.places[seat].away]
        for seat in (*missing, *gone):
            self.games.replace(game, seat, absent.bot)

    def _begun(
        self, state: Tournament, fixture: Fixture, busy: Mapping[str, int], players: Iterable[str]
    ) -> bool:
        """Create the game, unless too many are being played, in all or by one of its players; return
        whether it was.
        """
        full = busy.get("", 0) >= OPEN_MOST or any(busy.get(player, 0) >= EACH_MOST for player in players)
        if full or state.state is not TournamentPhase.RUNNING:
            return False
        with suppress(KeyReused):  # another worker was faster
            self.games.create(self._command(state, fixture), None, edition=state.edition)
        return True

    def _command(self, state: Tournament, fixture: Fixture) -> Create:
        game = game_id(state.id, fixture.number)
        seats = tuple(map(self._seat, _plans(state, fixture)))
        return Create(
            game=game,
            play=state.manifest.play,
            rules=state.manifest.rules,
            seats=seats,
            entropy="none",
            reveal="game",
            token_hashes=self._hashes(game, seats),
            game_key=tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck).hex(),
            tournament=membership(state, fixture),
            **self._limits(state.manifest.limits),
        )

    def _hashes(self, game: GameId, seats: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
        """Return the hashes of the tokens of the players that are seated from the start."""
        return tuple(
            token_hash(mint(self.token_key, game, at, 0)).hex() if seat["kind"] == "person" else ""
            for at, seat in enumerate(seats)
        )

    def _seat(self, plan: Mapping[str, Any]) -> dict[str, str]:
        """Return a seat of the table: a bot player is seated from the start, a person has a reserved seat."""
        if "player" not in plan:
            return {"kind": "bot", "bot": str(plan["name"])}
        player = str(plan["player"])
        return {"kind": "person" if self.is_bot(player) else "open", "player": player}

    def _limits(self, given: Mapping[str, float]) -> dict[str, Any]:
        latency = given.get("latency_seconds", LATENCY_SECONDS)
        decision, window = given.get("decision_seconds", self.usual.decision), self.usual.window
        return {
            "decision_seconds": _allowed("decision_seconds", decision + latency),
            "window_seconds": _allowed("window_seconds", given.get("window_seconds", window) + latency),
            "deal_delay_seconds": 0,
        }


def _allowed(limit: str, seconds: float) -> int:
    """Return the nearest whole seconds, rounded up, that a table may have as this limit."""
    least, most = BOUNDS[limit]
    return min(most, max(least, math.ceil(seconds)))


def fixtures(state: Tournament) -> Iterator[Fixture]:
    """Yield the live games without a result."""
    return (fixture for fixture in state.waiting if is_live(state.manifest, fixture))


def _unanswered(table: Table) -> FailureKind | None:
    """Return why the player of a trial game has failed that has not answered; None while it still may."""
    place = table.places[_TRIED]
    if place.left:
        return FailureKind.LEFT
    if place.missed or place.away:
        return FailureKind.TIMED_OUT
    return FailureKind.NOT_STARTED if table.has_ended else None


def _asked(moment: GameMoment | None, seat: Seat, over: Table) -> dict[str, Any]:
    """Return the members of a `Failure` about the question to `seat` at `moment`.

    Without a question (None) the ply is the last one of the game, whose table is `over`.
    """
    if moment is None:
        return {"ply": over.ply}
    return {"ply": moment.table.ply, "question": question(moment.table, seat, moment.seen(seat))}


def _plans(state: Tournament, fixture: Fixture) -> list[Mapping[str, Any]]:
    return [state.manifest.entrants[entrant].plan for entrant in fixture.seats]
