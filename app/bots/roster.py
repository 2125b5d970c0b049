"""The bots a table can seat: what each is called and good for, and how one of them decides."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.bots import careful, counter, greedy, random, searcher
from app.bots.strategy import Budget, Chance, Move, Seen, Strategy, View
from app.i18n import Message


class Difficulty(StrEnum):
    """How hard a bot is to beat, as a person chooses it."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class Bot:
    """A strategy, what to say about it, and about how long it thinks where there is a choice, in ms.

    `within` makes the strategy for a budget; only a bot that searches has one.
    """

    strategy: Strategy
    difficulty: Difficulty
    sentence: Message
    milliseconds: int
    within: Callable[[Budget], Strategy] | None = None


BOTS: Mapping[str, Bot] = {
    "random": Bot(
        random.choose,
        Difficulty.EASY,
        Message("Plays any legal move by chance."),
        0,
    ),
    "greedy": Bot(
        greedy.choose,
        Difficulty.NORMAL,
        Message("Lays all the cards it can and keeps those that belong together; it counts nothing."),
        1,
    ),
    "careful": Bot(
        careful.choose,
        Difficulty.HARD,
        Message("Counts the cards it sees and plays each move on against hands and stocks that may be."),
        5,
    ),
    "counter": Bot(
        counter.choose,
        Difficulty.EXPERT,
        Message(
            "Remembers every card and every refusal, and infers from them which hands the others may hold."
        ),
        15,
    ),
    "searcher": Bot(
        searcher.choose,
        Difficulty.MASTER,
        Message("Remembers the same and plays each move on to the end in hundreds of futures that may be."),
        40,
        searcher.within,
    ),
}
"""Every bot by the name it is seated under, the easiest first."""


def made(name: str, nodes: int | None = None, milliseconds: int | None = None) -> Strategy:
    """The strategy of the bot `name`, with a budget for each decision where one is given.

    With `nodes` alone it is reproduced on any machine. ValueError for a bot that there is not, for a budget
    that is none, and for a bot that takes none.
    """
    bot = BOTS.get(name)
    if bot is None:
        raise ValueError(f"there is no bot {name}")
    if nodes is None and milliseconds is None:
        return bot.strategy
    if bot.within is None:
        raise ValueError(f"{name} takes no budget")
    return bot.within(Budget(nodes, milliseconds))


def decision(bot: str, view: View, moves: Sequence[Move], bot_key: bytes, seen: Seen) -> Move:
    """The move of `bot` for the question that is open in `view`."""
    return decided(BOTS[bot].strategy, view, moves, bot_key, seen)


def decided(strategy: Strategy, view: View, moves: Sequence[Move], bot_key: bytes, seen: Seen) -> Move:
    """The move of `strategy` for the question that is open in `view`.

    Its chance is HMAC-SHA-256(bot key, game || decision || seat), so that asking twice gives the same move
    and nobody without the key can foresee it (RULES 12.5).
    """
    place = view["game"].encode() + view["decision"].to_bytes(4, "big") + view["you"].to_bytes(1, "big")
    return strategy(view, moves, Chance(hmac.digest(bot_key, place, "sha256")), seen)


def decided_on(
    deck: int, strategy: Strategy, view: View, moves: Sequence[Move], bot_seed: bytes, seen: Seen
) -> Move:
    """The move of `strategy` in a tournament with this `bot_seed`, in a game on the deck of this number.

    Its chance is HMAC-SHA-256(bot seed, "conquian/bot/2" || deck || seat || decision), integers big endian of
    4, 1 and 4 bytes. It names neither the tournament nor the game, so that tournaments that differ in other
    entrants have equal chance.
    """
    place = deck.to_bytes(4, "big") + view["you"].to_bytes(1, "big") + view["decision"].to_bytes(4, "big")
    return strategy(view, moves, Chance(hmac.digest(bot_seed, b"conquian/bot/2" + place, "sha256")), seen)
