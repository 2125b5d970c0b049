"""`legal`: every command a seat may send now, one for each distinct effect, in a fixed order."""

from collections.abc import Iterator

from app.games.cards import Seat, faces
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.decide import keep_open
from app.games.conquian.state import Phase, State
from app.games.conquian.taking import fits, taking, uses


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """The commands open to `seat`: melds in the `use` form (fewest cards first, then canonical order, each
    discard in canonical order), then force, keep, pass and fold; empty when the seat is not asked."""
    return tuple(_LEGAL[state.phase](state, seat)) if seat in state.awaited else ()


def _exchange(state: State, seat: Seat) -> Iterator[Command]:
    held = set(state.hands[seat])
    return (Exchange(card) for card in faces(state.rules.pack) if card in held)


def _melds(state: State, seat: Seat) -> Iterator[Command]:
    take = taking(state, seat)
    if take is None:
        return
    hand = take.bags.of(take.hand)
    for use in uses(state, seat):
        if take.wins(len(use)):
            yield Meld(use=use)
            continue
        rest = take.bags.listed(hand - take.bags.of(use))
        yield from (Meld(use=use, discard=card) for card in dict.fromkeys(rest))


def _offer(state: State, seat: Seat) -> Iterator[Command]:
    yield from _melds(state, seat)
    yield Pass()


def _turn(state: State, seat: Seat) -> Iterator[Command]:
    yield from _melds(state, seat)
    if state.rules.force_by_turn_player:
        yield from (Force(other) for other in sorted(state.others(seat)) if fits(state, other))
    if keep_open(state):
        held = set(state.hands[seat])
        yield from (
            Keep(card) for card in faces(state.rules.pack) if card in held and not _is_centre(state, card)
        )
    yield Pass()
    if state.rules.fold and not state.tables[seat]:
        yield Fold()


def _is_centre(state: State, card: str) -> bool:
    return state.centre is not None and state.centre.card == card


def _force_window(state: State, seat: Seat) -> Iterator[Command]:
    return iter((Force(state.turn), Pass()))


_LEGAL = {
    Phase.EXCHANGE: _exchange,
    Phase.OFFER: _offer,
    Phase.LEFT: _turn,
    Phase.NEW: _turn,
    Phase.FORCE_WINDOW: _force_window,
    Phase.CLAIM_WINDOW: _offer,
    Phase.FORCED: _melds,
}
