"""Positions with much to arrange: tables and hands cut from melds, so that many cards can be laid at once."""

from collections import Counter
from random import Random
from typing import Any

from app.games.cards import Card, Seat, canonical_deck, faces
from app.games.conquian.commands import Meld
from app.games.conquian.game import CONQUIAN
from app.games.conquian.rules import Rules
from app.games.conquian.state import Centre, Phase, Source, State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from tests.verifier.hands import written

SHEETS: tuple[Rules, ...] = (
    TABLE_OF_VARIANTS.sheet("mexican-3", {"hand_size": 10}),
    TABLE_OF_VARIANTS.sheet("mexican-3", {"wild_card": "2O", "hand_size": 10}),
    TABLE_OF_VARIANTS.sheet(
        "mexican-3", {"pack": "french52", "wild_card": "2d", "run_max": 4, "hand_size": 9}
    ),
    TABLE_OF_VARIANTS.sheet("mexican-2", {"wild_card": "2O", "run_max": 3}),
    TABLE_OF_VARIANTS.sheet("north-american", {"run_max": 5}),
    TABLE_OF_VARIANTS.sheet("french-page", {}),
    TABLE_OF_VARIANTS.sheet("french-page", {"keep_three": False, "last_card_from_stock": False}),
    TABLE_OF_VARIANTS.sheet("french-page", {"group_needs_stock_card": "all"}),
    TABLE_OF_VARIANTS.sheet("french-page", {"group_needs_stock_card": "off"}),
    TABLE_OF_VARIANTS.sheet("navajo-tens", {}),
    TABLE_OF_VARIANTS.sheet("paco", {}),
    TABLE_OF_VARIANTS.sheet("paco", {"packs": 7, "run_max": 4}),
)

_TRIES = 12

Laid = tuple[tuple[Card, ...], ...]


def tables(rng: Random) -> list[dict[str, Any]]:
    """One position of every sheet with several melds tried there, for `rules_again.js`."""
    return [_asked(rules, rng) for rules in SHEETS]


def _asked(rules: Rules, rng: Random) -> dict[str, Any]:
    state = _state(rules, rng)
    steps = [{**written(state, Seat(0), _meld(state, rng)), "probe": True} for _try in range(_TRIES)]
    document = CONQUIAN.position(state, keep_stock=True)
    return {"sheet": CONQUIAN.rules_to_json(rules), "position": document, "steps": steps}


def _meld(state: State, rng: Random) -> Meld:
    """A lawful meld, or most of the hand, which seldom can be laid."""
    melds = [command for command in CONQUIAN.legal(state, Seat(0)) if isinstance(command, Meld)]
    if melds and rng.random() < 0.7:
        return rng.choice(melds)
    hand = state.hands[0]
    use = tuple(rng.sample(hand, rng.randint(len(hand) // 2, len(hand))))
    left = tuple((Counter(hand) - Counter(use)).elements())
    return Meld(use=use, discard=rng.choice(left) if left and rng.random() < 0.95 else None)


def _state(rules: Rules, rng: Random) -> State:
    """The first seat is on turn with a new card, some melds on its table and most others in its hand."""
    size, seats = rules.hand_sizes[0], rules.players_min
    table, loose, rest = _dealt(rules, size, rng)
    lying = [card for meld in table for card in meld]
    return State(
        rules=rules,
        order=tuple(map(Seat, range(seats))),
        hand_size=size,
        phase=Phase.NEW,
        turn=Seat(0),
        awaited=(Seat(0),),
        hands=(loose[1:], *(rest[at * size : (at + 1) * size] for at in range(seats - 1))),
        tables=(table, *((),) * (seats - 1)),
        stock=rest[size * (seats - 1) :],
        centre=Centre(loose[0], rng.choice(list(Source)), None),
        turned=tuple(card for card in lying if rules.restricts_melds and rng.random() < 0.5),
    )


def _dealt(rules: Rules, size: int, rng: Random) -> tuple[Laid, tuple[Card, ...], tuple[Card, ...]]:
    """The melds on a table, the cards beside it, of which one is the centre card, and all other cards."""
    deck = Counter(canonical_deck(rules.pack, rules.packs))
    melds = _melds(rules, deck, size + 1, rng)
    count = rng.randrange(len(melds))
    rest = rng.sample(list(deck.elements()), deck.total())
    short = size + 1 - sum(map(len, melds))
    loose = [*(card for meld in melds[count:] for card in meld), *rest[:short]]
    table = tuple(tuple(sorted(meld, key=faces(rules.pack).index)) for meld in melds[:count])
    return table, tuple(rng.sample(loose, len(loose))), tuple(rest[short:])


def _melds(rules: Rules, deck: Counter[Card], most: int, rng: Random) -> list[list[Card]]:
    """Disjoint melds out of `deck`, which loses their cards: at most `most` of them together."""
    melds: list[list[Card]] = []
    for _try in range(40):
        meld = rng.choice((_run, _set))(rules, rng)
        room = most - sum(map(len, melds))
        if 3 <= len(meld) <= room and not Counter(meld) - deck:
            deck.subtract(meld)
            melds.append(meld)
    return melds


def _run(rules: Rules, rng: Random) -> list[Card]:
    suit = rng.choice(faces(rules.pack))[-1]
    cards = [card for card in faces(rules.pack) if card[-1] == suit]
    first, length = rng.randrange(len(cards)), rng.randint(3, 6)
    return _wilder(cards[first : first + length], rules, rng)


def _set(rules: Rules, rng: Random) -> list[Card]:
    card = rng.choice(faces(rules.pack))
    if rules.set_kind == "identical":
        return [card] * rng.randint(3, rules.packs)
    cards = [face for face in faces(rules.pack) if face[:-1] == card[:-1]]
    return _wilder(rng.sample(cards, rng.randint(3, 4)), rules, rng)


def _wilder(meld: list[Card], rules: Rules, rng: Random) -> list[Card]:
    """Now and then with the yuca in the place of a card."""
    if rules.wild_card is None or rules.wild_card in meld or rng.random() < 0.6:
        return meld
    gone = rng.randrange(len(meld)) if meld else 0
    return [*meld[:gone], rules.wild_card, *meld[gone + 1 :]]
