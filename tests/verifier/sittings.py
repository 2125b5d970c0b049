"""Random whole games of every kind: persons who leave, come back and are late, entropy of the seats, hands of
every variant and of random sheets, games that are voided."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from app.games.conquian.commands import Standing
from app.games.conquian.game import CONQUIAN
from app.games.conquian.rules import Rules
from app.games.errors import ConfigRefused, Refused
from app.games.game import Game
from app.games.table.clocks import expiry, late
from app.games.table.commands import (
    Begin,
    ChooseDealer,
    Create,
    Expire,
    Freeze,
    Leave,
    OpenKeys,
    Ready,
    Remove,
    Replace,
    Return,
    Reveal,
    SeatBot,
    Sit,
    Void,
)
from app.games.table.decide import create, decide, pending
from app.games.table.seats import opening
from app.games.table.state import Status, Stock, Table, awaited
from app.service.entry_codec import advance
from app.store.entry import Entry
from app.store.keys import LogKind, game_id_from
from tests.games.play import FAMILY, choose
from tests.games.random_sheets import random_sheet, refusal_or_rules
from tests.replays.memory_log import START_MS, MemoryLog, promise

Aside = Callable[[Table, Random], tuple[Any, Any]]
"""A command that is no answer to the open question, and the seat that sends it."""

_LIMITS = {"decision_seconds": 60, "window_seconds": 15, "deal_delay_seconds": 30}
_FIXTURE = {"tournament": "t-0a0123456789abcdefghijkl", "fixture": 2, "deck": 1, "shared": True}
KINDS = (
    {"kind": "person"},
    {"kind": "person", "player": game_id_from(bytes(32), LogKind.PLAYER)},
    {"kind": "open"},
    {"kind": "bot", "bot": "greedy"},
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A sitting to play; `odds` say how often something else than the next move happens.

    The deck of a `shared` one is dealt in other games, too, so that its keys open after its end. `start` is
    when it begins. `play` is the game, with how a seat on turn chooses, the commands that are no answers, and
    the terms on which a seat is taken.
    """

    rules: Any
    seats: tuple[Mapping[str, str], ...]
    entropy: str
    reveal: str
    timed: bool
    odds: float
    fork: Mapping[str, Any] = field(default_factory=dict)
    shared: bool = False
    start: str | None = None
    play: Game = CONQUIAN
    choose: Callable[[Any, Any, Random], Any] = choose
    asides: tuple[Aside, ...] = ()
    terms: Callable[[Random], dict[str, Any] | None] = lambda rng: None


def plan(row: int, rng: Random) -> Plan:
    """Row `row` of the family with what chance puts beside it; every fourth has a sheet made by chance."""
    rules = _custom(rng) if row % 4 == 3 else _family(row, rng)
    players = rng.choice(_counts(rules)) if row % 4 == 3 else _players(row, rules)
    seats = (KINDS[0], *(rng.choice(KINDS) for _ in range(players - 1)))
    if rng.random() < 0.25 and rules.deals is not None:
        seats = (KINDS[3],) * players
    entropy, reveal = rng.choice(("none", "seats")), rng.choice(("game", "hand"))
    timed, odds = rng.random() < 0.7, rng.choice((0.0, 0.0, 0.02, 0.1))
    shared = (entropy, reveal) == ("none", "game") and rng.random() < 0.5
    start = "ready" if row % 6 == 4 else None
    return Plan(rules, seats, entropy, reveal, timed, odds, shared=shared, start=start)


def _family(row: int, rng: Random) -> Rules:
    variant, options, _ = FAMILY[row % len(FAMILY)]
    more: dict[str, Any] = {"stake": rng.choice((1, 5))} if variant != "caesars-conquian" else {}
    if variant not in ("four-deal",):
        more["deals"] = rng.choice((1, 1, 2, 3))
    return CONQUIAN.sheet(variant, dict(options) | more)


def _players(row: int, rules: Rules) -> int:
    return (
        FAMILY[row % len(FAMILY)][2]
        if rules.players_min <= FAMILY[row % len(FAMILY)][2] <= rules.players_max
        else rules.players_min
    )


def _counts(rules: Rules) -> list[int]:
    players = range(rules.players_min, rules.players_max + 1)
    return [player + rules.idle_seats for player in players if not rules.teams or player % 2 == 0]


def _custom(rng: Random) -> Rules:
    while True:
        rules = refusal_or_rules(random_sheet(rng))
        if not isinstance(rules, ConfigRefused):
            return rules


def sitting(chosen: Plan, rng: Random) -> tuple[Entry, ...]:
    """Return the log of a sitting played to its end, or until it is voided or frozen."""
    return _RandomGame(chosen, rng).play()


