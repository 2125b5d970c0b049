"""What a seat may do with the centre card: lay it, force it, and the checks in their order (RULES 6, 7)."""

from collections import Counter
from collections.abc import Sequence

from app.games.cards import Card, Seat
from app.games.conquian.combinations import fault, laid_out, one_rank, surplus
from app.games.conquian.commands import Meld
from app.games.conquian.events import Melded
from app.games.conquian.history import FREE, Restrictions
from app.games.conquian.history import Meld as LaidOut
from app.games.conquian.holding import Way
from app.games.conquian.melds import Solver
from app.games.conquian.rules import ForceSource
from app.games.conquian.state import Laid, Phase, Source, State
from app.games.errors import Refused

# Members of an enumeration are found slowly where they are looked for by name.
_STOCK, _FORCED, _ANY = Source.STOCK, Phase.FORCED, ForceSource.ANY


def limits(state: State, seat: Seat) -> Restrictions:
    """What the history of the cards forbids when `seat` uses the centre card (RULES 2.7, 6.6)."""
    rules, centre = state.rules, state.centre
    if not state.plan.restricts or centre is None:
        return FREE
    bags = state.solver.bags
    groups = tuple(map(bags.of, state.holdings[seat].table)) if rules.keep_three else ()
    turned = set(state.turned)
    if centre.source is _STOCK:
        turned.add(centre.card)
    return Restrictions(groups, bags.of(turned), rules.group_needs_stock_card)


def wins(state: State, seat: Seat, used: int) -> bool:
    """Whether laying `used` hand cards with the centre card makes the seat go out (RULES 9.1)."""
    return state.holding(seat).size + used == state.hand_size


def last_card_allowed(state: State, seat: Seat, used: int) -> bool:
    """Whether the centre card may be the one that ends the hand (RULES 9.5)."""
    if not state.rules.last_card_from_stock or not wins(state, seat, used):
        return True
    return state.centre is not None and state.centre.source is _STOCK


def hand_closed(state: State) -> bool:
    """Whether a forced seat may not add hand cards (RULES 7.4)."""
    return state.phase is _FORCED and not state.rules.force_extra_hand_cards


def ways(state: State, seat: Seat) -> tuple[Way, ...]:
    """Every way in which `seat` may lay the centre card, fewest hand cards first, then canonical."""
    card = state.card
    if not card:
        return ()
    return state.holdings[seat].ways(card) if state.lasting.plan.free else _restricted(state, seat, card)


def _restricted(state: State, seat: Seat, card: int) -> tuple[Way, ...]:
    """The same where history, the source of the last card or a closed hand may forbid some."""
    holding, solver, history = state.holding(seat), state.solver, limits(state, seat)
    if not card & holding.joining:
        return ()
    if history is FREE and not hand_closed(state):
        found = holding.ways(card)
    else:
        spare = 0 if hand_closed(state) else holding.held
        found = holding.laying(card, solver.uses(holding.laid + card, spare, history))
    return tuple([way for way in found if last_card_allowed(state, seat, len(way.cards))])


def fits(state: State, seat: Seat) -> bool:
    """Whether the centre card can join the table of `seat` without a hand card (RULES 7.3)."""
    plan, holding, centre, card = state.lasting.plan, state.holdings[seat], state.centre, state.card
    if not holding.table or centre is None or not card & holding.joining:
        return False
    if plan.forces_freely:
        return holding.fits(card)
    if not forceable(state) or not last_card_allowed(state, seat, 0):
        return False
    if not plan.rules.force_rearrange:
        return any(fault(plan.rules, (*meld, centre.card)) is None for meld in holding.table)
    if plan.restricts:
        return plan.solver.covers(state.holding(seat).laid + card, limits(state, seat))
    return holding.fits(card)


def forceable(state: State) -> bool:
    """Whether the rules let this centre card be forced on anybody (RULES 7.5)."""
    centre, rules = state.centre, state.rules
    if centre is None or (centre.card == rules.wild_card and not rules.wild_forceable):
        return False
    return rules.force_source is _ANY or centre.source is _STOCK


