"""`legal`: every command a seat may send now, one for each distinct effect, in a fixed order."""

from collections.abc import Callable

from app.games.cards import Seat, faces
from app.games.conquian.commands import Command, Exchange, Force, Keep, Meld
from app.games.conquian.decide import keep_open
from app.games.conquian.plan import PASS
from app.games.conquian.state import Phase, State
from app.games.conquian.taking import fits, uses

Commands = tuple[Command, ...]


def legal(state: State, seat: Seat) -> Commands:
    """The commands open to `seat`: melds in the `use` form (fewest cards first, then canonical order, each
    discard in canonical order), then force, keep, pass and fold; empty when the seat is not asked."""
    if seat not in state.awaited:
        return ()
    asked, holding = state.asked, state.holdings[seat]
    if asked.in_turn and not state.card & holding.joining and holding.idle is not None:
        return holding.idle  # by far the most common listing
    return _LEGAL[asked.phase](state, seat)


def default(state: State, seat: Seat) -> Command:
    """What is answered for `seat`, which is asked, when its time is over (RULES 11.8).

    It gives or discards the last card of its hand as dealt, melds only when forced, and passes otherwise.
    """
    hand = state.holdings[seat].hand
    if state.phase is Phase.EXCHANGE:
        return Exchange(hand[-1])
    if state.phase is not Phase.FORCED:
        return PASS
    goes_out = len(state.table_cards(seat)) + 1 == state.target
    return Meld(use=(), discard=None if goes_out else hand[-1])


def _exchange(state: State, seat: Seat) -> Commands:
    held = set(state.holdings[seat].hand)
    return tuple([Exchange(card) for card in faces(state.rules.pack) if card in held])


def _melds(state: State, seat: Seat) -> Commands:
    every = uses(state, seat)
    return tuple(_laying(state, seat, every)) if every else ()


def _laying(state: State, seat: Seat, every: tuple[int, ...]) -> list[Command]:
    """The melds that lay one of the bags `every`, with each discard that is left then."""
    found: list[Command] = []
    plan, holding = state.plan, state.holdings[seat]
    hand, held, left_to_win = holding.hand, holding.faces, plan.hand_size - holding.size
    for bag in every:
        laying = plan.laying(bag)
        use = laying.use
        if len(use) == left_to_win:
            found.append(laying.out)
        elif plan.single:
            left = held.copy()
            for card in use:
                left.remove(card)
            found += map(laying.__getitem__, left)
        else:
            found += [laying[card] for card in held if hand.count(card) > use.count(card)]
    return found


def _offer(state: State, seat: Seat) -> Commands:
    return (*_melds(state, seat), PASS)


def _turn(state: State, seat: Seat) -> Commands:
    holding = state.holdings[seat]
    last = holding.idle
    if last is None:
        last = _offers(state, seat) + state.plan.ending(holding.table)
    if state.card & holding.joining:
        every = holding.ways(state.card) if state.lasting.plan.free else uses(state, seat)
        if every:
            found = _laying(state, seat, every)
            found += last
            return tuple(found)
    return last


def _offers(state: State, seat: Seat) -> Commands:
    rules = state.rules
    found: Commands = ()
    if rules.force_by_turn_player:
        found += tuple([Force(other) for other in sorted(state.others(seat)) if fits(state, other)])
    if rules.keep_centre and keep_open(state):
        found += _keeps(state, seat)
    return found


def _keeps(state: State, seat: Seat) -> Commands:
    held = set(state.holdings[seat].hand)
    if state.centre is not None:
        held.discard(state.centre.card)
    return tuple([Keep(card) for card in faces(state.rules.pack) if card in held])


def _force_window(state: State, seat: Seat) -> Commands:
    return Force(state.turn), PASS


_LEGAL: dict[Phase, Callable[[State, Seat], Commands]] = {
    Phase.EXCHANGE: _exchange,
    Phase.OFFER: _offer,
    Phase.LEFT: _turn,
    Phase.NEW: _turn,
    Phase.FORCE_WINDOW: _force_window,
    Phase.CLAIM_WINDOW: _offer,
    Phase.FORCED: _melds,
}
