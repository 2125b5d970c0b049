"""The checks of a meld in their order, and what each refusal names (RULES 6.8)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from app.games.cards import PACKS, Card, Seat
from app.games.conquian.commands import Meld
from app.games.conquian.events import Melded
from app.games.conquian.laying import goes_out, hand_closed, last_card_allowed, restrictions
from app.games.conquian.melds.combinations import (
    Combination,
    Restrictions,
    fault,
    laid_out,
    one_rank,
    surplus,
)
from app.games.conquian.melds.solver import Solver, solver
from app.games.conquian.rules import Rules, SetKind
from app.games.conquian.state import Laid, State
from app.games.errors import Refused


def melded(state: State, seat: Seat, command: Meld) -> Melded:
    """Return what `command` does for `seat`; `Refused` with the first reason in the order of 6.8."""
    if state.centre is None:
        raise Refused("wrong_phase")
    if command.melds is not None:
        table, used = _proposed(state, seat, state.centre.card, command.melds)
    else:
        table, used = _arranged(state, seat, state.centre.card, command.use or ())
    _check_end(state, seat, used, command.discard)
    return Melded(seat, used, table, command.discard)


def _check_extra(state: State, seat: Seat, extra: Counter[Card]) -> None:
    """Refuse hand cards where a forced seat may add none (7.4); cards that it does not hold come later."""
    held = extra & Counter(state.hands[seat]) if hand_closed(state) else None
    if held:
        raise Refused("forced_no_hand_cards", why="forced_alone", cards=" ".join(sorted(held.elements())))


def _place(melds: Sequence[Laid], most: Counter[Card]) -> tuple[str, Card]:
    """Return the pointer to the first card of `melds` of which `most` has fewer copies, and that card."""
    seen = Counter[Card]()
    for at, meld in enumerate(melds):
        for inside, card in enumerate(meld):
            seen[card] += 1
            if seen[card] > most[card]:
                return f"/melds/{at}/{inside}", card
    raise ValueError("every card is there")


def _not_held(state: State, seat: Seat, at: str, card: Card) -> Refused:
    """Return the refusal of a card, or a further copy of it, that `seat` does not hold (6.2).

    A card that it does not hold at all is not named: the answer is the same wherever that card lies.
    """
    held = state.hands[seat].count(card)
    if held == 0:
        return Refused("card_not_yours", why="not_held", at=at)
    why = "one_copy" if held == 1 else "few_copies"
    return Refused("card_not_yours", why=why, at=at, card=card, held=held)


def _proposed(
    state: State, seat: Seat, centre: Card, melds: Sequence[Laid]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    """Return the table `melds` as it lies then, and the hand cards used; refused in the order of 6.8."""
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
    hand = Counter(state.hands[seat])
    if surplus(used, hand):
        raise _not_held(state, seat, *_place(melds, below + hand))
    _check_combinations(state, seat, centre, melds, hand & Counter(used))
    bags = solver(rules).bags
    return tuple(laid_out(rules, meld) for meld in melds), bags.listed(bags.of(used))


def _check_combinations(
    state: State, seat: Seat, centre: Card, melds: Sequence[Laid], from_hand: Counter[Card]
) -> None:
    """Refuse the first bad meld (2), then a meld on the table that is broken up (6.6)."""
    limits = restrictions(state, seat)
    bags, kept = solver(state.rules).bags, 0
    for at, meld in enumerate(melds):
        reason = fault(state.rules, meld)
        if reason is not None:
            if _without_centre(state, centre, meld, from_hand):
                raise Refused(reason, why="centre_apart", at=f"/melds/{at}", card=centre)
            raise bad_meld(state.rules, meld, reason, f"/melds/{at}")
        laid = Combination(bags.of(meld), tuple(meld), one_rank(state.rules, meld))
        if not limits.allows(laid):
            why, cards = "none_from_stock", " ".join(meld)
            raise Refused("group_no_stock_card", why=why, at=f"/melds/{at}", cards=cards)
        kept = limits.kept(laid, kept)
    if kept != limits.all_kept:
        raise Refused("group_dissolved")


def _without_centre(state: State, centre: Card, meld: Laid, from_hand: Counter[Card]) -> bool:
    """Return whether `meld` is the centre card with hand cards that are a combination without it (6.1)."""
    if centre not in meld:
        return False
    rest = list(meld)
    rest.remove(centre)
    return not surplus(rest, from_hand) and fault(state.rules, rest) is None


def _arranged(
    state: State, seat: Seat, centre: Card, use: tuple[Card, ...]
) -> tuple[tuple[Laid, ...], tuple[Card, ...]]:
    """Return the table that the service lays out with the hand cards `use`, and these in order (6.7, 6.8)."""
    if hand_closed(state):
        _check_extra(state, seat, Counter(use))
    missing = _missing(state.hands[seat], use)
    if missing is not None:
        place = f"/use/{missing}"
        if _reused(state, seat, (centre, *use)):
            raise Refused("card_reused", at=place)
        raise _not_held(state, seat, place, use[missing])
    meld_solver, limits = solver(state.rules), restrictions(state, seat)
    bags = meld_solver.bags
    whole = bags.of((*state.table_cards(seat), centre, *use))
    table = meld_solver.arrange(whole, limits)
    if table is None:
        if not meld_solver.covers(whole):
            raise _no_layout(state, seat, centre, use)
        raise Refused(_restriction(meld_solver, whole, limits))
    return table, bags.listed(bags.of(use))


def _missing(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> int | None:
    """Return the index of the first of `cards` that is not in `hand`, copies counted; None if all are."""
    rest = list(hand)
    for at, card in enumerate(cards):
        if card not in rest:
            return at
        rest.remove(card)
    return None


def _reused(state: State, seat: Seat, laid: tuple[Card, ...]) -> bool:
    """Return whether not even the packs hold as many copies as would lie on the table (2.8, 6.8)."""
    everything = Counter((*state.table_cards(seat), *laid))
    return any(count > state.rules.packs for count in everything.values())


def _no_layout(state: State, seat: Seat, centre: Card, use: tuple[Card, ...]) -> Refused:
    """Return a refusal that names a card of `use` that the fullest layout leaves over (6.7).

    If there is no layout at all, it names the centre card.
    """
    meld_solver = solver(state.rules)
    bags = meld_solver.bags
    bag = bags.of(use)
    layings = meld_solver.ordered(meld_solver.uses(bags.of((*state.table_cards(seat), centre)), bag))
    if not layings:
        why = "centre_apart" if use and meld_solver.covers(bag) else "centre_left_over"
        return Refused("no_layout", why=why, card=centre)
    rest = bags.listed(bag - layings[-1])
    at = next(at for at, card in enumerate(use) if card in rest)
    return Refused("no_layout", why="left_over", at=f"/use/{at}", card=use[at])


def _restriction(meld_solver: Solver, bag: int, limits: Restrictions) -> str:
    """Return the code of the first restriction, 2.7 before 6.6, with which `bag` has no layout (6.8)."""
    stock_only = Restrictions(stock=limits.stock, need=limits.need)
    return "group_dissolved" if meld_solver.covers(bag, stock_only) else "group_no_stock_card"


def _check_end(state: State, seat: Seat, used: tuple[Card, ...], discard: Card | None) -> None:
    """Refuse a last card that is not from the stock (9.5) and a wrong discard (6.4, 9.1)."""
    if goes_out(state, seat, len(used)):
        if not last_card_allowed(state, seat, len(used)):
            card = state.centre.card if state.centre else ""
            raise Refused("last_card_not_stock", why="last_discarded", card=card)
        if discard is not None:
            raise Refused("discard_forbidden")
        return
    if discard is None:
        raise Refused("discard_required")
    if state.hands[seat].count(discard) <= used.count(discard):
        if discard in used:
            raise Refused("discard_not_in_hand", why="discard_laid", card=discard)
        raise Refused("discard_not_in_hand")


Values = Mapping[str, str | int]

_NAMED = 2
"""The most missing cards of a run that are named; more are counted."""


def bad_meld(rules: Rules, cards: Sequence[Card], reason: str, at: str) -> Refused:
    """Return the refusal of `cards`, at the pointer `at`, which are no combination for `reason` (2)."""
    natural = [card for card in cards if card != rules.wild_card]
    why, values = _CAUSES[reason](rules, natural, cards)
    return Refused(reason, None, why=why, at=at, possible=None, **values)


def _too_short(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the cards of a meld of one or two (2.1)."""
    return ("one_card" if len(cards) < 2 else "two_cards"), {"cards": " ".join(cards)}


