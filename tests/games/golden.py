"""Counts and playthroughs that must stay as they are: one text for each variant.

`python -m tests.games.golden --write` makes them anew; what then differs is a change of the rules and has
to be meant. A text holds one hand played from a fixed seed, ply by ply, and at some plies the number of
leaves of the tree of legal commands (perft).
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from app.games.cards import Card
from app.games.conquian import wire
from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.legal import legal
from app.games.conquian.state import State
from app.games.conquian.variants import VARIANTS
from tests.games.play import Step, deal, steps

FOLDER = Path(__file__).parent / "golden"
PLAYERS = {"mexican-3": 3, "paco": 3, "paco-teams": 4, "navajo-tens": 3}
_EVERY = 8
_TREE = 1000


def perft(state: State, depth: int) -> int:
    """Return how many sequences of `depth` legal commands there are, by whichever seats are asked."""
    moves = [(seat, command) for seat in state.awaited for command in legal(state, seat)]
    if depth == 1:
        return len(moves)
    return sum(perft(fold(state, decide(state, seat, command)), depth - 1) for seat, command in moves)


def counts(state: State) -> list[int]:
    """The perft of `state` at depth 1, 2 and so on, as long as the tree is small."""
    tree = [perft(state, 1)]
    while tree[-1] and len(tree) < 9 and tree[-1] * max(tree[0], 1) < _TREE:
        tree.append(perft(state, len(tree) + 1))
    return tree


def text(variant: str) -> str:
    """The golden text of `variant`."""
    return "".join(f"{line}\n" for line in _lines(variant))


def _lines(variant: str) -> Iterator[str]:
    rng = Random(f"golden {variant}")
    state = deal(VARIANTS[variant].rules, PLAYERS.get(variant, 2), rng)
    yield f"{variant}: order {_joined(state.order)}"
    yield from (f"  hand {seat}: {_joined(hand)}" for seat, hand in enumerate(state.hands))
    yield f"  stock: {_joined(state.stock)}"
    yield _position(state)
    for ply, taken in enumerate(steps(state, rng), start=1):
        yield from _told(ply, taken)


def _told(ply: int, taken: Step) -> Iterator[str]:
    yield f"{ply}. seat {taken.seat} {_command(taken)}"
    yield f"  {', '.join(wire.events.name(event) for event in taken.events)}"
    yield _position(taken.after)
    if ply % _EVERY == 0:
        yield f"  perft {_joined(counts(taken.after))}"


def _command(taken: Step) -> str:
    document = wire.command_to_json(taken.command)
    parts = [_joined(value) if isinstance(value, list) else str(value) for value in document.values()]
    return " / ".join(parts)


def _position(state: State) -> str:
    centre = state.centre
    lying = f"{centre.card} {centre.source} by {centre.left_by}" if centre else "nothing"
    tables = "; ".join(" | ".join(_joined(meld) for meld in table) or "-" for table in state.tables)
    ended = f", {state.result.termination} {state.result.winner}" if state.result else ""
    asked = f"{state.phase} {state.turn} asks {_joined(state.awaited) or 'nobody'}{ended}"
    return f"  {asked}; centre {lying}; stock {len(state.stock)}; tables {tables}"


def _joined(items: tuple[Card | int, ...] | list[int]) -> str:
    return " ".join(map(str, items))


def main() -> None:
    """Writes every golden text."""
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("python -m tests.games.golden --write")
    for variant in VARIANTS:
        (FOLDER / f"{variant}.txt").write_text(text(variant))


if __name__ == "__main__":
    main()