def forked(parent: tuple[Entry, ...], rng: Random) -> Plan | None:
    """A plan to play on from some ply of `parent` at which a hand is played; None if there is none."""
    at = rng.randrange(len(parent))
    position = advance(None, parent[: at + 1])
    if position is None or not position.table.in_hand:
        return None
    table, stock = position.table, rng.choice(list(Stock))
    seats = tuple(rng.choice(KINDS) for _ in table.seats)
    if table.rules.deals is None and all(seat["kind"] == "bot" for seat in seats):
        return None  # bots alone would never stop
    named = {"game": position.game, "ply": position.ply, "digest": position.digest.hex()}
    fork = {"parent": named, "stock": str(stock), "position": opening(table, stock)}
    timed, odds, start = rng.random() < 0.5, rng.choice((0.0, 0.05)), (None, "ready")[at % 2]
    return Plan(table.rules, seats, "none", "game", timed, odds, fork, start=start)


def diverged(chosen: Plan, rng: Random, ply: int, other: Random) -> tuple[Entry, ...]:
    """The log of a sitting that goes as `sitting` has it up to `ply`, and from there on as `other` has it."""
    return _RandomGame(chosen, rng).play(ply, other)


def _player(rng: Random) -> str:
    return game_id_from(rng.getrandbits(40).to_bytes(32), LogKind.PLAYER)


class _RandomGame(MemoryLog):
    """A game while it is played."""

    def __init__(self, chosen: Plan, rng: Random) -> None:
        super().__init__()
        self.plan, self.rng = chosen, rng
        self.entropy = [rng.randbytes(rng.randint(16, 64)) for _ in chosen.seats]
        self.clock = 0 if all(seat["kind"] == "bot" for seat in chosen.seats) else START_MS

    def play(self, until: int | None = None, other: Random | None = None) -> tuple[Entry, ...]:
        command = self._create()
        self._enter(None, command, create(command))
        while not self.table.is_over:
            if other is not None and len(self.entries) == until:
                self.rng = other
            if not self._sideways():
                seat, chosen = self._next()
                self._enter(seat, chosen, decide(self.table, seat, chosen))
        return tuple(self.entries)

    def _create(self) -> Create:
        chosen, rng = self.plan, self.rng
        persons = any(seat["kind"] != "bot" for seat in chosen.seats)
        limits: dict[str, Any] = _LIMITS if chosen.timed else {}
        return Create(
            game=game_id_from(rng.randbytes(32)),
            play=chosen.play.name,
            rules=chosen.play.rules_to_json(chosen.rules),
            seats=tuple(dict(seat) for seat in chosen.seats),
            entropy=chosen.entropy,
            reveal=chosen.reveal,
            token_hashes=tuple(
                rng.randbytes(32).hex() if seat["kind"] == "person" else "" for seat in chosen.seats
            ),
            game_key=rng.randbytes(32).hex(),
            **(limits if persons else {}),
            visibility=rng.choice((None, "public", "unlisted", "private")),
            tournament=_FIXTURE if chosen.shared else None,
            start=chosen.start,
            **chosen.fork,
        )

    def _enter(self, seat: Any, command: Any, events: tuple[Any, ...]) -> None:
        if self.clock:
            self.clock += self.rng.randrange(3000)
        self.append(seat, command, events, self.clock)

    def _next(self) -> tuple[Any, Any]:
        table, rng = self.table, self.rng
        if table.withheld:
            return None, OpenKeys()
        if (owed := pending(table)) is not None:
            return None, owed
        if table.status is Status.FROZEN:
            return None, Void("history_rolled_back")
        if table.status is Status.WAITING:
            return self._ready() if table.asks_ready and rng.random() < 0.5 else self._sit()
        absent = [seat for seat in late(table) if table.places[seat].away or table.places[seat].left]
        if absent and table.status is not Status.REVEALING:
            return None, Expire(tuple(absent))
        if table.rules.deals is None and not table.in_hand and table.hand_number >= 3 and table.persons:
            return rng.choice([person for person in table.persons if not table.places[person].left]), Leave()
        seat = rng.choice(awaited(table))
        return seat, self._answer(seat)

    def _sit(self) -> tuple[Any, Any]:
        table, rng = self.table, self.rng
        free = [seat for seat in table.seats if table.places[seat].free]
        if not free:
            return self._ready()
        seat = rng.choice(free)
        generation = table.places[seat].generation or None
        taken = Sit(seat, rng.choice((None, _player(rng))), rng.randbytes(32).hex(), generation)
        return rng.choice((None, seat)), replace(taken, terms=self.plan.terms(rng))

    def _ready(self) -> tuple[Any, Any]:
        """A person is ready, or the host begins with bots."""
        table, rng = self.table, self.rng
        if table.lacks_seats and table.host_seat is not None and rng.random() < 0.3:
            return table.host_seat, Begin(rng.choice(("random", "careful")))
        if not table.awaited:
            return self._sit()
        seat = rng.choice(table.awaited)
        return seat, self._answer(seat)

    def _answer(self, seat: Any) -> Any:
        table = self.table
        if table.status is Status.COMMITTING or (table.asks_ready and table.entropy == "seats"):
            commitment = promise(table, seat, self.entropy[seat])
            return Ready(self.rng.choice((commitment, commitment, None)))
        if table.status is Status.REVEALING:
            return Reveal(self.entropy[seat].hex())
        return self.plan.choose(table.hand, seat, self.rng) if table.in_hand else Ready()

    def _sideways(self) -> bool:
        """Return True if something else than the next move happened."""
        if self.rng.random() >= self.plan.odds:
            return False
        seat, command = self.rng.choice(self.plan.asides or _SIDEWAYS)(self.table, self.rng)
        try:
            events = decide(self.table, seat, command)
        except Refused:
            return False
        self._enter(seat, command, events)
        return True