def melded(state: State, seat: Seat, command: Meld) -> Melded:
    """What `command` does for `seat`, or `Refused` with the first reason in the order of RULES 6.8."""
    plan, centre, use, discard = state.lasting.plan, state.centre, command.use, command.discard
    if centre is None:
        raise Refused("wrong_phase")
    if command.melds is not None:
        table, used = _proposed(state, seat, centre.card, command.melds)
    else:
        use = command.use or ()
        way = state.holdings[seat].way(state.card, use, discard) if plan.free else None
        listed = None if way is None else plan.solver.arrange(way.laid)
        if listed is not None:
            return Melded(seat, use, listed, discard)  # what has been listed has been checked
        table, used = _arranged(state, seat, centre.card, use)
    _check_end(state, seat, used, discard)
    return Melded(seat, used, table, discard)


def _check_extra(state: State, seat: Seat, extra: Counter[Card]) -> None:
    """A forced seat adds no hand card where it may not; cards that are nobody's are refused as such later."""
    if hand_closed(state) and extra & Counter(state.holdings[seat].hand):
        raise Refused("forced_no_hand_cards")


def _proposed(
    state: State, seat: Seat, centre: Card, melds: Sequence[Laid]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    rules = state.rules
    proposed = Counter(card for meld in melds for card in meld)
    table = Counter(state.table_cards(seat))
    below = table + Counter((centre,))
    _check_extra(state, seat, proposed - below)
    if any(count > rules.packs for count in proposed.values()):
        raise Refused("card_reused")
    if proposed[centre] < below[centre]:
        raise Refused("centre_not_used")
    if table - proposed:
        raise Refused("table_card_lost")
    used = tuple((proposed - below).elements())
    if surplus(used, Counter(state.holdings[seat].hand)):
        raise Refused("card_not_yours")
    _check_combinations(state, seat, melds)
    return tuple(laid_out(rules, meld) for meld in melds), _in_order(state, used)


def _in_order(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    bags = state.solver.bags
    return bags.listed(bags.of(cards))


def _check_combinations(state: State, seat: Seat, melds: Sequence[Laid]) -> None:
    history = limits(state, seat)
    kept = 0
    for meld in melds:
        reason = fault(state.rules, meld)
        if reason is not None:
            raise Refused(reason)
        laid = LaidOut(state.solver.bags.of(meld), tuple(meld), one_rank(state.rules, meld))
        if not history.allows(laid):
            raise Refused("group_no_stock_card")
        kept = history.kept(laid, kept)
    if kept != history.all_kept:
        raise Refused("group_dissolved")


def _arranged(
    state: State, seat: Seat, centre: Card, use: tuple[Card, ...]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    if hand_closed(state):
        _check_extra(state, seat, Counter(use))
    if not _are_in(state.holdings[seat].hand, use):
        raise Refused(_why_not_in_hand(state, seat, (centre, *use)))
    solver, unit = state.solver, state.solver.bags.unit
    bag = sum([unit[card] for card in use])
    below = state.holding(seat).laid + unit[centre] + bag
    history = limits(state, seat)
    table = solver.arrange(below, history)
    if table is None:
        raise Refused(_why_no_layout(solver, below, history))
    return table, use if len(use) < 2 else solver.bags.listed(bag)


def _are_in(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    """Whether `hand` holds all of `cards`."""
    rest = list(hand)
    for card in cards:
        if card not in rest:
            return False
        rest.remove(card)
    return True


def _why_not_in_hand(state: State, seat: Seat, laid: tuple[Card, ...]) -> str:
    """`card_reused` if not even the packs hold as many copies as would lie on the table (RULES 6.8)."""
    everything = Counter((*state.table_cards(seat), *laid))
    reused = any(count > state.rules.packs for count in everything.values())
    return "card_reused" if reused else "card_not_yours"


def _why_no_layout(solver: Solver, bag: int, history: Restrictions) -> str:
    """The narrowest restriction that stands in the way of laying `bag` out."""
    if not solver.covers(bag, FREE):
        return "no_layout"
    stock_only = Restrictions(stock=history.stock, need=history.need)
    return "group_dissolved" if solver.covers(bag, stock_only) else "group_no_stock_card"


def _check_end(state: State, seat: Seat, used: tuple[Card, ...], discard: Card | None) -> None:
    holding = state.holding(seat)
    if len(used) + holding.size == state.hand_size:
        if not last_card_allowed(state, seat, len(used)):
            raise Refused("last_card_not_stock")
        if discard is not None:
            raise Refused("discard_forbidden")
        return
    if discard is None:
        raise Refused("discard_required")
    if holding.hand.count(discard) <= used.count(discard):
        raise Refused("discard_not_in_hand")
