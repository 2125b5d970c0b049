"""Scenarios of hands of hold'em: chips and a button, steps with their verdicts, and the expected end."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.games.cards import Card, Seat, faces
from app.games.codec import Json
from app.games.holdem import wire
from app.games.holdem.commands import Buy
from app.games.holdem.decide import deal, decide
from app.games.holdem.evolve import fold
from app.games.holdem.legal import legal
from app.games.holdem.rules import PACK, HoldemRules
from app.games.holdem.state import HoldemState, undealt
from app.games.holdem.variants import HOLDEM_TABLE
from app.games.scenarios import (
    HEAD,
    Difference,
    after_steps,
    check_equal,
    check_names,
    check_then,
    first_difference,
)

_SCENARIO: Final = {*HEAD, "position", "steps", "then"}
_POSITION: Final = {"button", "stacks", "holes", "board"}


def difference(scenario: Mapping[str, Any]) -> str | None:
    """Return the first difference between `scenario` and the rules, as a sentence, or None when it passes.

    The `position` is that before a hand: the seat of the `button`, the `stacks` of all seats before the
    collection, and, where they matter, the hole cards by seat (`holes`) and the five cards of the `board`.
    """
    return first_difference(_run, scenario)


def _run(scenario: Mapping[str, Any]) -> None:
    check_names("scenario", scenario, _SCENARIO)
    rules = HOLDEM_TABLE.sheet(scenario["variant"], scenario["options"])
    state = _dealt(rules, scenario["position"])
    state = after_steps(state, scenario["steps"], lambda at: range(len(at.stacks)), _decided)
    check_then(_EXPECTATIONS, state, scenario["then"])


def _decided(state: HoldemState, step: Mapping[str, Any]) -> HoldemState:
    command = wire.command_from_json(step["command"])
    if isinstance(command, Buy):
        raise Difference("nobody buys during a hand")
    return fold(state, decide(state, Seat(step["seat"]), command))


def _dealt(rules: HoldemRules, given: Mapping[str, Any]) -> HoldemState:
    check_names("position", given, _POSITION)
    button, chips = given["button"], given["stacks"]
    seats = [Seat(number) for number in range(len(chips))]
    if button not in seats or not rules.players_min <= len(seats) <= rules.players_max:
        raise Difference("position: unknown seat")
    order = tuple([seat for seat in seats[button + 1 :] + seats[: button + 1] if chips[seat]])
    collected = min(rules.collection, chips[order[-1]])
    stacks = tuple([held - collected * (seat == order[-1]) for seat, held in enumerate(chips)])
    state = undealt(rules, order, stacks)
    return fold(state, deal(state, _deck(state, given.get("holes", {}), given.get("board", []))))


def _deck(state: HoldemState, holes: Mapping[str, Sequence[str]], board: Sequence[str]) -> tuple[Card, ...]:
    """Return a deck that deals `holes` and `board`; the other cards follow in canonical order."""
    dealt = [seat for seat in state.order if state.stacks[seat]]
    check_names("holes", holes, map(str, dealt))
    named = [card for cards in (*holes.values(), board) for card in cards]
    check_equal("cards named twice or unknown", len(named), len(set(named) & set(faces(PACK))))
    rest = iter([card for card in faces(PACK) if card not in named])
    hands = [[Card(card) for card in holes.get(str(seat), (next(rest), next(rest)))] for seat in dealt]
    return (*(hand[at] for at in (0, 1) for hand in hands), *map(Card, board), *rest)


def _legal(state: HoldemState) -> list[Json]:
    commands = () if state.turn is None else legal(state, state.turn)
    return [wire.command_to_json(command) for command in commands]


_EXPECTATIONS: Final[Mapping[str, Callable[[HoldemState], Any]]] = {
    "street": lambda state: str(state.street),
    "to_act": lambda state: state.turn,
    "level": lambda state: state.level,
    "pot": lambda state: state.pot,
    "stacks": lambda state: [*state.stacks],
    "owed": lambda state: [state.owed(Seat(seat)) for seat in range(len(state.stacks))],
    "board": lambda state: [*state.board],
    "board_count": lambda state: len(state.board),
    "hole_counts": lambda state: [len(cards) for cards in state.holes],
    "legal": _legal,
    "folded": lambda state: [*state.folded],
    "shown": lambda state: [*state.shown],
    "over": lambda state: state.over,
    "pots": lambda state: [
        {"amount": award.amount, "shares": {str(seat): chips for seat, chips in award.shares}}
        for award in state.awards
    ],
}
