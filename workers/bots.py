"""Bot turns: one job plays the pending turns of the bots in a game and applies overdue commands.

Before and between the bots' turns it applies the commands of the service: it deals, answers for seats whose
time is over or whose players are away, and gives a game up.

A job continues while bots are asked, for at most half a second; then it enqueues another job for the rest, so
that one long game among bots does not delay an answer to a person in another. A bot sees the view of its
seat. Its random numbers follow from the game, the question and the seat, and its command carries an
idempotency key of the same three, so a second copy of a job changes nothing.

Several live games of a tournament may be dealt from one deck. The keys of the deck are opened when the last
of these games has ended, because a player could learn a deck from the reveal of one game while another is
played. The job of a game that has ended checks this at once, and the clock enqueues a job for a game whose
keys are still withheld, so that neither a kill nor a game that is never created withholds keys for ever. Once
the tournament is over its seed reveals every deck, and nothing is withheld. A game that another worker
creates while the tournament is aborted, or its fixture adjudicated, may be played on an open deck: it counts
nowhere.
"""

import logging
import math
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final, Protocol

from app.bots.errors import EntrantError
from app.bots.hand_history import LazyEvents, events_seen_by, since_deal
from app.bots.strategy import Seen, SeenEvent
from app.games.cards import Seat
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.clocks import absent
from app.games.table.events import HandBegun
from app.games.table.state import Table, bots_awaited, person_waits
from app.games.table.view import choices, view
from app.service.entry_codec import Position, decode_entry
from app.service.game_decider import NoSuchGame, NotSeated, Stale
from app.service.games import GameService
from app.service.tournaments import TournamentService
from app.store.append_options import IdempotencyKey
from app.store.canonical import canonical
from app.store.errors import ILLEGIBLE, KeyReused
from app.store.keys import GameId, is_game_id
from app.tournament.state import ENDED
from replays.tournaments.failures import Failures
from replays.tournaments.playing import FAILED, game_id
from workers.participants import Participants
from workers.unreadable import mark

_log: Final = logging.getLogger(__name__)
SLICE_SECONDS: Final = 0.5
"""Time slice of one job; then the next game has its turn."""

ALONE: Final = 0.5
"""Share of the time slice for a game among bots, in which no person waits."""

ALONE_PLIES: Final = 16
"""Minimum of entries in such a game on a slow machine: starting with a game has a cost, too."""

MOST_SECONDS: Final = 1.0
"""Time limit for these entries."""

LOOKED_BACK: Final = 50
"""Number of entries that a bot with memory reads at once: a hand is seldom longer."""

ENTRANT: Final = "entrant"
"""Label of all participants of tournaments in metrics: their names are not known values."""


class Enqueue(Protocol):
    """Enqueues another job; `people` for a game in which a person waits for it."""

    def __call__(self, game: str, *, people: bool = False) -> None: ...


OnDecision = Callable[[str, float], object]
"""Callback with the name of a bot that has decided, and the seconds that it took."""


def _ignore(bot: str, seconds: float) -> None:
    """Do nothing (default callback)."""


def player(
    games: GameService,
    bot_key: bytes,
    enqueue: Enqueue | None = None,
    seconds: float = SLICE_SECONDS,
    on_decision: OnDecision = _ignore,
    tournament_service: TournamentService | None = None,
    failures: Failures | None = None,
) -> Callable[[str], None]:
    """Return the job that plays the bots of a game, with the service's bot key, and the participants in
    `tournament_service`.

    Failures of participants are stored in `failures`. `enqueue` enqueues another job when the `seconds` of
    one are used up; without it a job plays to the end. `on_decision` gets the time of each decision.
    """
    decide = Participants(bot_key, tournament_service, failures)

    def play(game: GameId) -> None:
        limit = math.inf if enqueue is None else seconds
        table, is_pending = _played(games, game, decide, limit, on_decision)
        if table.withheld and tournament_service is not None:
            open_deck(games, tournament_service, table)
        if enqueue is None:
            return
        if is_pending:
            enqueue(game, people=person_waits(table))
        elif table.has_ended and table.tournament is not None:
            enqueue(table.tournament)

    return _job(games, play)


def _job(games: GameService, play: Callable[[GameId], None]) -> Callable[[str], None]:
    """Return the job for the named game; it does nothing for a game that does not exist.

    A game that cannot be read is counted and left to the clock, which tries again; see workers.unreadable.
    """

    def job(game: str) -> None:
        if not is_game_id(game):
            _log.warning("A job names no game.")
            return
        try:
            play(game)
        except NoSuchGame:
            _log.warning("A job names a game that does not exist.")
        except ILLEGIBLE as problem:
            mark(games.store, game, problem)

    return job


