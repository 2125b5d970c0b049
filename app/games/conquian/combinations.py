"""Which cards make one valid combination, and why others do not (RULES 2)."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from app.games.cards import PACKS, Card
from app.games.conquian.rules import Rules, SetKind


def fault(rules: Rules, cards: Sequence[Card]) -> str | None:
    """The reason code why `cards` are not a combination under `rules`, or None if they are one.

    >>> from app.games.conquian.variants import VARIANTS
    >>> fault(VARIANTS["mexican-3"].rules, ["11O", "12O", "1O"])
    'run_wraps'
    """
    if len(cards) < 3:
        return "combo_too_short"
    natural = _natural(rules, cards)
    if one_rank(rules, cards):
        return _set_fault(rules, natural, len(cards))
    if len({card[-1] for card in natural}) == 1:
        return _run_fault(rules, natural, len(cards))
    return "combo_mixed"


def _natural(rules: Rules, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card != rules.wild_card]


def one_rank(rules: Rules, cards: Sequence[Card]) -> bool:
    """Whether `cards`, the wild card left out, are of one rank: a set, if they are a combination at all."""
    return len({_rank(card) for card in _natural(rules, cards)}) == 1


def _rank(card: Card) -> str:
    return card[:-1]


def _set_fault(rules: Rules, natural: Sequence[Card], size: int) -> str | None:
    if rules.set_kind is SetKind.IDENTICAL:
        if len(set(natural)) > 1:
            return "set_not_identical"
        return "set_too_long" if size > rules.packs else None
    if len(set(natural)) < len(natural):
        return "set_duplicate_suit"
    return "set_too_long" if size > rules.suits else None


def _run_fault(rules: Rules, natural: Sequence[Card], size: int) -> str | None:
    ranks = PACKS[rules.pack].ranks
    places = sorted(ranks.index(_rank(card)) for card in natural)
    if len(set(places)) < len(places):
        return "run_duplicate_rank"
    wild = size - len(natural)
    steps = [after - before for before, after in pairwise(places)]
    missing = sum(steps) - len(steps)
    if missing <= wild:
        return "run_too_long" if size > rules.longest_run else None
    round_the_end = places[0] + len(ranks) - places[-1]
    missing_in_circle = missing + round_the_end - max(*steps, round_the_end)
    return "run_wraps" if missing_in_circle <= wild else "run_gap"


def laid_out(rules: Rules, cards: Sequence[Card]) -> tuple[Card, ...]:
    """A valid combination as it is shown: ranks or suits ascending, the wild card where it stands in."""
    pack = PACKS[rules.pack]
    natural = _natural(rules, cards)
    if one_rank(rules, cards):
        return (*sorted(natural, key=lambda card: pack.suits.index(card[-1])), *_wild(rules, cards))
    shown = sorted(natural, key=lambda card: pack.ranks.index(_rank(card)))
    for wild in _wild(rules, cards):
        places = [pack.ranks.index(_rank(card)) for card in shown]
        gaps = [at for at, place in enumerate(places) if place != places[0] + at]
        full = places[-1] == len(pack.ranks) - 1
        shown.insert(gaps[0] if gaps else 0 if full else len(shown), wild)
    return tuple(shown)


def _wild(rules: Rules, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card == rules.wild_card]


def surplus(cards: Sequence[Card], available: Counter[Card]) -> bool:
    """Whether `cards` hold some face more often than `available` does."""
    return any(count > available[card] for card, count in Counter(cards).items())
