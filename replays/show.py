"""Pages of a replay in a terminal, in plain text: the events of a ply, and the view after it."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Any, Final

from app.games.codec import Json
from replays.cards import Style, held, laid, name
from replays.errors import ReplayError
from replays.steps import Step
from replays.words import seats, sentences

_LABEL: Final = 9
_ASKS: Final = {
    "exchange": "to give a card",
    "offer": "to meld or pass the first card",
    "left": "to meld the card that lies there, or not",
    "new": "to meld the card just turned, or not",
    "force_window": "to force it or pass",
    "claim_window": "to claim it or pass",
    "forced": "to meld it",
}


def frames(steps: Iterable[Step], style: Style) -> Iterator[str]:
    """Yield each step as a page: head, events, seats, middle of the table, and the seats to act.

    Raises ReplayError for an invalid view.
    """
    return (frame(step, style) for step in steps)


def frame(step: Step, style: Style) -> str:
    """Return a step as a page of at most `style.width` columns, which ends with a newline.

    Control characters in texts of the log are replaced.
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
        raise ReplayError(f"the position of ply {step.ply} cannot be read") from None
    return "".join(f"{_tame(line, style)}\n" for line in lines)


def _tame(line: str, style: Style) -> str:
    shown = "".join(char if char.isprintable() else "?" for char in line).rstrip()
    return shown if style.unicode else shown.encode("ascii", "replace").decode()


def _head(step: Step, style: Style) -> Iterator[str]:
    seen = step.view
    hand = f"  hand {seen['hand_number']}  stake {seen['stake']}" if seen["hand_number"] else ""
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
    for seat in step.view["seats"]:
        marks = _marks(step.view, seat)
        arrow = ">" if seat["seat"] in step.view["awaited"] else " "
        who = seat["player"] or seat["bot"] or seat["kind"]
        yield f"{arrow} seat {seat['seat']}  {who:<24.24} {_money(seat['balance']):>6}  {marks}"
        if step.view["hand_number"]:
            yield from _field("hand", _hand(step, seat, style), style, 4)
        if seat["table"]:
            yield from _field("melds", " | ".join(laid(meld, style) for meld in seat["table"]), style, 4)


def _money(balance: int) -> str:
    return f"{balance:+d}" if balance else "0"


def _marks(seen: Json, seat: Json) -> str:
    marks = {
        "dealer": seen["dealer"] == seat["seat"],
        "folded": seat["folded"],
        "has answered": seat["seat"] in seen["answered"],
        "you": seen["you"] == seat["seat"],
    }
    return ", ".join(mark for mark, applies in marks.items() if applies)


def _hand(step: Step, seat: Json, style: Style) -> str:
    cards = step.hands.get(seat["seat"])
    return _count(seat["hand_count"]) if cards is None else held(cards, style) or "no cards"


def _count(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards" if number else "no cards"


def _middle(step: Step, style: Style) -> Iterator[str]:
    seen = step.view
    if seen["stock_count"] is not None:
        yield from _field("centre", _centre(seen["centre"], style), style)
        dead: Sequence[Any] | None = seen.get("discards")
        dead_count = seen.get("discard_count", 0) if dead is None else len(dead)
        yield from _field("stock", f"{_count(seen['stock_count'])}, dead {dead_count}", style)
    yield from _field("asked", _asked(seen), style)


def _centre(centre: Json | None, style: Style) -> str:
    if centre is None:
        return "no card"
    left_by = centre["left_by"]
    origin = "from the stock" if centre["source"] == "stock" else "discarded"
    return f"{name(centre['card'], style)}, {origin}{'' if left_by is None else f', left by seat {left_by}'}"


def _asked(seen: Json) -> str:
    if seen["status"] in ("finished", "void"):
        return f"nobody: {_outcome(seen)}"
    if not seen["awaited"]:
        return "nobody"
    return f"{seats(seen['awaited'])}, {_ASKS.get(seen['phase'] or '', 'to answer')}"


def _outcome(seen: Json) -> str:
    result = seen["result"]
    if seen["status"] == "void" or result is None:
        return f"the game is {seen['status']}"
    return "tablas" if result["winner"] is None else f"seat {result['winner']} has gone out"
