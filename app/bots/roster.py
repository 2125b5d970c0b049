"""Roster of the bots that a table can seat: names, descriptions, and their decisions."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from app.bots import careful, searcher, simple
from app.bots.holdem import careful as holdem_careful
from app.bots.holdem import counter as holdem_counter
from app.bots.holdem import simple as holdem_simple
from app.bots.strategy import Budget, Chance, Move, Seen, Strategy, View
from app.games.conquian.game import CONQUIAN
from app.games.holdem.game import HOLDEM
from app.games.registry import USUAL
from app.i18n import Message


class Difficulty(StrEnum):
    """Difficulty of a bot, as a person chooses it."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    EXPERT = "expert"
    MASTER = "master"


@dataclass(frozen=True, slots=True)
class Bot:
    """A strategy, its description, and the approximate time of a decision in ms.

    `within` makes the strategy for a budget; only a bot that searches has one.
    """

    strategy: Strategy
    difficulty: Difficulty
    sentence: Message
    milliseconds: int
    within: Callable[[Budget], Strategy] | None = None


BOTS: Mapping[str, Bot] = {
    "random": Bot(
        simple.choose_randomly,
        Difficulty.EASY,
        Message("Plays any legal move by chance."),
        0,
    ),
    "greedy": Bot(
        simple.choose_greedily,
        Difficulty.NORMAL,
        Message("Lays all the cards it can and keeps those that belong together; it counts nothing."),
        1,
    ),
    "careful": Bot(
        careful.choose,
        Difficulty.HARD,
        Message("Counts the cards it sees and tries each move against possible hands and stocks."),
        5,
    ),
    "counter": Bot(
        careful.choose_by_history,
        Difficulty.EXPERT,
        Message(
            "Remembers every card and every refusal, and infers from them which hands the others may hold."
        ),
        15,
    ),
    "searcher": Bot(
        searcher.choose,
        Difficulty.MASTER,
        Message("Remembers the same and plays each move to the end in hundreds of possible futures."),
        40,
        searcher.within,
    ),
}
"""Every bot of Conquián by name, the easiest first."""

_HOLDEM_BOTS: Mapping[str, Bot] = {
    "random": replace(BOTS["random"], strategy=holdem_simple.choose_randomly),
    "greedy": Bot(
        holdem_simple.choose_greedily,
        Difficulty.NORMAL,
        Message("Bets on made hands, and calls while the pot odds are good enough for the cards it has."),
        0,
    ),
    "careful": Bot(
        holdem_careful.choose,
        Difficulty.HARD,
        Message("Plays out the cards it does not see, and counts who would pay a bet and who would give up."),
        5,
    ),
    "counter": Bot(
        holdem_counter.choose,
        Difficulty.EXPERT,
        Message("Does the same, and infers from every bet of a hand which cards the others may hold."),
        10,
    ),
}

BOTS_BY_GAME: dict[str, Mapping[str, Bot]] = {CONQUIAN.name: BOTS, HOLDEM.name: _HOLDEM_BOTS}
"""The bots of each game that has any."""


def bots_of(play: str) -> Mapping[str, Bot]:
    """Return the bots that play the game `play`, by name."""
    return BOTS_BY_GAME.get(play, {})


def made(
    name: str, nodes: int | None = None, milliseconds: int | None = None, *, play: str = USUAL
) -> Strategy:
    """Return the strategy of the bot `name` of the game `play`, with a budget for each decision if given.

    With only `nodes` it is reproducible on any machine. Raises ValueError for an unknown bot, an invalid
    budget, and a bot without budgets.
    """
    bot = bots_of(play).get(name)
    if bot is None:
        raise ValueError(f"there is no bot {name}")
    if nodes is None and milliseconds is None:
        return bot.strategy
    if bot.within is None:
        raise ValueError(f"{name} takes no budget")
    return bot.within(Budget(nodes, milliseconds))


def decision(
    bot: str, view: View, moves: Sequence[Move], bot_key: bytes, seen: Seen, *, play: str = USUAL
) -> Move:
    """Return the move of `bot` for the open question in `view` of the game `play`."""
    return decided(bots_of(play)[bot].strategy, view, moves, bot_key, seen)


def decided(strategy: Strategy, view: View, moves: Sequence[Move], bot_key: bytes, seen: Seen) -> Move:
    """Return the move of `strategy` for the open question in `view`.

    Its random seed is HMAC-SHA-256(bot key, game || decision || seat), so that repeated questions give the
    same move and it cannot be predicted without the key (RULES 12.5).
    """
    place = view["game"].encode() + view["decision"].to_bytes(4, "big") + view["you"].to_bytes(1, "big")
    return strategy(view, moves, Chance(hmac.digest(bot_key, place, "sha256")), seen)


def decided_on(
    deck: int, strategy: Strategy, view: View, moves: Sequence[Move], bot_seed: bytes, seen: Seen
) -> Move:
    """Return the move of `strategy` in a tournament with this `bot_seed`, in a game on the deck of this
    number.

    Its random seed is HMAC-SHA-256(bot seed, "conquian/bot/2" || deck || seat || decision), integers big
    endian of 4, 1 and 4 bytes. It depends neither on the tournament nor on the game, so that tournaments that
    differ in other participants use the same seeds.
    """
    place = deck.to_bytes(4, "big") + view["you"].to_bytes(1, "big") + view["decision"].to_bytes(4, "big")
    return strategy(view, moves, Chance(hmac.digest(bot_seed, b"conquian/bot/2" + place, "sha256")), seen)
