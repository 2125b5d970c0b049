"""What a seat may do with the centre card: lay it, force it, and the checks in their order (RULES 6, 7)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.games.cards import Card, Seat
from app.games.conquian.bags import Bags
from app.games.conquian.combinations import fault, laid_out, surplus
from app.games.conquian.commands import Meld
from app.games.conquian.events import Melded
from app.games.conquian.melds import FREE, Restrictions, Solver
from app.games.conquian.rules import ForceSource, StockCard
from app.games.conquian.state import Centre, Laid, Phase, Source, State
from app.games.errors import Refused


@dataclass(slots=True)
class Taking:
    """The centre card as seen by one seat: what must lie, what may be added, and what history forbids."""

    state: State
    seat: Seat
    centre: Centre
    solver: Solver
    base: int
    limits: Restrictions

    @property
    def bags(self) -> Bags:
        """The arithmetic of the pack in play."""
        return self.solver.bags

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards the seat holds."""
        return self.state.hands[self.seat]

    def wins(self, used: int) -> bool:
        """Whether laying `used` hand cards makes the seat go out (RULES 9.1)."""
        return len(self.state.table_cards(self.seat)) + 1 + used == self.state.target

    def last_card_allowed(self, used: int) -> bool:
        """Whether the centre card may be the one that ends the hand (RULES 9.5)."""
        from_stock = self.centre.source is Source.STOCK
        return from_stock or not self.state.rules.last_card_from_stock or not self.wins(used)


def taking(state: State, seat: Seat) -> Taking | None:
    """The centre card as `seat` may use it, or None when none lies there."""
    centre = state.centre
    if centre is None:
        return None
    solve = state.solver
    base = solve.bags.of((*state.table_cards(seat), centre.card))
    return Taking(state, seat, centre, solve, base, _limits(state, seat, centre, solve.bags))


def _limits(state: State, seat: Seat, centre: Centre, bags: Bags) -> Restrictions:
    rules = state.rules
    if not rules.restricts_melds:
        return FREE
    groups = tuple(bags.of(meld) for meld in state.tables[seat]) if rules.keep_three else ()
    turned = set(state.turned)
    if centre.source is Source.STOCK:
        turned.add(centre.card)
    return Restrictions(groups, bags.of(tuple(turned)), rules.group_needs_stock_card)


def uses(state: State, seat: Seat) -> tuple[tuple[Card, ...], ...]:
    """Every multiset of hand cards that `seat` may lay with the centre card, fewest first, then canonical."""
    take = taking(state, seat)
    if take is None:
        return ()
    found = take.solver.uses(take.base, _hand_bag(take), take.limits)
    bags = take.bags
    sized = sorted((bags.size(use), use) for use in found)
    return tuple(bags.listed(use) for size, use in sized if take.last_card_allowed(size))


def _hand_bag(take: Taking) -> int:
    """The hand cards that may go down: none where a forced seat may not add any (RULES 7.4)."""
    closed = take.state.phase is Phase.FORCED and not take.state.rules.force_extra_hand_cards
    return 0 if closed else take.bags.of(take.hand)


def fits(state: State, seat: Seat) -> bool:
    """Whether the centre card can join the table of `seat` without a hand card (RULES 7.3)."""
    take = taking(state, seat)
    rules = state.rules
    if take is None or not state.tables[seat] or not forceable(state) or not take.last_card_allowed(0):
        return False
    if rules.force_rearrange:
        return take.solver.covers(take.base, take.limits)
    joined = [(*meld, take.centre.card) for meld in state.tables[seat]]
    return any(fault(rules, meld) is None for meld in joined)


def forceable(state: State) -> bool:
    """Whether the rules let this centre card be forced on anybody (RULES 7.5)."""
    centre, rules = state.centre, state.rules
    if centre is None or (centre.card == rules.wild_card and not rules.wild_forceable):
        return False
    return rules.force_source is ForceSource.ANY or centre.source is Source.STOCK


def melded(state: State, seat: Seat, command: Meld) -> Melded:
    """What `command` does for `seat`, or `Refused` with the first reason in the order of RULES 6.8."""
    take = taking(state, seat)
    if take is None:
        raise Refused("wrong_phase")
    if command.melds is not None:
        table, used = _proposed(take, command.melds)
    else:
        table, used = _arranged(take, command.use or ())
    _check_end(take, used, command.discard)
    return Melded(seat, used, table, command.discard)


def _check_extra(take: Taking, extra: int) -> None:
    closed = take.state.phase is Phase.FORCED and not take.state.rules.force_extra_hand_cards
    if closed and extra > 0:
        raise Refused("forced_no_hand_cards")


def _proposed(take: Taking, melds: Sequence[Laid]) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    state, rules = take.state, take.state.rules
    proposed = Counter(card for meld in melds for card in meld)
    table = Counter(state.table_cards(take.seat))
    below = table + Counter((take.centre.card,))
    _check_extra(take, (proposed - below).total())
    if any(count > rules.packs for count in proposed.values()):
        raise Refused("card_reused")
    if proposed[take.centre.card] < below[take.centre.card]:
        raise Refused("centre_not_used")
    if table - proposed:
        raise Refused("table_card_lost")
    used = proposed - below
    if surplus(tuple(used.elements()), Counter(take.hand)):
        raise Refused("card_not_yours")
    _check_combinations(take, melds)
    return tuple(laid_out(rules, meld) for meld in melds), take.bags.listed(
        take.bags.of(tuple(used.elements()))
    )


def _check_combinations(take: Taking, melds: Sequence[Laid]) -> None:
    rules, limits = take.state.rules, take.limits
    kept = 0
    for meld in melds:
        reason = fault(rules, meld)
        if reason is not None:
            raise Refused(reason)
        bag = take.bags.of(meld)
        if _needs_stock(take, meld) and not bag & limits.stock:
            raise Refused("group_no_stock_card")
        kept |= sum(1 << at for at, group in enumerate(limits.groups) if (bag & group).bit_count() >= 3)
    if kept != limits.all_kept:
        raise Refused("group_dissolved")


def _needs_stock(take: Taking, meld: Laid) -> bool:
    need = take.limits.need
    one_rank = len({card[:-1] for card in meld}) == 1
    return need is StockCard.ALL or (need is StockCard.SETS and one_rank)


def _arranged(take: Taking, use: tuple[Card, ...]) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    _check_extra(take, len(use))
    everything = Counter((*take.bags.listed(take.base), *use))
    if any(count > take.state.rules.packs for count in everything.values()):
        raise Refused("card_reused")
    if surplus(use, Counter(take.hand)):
        raise Refused("card_not_yours")
    bag = take.base + take.bags.of(use)
    table = take.solver.arrange(bag, take.limits)
    if table is None:
        raise Refused(_why_no_layout(take, bag))
    return table, take.bags.listed(take.bags.of(use))


def _why_no_layout(take: Taking, bag: int) -> str:
    """The narrowest restriction that stands in the way of laying `bag` out."""
    if not take.solver.covers(bag, FREE):
        return "no_layout"
    stock_only = Restrictions(stock=take.limits.stock, need=take.limits.need)
    return "group_dissolved" if take.solver.covers(bag, stock_only) else "group_no_stock_card"


def _check_end(take: Taking, used: tuple[Card, ...], discard: Card | None) -> None:
    if take.wins(len(used)):
        if not take.last_card_allowed(len(used)):
            raise Refused("last_card_not_stock")
        if discard is not None:
            raise Refused("discard_forbidden")
        return
    if discard is None:
        raise Refused("discard_required")
    if discard not in (Counter(take.hand) - Counter(used)):
        raise Refused("discard_not_in_hand")
