"""Input for external bots, and the legal move that an answer stands for."""

from collections.abc import Sequence
from typing import Any, Final

import orjson

from app.bots.errors import EntrantFailed, FailureReason
from app.bots.strategy import Move

MOST_BYTES: Final = 65_536
"""Size limit of an answer, larger than any move."""

SHOWN: Final = 2048
"""Number of bytes of an answer that are kept with a failure."""


def plain(value: Any) -> Any:
    """Return a copy of a JSON value, as new lists and dicts that a bot may modify."""
    return orjson.loads(orjson.dumps(value))


def move_in(line: bytes) -> Any:
    """Parse a line of a program. Raises EntrantFailed if it is not JSON."""
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        shown = line[:80].decode("utf-8", "replace")
        raise EntrantFailed(
            FailureReason.PROTOCOL, f"a line is not JSON: {shown!r}", answer=text_of(line)
        ) from None


def chosen(answer: object, moves: Sequence[Move]) -> Move:
    """Return the one of `moves` that is meant by `answer`, in which only the order of the cards in `use` is
    free.

    >>> moves = [{"type": "pass"}, {"type": "meld", "use": ["2O", "3O"]}]
    >>> chosen({"use": ["3O", "2O"], "type": "meld"}, moves)
    {'type': 'meld', 'use': ['2O', '3O']}
    """
    if not isinstance(answer, dict):
        raise EntrantFailed(FailureReason.PROTOCOL, "an answer is not a command", answer=repr(answer)[:SHOWN])
    try:
        key = _key(answer)
    except (TypeError, ValueError):
        raise EntrantFailed(
            FailureReason.PROTOCOL, "an answer is not JSON", answer=repr(answer)[:SHOWN]
        ) from None
    for move in moves:
        if move["type"] == answer.get("type") and _key(move) == key:
            return move
    shown = key.decode("utf-8", "replace")[:200]
    sentence = f"not one of the {len(moves)} legal moves: {shown}"
    raise EntrantFailed(FailureReason.ILLEGAL, sentence, answer=text_of(key))


def text_of(answer: bytes) -> str:
    """Return the beginning of an answer as text."""
    return answer[:SHOWN].decode("utf-8", "replace")


def _key(move: Move) -> bytes:
    used = move.get("use")
    if isinstance(used, (list, tuple)):
        move = {**move, "use": sorted(used)}
    return orjson.dumps(move, option=orjson.OPT_SORT_KEYS)