def _leaves(table: Table, rng: Random) -> tuple[Any, Any]:
    return rng.choice(table.seats), Leave()


def _sits(table: Table, rng: Random) -> tuple[Any, Any]:
    seat = rng.choice([one for one in table.seats if table.places[one].free] or table.seats)
    generation = table.places[seat].generation + 1 if table.places[seat].left else None
    taken = Sit(seat, rng.choice((None, _player(rng))), rng.randbytes(32).hex(), generation)
    return rng.choice((None, seat)), taken


def _chooses(table: Table, rng: Random) -> tuple[Any, Any]:
    return rng.choice(table.seats), ChooseDealer(rng.choice(table.seats))


def _stands(table: Table, rng: Random) -> tuple[Any, Any]:
    claim, force = rng.choice(((True, None), (None, True), (True, True), (False, None), (None, False)))
    return rng.choice(table.seats), Standing(claim, force)


def _runs_out(table: Table, rng: Random) -> tuple[Any, Any]:
    timed = late(table)
    one = tuple(rng.sample(timed, min(1, len(timed))))
    return None, expiry(table) if rng.random() < 0.8 else Expire(one)


def _lets_pass(table: Table, rng: Random) -> tuple[Any, Any]:
    timed = late(table)
    return None, Expire(tuple(rng.sample(timed, min(1, len(timed)))))


def _back(table: Table, rng: Random) -> tuple[Any, Any]:
    return rng.choice(table.seats), Ready()


def _begins(table: Table, rng: Random) -> tuple[Any, Any]:
    host = table.host_seat
    return (rng.choice(table.seats) if host is None or rng.random() < 0.3 else host), Begin("careful")


def _for_others(table: Table, rng: Random) -> tuple[Any, Any]:
    """A command about the seat of another: mostly of the host, about a seat that it fits."""
    away = [one for one in table.seats if table.places[one].away]
    fits = away if table.hand_number else [one for one in table.seats if table.places[one].kind != "person"]
    seat = rng.choice(fits if fits and rng.random() < 0.8 else table.seats)
    kinds = (Replace(seat, "careful"),) if table.hand_number else (SeatBot(seat, "random"), Remove(seat))
    host = table.host_seat
    return (rng.choice(table.seats) if host is None or rng.random() < 0.6 else host), rng.choice(kinds)


def _returns(table: Table, rng: Random) -> tuple[Any, Any]:
    replaced = [seat for seat in table.seats if table.places[seat].stand_in is not None]
    return rng.choice(replaced if replaced and rng.random() < 0.5 else table.seats), Return()


def _void(table: Table, rng: Random) -> tuple[Any, Any]:
    if rng.random() < 0.9:
        return rng.choice(table.seats), Void("")
    return None, Void(rng.choice(("stopped", "no_reveal")), tuple(rng.sample(table.seats, 1)))


def _opens(table: Table, rng: Random) -> tuple[Any, Any]:
    return rng.choice((None, *table.seats)), OpenKeys()


def _freezes(table: Table, rng: Random) -> tuple[Any, Any]:
    if rng.random() < 0.9:
        return rng.choice(table.seats), Freeze("", {})
    receipt = {"v": 1, "key": "ab" * 8, "game": table.game, "ply": table.ply + 1, "digest": "cd" * 32}
    return None, Freeze("receipt", {**receipt, "time": START_MS, "signature": "ef" * 64})


_SIDEWAYS: tuple[Aside, ...] = (
    _leaves,
    _sits,
    _sits,
    _chooses,
    _stands,
    _stands,
    _runs_out,
    _runs_out,
    _back,
    _begins,
    _void,
    _freezes,
    _opens,
)

OF_SEATS: tuple[Aside, ...] = (_sits, _begins, *5 * (_lets_pass, _for_others), _returns)
"""Those about seats, which bring bots for persons who are away, and their return."""

TABLE_ASIDES = tuple(way for way in _SIDEWAYS if way is not _stands)
"""Those of every game."""
