"""What a seat may do with the centre card: lay it, force it, and the checks in their order (RULES 6, 7)."""

from collections import Counter
from collections.abc import Sequence

from app.games.cards import Card, Seat
from app.games.conquian.bad_melds import bad_meld
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
    held = extra & Counter(state.holdings[seat].hand) if hand_closed(state) else None
    if held:
        raise Refused("forced_no_hand_cards", why="forced_alone", cards=" ".join(sorted(held.elements())))


def _place(melds: Sequence[Laid], most: Counter[Card]) -> tuple[str, Card]:
    """The pointer to the first card of `melds` of which `most` has fewer copies, and that card."""
    seen = Counter[Card]()
    for at, meld in enumerate(melds):
        for inside, card in enumerate(meld):
            seen[card] += 1
            if seen[card] > most[card]:
                return f"/melds/{at}/{inside}", card
    raise ValueError("every card is there")


def _not_held(state: State, seat: Seat, at: str, card: Card) -> Refused:
    """The refusal of a card, or a further copy of it, that `seat` does not hold.

    A card that it does not hold at all is not named: the answer is the same wherever that card lies.
    """
    held = state.holdings[seat].hand.count(card)
    if held == 0:
        return Refused("card_not_yours", why="not_held", at=at)
    why = "one_copy" if held == 1 else "few_copies"
    return Refused("card_not_yours", why=why, at=at, card=card, held=held)


def _proposed(
    state: State, seat: Seat, centre: Card, melds: Sequence[Laid]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    rules = state.rules
    proposed = Counter(card for meld in melds for card in meld)
    table = Counter(state.table_cards(seat))
    below = table + Counter((centre,))
    _check_extra(state, seat, proposed - below)
    if any(count > rules.packs for count in proposed.values()):
        place, _ = _place(melds, Counter(dict.fromkeys(proposed, rules.packs)))
        raise Refused("card_reused", at=place)
    if proposed[centre] < below[centre]:
        raise Refused("centre_not_used", why="centre_missing", card=centre)
    if table - proposed:
        raise Refused("table_card_lost", why="left_the_table", card=min(table - proposed))
    used = tuple((proposed - below).elements())
    hand = Counter(state.holdings[seat].hand)
    if surplus(used, hand):
        raise _not_held(state, seat, *_place(melds, below + hand))
    _check_combinations(state, seat, centre, melds, hand & Counter(used))
    return tuple(laid_out(rules, meld) for meld in melds), _in_order(state, used)


def _in_order(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    bags = state.solver.bags
    return bags.listed(bags.of(cards))


def _check_combinations(
    state: State, seat: Seat, centre: Card, melds: Sequence[Laid], from_hand: Counter[Card]
) -> None:
    history = limits(state, seat)
    kept = 0
    for at, meld in enumerate(melds):
        reason = fault(state.rules, meld)
        if reason is not None:
            if _without_centre(state, centre, meld, from_hand):
                raise Refused(reason, why="centre_apart", at=f"/melds/{at}", card=centre)
            raise bad_meld(state.rules, meld, reason, f"/melds/{at}")
        laid = LaidOut(state.solver.bags.of(meld), tuple(meld), one_rank(state.rules, meld))
        if not history.allows(laid):
            why, cards = "none_from_stock", " ".join(meld)
            raise Refused("group_no_stock_card", why=why, at=f"/melds/{at}", cards=cards)
        kept = history.kept(laid, kept)
    if kept != history.all_kept:
        raise Refused("group_dissolved")


def _without_centre(state: State, centre: Card, meld: Laid, from_hand: Counter[Card]) -> bool:
    """Whether `meld` consists of the centre card and of hand cards that are a combination without it."""
    if centre not in meld:
        return False
    rest = list(meld)
    rest.remove(centre)
    return not surplus(rest, from_hand) and fault(state.rules, rest) is None


def _arranged(
    state: State, seat: Seat, centre: Card, use: tuple[Card, ...]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    if hand_closed(state):
        _check_extra(state, seat, Counter(use))
    missing = _missing(state.holdings[seat].hand, use)
    if missing is not None:
        place = f"/use/{missing}"
        if _reused(state, seat, (centre, *use)):
            raise Refused("card_reused", at=place)
        raise _not_held(state, seat, place, use[missing])
    solver, unit = state.solver, state.solver.bags.unit
    bag = sum([unit[card] for card in use])
    below = state.holding(seat).laid + unit[centre] + bag
    history = limits(state, seat)
    table = solver.arrange(below, history)
    if table is None:
        if not solver.covers(below):
            raise _no_layout(state, seat, centre, use)
        raise Refused(_why_history(solver, below, history))
    return table, use if len(use) < 2 else solver.bags.listed(bag)


def _missing(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> int | None:
    """The index of the first of `cards` that is not in `hand`, copies counted; None if all are."""
    rest = list(hand)
    for at, card in enumerate(cards):
        if card not in rest:
            return at
        rest.remove(card)
    return None


def _reused(state: State, seat: Seat, laid: tuple[Card, ...]) -> bool:
    """Whether not even the packs hold as many copies as would lie on the table (RULES 6.8)."""
    everything = Counter((*state.table_cards(seat), *laid))
    return any(count > state.rules.packs for count in everything.values())


def _no_layout(state: State, seat: Seat, centre: Card, use: tuple[Card, ...]) -> Refused:
    """Names a card of `use` that the fullest layout leaves over, or the centre card if there is no layout."""
    solver, unit = state.solver, state.solver.bags.unit
    bag = sum([unit[card] for card in use])
    found = solver.uses(state.holding(seat).laid + unit[centre], bag)
    if not found:
        why = "centre_apart" if use and solver.covers(bag) else "centre_left_over"
        return Refused("no_layout", why=why, card=centre)
    rest = list(solver.bags.listed(bag - solver.ordered(found)[-1]))
    at = next(at for at, card in enumerate(use) if card in rest)
    return Refused("no_layout", why="left_over", at=f"/use/{at}", card=use[at])


def _why_history(solver: Solver, bag: int, history: Restrictions) -> str:
    """The narrowest restriction by the history of the cards that stands in the way of laying `bag` out."""
    stock_only = Restrictions(stock=history.stock, need=history.need)
    return "group_dissolved" if solver.covers(bag, stock_only) else "group_no_stock_card"


def _check_end(state: State, seat: Seat, used: tuple[Card, ...], discard: Card | None) -> None:
    holding, centre = state.holding(seat), state.centre
    if len(used) + holding.size == state.hand_size:
        if not last_card_allowed(state, seat, len(used)):
            raise Refused(
                "last_card_not_stock", why="last_discarded", card="" if centre is None else centre.card
            )
        if discard is not None:
            raise Refused("discard_forbidden")
        return
    if discard is None:
        raise Refused("discard_required")
    if holding.hand.count(discard) <= used.count(discard):
        if discard in used:
            raise Refused("discard_not_in_hand", why="discard_laid", card=discard)
        raise Refused("discard_not_in_hand")
