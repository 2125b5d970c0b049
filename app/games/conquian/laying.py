"""The cards that a seat may lay with the centre card, and forcing (RULES 6, 7, 9.1, 9.5)."""

from itertools import chain

from app.games.cards import Seat
from app.games.conquian.melds.combinations import FREE, Restrictions, fault
from app.games.conquian.melds.solver import solver
from app.games.conquian.rules import ForceSource
from app.games.conquian.state import Phase, Source, State


def possible_uses(state: State, seat: Seat) -> tuple[int, ...]:
    """Return each bag of hand cards that `seat` may lay with the centre card (6.1 to 6.3, 7.4, 9.5).

    Fewest cards come first, bags of equal size in canonical order.
    """
    centre = state.centre
    if centre is None:
        return ()
    meld_solver = solver(state.rules)
    bags = meld_solver.bags
    card, laid = bags.unit[centre.card], bags.of(chain(*state.tables[seat]))
    held = 0 if hand_closed(state) else bags.of(state.hands[seat])
    if not meld_solver.joins(card, laid + held):
        return ()
    uses = meld_solver.uses(laid + card, held, restrictions(state, seat))
    return tuple([use for use in meld_solver.ordered(uses) if last_card_allowed(state, seat, bags.size(use))])


def restrictions(state: State, seat: Seat) -> Restrictions:
    """Return what the history of the cards forbids when `seat` uses the centre card (2.7, 6.6)."""
    rules, centre = state.rules, state.centre
    if not rules.restricts_melds or centre is None:
        return FREE
    bags = solver(rules).bags
    groups = tuple(map(bags.of, state.tables[seat])) if rules.keep_three else ()
    turned = {*state.turned, centre.card} if centre.source is Source.STOCK else set(state.turned)
    return Restrictions(groups, bags.of(turned), rules.group_needs_stock_card)


def goes_out(state: State, seat: Seat, used: int) -> bool:
    """Return whether `seat` goes out by laying `used` hand cards and the centre card (9.1)."""
    return sum(map(len, state.tables[seat])) + used + 1 == state.target


def last_card_allowed(state: State, seat: Seat, used: int) -> bool:
    """Return whether the centre card may be laid with `used` hand cards, though `seat` goes out (9.5)."""
    if not state.rules.last_card_from_stock or not goes_out(state, seat, used):
        return True
    return state.centre is not None and state.centre.source is Source.STOCK


def hand_closed(state: State) -> bool:
    """Return whether a forced seat may not add hand cards (7.4)."""
    return not state.rules.force_extra_hand_cards and state.phase is Phase.FORCED


def fits(state: State, seat: Seat) -> bool:
    """Return whether the centre card may be forced on `seat`: it fits its table without a hand card (7.3)."""
    table, centre, rules = state.tables[seat], state.centre, state.rules
    if not table or centre is None:
        return False
    meld_solver = solver(rules)
    bags = meld_solver.bags
    card, laid = bags.unit[centre.card], bags.of(chain(*table))
    if not meld_solver.joins(card, laid) or not forceable(state) or not last_card_allowed(state, seat, 0):
        return False
    if rules.force_rearrange:
        return meld_solver.covers(laid + card, restrictions(state, seat))
    return any(fault(rules, (*meld, centre.card)) is None for meld in table)


def forceable(state: State) -> bool:
    """Return whether the rules let this centre card be forced on any seat (7.5)."""
    centre, rules = state.centre, state.rules
    if centre is None or (centre.card == rules.wild_card and not rules.wild_forceable):
        return False
    return rules.force_source is ForceSource.ANY or centre.source is Source.STOCK
