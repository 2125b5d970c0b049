"""`legal`: every command that a seat may send now, one for each distinct effect, in a fixed order."""

from collections.abc import Iterable

from app.games.cards import Card, Seat, faces
from app.games.codec import Json
from app.games.conquian.commands import Command, Exchange, Fold, Force, Keep, Meld, Pass
from app.games.conquian.decide import keep_open
from app.games.conquian.laying import fits, goes_out, possible_uses
from app.games.conquian.melds.solver import solver
from app.games.conquian.state import Phase, State

_PASS, _FOLD = Pass(), Fold()
_TURNS = (Phase.NEW, Phase.LEFT)


def legal(state: State, seat: Seat) -> tuple[Command, ...]:
    """Return the commands open to `seat`, none when it is not asked (RULES 4 to 8).

    Melds come first, in the `use` form: fewest cards first, then canonical order, each discard in canonical
    order. Then come force, keep, pass and fold. Standing answers (8.6) are not listed.
    """
    if seat not in state.awaited:
        return ()
    if state.phase in _TURNS:
        return tuple(_in_turn(state, seat))
    if state.phase is Phase.EXCHANGE:
        return tuple([Exchange(card) for card in _faces_held(state, seat)])
    if state.phase is Phase.FORCE_WINDOW:
        return Force(state.turn), _PASS
    melds = tuple(_melds(state, seat))
    return melds if state.phase is Phase.FORCED else (*melds, _PASS)


def _in_turn(state: State, seat: Seat) -> list[Command]:
    """Return what the seat on turn may do with a left or new card (4.2, 4.3)."""
    rules = state.rules
    commands = _melds(state, seat)
    if rules.force_by_turn_player:
        commands += [Force(other) for other in sorted(state.others(seat)) if fits(state, other)]
    if rules.keep_centre:
        commands += _keeps(state, seat)
    commands.append(_PASS)
    if rules.fold and not state.tables[seat]:
        commands.append(_FOLD)
    return commands


def default(state: State, seat: Seat) -> Command:
    """Return the command that answers for `seat`, which is asked, when its time is over (11.8).

    It gives or discards the last card of its hand as dealt, melds only when forced, and passes otherwise.
    """
    hand = state.hands[seat]
    if state.phase is Phase.EXCHANGE:
        return Exchange(hand[-1])
    if state.phase is not Phase.FORCED:
        return _PASS
    return Meld(use=(), discard=None if goes_out(state, seat, 0) else hand[-1])


def _melds(state: State, seat: Seat) -> list[Command]:
    """Return each way to lay the centre card, with each discard that is possible then (6.1, 6.4)."""
    uses = possible_uses(state, seat)
    if not uses:
        return []
    bags = solver(state.rules).bags
    hand = bags.of(state.hands[seat])
    melds: list[Command] = []
    for used in uses:
        cards = bags.listed(used)
        if goes_out(state, seat, len(cards)):
            melds.append(Meld(use=cards))
        else:
            rest = bags.present(hand - used)
            melds += [Meld(use=cards, discard=card) for card in bags.listed(rest)]
    return melds


def _keeps(state: State, seat: Seat) -> list[Command]:
    """Return what the seat on turn may discard to keep the centre card: any other face (8.3)."""
    if state.centre is None or not keep_open(state):
        return []
    return [Keep(card) for card in _faces_held(state, seat) if card != state.centre.card]


def _faces_held(state: State, seat: Seat) -> list[Card]:
    """Return each face in the hand of `seat` once, in canonical order."""
    held = set(state.hands[seat])
    return [card for card in faces(state.rules.pack) if card in held]


def grouped(moves: Iterable[Json]) -> list[Json]:
    """Group legal moves, with the melds of the same cards in one row.

    A meld row is `{type, use, discards, example}`: any of `discards` may go with it, none if it goes out.
    Every other command is a row of its own, with itself as `example`.
    """
    rows: list[Json] = []
    for move in moves:
        if move["type"] != "meld":
            rows.append({**move, "example": move})
        elif rows and rows[-1]["type"] == "meld" and rows[-1]["use"] == move["use"]:
            rows[-1]["discards"].append(move["discard"])
        else:
            discards = [move["discard"]] if "discard" in move else []
            rows.append({"type": "meld", "use": move["use"], "discards": discards, "example": move})
    return rows
