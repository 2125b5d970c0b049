"""Deals and plays hands at random from a seed, and builds positions, for every test of the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian.commands import Command, Exchange, Fold, Meld
from app.games.conquian.decide import decide
from app.games.conquian.events import Event
from app.games.conquian.evolve import fold
from app.games.conquian.game import CONQUIAN
from app.games.conquian.legal import legal
from app.games.conquian.rules import Rules
from app.games.conquian.state import Centre, Phase, Source, State
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.errors import Refused

FAMILY: tuple[tuple[str, Mapping[str, Any], int], ...] = (
    ("mexican-3", {}, 3),
    ("mexican-3", {"me_sirve": True, "deal_style": "packets_3_5"}, 3),
    ("mexican-3", {"wild_card": "2O", "keep_centre": True}, 3),
    ("mexican-3", {"pack": "french40", "wild_card": "2d", "wild_forceable": False, "hand_size": 9}, 3),
    ("mexican-3", {"pack": "french52", "hand_size": 10, "me_sirve": True, "keep_centre": True}, 3),
    ("mexican-3", {"force_rearrange": False, "force_extra_hand_cards": False}, 3),
    ("mexican-2", {}, 2),
    ("mexican-2", {"hand_size": 8, "keep_centre": True, "keep_turn_limit": 1}, 2),
    ("mexican-2", {"exchange": False, "first_turn": "plain", "run_max": 4}, 2),
    ("four-deal", {}, 2),
    ("four-deal", {"pack": "spanish40", "packs": 2, "deal_style": "packets_4_4", "keep_centre": True}, 2),
    ("paco", {}, 4),
    ("paco", {"packs": 6, "force_by_opponents": False}, 6),
    ("paco-teams", {"force_extra_hand_cards": False}, 4),
    ("north-american", {}, 2),
    ("north-american", {"force_rearrange": False, "exchange": True, "first_turn": "offer"}, 2),
    ("north-american", {"fold_skips_turn": True, "folded_may_force": False}, 2),
    ("foster-numeral", {"run_max": None}, 2),
    ("encyclopedia-es", {"force_by_turn_player": True, "waste": "face_up", "pile_browsable": True}, 2),
    ("french-page", {}, 2),
    ("french-page", {"group_needs_stock_card": "all", "force_by_turn_player": True}, 2),
    ("french-page", {"group_needs_stock_card": "off", "force_source": "any", "keep_three": True}, 2),
    ("french-page", {"keep_three": False, "last_card_from_stock": False, "run_max": 5}, 2),
    ("caesars-conquian", {}, 2),
    ("caesars-conquian", {"force_rearrange": False}, 4),
    ("navajo-tens", {}, 2),
    ("navajo-tens", {"waste": "face_down"}, 4),
    ("navajo-tens", {"first_turn": "plain", "force_extra_hand_cards": False}, 7),
)
"""Variants, options and numbers of seats that together reach every rule."""


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted command and the positions around it."""

    before: State
    seat: Seat
    command: Command
    events: tuple[Event, ...]
    after: State


def deal(rules: Rules, players: int, rng: Random, hand_number: int = 1) -> State:
    """A hand just dealt from a deck that `rng` shuffled, with a dealer that it drew."""
    deck = list(canonical_deck(rules.pack, rules.packs))
    rng.shuffle(deck)
    dealer = rng.randrange(players)
    order = tuple(Seat((dealer + 1 + at) % players) for at in range(players))
    start = CONQUIAN.start(rules, order, players, hand_number)
    return fold(start, CONQUIAN.deal(start, tuple(deck)))


def family_deal(at: int, rng: Random) -> State:
    """The hand of row `at` of `FAMILY`, in one of its hand numbers."""
    variant, options, players = FAMILY[at % len(FAMILY)]
    return deal(TABLE_OF_VARIANTS.sheet(variant, options), players, rng, 1 + rng.randrange(4))


def choose(state: State, seat: Seat, rng: Random) -> Command:
    """A legal command: often a meld where one is possible, seldom a fold."""
    commands = legal(state, seat)
    melds = [command for command in commands if isinstance(command, Meld)]
    others = [command for command in commands if not isinstance(command, Meld)]
    if rng.random() < 0.95:
        others = [move for move in others if not isinstance(move, Fold)]
    wanted = melds if melds and (not others or rng.random() < 0.6) else others
    return rng.choice(wanted)


