"""Sittings in which everything happens that a log can hold, played in memory from fixed seeds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from app.games.cards import Seat
from app.games.codec import Json
from app.games.conquian.commands import Fold, Meld, Standing
from app.games.conquian.events import Melded
from app.games.conquian.game import CONQUIAN
from app.games.errors import ConfigRefused, Refused
from app.games.game import Game
from app.games.holdem.commands import Buy
from app.games.holdem.game import HOLDEM
from app.games.table import clocks
from app.games.table.commands import (
    Begin,
    ChooseDealer,
    Create,
    Expire,
    Freeze,
    Leave,
    OpenKeys,
    Reveal,
    Rotate,
    Sit,
    Void,
)
from app.games.table.decide import create, decide, pending
from app.games.table.seats import closed, opening
from app.games.table.state import Kind, Status, Stock, awaited
from app.games.table.view import legal
from app.service.entry_codec import advance, pins
from app.service.signing import KeyRing, receipt
from app.store.entry import Entry
from app.store.keys import game_id_from
from tests.games.play import FAMILY
from tests.games.random_sheets import random_sheet
from tests.replays.memory_log import MemoryLog, ready
from tests.verifier.holdem_sittings import choose_command

_TIMED = {"decision_seconds": 30, "window_seconds": 10, "deal_delay_seconds": 5}
_UNSETTLED = 3
_PROOF = "7e" * 32
"""What opens the invitations of the corpus."""


def _stands(random: Random) -> Standing:
    return Standing(*random.choice([(True, None), (None, True), (True, True), (False, False)]))


def _buys(random: Random) -> Buy:
    return Buy(random.choice((5, 20)))


@dataclass(frozen=True, slots=True)
class Plan:
    """A sitting: its sheet, who sits there, what else its creation says, and what shall happen in it.

    `seats` has a letter a seat: p person, b bot, o open at first, i kept for an invitation. `unruly` is how
    often, of a thousand answers, a person lets time pass, leaves or says what it stands by. `void_at` is the
    ply that ends it, `rotated_at` that at which the host replaces its token, `begun_at` that at which the
    host gives the free seats to bots. With a `ring` ply 1 names the key that signs, and at `frozen_at` a
    receipt of it contradicts the log. `choose` answers in a hand, where not by the melds of Conquián, and
    `aside` is what an unruly person says besides.
    """

    sheet: Json
    seats: str
    created: Json = field(default_factory=dict)
    entropy: str = "none"
    reveal: str = "game"
    unruly: int = 0
    folds: bool = False
    void_at: int | None = None
    reason: str = "stopped by its host"
    ring: KeyRing | None = None
    frozen_at: int | None = None
    rotated_at: int | None = None
    begun_at: int | None = None
    play: Game = CONQUIAN
    bot: str = "greedy"
    choose: Callable[[Any, Any, Random], Any] | None = None
    aside: Callable[[Random], Any] = _stands


def planned(variant: str, seats: str, options: Mapping[str, Any] | None = None, **more: Any) -> Plan:
    return Plan(CONQUIAN.rules_to_json(CONQUIAN.sheet(variant, options or {})), seats, **more)


def planned_holdem(seats: str, options: Mapping[str, Any], **more: Any) -> Plan:
    """A sitting of the club's hold'em."""
    sheet = HOLDEM.rules_to_json(HOLDEM.sheet("caesars-holdem", options))
    return Plan(sheet, seats, play=HOLDEM, bot="random", choose=choose_command, aside=_buys, **more)


def plans() -> dict[str, Plan]:
    """Every sitting of the corpus by name."""
    by_name = {
        f"{variant}-{at:02}": planned(variant, "b" * players, {**_SEATED.get(variant, {}), **options})
        for at, (variant, options, players) in enumerate(FAMILY)
    }
    forks = {"holdem-fork": _forked("holdem", 37)}
    return by_name | _SITTINGS | forks | {f"custom-{seed}": _custom(seed) for seed in range(_CUSTOM)}


_CUSTOM = 12
_FIXTURE = {"tournament": "t-0a0123456789abcdefghijkl", "fixture": 7, "deck": 4}
_SHARED = {**_FIXTURE, "shared": True}
_FOLLOWS = {"rematch_of": "g-0a0123456789abcdefghijkl", "evening": "g-0a0123456789abcdefghijkl"}
_SEATED = {"caesars-conquian": {"players_max": 4}}

_SITTINGS = {
    "deals": planned(
        "mexican-3", "bbb", {"deals": 3, "stake": 5, "next_dealer": "winner_leads"}, reveal="hand"
    ),
    "draws": planned("mexican-2", "bb", {"deals": 4, "stake": 3, "draw_stake": "double_compound"}),
    "sits-out": planned("foster-numeral", "bbb", {"deals": 4, "sits_out": "rotate"}),
    "loser-sits-out": planned("north-american", "ppp", {"deals": 3, "sits_out": "loser"}),
    "house": planned("caesars-conquian", "ppp", {"deals": 3, "players_max": 3, "next_dealer": "chosen"}),
    "bank": planned("paco-teams", "bbbb", {"bank": True, "money": "chips"}),
    "entropy": planned("mexican-3", "ppp", entropy="seats"),
    "entropy-mixed": planned("mexican-3", "pbp", {"deals": 2}, entropy="seats", reveal="hand"),
    "open-seats": planned("mexican-3", "pob", {"me_sirve": True}, created={"visibility": "unlisted"}),
    "invited": planned("mexican-3", "pii", {"deals": 2}, rotated_at=9),
    "ready": planned("mexican-3", "pio", created={"start": "ready", **_TIMED}, entropy="seats"),
    "begun": planned("mexican-3", "pio", created={"start": "ready", **_TIMED}, begun_at=3),
    "private": planned("north-american", "pp", {"deals": 2}, created={"visibility": "private"}),
    "rematch": planned("mexican-2", "pp", created={"rematch_of": "g-0a0123456789abcdefghijkl"}),
    "rematch-of-an-evening": planned(
        "mexican-3", "ppp", {"deals": 2, "stake": 2}, created={**_FOLLOWS, "first_dealer": Seat(2)}
    ),
    "rematch-sits-out": planned(
        "foster-numeral",
        "bbb",
        {"deals": 2, "sits_out": "rotate"},
        created={**_FOLLOWS, "first_dealer": Seat(1)},
    ),
    "tournament": planned("north-american", "bb", created={"tournament": _FIXTURE}),
    "tournament-live": planned("mexican-2", "pb", created={"tournament": _FIXTURE}),
    "shared-deck": planned("mexican-2", "pb", created={"tournament": _SHARED}),
    "shared-deck-void": planned(
        "mexican-2", "pb", created={"tournament": _SHARED}, void_at=9, reason="entrant_failed"
    ),
    "clock": planned("mexican-3", "ppp", {"deals": 2}, created=_TIMED, unruly=150),
    "clock-claims": planned("navajo-tens", "pppp", created=_TIMED, unruly=150),
    "clock-keep": planned("mexican-3", "pbp", {"keep_centre": True}, created=_TIMED, unruly=150),
    "endless": planned("mexican-2", "pp", {"deals": None}, created=_TIMED, unruly=40),
    "leaving": planned("mexican-3", "ppp", {"deals": None, "stake": 2}, unruly=60),
    "standing": planned("navajo-tens", "ppp", unruly=200),
    "fold": planned("north-american", "pp", {"fold_skips_turn": True}, folds=True),
    "not-filled": planned("mexican-3", "poo", void_at=2, reason="not_filled"),
    "not-revealed": planned("mexican-3", "ppp", entropy="seats", void_at=6, reason="not_revealed"),
    "abandoned": planned("mexican-2", "pp", void_at=20, reason="abandoned"),
    "void-in-play": planned("mexican-2", "bb", void_at=12),
    "holdem": planned_holdem("pppp", {"deals": 6, "buy_in": 12}, created=_TIMED, unruly=180),
    "holdem-bots": planned_holdem(
        "bbbbb",
        {"deals": 3, "buy_in": 40, "blinds": "1_3", "structure": "limit_3_6", "rebuys": False},
        reveal="hand",
    ),
    "holdem-rematch": planned_holdem(
        "ppb", {"deals": 2, "buy_in": 12}, created={**_FOLLOWS, "first_dealer": Seat(1)}
    ),
    "holdem-entropy": planned_holdem("pbp", {"deals": 3, "bet_mode": "fixed"}, entropy="seats"),
}


def _forked(name: str, ply: int) -> Plan:
    """A fork of a sitting from an entry at which a hand is played, with its stock shuffled anew."""
    there = advance(None, sitting(name, _SITTINGS[name])[:ply])
    assert there is not None
    named = {"game": there.game, "ply": there.ply, "digest": there.digest.hex()}
    position = opening(there.table, Stock.FRESH)
    created = {"parent": named, "stock": str(Stock.FRESH), "position": position}
    return replace(_SITTINGS[name], created=created, unruly=0)


def _custom(seed: int) -> Plan:
    """The first random sheet that can be played, drawn from `seed`; its deals are few."""
    random = Random(f"corpus {seed}")
    while True:
        try:
            rules = CONQUIAN.custom(random_sheet(random))
        except ConfigRefused:
            continue
        players = [
            n for n in range(rules.players_min, rules.players_max + 1) if not rules.teams or n % 2 == 0
        ]
        seats = min(players) + rules.idle_seats
        if rules.deals == 1 and seats <= 5:
            return Plan(CONQUIAN.rules_to_json(rules), "b" * seats)


def sitting(name: str, plan: Plan) -> tuple[Entry, ...]:
    """The whole log of a sitting, always the same for a name."""
    return _CorpusGame(name, plan).play()


class _CorpusGame(MemoryLog):
    """A game of the corpus while it is played."""

    def __init__(self, name: str, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.random = Random(f"corpus {name}")
        self.entropy = [self.random.randbytes(16 + 4 * seat) for seat in range(len(plan.seats))]

    def play(self) -> tuple[Entry, ...]:
        command = self._create()
        self._enter(None, command, create(command))
        while not self.table.is_over:
            seat, chosen = self._next()
            try:
                events = decide(self.table, seat, chosen)
            except Refused:
                continue
            self._enter(seat, chosen, events)
        return tuple(self.entries)

    def _create(self) -> Create:
        plan = self.plan
        game = game_id_from(self.random.randbytes(32))
        made = [self._seat(game, at, letter) for at, letter in enumerate(plan.seats)]
        seats, hashes = zip(*made, strict=True)
        key = self.random.randbytes(32).hex()
        return Create(
            game=game,
            play=plan.play.name,
            rules=plan.sheet,
            seats=seats,
            entropy=plan.entropy,
            reveal=plan.reveal,
            token_hashes=hashes,
            game_key=key,
            **plan.created,
        )

    def _seat(self, game: str, at: int, letter: str) -> tuple[dict[str, str], str]:
        if letter == "p":
            return {"kind": "person"}, self.random.randbytes(32).hex()
        if letter == "i":
            return {"kind": "open", "invitation": closed(game, at, _PROOF)}, ""
        return ({"kind": "bot", "bot": self.plan.bot} if letter == "b" else {"kind": "open"}), ""

    def _enter(self, seat: Any, command: Any, events: tuple[Any, ...]) -> None:
        passed = self.random.randrange(20_000)
        time_ms = 0 if set(self.plan.seats) == {"b"} else self.time_ms + passed
        ring = self.plan.ring
        pinned = None if self.entries else pins(self.plan.play, ring.in_force(time_ms) if ring else None)
        self.append(seat, command, events, time_ms, pinned)

    def _next(self) -> tuple[Any, Any]:
        if self.table.withheld or self.table.is_frozen:
            return None, OpenKeys() if self.table.withheld else Void("history_rolled_back")
        if self.plan.ring and self.plan.frozen_at == len(self.entries) + 1:
            before = self.entries[-1]
            other = receipt(self.plan.ring, before.game, before.ply, bytes(32), self.time_ms)
            return None, Freeze("history_rolled_back", other)
        if self.plan.void_at == len(self.entries) + 1:
            late = clocks.late(self.table) if self.plan.reason == "not_revealed" else ()
            return None, Void(self.plan.reason, late)
        if (owed := pending(self.table)) is not None:
            return None, owed
        if clocks.absent(self.table):
            return None, Expire(clocks.absent(self.table))
        if self.table.lacks_seats:
            return self._seated()
        if self.plan.rotated_at == len(self.entries) + 1:
            return Seat(0), Rotate(Seat(0), 1, self.random.randbytes(32).hex())
        return self._asked()

    def _seated(self) -> tuple[Any, Any]:
        """The first free seat is taken, unless the host gives all of them to bots."""
        if self.plan.begun_at == len(self.entries) + 1:
            return Seat(0), Begin("greedy")
        free = next(seat for seat in self.table.seats if self.table.places[seat].kind is Kind.OPEN)
        who, proof = (None, _PROOF) if self.table.places[free].is_invited else ("p-someone", None)
        return free, Sit(free, who, self.random.randbytes(32).hex(), invitation=proof)

    def _asked(self) -> tuple[Any, Any]:
        table = self.table
        seat = self.random.choice(awaited(table))
        if seat in table.persons and self.random.randrange(1000) < self.plan.unruly:
            return self._unruly(seat)
        if (
            table.status is Status.BETWEEN_HANDS
            and table.rules.dealer_is_chosen
            and self.random.random() < 0.5
        ):
            return seat, ChooseDealer(self.random.choice(table.seats))
        if table.rules.deals is None and table.hand_number >= _UNSETTLED and table.in_hand:
            return seat, Leave()
        return seat, self._answer(seat)

    def _unruly(self, seat: Any) -> tuple[Any, Any]:
        kind = self.random.randrange(4)
        table = self.table
        if kind == 0:
            command = self.plan.aside(self.random)
            return self.random.choice(table.persons), command
        gone = [person for person in table.persons if table.places[person].left]
        if gone and kind == 1:
            place = table.places[gone[0]]
            return gone[0], Sit(gone[0], None, self.random.randbytes(32).hex(), place.generation + 1)
        if kind == 2 and not gone:
            return seat, Leave()
        return None, Expire(clocks.undecided(table))

    def _answer(self, seat: Any) -> Any:
        committing = self.table.status is Status.COMMITTING or self.table.asks_ready
        if committing and self.table.entropy == "seats":
            return ready(self.table, seat, self.entropy[seat])
        if self.table.status is Status.REVEALING:
            return Reveal(self.entropy[seat].hex())
        if self.plan.choose is not None and self.table.in_hand:
            return self.plan.choose(self.table.hand, seat, self.random)
        moves = legal(self.table, seat)
        if Fold() in moves and self.plan.folds and self.random.random() < 0.5:
            return Fold()
        moves = tuple(move for move in moves if move != Fold())
        melds = [move for move in moves if isinstance(move, Meld)]
        chosen = self.random.choice(melds if melds and self.random.random() < 0.9 else moves)
        arranged = isinstance(chosen, Meld) and self.table.in_hand and self.random.random() < 0.3
        return self._arranged(seat, chosen) if arranged else chosen

    def _arranged(self, seat: Any, meld: Meld) -> Meld:
        """The same meld with the whole table named, its melds and their cards turned about."""
        laid = [event for event in decide(self.table, seat, meld) if isinstance(event, Melded)]
        if not laid:
            return meld
        melds = tuple(reversed(laid[0].table))
        return Meld(melds=melds, discard=meld.discard)
