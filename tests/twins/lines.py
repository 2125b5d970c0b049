"""Random games of every kind, stored as commands, events and the position after each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from app.games import shuffle
from app.games.cards import Seat
from app.games.codec import Split
from app.games.conquian.commands import Standing
from app.games.conquian.events import Dealt, Restocked
from app.games.conquian.game import CONQUIAN
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.clocks import undecided
from app.games.table.commands import Create, Expire, Ready, Reveal
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.seats import opening
from app.games.table.state import Status, Stock, Table, awaited
from app.games.table.view import legal
from app.http.credentials import mint, token_hash
from app.service.entry_codec import Position, encode_entry
from app.store.entry import Entry
from app.store.keys import GameId, game_id_from
from tests.games.play import FAMILY, choose
from tests.service.helpers import KEYS

START_MS = 1_790_000_000_000
ENDS_MS = START_MS + 10_000_000
"""The time at which all that is told of a game is asked for."""

_BOT = {"kind": "bot", "bot": "greedy"}
LIMITS: dict[str, Any] = {"decision_seconds": 60, "window_seconds": 15, "deal_delay_seconds": 30}
_SITTINGS = (None, None, {"deals": 2}, {"deals": 3})
VISIBILITIES = ("public", "public", "unlisted", "private")


@dataclass(frozen=True, slots=True)
class Told:
    """One entry: the seat, its command, the events, and the position they lead to."""

    seat: Seat | None
    command: Any
    events: tuple[Any, ...]
    entry: Entry
    after: Position

    @property
    def dealt(self) -> Dealt | Restocked | None:
        """The cards that this entry deals, if it does."""
        return next((event for event in self.events if isinstance(event, (Dealt, Restocked))), None)

    @property
    def halves(self) -> Split:
        """The public part of command and events, and by audience what is sealed."""
        return wire.split(self.after.table.play, self.seat, self.command, self.events)


@dataclass(frozen=True, slots=True)
class Line:
    """A game from its first entry on; a fork has the game before that it comes from."""

    told: tuple[Told, ...]
    parent: "Line | None" = None

    @property
    def game(self) -> GameId:
        return self.last.game

    @property
    def last(self) -> Position:
        """The position that the last entry leads to."""
        return self.told[-1].after

    @property
    def table(self) -> Table:
        return self.last.table

    def before(self, ply: int) -> Position | None:
        """The position that entry `ply` found."""
        return self.told[ply - 2].after if ply > 1 else None

    def upto(self, ply: int) -> "Line":
        """The first entries of it."""
        return replace(self, told=self.told[:ply])


def line(rng: Random, players: Sequence[str], row: int | None = None) -> Line:
    """A game that is not over, of any variant, in which some of `players` sit.

    Every twentieth is a fork whose stock was shuffled anew, every twentieth has ended without its keys.
    """
    kind = rng.random()
    if kind < 0.05:
        return _forked(rng, players)
    if kind < 0.1:
        return withheld(rng, players, row)
    while True:
        drawn = _played(rng, _created(rng, players, row), rng.randrange(2, 90))
        if drawn is not None:
            return drawn


def withheld(rng: Random, players: Sequence[str], row: int | None = None) -> Line:
    """A game that has ended on a deck that other games are dealt from, so that its keys are not open."""
    shared = {"tournament": "t-0a0123456789abcdefghijkl", "fixture": 1, "deck": 1, "shared": True}
    command = replace(_created(rng, players, row), entropy="none", reveal="game", tournament=shared)
    drawn = _played(rng, command, 10_000)
    assert drawn is not None
    return drawn


def _created(rng: Random, players: Sequence[str], row: int | None) -> Create:
    variant, options, count = FAMILY[rng.randrange(len(FAMILY)) if row is None else row % len(FAMILY)]
    sheet = CONQUIAN.sheet(variant, options)
    count = min(max(count, sheet.players_min), sheet.players_max) + sheet.idle_seats
    rules = CONQUIAN.rules_to_json(sheet)
    more = rng.choice(_SITTINGS)
    if more is not None and rules["deals"] is not None:
        rules |= more
    game = game_id_from(rng.randbytes(32))
    people = iter(rng.sample(players, len(players)))
    seats = tuple(
        _BOT if rng.random() < 0.15 else guest_or_player(next(people, None)) for _ in range(count - 1)
    )
    seats = (*seats, guest_or_player(next(people, None)))
    return Create(
        game=game,
        play="conquian",
        rules=rules,
        seats=seats,
        entropy=rng.choice(("none", "none", "seats")),
        reveal=rng.choice(("game", "game", "hand")),
        token_hashes=hashes(game, seats),
        game_key=rng.randbytes(32).hex(),
        visibility=rng.choice(VISIBILITIES),
        **LIMITS,
    )


def guest_or_player(player: str | None) -> dict[str, str]:
    return {"kind": "person"} if player is None else {"kind": "person", "player": player}


def hashes(game: str, seats: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """Return what the log keeps of the tokens of the persons."""
    return tuple(
        token_hash(mint(KEYS.token, game, seat, 0)).hex() if plan["kind"] == "person" else ""
        for seat, plan in enumerate(seats)
    )


def _forked(rng: Random, players: Sequence[str]) -> Line:
    """A fork of a game that is over, begun at a ply at which a hand was being played."""
    row = rng.choice([at for at, (_, options, _) in enumerate(FAMILY) if "packs" not in options])
    whole = _played(rng, replace(_created(rng, players, row), visibility="public"), 10_000, over=True)
    assert whole is not None
    plies = [
        entry.after.ply for entry in whole.told if entry.after.table.in_hand and entry.after.table.hand.stock
    ]
    parent = whole.told[rng.choice(plies) - 1].after
    game = game_id_from(rng.randbytes(32))
    seats = tuple(guest_or_player(place.player) for place in parent.table.places)
    command = Create(
        game=game,
        play="conquian",
        rules=CONQUIAN.rules_to_json(parent.table.rules),
        seats=seats,
        entropy="none",
        reveal="game",
        token_hashes=hashes(game, seats),
        game_key=rng.randbytes(32).hex(),
        visibility="public",
        parent={"game": parent.game, "ply": parent.ply, "digest": parent.digest.hex()},
        stock="fresh",
        position=opening(parent.table, Stock.FRESH),
        **LIMITS,
    )
    fork = None
    while fork is None:
        fork = _played(rng, command, rng.randrange(2, 20))
    return replace(fork, parent=whole)


def _played(rng: Random, command: Create, plies: int, *, over: bool = False) -> Line | None:
    """The game after at most so many plies and what the service owes then; to its end if it shall be `over`.

    None where it is over and shall not be.
    """
    player = _Player(rng, command)
    made = [enter(None, None, command, create(command))]
    while not (table := made[-1].after.table).has_ended and (len(made) < plies or pending(table) is not None):
        seat, chosen = player.next(table)
        made.append(enter(made[-1].after, seat, chosen, decide(table, seat, chosen)))
    return None if table.is_over and not over else Line(tuple(made))


def enter(before: Position | None, seat: Seat | None, command: Any, events: tuple[Any, ...]) -> Told:
    """The entry of `events`, and the position after it."""
    table = fold(before.table if before else None, before.ply + 1 if before else 1, events)
    stamp = START_MS + 1_500 * table.ply if table.persons else 0
    entry = encode_entry(before, table, seat, command, events, stamp)
    return Told(seat, command, events, entry, Position(table, entry.digest, stamp))


class _Player:
    """Choose a legal command for an awaited seat, now and then one for which no seat was asked."""

    def __init__(self, rng: Random, command: Create) -> None:
        self._rng = rng
        self._entropy = [rng.randbytes(16) for _ in command.seats]

    def next(self, table: Table) -> tuple[Seat | None, Any]:
        if (owed := pending(table)) is not None:
            return None, owed
        if table.in_hand and (late := undecided(table)) and self._rng.random() < 0.03:
            return None, Expire(late)
        if table.in_hand and (command := self._standing(table)) is not None:
            return command
        seat = self._rng.choice(awaited(table))
        return seat, self._answer(table, seat)

    def _standing(self, table: Table) -> tuple[Seat, Standing] | None:
        if self._rng.random() > 0.08:
            return None
        seat = self._rng.choice(table.order)
        command = Standing(*self._rng.choice(((True, None), (None, True), (False, None), (None, False))))
        try:
            decide(table, seat, command)
        except Refused:
            return None
        return seat, command

    def _answer(self, table: Table, seat: Seat) -> Any:
        if table.status is Status.COMMITTING and seat in table.persons:
            promise = shuffle.entropy_commitment(table.game, seat, self._entropy[seat]).hex()
            return Ready(promise)
        if table.status is Status.REVEALING:
            return Reveal(self._entropy[seat].hex())
        return choose(table.hand, seat, self._rng) if table.in_hand else legal(table, seat)[0]


def with_cards(events: tuple[Any, ...], cards: Dealt | Restocked | None) -> tuple[Any, ...]:
    """The events with other cards dealt."""
    if cards is None:
        return events
    return tuple(cards if isinstance(event, (Dealt, Restocked)) else event for event in events)


def pair(
    rng: Random,
    players: Sequence[str],
    play: Callable[[Random, Sequence[str]], Line],
    twin: Callable[[Line, Seat | None, Random], Line | None],
) -> tuple[Line, Line, Seat | None]:
    """Return twins for a reader drawn by chance: a seat of the table, or a spectator."""
    while True:
        made = play(rng, players)
        reader = rng.choice((None, *made.table.seats))
        if (other := twin(made, reader, rng)) is not None:
            return made, other, reader
