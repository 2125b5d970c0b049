"""Keyboard navigation in a replay: next, back, to a ply, to either end."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from replays.cards import Style
from replays.show import frame
from replays.steps import Replay


class Move(StrEnum):
    """Action of a key."""

    NEXT = "next"
    BACK = "back"
    FIRST = "first"
    LAST = "last"
    GO = "go"
    QUIT = "quit"


KEYS: Final[Mapping[str, Move]] = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"), Move.NEXT),
    **dict.fromkeys(("b", "\x7f", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"), Move.BACK),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"), Move.FIRST),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"), Move.LAST),
    "g": Move.GO,
    **dict.fromkeys(("q", "\x03", "\x04"), Move.QUIT),
}
"""Action of each key; arrows, Home and End as the escape sequences of terminals."""

HELP: Final = "n next  b back  g go to a ply  Home first  End last  q quit"


def step_through(
    replay: Replay,
    at: int,
    style: Style,
    *,
    show: Callable[[str], None],
    key: Callable[[], str],
    ask_ply: Callable[[], int | None],
) -> None:
    """Show the page of ply `at`, then pages by keys, until the key for the end.

    `show` draws a page, `key` waits for a key, `ask_ply` for a number. The plies are limited to both ends.
    """
    while True:
        show(f"{frame(replay.step(at), style)}\n{HELP}")
        move = KEYS.get(key())
        if move is Move.QUIT:
            return
        wanted = (ask_ply() or at) if move is Move.GO else _target(move, at, replay.plies)
        at = min(max(wanted, 1), replay.plies)


def _target(move: Move | None, at: int, plies: int) -> int:
    targets = {Move.NEXT: at + 1, Move.BACK: at - 1, Move.FIRST: 1, Move.LAST: plies}
    return targets.get(move, at) if move else at