def step(state: State, seat: Seat, command: Command) -> Step:
    """Return what `command` leads to; Refused as `decide` does."""
    events = decide(state, seat, command)
    return Step(state, seat, command, events, fold(state, events))


def steps(state: State, rng: Random) -> Iterator[Step]:
    """A hand played at random to its end; windows are answered in any order."""
    while state.phase is not Phase.OVER:
        seat = rng.choice(state.awaited)
        taken = step(state, seat, choose(state, seat, rng))
        yield taken
        state = taken.after


def positions(state: State, rng: Random) -> Iterator[State]:
    """Every position of a hand played at random, the first and the last included."""
    yield state
    for taken in steps(state, rng):
        yield taken.after


def verdict(state: State, seat: int, command: Command) -> str | None:
    """The reason why `command` is refused, or None when it is accepted."""
    try:
        decide(state, Seat(seat), command)
    except Refused as refusal:
        return refusal.code
    return None


def do(state: State, *moves: tuple[int, Command]) -> State:
    """The position after `moves`, each a seat and its command."""
    for seat, command in moves:
        state = fold(state, decide(state, Seat(seat), command))
    return state


def cards(text: str) -> tuple[Card, ...]:
    """The cards in a text, separated by blanks."""
    return tuple(Card(code) for code in text.split())


def melds(text: str) -> tuple[tuple[Card, ...], ...]:
    """The melds in a text: cards separated by blanks, melds by bars."""
    return tuple(cards(part) for part in text.split("|")) if text else ()


def position(
    rules: Rules,
    phase: Phase,
    centre: str,
    hands: Sequence[str],
    tables: Sequence[str] = (),
    *,
    turn: int = 0,
    left_by: int | None = None,
    source: Source | None = None,
    stock: int | str = 5,
    **more: Any,
) -> State:
    """A position in which the seats play in their order from 0.

    A hand shorter than its table allows is filled up with cards that nobody names. `stock` is a number of
    such cards or the cards themselves; all others are dead. The centre card is a discard if somebody left
    it and no `source` says otherwise.
    """
    players, size = len(hands), more.pop("hand_size", rules.hand_sizes[0])
    laid = [melds(table) for table in (*tables, *[""] * (players - len(tables)))]
    lying = [card for table in laid for meld in table for card in meld]
    wanted = cards(stock) if isinstance(stock, str) else ()
    named = Counter([Card(centre), *cards(" ".join(hands)), *lying, *wanted])
    free = list((Counter(canonical_deck(rules.pack, rules.packs)) - named).elements())
    Random(1).shuffle(free)
    held = []
    for hand, table in zip(map(cards, hands), laid, strict=True):
        short = size - sum(map(len, table)) - len(hand)
        held.append((*hand, *free[:short]))
        free = free[short:]
    below = wanted if isinstance(stock, str) else tuple(free[:stock])
    dead = free if isinstance(stock, str) else free[stock:]
    came = source or (Source.STOCK if left_by is None else Source.DISCARD)
    state = State(
        rules=rules,
        order=tuple(map(Seat, range(players))),
        hand_size=size,
        phase=phase,
        turn=Seat(turn),
        hands=tuple(held),
        tables=tuple(laid),
        stock=below,
        discards=tuple(dead),
        centre=Centre(Card(centre), came, None if left_by is None else Seat(left_by)),
        awaited=(Seat(turn),),
    )
    return replace(state, **more)


MEXICAN = VARIANTS["mexican-3"].rules
NORTH = VARIANTS["north-american"].rules
FRENCH = VARIANTS["french-page"].rules
SIRVE = TABLE_OF_VARIANTS.sheet("mexican-3", {"me_sirve": True})
KEEPING = TABLE_OF_VARIANTS.sheet("mexican-3", {"keep_centre": True})
SEVENS = "7B 7E 7O"


def numbered(variant: str, players: int, hand_number: int = 1, **options: bool | int | str | None) -> State:
    """Return a hand dealt from the unshuffled deck, whose place from the top is thus a card's number."""
    rules = TABLE_OF_VARIANTS.sheet(variant, options)
    order = tuple(map(Seat, range(players)))
    start = CONQUIAN.start(rules, order, players, hand_number)
    return fold(start, CONQUIAN.deal(start, canonical_deck(rules.pack, rules.packs)))


def exchanged(state: State) -> State:
    """Return the hand after every seat has passed its first card on."""
    return do(state, *((seat, Exchange(state.hands[seat][0])) for seat in state.order))
