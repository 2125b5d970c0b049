"""`python -m tests.bench.holdem_ladder [--seats N]`: the bots of hold'em, each against the one before it.

Two bots share a table, half of the seats each (one and two of three), on the same deck in all arrangements
of their seats. Printed is how many chips a seat of the stronger bot wins more than one of the weaker in a
hundred hands, with an interval at 95 % from the scatter between decks, and the time of a decision.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import sqrt
from random import Random
from statistics import mean, stdev

import click

from app.bots.roster import bots_of
from app.bots.strategy import Chance, Seen, SeenEvent, Strategy
from app.games.cards import Card, canonical_deck
from app.games.holdem.game import HOLDEM
from app.games.holdem.rules import HoldemRules
from app.games.holdem.view import view
from tests.games.holdem.hands import start

RULES = HoldemRules(variant="caesars-holdem")


@dataclass(slots=True)
class Timed:
    """A strategy with the times of its decisions in ms of computing."""

    strategy: Strategy
    times: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Advantage:
    """Chips in a hundred hands, with half the width of the interval at 95 %."""

    chips: float
    margin: float


def played(seats: Sequence[Timed], deck: tuple[Card, ...], key: bytes, chips: int) -> list[int]:
    """Return what each seat wins in a hand on `deck` with `chips` each; the first seat has the button."""
    hand = start(RULES, [chips] * len(seats))
    before, history = hand.stacks, list[SeenEvent]()
    events = HOLDEM.deal(hand, deck)
    while True:
        history += [HOLDEM.events.to_json(event) for event in events]
        hand = HOLDEM.fold(hand, events)
        if hand.turn is None:
            return [after - had for after, had in zip(hand.stacks, before, strict=True)]
        commands = HOLDEM.legal(hand, hand.turn)
        moves = [HOLDEM.command_to_json(command) for command in commands]
        bot, began = seats[hand.turn], time.process_time()
        chance = Chance(key + len(history).to_bytes(4, "big"))
        move = bot.strategy({**view(hand, hand.turn), "you": hand.turn}, moves, chance, Seen(RULES, history))
        bot.times.append(1000 * (time.process_time() - began))
        events = HOLDEM.decide(hand, hand.turn, commands[moves.index(move)])


def advantage(
    stronger: Timed, weaker: Timed, seats: int, decks: int, seed: int = 1, chips: int = RULES.buy_in
) -> Advantage:
    """Return what a seat of `stronger` wins more than one of `weaker`, by `decks` duplicate decks."""
    shuffler, differences = Random(seed), list[float]()
    halves = (seats // 2, seats - seats // 2) if seats % 2 else (seats // 2,)
    arrangements = [chosen for half in halves for chosen in combinations(range(seats), half)]
    for number in range(decks):
        deck = list(canonical_deck("french52", 1))
        shuffler.shuffle(deck)
        won, lost = list[int](), list[int]()
        for chosen in arrangements:
            table = [stronger if seat in chosen else weaker for seat in range(seats)]
            for seat, amount in enumerate(played(table, tuple(deck), number.to_bytes(4, "big"), chips)):
                (won if seat in chosen else lost).append(amount)
        differences.append(mean(won) - mean(lost))
    return Advantage(100 * mean(differences), 196 * stdev(differences) / sqrt(decks))


@click.command()
@click.option("--seats", type=click.IntRange(3, 11), multiple=True, default=(3, 4, 6), show_default=True)
@click.option("--decks", type=click.IntRange(2), default=500, show_default=True)
@click.option("--chips", type=click.IntRange(1), default=RULES.buy_in, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def main(seats: tuple[int, ...], decks: int, chips: int, seed: int) -> None:
    """Print how much each bot wins from the one before it."""
    for number in seats:
        for (weaker, low), (stronger, high) in pairwise(bots_of(HOLDEM.name).items()):
            one, other = Timed(high.strategy), Timed(low.strategy)
            result = advantage(one, other, number, decks, seed, chips)
            click.echo(
                f"{number} seats: {stronger} wins {result.chips:+.0f} ± {result.margin:.0f} chips"
                f" in 100 hands from {weaker};"
                f" {mean(one.times):.2f} ms a decision, at most {max(one.times):.0f}"
            )


if __name__ == "__main__":
    main()
