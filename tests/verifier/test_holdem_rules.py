"""The rules of hold'em in JavaScript decide every command as the service does, and read the same sheets."""

from collections.abc import Iterator
from random import Random
from typing import Any

from app.games.cards import Seat, canonical_deck
from app.games.errors import ConfigRefused, Refused
from app.games.holdem.commands import Bet, Call, Check, GiveUp, HandCommand, Raise
from app.games.holdem.decide import deal, decide
from app.games.holdem.evolve import fold
from app.games.holdem.game import HOLDEM
from app.games.holdem.state import HoldemState, undealt
from tests.games.holdem.random_hands import random_command
from tests.verifier.holdem_sittings import random_holdem_sheet, random_rules
from tests.verifier.node import called
from tests.verifier.rules_node import decided_again

Json = dict[str, Any]

_TRIED = (Check(), Call(), GiveUp(), *(kind(to) for kind in (Bet, Raise) for to in (1, 3, 4, 6, 9, 12, 15)))

DOCUMENTS: list[Any] = [
    {"type": "check"},
    {"type": "check", "v": 1},
    {"type": "check", "to": 3},
    {"type": "check", "to": None},
    {"type": "bet"},
    {"type": "bet", "to": 3},
    {"type": "bet", "to": 0},
    {"type": "bet", "to": -3},
    {"type": "bet", "to": None},
    {"type": "bet", "to": True},
    {"type": "bet", "to": "3"},
    {"type": "raise", "to": 12, "v": 1},
    {"type": "raise", "to": 12, "chips": 1},
    {"type": "raise", "to": [12]},
    {"type": "fold"},
    {"type": "call"},
    {"type": "call", "chips": 3},
    {"type": "buy", "chips": 20},
    {"type": "buy"},
    {"type": "buy", "chips": 0},
    {"type": "buy", "to": 20},
    {"type": "meld"},
    {"type": "toString"},
    {"type": None},
    {},
    "check",
    None,
]


def hand(rng: Random) -> Json:
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
        command = random_command(rng, state)
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
    said = {"seat": seat or Seat(0), "command": HOLDEM.command_to_json(command)}
    try:
        events = decide(state, seat or Seat(0), command)
    except Refused as refusal:
        rule = refusal.rule or HOLDEM.reasons[refusal.code].rule
        return {"do": "refuse", **said, "code": refusal.code, "rule": rule}
    return {"do": "decide", **said, "events": list(map(HOLDEM.events.to_json, events))}


def _end(state: HoldemState) -> Json:
    payments = list(HOLDEM.payments(state, 0))
    return {"over": True, "winner": HOLDEM.winner(state), "payments": payments, "stake": 0}


def test_random_hands_are_decided_alike() -> None:
    hands = [hand(Random(f"holdem {number}")) for number in range(60)]
    answers = decided_again(hands)
    assert [answer["differences"] for answer in answers] == [[]] * len(hands)
    assert sum(answer["decided"] for answer in answers) > 3000
    refused = {step["code"] for one in hands for step in one["steps"] if step["do"] == "refuse"}
    assert len(refused) == 11


def _read(document: Any) -> Any:
    try:
        return HOLDEM.command_to_json(HOLDEM.command_from_json(document))
    except ValueError:
        return None


def test_commands_are_read_as_the_service_reads_them() -> None:
    told = called("asked.map((one) => verifier.rulesOf('holdem').read(one))", DOCUMENTS)
    wanted = [_read(document) for document in DOCUMENTS]
    assert told == wanted
    assert 5 < wanted.count(None) < len(DOCUMENTS) - 5


def _spoilt(sheet: Json, rng: Random) -> Json:
    """The sheet with one value that may not go there."""
    strange: tuple[Any, ...] = (None, True, 0, -1, 12, 1001, 10**6 + 1, "1", "chips", "x y", [], {})
    return {**sheet, rng.choice((*HOLDEM.fields, "stake")): rng.choice(strange)}


def _fault(sheet: Json) -> str | None:
    try:
        HOLDEM.rules_from_json(sheet)
    except ConfigRefused:
        return "refused"
    return None


def test_sheets_are_played_or_refused_alike() -> None:
    rng = Random(5)
    sheets = [random_holdem_sheet(rng) for _ in range(300)]
    sheets += [_spoilt(sheet, rng) for sheet in sheets for _ in range(3)]
    told = called("asked.map((one) => verifier.rulesOf('holdem').sheetFault(one) && 'refused')", sheets)
    wanted = [_fault(sheet) for sheet in sheets]
    assert told == wanted
    assert 100 < wanted.count(None) < len(sheets) - 100


def test_what_a_sheet_leaves_out_is_completed_alike() -> None:
    rules = HOLDEM.rules_to_json(HOLDEM.rules_from_json({}))
    assert called("verifier.rulesOf('holdem').completed({})", None) == rules
