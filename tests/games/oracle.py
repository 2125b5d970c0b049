"""Second implementation of the rulebook's answer to a command, slow and simple, to compare with."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command, Exchange, Force, Keep, Meld, Pass
from app.games.conquian.rules import ForceSource, Rules, StockCard
from app.games.conquian.state import Phase, Source, State
from tests.games.naive import Layout, Naive

_TURNS = (Phase.LEFT, Phase.NEW)
_WINDOWS = (Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)


@lru_cache(maxsize=64)
def naive(rules: Rules) -> Naive:
    """The slow second opinion for `rules`."""
    return Naive(rules)


def unasked(state: State, seat: Seat) -> str:
    """Why a seat that is not asked for a meld may not send one (RULES 10.1 to 10.3)."""
    if state.phase is Phase.OVER:
        return "game_over"
    if state.phase in (Phase.EXCHANGE, Phase.FORCED) or seat == state.turn:
        return "wrong_phase"
    if state.phase is Phase.CLAIM_WINDOW and seat in state.answered:
        return "already_answered"
    if state.phase is Phase.CLAIM_WINDOW and state.centre and seat == state.centre.left_by:
        return "claim_own_card"
    return "claim_closed" if state.rules.claims else "not_your_turn"


def reason(state: State, seat: Seat, command: Command) -> str | None:
    """Return what RULES 10 says to a command that is not a meld, written down a second time."""
    if state.phase is Phase.OVER:
        return "game_over"
    if isinstance(command, Exchange) != (state.phase is Phase.EXCHANGE):
        return "wrong_phase"
    if state.phase is Phase.FORCED:
        return _when_forced(state, seat, command)
    match command:
        case Exchange(card):
            missing = None if card in state.hands[seat] else "card_not_in_hand"
            return "already_passed" if seat in state.answered else missing
        case Pass():
            return _pass(state, seat)
        case Force(target):
            return _force(state, seat, target)
        case Keep(discard):
            return _keep(state, seat, discard)
        case _:
            return _fold(state, seat)


def _when_forced(state: State, seat: Seat, command: Command) -> str:
    if seat == state.turn:
        return "forced_must_meld"
    return "force_closed" if isinstance(command, Force) else "wrong_phase"


def _pass(state: State, seat: Seat) -> str | None:
    if seat in state.awaited:
        return None
    if state.phase in _WINDOWS:
        return "already_answered" if seat in state.answered else "wrong_phase"
    return "not_your_turn"


def _force(state: State, seat: Seat, target: Seat) -> str | None:
    if seat != state.turn:
        if state.phase is not Phase.FORCE_WINDOW:
            return "force_closed"
        if seat in state.answered:
            return "already_answered"
        if seat not in state.awaited:
            return "force_closed"
        return None if target == state.turn else "force_target"
    centre, rules = state.centre, state.rules
    if not rules.force_by_turn_player or target == seat or target not in state.order:
        return "force_target"
    if centre and rules.force_source is ForceSource.STOCK and centre.source is Source.DISCARD:
        return "force_source"
    if not fitting(state, target):
        return "force_no_fit"
    return None if state.phase in _TURNS else "wrong_phase"


def fitting(state: State, seat: Seat) -> bool:
    """Return True if the centre card fits the table of `seat` (RULES 7.3, 7.5), by the slow way."""
    centre, rules, table = state.centre, state.rules, state.tables[seat]
    if centre is None or not table or (centre.card == rules.wild_card and not rules.wild_forceable):
        return False
    if rules.force_source is ForceSource.STOCK and centre.source is Source.DISCARD:
        return False
    wins = len(state.table_cards(seat)) + 1 == state.target
    if wins and rules.last_card_from_stock and centre.source is Source.DISCARD:
        return False
    if not rules.force_rearrange:
        return any(naive(rules).is_meld((*meld, centre.card)) for meld in table)
    return _covers(state, seat, ())


def history(state: State, seat: Seat) -> tuple[Layout, frozenset[Card]]:
    groups = state.tables[seat] if state.rules.keep_three else ()
    turned = set(state.turned)
    if state.centre is not None and state.centre.source is Source.STOCK:
        turned.add(state.centre.card)
    return groups, frozenset(turned)


def _covers(state: State, seat: Seat, use: Sequence[Card]) -> bool:
    assert state.centre is not None
    lying = (*state.table_cards(seat), state.centre.card, *use)
    return naive(state.rules).covers(lying, *history(state, seat))


def _keep(state: State, seat: Seat, discard: Card) -> str | None:
    rules = state.rules
    if not rules.keep_centre:
        return "keep_forbidden"
    if seat != state.turn:
        return "not_your_turn"
    if state.phase not in _TURNS:
        return "wrong_phase"
    if state.phase is Phase.LEFT and state.idle_turns >= (rules.keep_turn_limit or 2 * len(state.order)):
        return "keep_forbidden"
    if state.centre is not None and discard == state.centre.card:
        return "keep_discard_same"
    return None if discard in state.hands[seat] else "discard_not_in_hand"


def _fold(state: State, seat: Seat) -> str | None:
    if not state.rules.fold:
        return "fold_not_allowed"
    if seat in state.folded:
        return "already_folded"
    if seat != state.turn:
        return "not_your_turn"
    if state.phase not in _TURNS:
        return "wrong_phase"
    return "fold_not_allowed" if state.tables[seat] else None


def layable(state: State, seat: Seat, use: Sequence[Card]) -> str | None:
    """Why `use` cannot go down with the centre card, or None (RULES 6.8)."""
    if state.phase is Phase.FORCED and not state.rules.force_extra_hand_cards and use:
        return "forced_no_hand_cards"
    if _covers(state, seat, use):
        return None
    assert state.centre is not None
    lying = (*state.table_cards(seat), state.centre.card, *use)
    if not _free(state.rules).covers(lying):
        return "no_layout"
    _, turned = history(state, seat)
    return "group_dissolved" if naive(state.rules).covers(lying, (), turned) else "group_no_stock_card"


@lru_cache(maxsize=64)
def _free(rules: Rules) -> Naive:
    return Naive(replace(rules, group_needs_stock_card=StockCard.OFF, keep_three=False))


def end(state: State, seat: Seat, use: Sequence[Card], discard: Card | None) -> str | None:
    """Return what RULES 6.8 says of the end of a meld whose cards can be laid out."""
    if len(state.table_cards(seat)) + 1 + len(use) == state.target:
        discarded = state.centre is not None and state.centre.source is Source.DISCARD
        if state.rules.last_card_from_stock and discarded:
            return "last_card_not_stock"
        return None if discard is None else "discard_forbidden"
    if discard is None:
        return "discard_required"
    return None if discard in Counter(state.hands[seat]) - Counter(use) else "discard_not_in_hand"


def proposal(state: State, seat: Seat, command: Meld) -> set[str | None]:
    """Return the codes for a table proposed in full: one, or any for bad combinations; None accepts."""
    assert command.melds is not None
    assert state.centre is not None
    second, table = naive(state.rules), Counter(state.table_cards(seat))
    lying = table + Counter((state.centre.card,))
    proposed = Counter(card for meld in command.melds for card in meld)
    used = proposed - lying
    closed = state.phase is Phase.FORCED and not state.rules.force_extra_hand_cards
    in_order: list[tuple[bool, set[str | None]]] = [
        (closed and bool(used & Counter(state.hands[seat])), {"forced_no_hand_cards"}),
        (max(proposed.values()) > state.rules.packs, {"card_reused"}),
        (proposed[state.centre.card] < lying[state.centre.card], {"centre_not_used"}),
        (not table <= proposed, {"table_card_lost"}),
        (not used <= Counter(state.hands[seat]), {"card_not_yours"}),
        (not all(map(second.is_meld, command.melds)), {*_BAD_MELDS}),
        (
            not second.allowed(command.melds, *history(state, seat)),
            {"group_no_stock_card", "group_dissolved"},
        ),
    ]
    broken = next((code for wrong, code in in_order if wrong), None)
    return broken or {end(state, seat, tuple(used.elements()), command.discard)}


_BAD_MELDS = (
    "combo_too_short",
    "combo_mixed",
    "set_not_identical",
    "set_duplicate_suit",
    "set_too_long",
    "run_duplicate_rank",
    "run_too_long",
    "run_wraps",
    "run_gap",
    "group_no_stock_card",
)
