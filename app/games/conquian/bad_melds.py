"""Refusals of cards that are no combination, with the cause and the cards that it concerns (RULES 2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from app.games.cards import PACKS, Card
from app.games.conquian.rules import Rules, SetKind
from app.games.errors import Refused

Values = Mapping[str, str | int]

_NAMED = 2
"""How many missing cards of a run are named; more are counted."""


def bad_meld(rules: Rules, cards: Sequence[Card], reason: str, at: str) -> Refused:
    """The refusal of `cards` at `at` in the command, which are no combination because of `reason`."""
    natural = [card for card in cards if card != rules.wild_card]
    why, values = _CAUSES[reason](rules, natural, cards)
    return Refused(reason, None, why=why, at=at, **values)


def _too_short(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    return ("one_card" if len(cards) < 2 else "two_cards"), {"cards": " ".join(cards)}


def _mixed(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """Names the one card without which the others could be a set or a run, if there is one such card."""
    copies = rules.set_kind is SetKind.IDENTICAL
    odd = [at for at in range(len(natural)) if _alike([*natural[:at], *natural[at + 1 :]], copies)]
    if len(odd) == 1 and len(natural) > 2:
        return ("odd_card_copies" if copies else "odd_card"), {"card": natural[odd[0]]}
    return ("neither_copies" if copies else "neither"), {"cards": " ".join(cards)}


def _alike(cards: Sequence[Card], copies: bool) -> bool:
    if len({card[-1] for card in cards}) == 1:
        return True
    return not copies and len({card[:-1] for card in cards}) == 1


def _not_identical(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    other = next(card for card in natural if card != natural[0])
    return "different_cards", {"card": natural[0], "other": other}


def _set_twice(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    return "twice_in_set", {"card": _repeated(natural)}


def _run_twice(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    return "twice_in_run", {"card": _repeated(natural)}


def _repeated(cards: Sequence[Card]) -> Card:
    return Counter(cards).most_common(1)[0][0]


def _set_too_long(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    most = rules.packs if rules.set_kind is SetKind.IDENTICAL else rules.suits
    return "set_longer", {"count": len(cards), "most": most}


def _run_too_long(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    return "run_longer", {"count": len(cards), "most": rules.longest_run}


def _gap(rules: Rules, natural: Sequence[Card], cards: Sequence[Card]) -> tuple[str, Values]:
    """The first gap of a run: its two ends, and the cards that are missing between them."""
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
