"""`legal`: every command a seat may send now, one for each distinct effect, in a fixed order."""

from collections.abc import Callable, Sequence

from app.games.cards import Seat, faces
from app.games.conquian.commands import Command, Exchange, Force, Keep, Meld
from app.games.conquian.decide import keep_open
from app.games.conquian.holding import UNSEEN
from app.games.conquian.listing import Listing
from app.games.conquian.plan import PASS
from app.games.conquian.state import Phase, State
from app.games.conquian.taking import fits, ways

Commands = Sequence[Command]


def legal(state: State, seat: Seat) -> Commands:
    """The commands open to `seat`: melds in the `use` form (fewest cards first, then canonical order, each
    discard in canonical order), then force, keep, pass and fold; empty when the seat is not asked."""
    if seat not in state.awaited:
        return ()
    asked, holding = state.asked, state.holdings[seat]
    if not asked.in_turn:
        return _LEGAL[asked.phase](state, seat)
    if not state.card & holding.joining and holding.idle is not None:
        return holding.idle  # by far the most common listing
    return _turn(state, seat)


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


def _melds(state: State, seat: Seat, last: tuple[Command, ...] = ()) -> Commands:
    """The melds with the centre card, and the `last` commands after them."""
    plan = state.lasting.plan
    every = state.holdings[seat].ways(state.card) if plan.free else ways(state, seat)
    return Listing(plan.solver.bags.card, every, last) if every else last


def _offer(state: State, seat: Seat) -> Commands:
    return _melds(state, seat, (PASS,))


def _turn(state: State, seat: Seat) -> Commands:
    holding = state.holdings[seat]
    if holding.joining == UNSEEN:
        holding.look()
    last = holding.idle
    if last is None:
        last = _offers(state, seat) + state.plan.ending(holding.table)
    return _melds(state, seat, last) if state.card & holding.joining else last


def _offers(state: State, seat: Seat) -> tuple[Command, ...]:
    rules = state.rules
    found: tuple[Command, ...] = ()
    if rules.force_by_turn_player:
        found += tuple([Force(other) for other in sorted(state.others(seat)) if fits(state, other)])
    if rules.keep_centre and keep_open(state):
        found += _keeps(state, seat)
    return found


def _keeps(state: State, seat: Seat) -> tuple[Command, ...]:
    held = set(state.holdings[seat].hand)
    if state.centre is not None:
        held.discard(state.centre.card)
    return tuple([Keep(card) for card in faces(state.rules.pack) if card in held])


def _force_window(state: State, seat: Seat) -> Commands:
    return Force(state.turn), PASS


_LEGAL: dict[Phase, Callable[[State, Seat], Commands]] = {
    Phase.EXCHANGE: _exchange,
    Phase.OFFER: _offer,
    Phase.FORCE_WINDOW: _force_window,
    Phase.CLAIM_WINDOW: _offer,
    Phase.FORCED: _melds,
}