def _played(
    games: GameService, game: GameId, decide: Participants, seconds: float, on_decision: OnDecision
) -> tuple[Table, bool]:
    """Play bots' turns, one at least, until none is due or the time is over; return whether any is left.

    If no person waits for them, because all are away or none sits there, the limit is half of the time, or a
    few entries.
    """
    position = games.settle(game)
    unattended, first, started = not person_waits(position.table), position.ply, time.monotonic()
    while (to_act := bots_awaited(position.table)) or absent(position.table):
        position = (
            turn(games, position, to_act[0], decide, on_decision) if to_act else games.stand_in(position)
        )
        if _is_over(time.monotonic() - started, position.ply - first, seconds, unattended):
            return position.table, bool(bots_awaited(position.table) or absent(position.table))
    if position.table.has_ended:
        decide.leave(position.table)
    return position.table, False


def _is_over(took: float, plies: int, seconds: float, unattended: bool) -> bool:
    """Return whether another game has its turn, after this time and these entries of one."""
    if not unattended:
        return took > seconds
    return took > seconds * ALONE and (plies >= ALONE_PLIES or took > MOST_SECONDS)


def history_so_far(games: GameService, position: Position, seat: Seat) -> tuple[SeenEvent, ...]:
    """Return the events of the current hand that `seat` may know, read from the log backwards."""
    events: tuple[object, ...] = ()
    upto = position.ply
    while upto and not any(isinstance(event, HandBegun) for event in events):
        entries = games.entries(position.game, max(0, upto - LOOKED_BACK), upto)
        play = position.table.play
        events = (*(event for entry in entries for event in decode_entry(play, entry).events), *events)
        upto = max(0, upto - LOOKED_BACK)
    return events_seen_by(position.table, seat, since_deal(events))


def turn(
    games: GameService,
    position: Position,
    seat: Seat,
    decide: Participants,
    on_decision: OnDecision = _ignore,
) -> Position:
    """Play the turn of the bot on `seat`; return the game after its answer or its failure."""
    table = position.table
    # Where it plays for a person, that person's own view is of nothing to decide.
    visible = {**view(table, seat), "decision": table.decision}
    moves = [wire.command_to_json(table.play, command) for command in choices(table, seat)]
    bot, started = (
        str(table.places[seat].strategy) if table.tournament is None else ENTRANT,
        time.perf_counter(),
    )
    history = Seen(table.rules, LazyEvents(lambda: history_so_far(games, position, seat)))
    try:
        chosen = decide(table, seat, visible, moves, history)
    except EntrantError as failure:
        _log.warning("An entrant of %s did not decide: %s.", table.tournament, failure)
        return games.void(position.game, FAILED, (seat,))
    on_decision(bot, time.perf_counter() - started)
    # Between hands a bot may answer the same question by a command of its game, and then by `ready`.
    name = f"bot-{table.decision}" if table.in_hand else f"bot-{table.decision}-{chosen['type']}"
    key = IdempotencyKey(f"seat:{seat}", name, sha256(canonical(chosen)).digest()[:16])
    try:
        done = games.act(
            position.game,
            seat,
            wire.command_from_json(table.play, chosen),
            expected=table.decision,
            once=key,
            bot=True,
        )
    except (KeyReused, NotSeated, Stale, Refused) as behind:
        # Another copy of this job was faster, or the person has returned; that is in the log.
        _log.info("Another command came before a bot's move: %s.", type(behind).__name__)
        return games.settle(position.game)
    return games.settle(position.game) if done.replayed else done.position


AGAIN_MS: Final = 20_000
"""Time between two checks of withheld keys, if no game ends meanwhile."""


def open_deck(games: GameService, tournament_service: TournamentService, ended: Table) -> None:
    """Opens the keys of every game on the deck of `ended`, unless one of them goes on or may yet begin."""
    state = tournament_service.current(GameId(str(ended.tournament))).state
    dealt = [fixture for fixture in state.fixtures if fixture.deck == ended.shared_deck]
    names = [game_id(state.id, fixture.number) for fixture in dealt]
    tables = [_table(games, name) for name in names]
    settled = [fixture.number in state.results or state.state in ENDED for fixture in dealt]
    pending = any(
        not (done if table is None else table.has_ended) for table, done in zip(tables, settled, strict=True)
    )
    if pending and not state.is_over:
        games.store.postpone(GameId(ended.game), AGAIN_MS)
        return
    for name, table in zip(names, tables, strict=True):
        if table is not None and table.withheld:
            games.open_keys(name)


def _table(games: GameService, game: GameId) -> Table | None:
    try:
        return games.settle(game).table
    except NoSuchGame:
        return None