def _mixed(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the one card without which the others could be a set or a run, if there is one such card (2.1)."""
    copies = rules.set_kind is SetKind.IDENTICAL
    odd = [at for at in range(len(natural)) if _alike([*natural[:at], *natural[at + 1 :]], copies)]
    if len(odd) == 1 and len(natural) > 2:
        return ("odd_card_copies" if copies else "odd_card"), {"card": natural[odd[0]]}
    return ("neither_copies" if copies else "neither"), {"cards": " ".join(cards)}


def _alike(cards: Sequence[Card], copies: bool) -> bool:
    """Return whether `cards` have one suit or, where sets are no copies, one rank (2.2, 2.3)."""
    if len({card[-1] for card in cards}) == 1:
        return True
    return not copies and len({card[:-1] for card in cards}) == 1


def _not_identical(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name two different faces of a set that must hold copies (2.2)."""
    other = next(card for card in natural if card != natural[0])
    return "different_cards", {"card": natural[0], "other": other}


def _set_twice(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the card that is twice in a set of one rank (2.2)."""
    return "twice_in_set", {"card": _repeated(natural)}


def _run_twice(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the card that is twice in a run (2.3)."""
    return "twice_in_run", {"card": _repeated(natural)}


def _repeated(cards: Sequence[Card]) -> Card:
    return Counter(cards).most_common(1)[0][0]


def _set_too_long(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Count the cards of a set, and the most that it may hold (2.2)."""
    most = rules.packs if rules.set_kind is SetKind.IDENTICAL else rules.suits
    return "set_longer", {"count": len(cards), "most": most}


def _run_too_long(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Count the cards of a run, and the most that it may hold (2.4)."""
    return "run_longer", {"count": len(cards), "most": rules.longest_run}


def _gap(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the ends of the first gap of a run, and the cards that are missing between them (2.3)."""
    ranks = PACKS[rules.pack].ranks
    places = sorted(ranks.index(card[:-1]) for card in natural)
    low, high = next((low, high) for low, high in pairwise(places) if high > low + 1)
    suit = natural[0][-1]
    ends = {"low": f"{ranks[low]}{suit}", "high": f"{ranks[high]}{suit}"}
    missing = [f"{rank}{suit}" for rank in ranks[low + 1 : high]]
    if len(missing) > _NAMED:
        return "wide_gap", {**ends, "count": len(missing)}
    return ("gap" if len(missing) == 1 else "gaps"), {**ends, "cards": " ".join(missing)}


def _wraps(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Name the highest and the lowest card of the suit, which are not neighbours (2.5)."""
    ranks, suit = PACKS[rules.pack].ranks, natural[0][-1]
    return "past_the_end", {"high": f"{ranks[-1]}{suit}", "low": f"{ranks[0]}{suit}"}


_CAUSES = {
    "combo_too_short": _too_short,
    "combo_mixed": _mixed,
    "set_not_identical": _not_identical,
    "set_duplicate_suit": _set_twice,
    "set_too_long": _set_too_long,
    "run_duplicate_rank": _run_twice,
    "run_too_long": _run_too_long,
    "run_gap": _gap,
    "run_wraps": _wraps,
}
