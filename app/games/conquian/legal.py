"""`legal`: every command a seat may send now, one for each distinct effect, in a fixed order."""

from collections.abc import Callable

from app.games.cards import Seat, faces
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.decide import keep_open
from app.games.conquian.state import Phase, State
from app.games.conquian.taking import fits, uses, wins

_PASS, _FOLD = Pass(), Fold()


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """The commands open to `seat`: melds in the `use` form (fewest cards first, then canonical order, each
    discard in canonical order), then force, keep, pass and fold; empty when the seat is not asked."""
    return tuple(_LEGAL[state.phase](state, seat)) if seat in state.awaited else ()


def _exchange(state: State, seat: Seat) -> list[Command]:
    held = set(state.hands[seat])
    return [Exchange(card) for card in faces(state.rules.pack) if card in held]


def _melds(state: State, seat: Seat) -> list[Command]:
    found: list[Command] = []
    bags = state.solver.bags
    for use in uses(state, seat):
        if wins(state, seat, len(use)):
            found.append(Meld(use=use))
            continue
        rest = bags.present(bags.of(state.hands[seat]) - bags.of(use))
        found += [Meld(None, use, card) for card in bags.listed(rest)]
    return found


def _offer(state: State, seat: Seat) -> list[Command]:
    return [*_melds(state, seat), _PASS]


def _turn(state: State, seat: Seat) -> list[Command]:
    found, rules = _melds(state, seat), state.rules
    if rules.force_by_turn_player:
        found += [Force(other) for other in sorted(state.others(seat)) if fits(state, other)]
    if rules.keep_centre and keep_open(state):
        found += _keeps(state, seat)
    found.append(_PASS)
    if rules.fold and not state.tables[seat]:
        found.append(_FOLD)
    return found


def _keeps(state: State, seat: Seat) -> list[Command]:
    held = set(state.hands[seat])
    if state.centre is not None:
        held.discard(state.centre.card)
    return [Keep(card) for card in faces(state.rules.pack) if card in held]


def _force_window(state: State, seat: Seat) -> list[Command]:
    return [Force(state.turn), _PASS]


_LEGAL: dict[Phase, Callable[[State, Seat], list[Command]]] = {
    Phase.EXCHANGE: _exchange,
    Phase.OFFER: _offer,
    Phase.LEFT: _turn,
    Phase.NEW: _turn,
    Phase.FORCE_WINDOW: _force_window,
    Phase.CLAIM_WINDOW: _offer,
    Phase.FORCED: _melds,
}
