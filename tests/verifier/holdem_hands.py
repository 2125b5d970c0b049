"""Hands of hold'em at random in Python, written down for another program to decide their commands again."""

from collections.abc import Iterator
from random import Random
from typing import Any

from app.games.cards import Seat, canonical_deck
from app.games.errors import Refused
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.decide import deal, decide
from app.games.holdem.evolve import fold
from app.games.holdem.game import HOLDEM
from app.games.holdem.state import HoldemState, undealt
from tests.verifier.holdem_sittings import choose_command, random_rules

Json = dict[str, Any]

_TRIED = (Check(), Call(), GiveUp(), *(kind(to) for kind in (Bet, Raise) for to in (1, 3, 4, 6, 9, 12, 15)))


def holdem_hand(rng: Random) -> Json:
    """A hand of random rules and chips from its deal to its end, with commands that do nothing."""
    rules, seats = random_rules(rng), rng.randint(3, 11)
    chips = (9, 40, *(rng.choice((0, 1, 4, 20, 60)) for _ in range(seats - 2)))
    order = tuple(Seat(seat) for seat in range(seats) if chips[seat])
    at = rng.randrange(len(order))
    order, deck = order[at:] + order[:at], list(canonical_deck("french52", 1))
    rng.shuffle(deck)
    state = undealt(rules, order, chips)
    dealt = deal(state, tuple(deck))
    state = fold(state, dealt)
    steps: list[Json] = []
    while not state.over:
        steps += _tried(state, rng)
        command = choose_command(state, state.turn, rng)
        steps.append(_step(state, state.turn, command))
        state = fold(state, decide(state, Seat(state.turn or 0), command))
        if rng.random() < 0.2 and not state.over:
            steps.append({"do": "position", "position": HOLDEM.position(state, keep_stock=True)})
    return {
        "play": "holdem",
        "sheet": HOLDEM.rules_to_json(rules),
        "hand_number": 1,
        "table": seats,
        "chips": chips,
        "order": order,
        "deck": deck,
        "dealt": list(map(HOLDEM.events.to_json, dealt)),
        "steps": [*steps, *_tried(state, rng)],
        "end": _end(state),
    }


def _tried(state: HoldemState, rng: Random) -> Iterator[Json]:
    for command in rng.sample(_TRIED, 3):
        seat = rng.choice((state.turn, Seat(rng.randrange(len(state.stacks)))))
        yield {**_step(state, seat, command), "probe": True}
    if state.turn is not None:
        moves = [HOLDEM.command_to_json(command) for command in HOLDEM.legal(state, state.turn)]
        answer = HOLDEM.command_to_json(HOLDEM.default(state, state.turn))
        yield {"do": "legal", "seat": state.turn, "commands": moves, "stand_in": answer}


def _step(state: HoldemState, seat: Seat | None, command: HandCommand) -> Json:
    step = {"seat": seat or Seat(0), "command": HOLDEM.command_to_json(command)}
    try:
        events = decide(state, seat or Seat(0), command)
    except Refused as refusal:
        rule = refusal.rule or HOLDEM.reasons[refusal.code].rule
        return {"do": "refuse", **step, "code": refusal.code, "rule": rule}
    return {"do": "decide", **step, "events": list(map(HOLDEM.events.to_json, events))}


def _end(state: HoldemState) -> Json:
    payments = list(HOLDEM.payments(state, 0))
    return {"over": True, "winner": HOLDEM.winner(state), "payments": payments, "stake": 0}
