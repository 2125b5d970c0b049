"""Random whole games of hold'em: buys, leaving, late answers, seats that are all-in, side pots, forks."""

from dataclasses import replace
from random import Random
from typing import Any, Final

from app.games.errors import ConfigRefused
from app.games.holdem.commands import Buy, Call, Check, GiveUp, HandCommand
from app.games.holdem.game import HOLDEM
from app.games.holdem.legal import legal
from app.games.holdem.rules import HoldemRules
from app.games.holdem.state import HoldemState
from app.games.table.state import Table
from app.store.entry import Entry
from tests.verifier.sittings import KINDS, TABLE_ASIDES, Plan, forked, sitting


def holdem_plan(rng: Random) -> Plan:
    """A sitting of a random sheet, with few chips more often than with many."""
    rules = random_rules(rng)
    players = rng.randint(rules.players_min, min(rules.players_max, rng.choice((3, 4, 6, 11))))
    seats = (KINDS[0], *(rng.choice(KINDS) for _ in range(players - 1)))
    if rng.random() < 0.25 and rules.deals is not None:
        seats = (KINDS[3],) * players
    entropy, reveal = rng.choice(("none", "seats")), rng.choice(("game", "hand"))
    timed, odds = rng.random() < 0.7, rng.choice((0.0, 0.05, 0.2, 0.4))
    shared = (entropy, reveal) == ("none", "game") and rng.random() < 0.2
    start = rng.choice((None, None, None, "ready"))
    return _of_holdem(Plan(rules, seats, entropy, reveal, timed, odds, shared=shared, start=start))


def holdem_fork(parent: tuple[Entry, ...], rng: Random) -> Plan | None:
    """A plan to play on from some ply of `parent`; None if no hand is played there."""
    fork = forked(parent, rng)
    return None if fork is None else _of_holdem(fork)


def _of_holdem(plan: Plan) -> Plan:
    return replace(
        plan, play=HOLDEM, choose=choose_command, asides=(*TABLE_ASIDES, _buys, _buys), terms=_terms
    )


def random_rules(rng: Random) -> HoldemRules:
    """The club's rules with options drawn at random, or a custom sheet."""
    while True:
        try:
            return HOLDEM.custom(random_holdem_sheet(rng)) if rng.random() < 0.3 else _club(rng)
        except ConfigRefused:
            continue


def random_holdem_sheet(rng: Random) -> dict[str, Any]:
    """A sheet put together at random, which may contradict itself."""
    step = rng.choice((1, 2, 3, 5))
    whole = {
        **_OPTIONS,
        "players_max": tuple(range(2, 12)),
        "blind": (1, 1, 2, 6),
        "bet_step": (step,),
        "limit": (step, 2 * step, 4 * step, 8 * step, 7),
        "money": ("chips", "money"),
        "buy_in": (1, 5, 20),
        "collection": (0, 1, 2, 7),
        "deals": (1, 2, 4, None),
    }
    return {name: rng.choice(values) for name, values in whole.items() if rng.random() < 0.7}


_OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "players_min": (2, 3),
    "blinds": ("1", "1_3"),
    "blind_live": (False, True),
    "bet_mode": ("steps", "fixed"),
    "structure": ("limit_3", "limit_3_6"),
    "short_buys": (0, 1, 2),
    "rebuys": (True, True, False),
}


def _club(rng: Random) -> HoldemRules:
    chosen = {name: rng.choice(values) for name, values in _OPTIONS.items()}
    amounts = {"buy_in": rng.choice((4, 9, 20, 60)), "collection": rng.choice((0, 2, 2))}
    return HOLDEM.sheet("caesars-holdem", {**chosen, **amounts, "deals": rng.choice((1, 1, 2, 3, None))})


def choose_command(hand: HoldemState, seat: Any, rng: Random) -> HandCommand:
    """A lawful command; giving up is rare, so that most hands come to a showdown."""
    commands = legal(hand, seat)
    weights = [
        5 if isinstance(command, Check | Call) else 1 if isinstance(command, GiveUp) else 2
        for command in commands
    ]
    return rng.choices(commands, weights)[0]


def _buys(table: Table, rng: Random) -> tuple[Any, Any]:
    seats = [seat for seat in table.seats if not table.chips[seat]] or list(table.seats)
    return rng.choice(seats), Buy(rng.choice((1, 5, 20, 40)))


def _terms(rng: Random) -> dict[str, Any] | None:
    return rng.choice((None, None, {"buy_in": 60}, {"buy_in": 61}))


def holdem_log(seed: str) -> tuple[Plan, tuple[Entry, ...]]:
    """A sitting, or now and then a fork of one, always the same for a seed."""
    rng = Random(f"{seed} plan")
    chosen = holdem_plan(rng)
    log = sitting(chosen, Random(seed))
    fork = holdem_fork(log, Random(f"{seed} fork")) if rng.random() < 0.2 else None
    return (chosen, log) if fork is None else (fork, sitting(fork, Random(seed)))
