"""Pages of a replay in a terminal: the events of a ply, the view after it, and keyboard navigation."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from textwrap import wrap
from typing import Final

from app.cli.replay.cards import Style, card_count, held, seats
from app.cli.replay.game_page import GamePage
from app.cli.replay.narration import PAGES, sentences
from app.cli.terminal import printable
from app.games.codec import Json
from app.games.registry import game_of
from app.i18n import Message
from replays.record.errors import ReplayError
from replays.report.steps import Replay, Step

_LABEL: Final = 9


def frame(step: Step, style: Style) -> str:
    """Return a step as a page of at most `style.width` columns, which ends with a newline.

    It has a head, the events, the seats, the middle of the table, and the seats to act. Control characters in
    texts of the log are replaced. Raises ReplayError for an invalid view.
    """
    try:
        lines = [
            *_head(step, style),
            *_happened(step, style),
            "",
            *_seats(step, style),
            "",
            *_middle(step, style),
        ]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise ReplayError(Message("the position of ply {ply} cannot be read").filled(ply=step.ply)) from None
    return "".join(f"{_tame(line, style)}\n" for line in lines)


def _tame(line: str, style: Style) -> str:
    shown = printable(line).rstrip()
    return shown if style.unicode else shown.encode("ascii", "replace").decode()


def _head(step: Step, style: Style) -> Iterator[str]:
    seen = step.view
    hand = f"  hand {seen['hand_number']}" if seen["hand_number"] else ""
    hand += f"  stake {seen['stake']}" if hand and seen["stake"] else ""
    left = f"{seen['variant']}{hand}  {seen['game']}"
    right = f"ply {step.ply} of {step.plies}"
    yield f"{left[: style.width - len(right) - 1]:<{style.width - len(right)}}{right}"
    yield style.line


def _happened(step: Step, style: Style) -> Iterator[str]:
    for sentence in sentences(step.events, step.centre, style):
        yield from wrap(sentence, style.width, subsequent_indent="  ")


def _field(label: str, text: str, style: Style, indent: int = 0) -> list[str]:
    """Return a labelled line, its text wrapped beside the label."""
    start = " " * indent + f"{label:<{_LABEL}}"
    return wrap(text, style.width, initial_indent=start, subsequent_indent=" " * len(start)) or [start]


def _seats(step: Step, style: Style) -> Iterator[str]:
    page = _page(step.view)
    for seat in step.view["seats"]:
        marks = ", ".join(mark for mark, applies in _marks(page, step.view, seat).items() if applies)
        arrow = ">" if seat["seat"] in step.view["awaited"] else " "
        who = seat["player"] or seat["bot"] or seat["kind"]
        yield f"{arrow} seat {seat['seat']}  {who:<24.24} {_money(seat['balance']):>6}  {marks}"
        if step.view["hand_number"]:
            yield from _field("hand", _hand(step, seat, style), style, 4)
        for label, text in page.seat(step.view, seat, style):
            yield from _field(label, text, style, 4)


def _page(seen: Json) -> GamePage:
    return PAGES[game_of(seen["variant"]).name]


def _money(balance: int) -> str:
    return f"{balance:+d}" if balance else "0"


def _marks(page: GamePage, seen: Json, seat: Json) -> Mapping[str, bool]:
    return {
        **page.marks(seen, seat),
        "has answered": seat["seat"] in seen["answered"],
        "you": seen["you"] == seat["seat"],
    }


def _hand(step: Step, seat: Json, style: Style) -> str:
    cards = step.hands.get(seat["seat"])
    return card_count(seat["hand_count"]) if cards is None else held(cards, style) or "no cards"


def _middle(step: Step, style: Style) -> Iterator[str]:
    page = _page(step.view)
    for label, text in (*page.middle(step.view, style), ("asked", _asked(page, step.view))):
        yield from _field(label, text, style)


def _asked(page: GamePage, seen: Json) -> str:
    if seen["status"] in ("finished", "void"):
        return f"nobody: {_outcome(page, seen)}"
    return f"{seats(seen['awaited'])}, {page.question(seen)}" if seen["awaited"] else "nobody"


def _outcome(page: GamePage, seen: Json) -> str:
    if seen["status"] == "void" or seen["result"] is None:
        return f"the game is {seen['status']}"
    return page.outcome(seen["result"])


class KeyAction(StrEnum):
    """Action of a key."""

    NEXT = "next"
    BACK = "back"
    FIRST = "first"
    LAST = "last"
    GO = "go"
    QUIT = "quit"


KEYS: Final[Mapping[str, KeyAction]] = {
    **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\x1b[B", "\x1bOB"), KeyAction.NEXT),
    **dict.fromkeys(("b", "\x7f", "\x1b[D", "\x1bOD", "\x1b[A", "\x1bOA"), KeyAction.BACK),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"), KeyAction.FIRST),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"), KeyAction.LAST),
    "g": KeyAction.GO,
    **dict.fromkeys(("q", "\x03", "\x04"), KeyAction.QUIT),
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
        if move is KeyAction.QUIT:
            return
        wanted = (ask_ply() or at) if move is KeyAction.GO else _target(move, at, replay.plies)
        at = min(max(wanted, 1), replay.plies)


def _target(move: KeyAction | None, at: int, plies: int) -> int:
    targets = {KeyAction.NEXT: at + 1, KeyAction.BACK: at - 1, KeyAction.FIRST: 1, KeyAction.LAST: plies}
    return targets.get(move, at) if move else at
