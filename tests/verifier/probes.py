"""Commands to try at a position: legal ones with small changes, and random data."""

from dataclasses import replace
from random import Random

from app.games.cards import Card, Seat, faces
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass, Standing
from app.games.conquian.game import CONQUIAN
from app.games.conquian.state import State
from app.games.errors import Refused

Melds = tuple[tuple[Card, ...], ...]


def probe(state: State, seat: Seat, rng: Random) -> Command:
    """A command for `seat`, whether or not it is asked."""
    if rng.random() < 0.6:
        return _meld(state, seat, rng)
    return rng.choice(
        (
            Exchange(_card(state, seat, rng)),
            Pass(),
            Force(Seat(rng.randrange(-1, len(state.hands) + 1))),
            Force(state.turn),
            Keep(_card(state, seat, rng)),
            Fold(),
            Standing(rng.choice((None, True, False)), rng.random() < 0.5),
            Standing(rng.random() < 0.5),
        )
    )


def rearranged(state: State, seat: Seat, command: Meld, rng: Random) -> Meld:
    """The same cards with a table of the seat's own, arranged otherwise where a try at random succeeds."""
    try:
        laid = CONQUIAN.decide(state, seat, command)
    except Refused:
        return command
    tables = [event.table for event in laid if hasattr(event, "table")]
    if not tables:
        return command
    for _try in range(3):
        other = Meld(melds=_changed(tables[0], rng), discard=command.discard)
        if is_lawful(state, seat, other):
            return other
    return Meld(melds=_shuffled(tables[0], rng), discard=command.discard)


def is_lawful(state: State, seat: Seat, command: Command) -> bool:
    try:
        CONQUIAN.decide(state, seat, command)
    except Refused:
        return False
    return True


def _meld(state: State, seat: Seat, rng: Random) -> Meld:
    if rng.random() < 0.5:
        return _listed_and_changed(state, seat, rng)
    hand = state.hands[seat]
    use = tuple(rng.sample(hand, rng.randint(0, min(len(hand), 4))))
    discard = rng.choice((None, _card(state, seat, rng), _card(state, seat, rng)))
    if rng.random() < 0.3:
        return Meld(use=use, discard=discard)
    centre = (state.centre.card,) if state.centre else ()
    table = tuple(card for meld in state.tables[seat] for card in meld)
    return Meld(melds=_partition((*table, *centre, *use), rng), discard=discard)


def _listed_and_changed(state: State, seat: Seat, rng: Random) -> Meld:
    """A lawful meld, if there is one, with up to two things wrong."""
    melds = [command for command in CONQUIAN.legal(state, seat) if isinstance(command, Meld)]
    if not melds:
        return Meld(use=(), discard=_card(state, seat, rng))
    meld = rng.choice(melds)
    if rng.random() < 0.6:
        meld = rearranged(state, seat, meld, rng)
    for _fault in range(rng.randint(0, 2)):
        meld = _spoilt(meld, state, seat, rng)
    return meld


def _spoilt(meld: Meld, state: State, seat: Seat, rng: Random) -> Meld:
    if rng.random() < 0.3:
        return replace(meld, discard=rng.choice((None, _card(state, seat, rng))))
    extra = _card(state, seat, rng)
    if meld.use is not None:
        return replace(meld, use=rng.choice((meld.use[1:], (*meld.use, extra), (extra, *meld.use[1:]))))
    assert meld.melds is not None
    return replace(
        meld, melds=_changed(meld.melds, rng) if rng.random() < 0.5 else _with(meld.melds, extra, rng)
    )


def _with(melds: Melds, extra: Card, rng: Random) -> Melds:
    """The melds with a card more, or one in the place of another, or one less."""
    at = rng.randrange(len(melds) + 1)
    if at == len(melds):
        return (*melds, (extra,))
    meld = melds[at]
    changed = rng.choice(((*meld, extra), (*meld[:-1], extra), meld[:-1]))
    return (*melds[:at], changed, *melds[at + 1 :])


def _changed(melds: Melds, rng: Random) -> Melds:
    """The same cards, put together another way: one meld cut, two joined, or a card moved."""
    shuffled = list(_shuffled(melds, rng))
    first = shuffled.pop() if shuffled else ()
    cut = rng.randint(0, len(first))
    way = rng.randrange(3)
    if way == 0:
        return (*shuffled, first[:cut], first[cut:])
    if way == 1 and shuffled:
        return (*shuffled[:-1], shuffled[-1] + first)
    moved = sorted(first)
    return (*shuffled[:-1], *(one + tuple(moved[:1]) for one in shuffled[-1:]), tuple(moved[1:]))


def _shuffled(melds: Melds, rng: Random) -> Melds:
    mixed = [tuple(rng.sample(meld, len(meld))) for meld in melds]
    rng.shuffle(mixed)
    return tuple(mixed)


def _partition(cards: tuple[Card, ...], rng: Random) -> Melds:
    mixed = rng.sample(cards, len(cards))
    melds = []
    while mixed:
        size = rng.randint(2, 5)
        melds.append(tuple(mixed[:size]))
        mixed = mixed[size:]
    return tuple(melds)


def _card(state: State, seat: Seat, rng: Random) -> Card:
    """A card of the seat's hand, the centre card, any card of the pack, or one that no pack has."""
    hand = state.hands[seat]
    if hand and rng.random() < 0.6:
        return rng.choice(hand)
    if state.centre and rng.random() < 0.5:
        return state.centre.card
    return rng.choice(faces(state.rules.pack)) if rng.random() < 0.95 else Card("99X")
