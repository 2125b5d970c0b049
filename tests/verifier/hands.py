"""Hands played at random in Python, written as JSON for another program to decide again."""

from collections.abc import Iterator
from random import Random
from typing import Any

from app.games.cards import Seat, canonical_deck
from app.games.conquian import wire
from app.games.conquian.commands import Command, Meld, Standing
from app.games.conquian.events import Event
from app.games.conquian.game import CONQUIAN
from app.games.conquian.reasons import REASONS
from app.games.conquian.rules import Rules
from app.games.conquian.state import State
from app.games.conquian.variants import TABLE_OF_VARIANTS
from app.games.errors import ConfigRefused, Refused
from tests.games.play import FAMILY, choose
from tests.games.random_sheets import random_sheet, refusal_or_rules
from tests.verifier.probes import is_lawful, probe, rearranged

Json = dict[str, Any]

_STEPS = 3000
"""A hand that is still going on after so many commands is written as far as it is."""


def family_hand(row: int, rng: Random, probes: float = 0.5) -> Json:
    """A hand of one row of the family: variant, options and players that together reach every rule."""
    variant, options, players = FAMILY[row % len(FAMILY)]
    return hand(TABLE_OF_VARIANTS.sheet(variant, options), players, rng, probes)


def custom_hand(rng: Random, probes: float = 0.5) -> Json:
    """A hand of rules put together at random, with any number of players that they allow."""
    rules = refusal_or_rules(random_sheet(rng))
    while isinstance(rules, ConfigRefused):
        rules = refusal_or_rules(random_sheet(rng))
    return hand(rules, rng.choice(player_counts(rules)), rng, probes)


def player_counts(rules: Rules) -> list[int]:
    """Return how many seats may play a hand of `rules`."""
    counts = range(rules.players_min, rules.players_max + 1)
    return [count for count in counts if not rules.teams or count % 2 == 0]


def hand(rules: Rules, players: int, rng: Random, probes: float) -> Json:
    """A hand from deal to end; before a step, with the odds `probes`, commands that do nothing."""
    table = players + rules.idle_seats
    order = _order(table, rules.idle_seats, rng)
    number = rng.randint(1, 4)
    deck = list(canonical_deck(rules.pack, rules.packs))
    rng.shuffle(deck)
    start = CONQUIAN.start(rules, order, table, number)
    dealt = CONQUIAN.deal(start, tuple(deck))
    state = _folded(start, dealt)
    written = {
        "sheet": CONQUIAN.rules_to_json(rules),
        "hand_number": number,
        "table": table,
        "order": list(order),
        "deck": deck,
        "dealt": _events(dealt),
    }
    steps: list[Json] = []
    standing = rng.choice((0.0, 0.01, 0.1))
    while not CONQUIAN.is_over(state) and len(steps) < _STEPS:
        steps += _tried(state, table, rng, probes)
        step, state = _played(state, rng, standing)
        steps.append(step)
        if rng.random() < probes / 5:
            steps.append({"do": "position", "position": CONQUIAN.position(state, keep_stock=True)})
    steps += _tried(state, table, rng, probes)
    end, between = _end(state, rules, rng), _between(rules, table, order, rng)
    return {**written, "steps": steps, "end": end, "between": between}


def _order(table: int, idle: int, rng: Random) -> tuple[Seat, ...]:
    dealer, gone = rng.sample(range(table), 2)
    seats = [Seat((dealer + 1 + at) % table) for at in range(table)]
    return tuple(seat for seat in seats if not (idle and seat == gone))


def _played(state: State, rng: Random, standing: float) -> tuple[Json, State]:
    """One accepted command and what comes after it."""
    seat, command = _chosen(state, rng, standing)
    return written(state, seat, command), _folded(state, CONQUIAN.decide(state, seat, command))


def _chosen(state: State, rng: Random, standing: float) -> tuple[Seat, Command]:
    """A lawful command: with the odds `standing` one about answers that stand, else an answer."""
    if rng.random() < standing:
        seat, stands = rng.choice(state.order), _standing(rng)
        if is_lawful(state, seat, stands):
            return seat, stands
    seat = rng.choice(state.awaited)
    command = choose(state, seat, rng)
    if isinstance(command, Meld) and rng.random() < 0.3:
        return seat, rearranged(state, seat, command, rng)
    return seat, command


def _standing(rng: Random) -> Standing:
    claim, force = rng.choice((None, True, False)), rng.choice((None, True, False))
    return Standing(claim, True if claim is None and force is None else force)


def _tried(state: State, table: int, rng: Random, probes: float) -> Iterator[Json]:
    """Commands that are not carried out, most of them unlawful, and now and then all that is lawful."""
    while rng.random() < probes:
        seat = (
            Seat(rng.randrange(table))
            if rng.random() < 0.3 or not state.awaited
            else rng.choice(state.awaited)
        )
        yield {**written(state, seat, probe(state, seat, rng)), "probe": True}
    if state.awaited and rng.random() < probes / 50:
        seat = rng.choice(state.awaited)
        commands = [wire.command_to_json(command) for command in CONQUIAN.legal(state, seat)]
        stand_in = wire.command_to_json(CONQUIAN.default(state, seat))
        yield {"do": "legal", "seat": seat, "commands": commands, "stand_in": stand_in}


def written(state: State, seat: Seat, command: Command) -> Json:
    """The step in which `command` is accepted, with its events, or refused, with its code and paragraph."""
    step = {"seat": seat, "command": wire.command_to_json(command)}
    try:
        return {"do": "decide", **step, "events": _events(CONQUIAN.decide(state, seat, command))}
    except Refused as refusal:
        return {
            "do": "refuse",
            **step,
            "code": refusal.code,
            "rule": refusal.rule or REASONS[refusal.code].rule,
        }


def _events(events: tuple[Event, ...]) -> list[Json]:
    return [wire.events.to_json(event) for event in events]


def _folded(state: State, events: tuple[Event, ...]) -> State:
    for event in events:
        state = CONQUIAN.evolve(state, event)
    return state


def _end(state: State, rules: Rules, rng: Random) -> Json:
    stake = CONQUIAN.stake(rules, rng.randrange(30))
    over = CONQUIAN.is_over(state)
    return {
        "over": over,
        "winner": CONQUIAN.winner(state),
        "hands": [list(cards) for cards in state.hands],
        "tables": [[list(meld) for meld in melds] for melds in state.tables],
        "stake": stake,
        "payments": list(CONQUIAN.payments(state, stake)) if over else None,
    }


def _between(rules: Rules, table: int, order: tuple[Seat, ...], rng: Random) -> list[Json]:
    """Return what happens between hands: the stake after drawn hands, who deals, who sits out."""
    seats = tuple(map(Seat, range(table)))
    idle = tuple(seat for seat in seats if seat not in order)
    won, drawn = rng.choice((None, *order)), rng.randrange(101)
    gone = CONQUIAN.next_idle(rules, idle, won, seats)
    playing = tuple(seat for seat in seats if seat not in gone)
    dealer = CONQUIAN.next_dealer(rules, order[-1], won, playing)
    return [
        {"call": "stake", "args": [drawn], "wanted": CONQUIAN.stake(rules, drawn)},
        {"call": "nextIdle", "args": [list(idle), won, list(seats)], "wanted": list(gone)},
        {"call": "nextDealer", "args": [order[-1], won, list(playing)], "wanted": dealer},
    ]
