"""A player of games behind a pipe: plays for a given time and prints its count, without code of the tests."""

import sys
from collections.abc import Callable
from random import Random
from time import process_time

SEED = 20_261_121


def answer(play: Callable[[Random], int], prepare: Callable[[Random], int] | None = None) -> None:
    """Plays whole games for as many seconds of processor time as each line asks for.

    `play` plays one game with the chance it is given and returns the number of its decisions. `prepare` makes
    before each turn, and off the clock, what its games are played with, and returns for how many that is
    enough; a turn ends with them. The answer to a line is `games decisions seconds`.
    """
    chance = Random(SEED)
    for line in sys.stdin:
        asked, games, decisions = float(line), 0, 0
        most = prepare(chance) if prepare else None
        began = process_time()
        while games != most and process_time() - began < asked:
            decisions += play(chance)
            games += 1
        print(games, decisions, process_time() - began, flush=True)
