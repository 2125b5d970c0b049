"""The hands of a log: their entries, whether they are over and open, and the players on the seats."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.codec import Json
from replays.record.format import ENDS
from replays.record.write import numbered_events


@dataclass(frozen=True, slots=True)
class HandSpan:
    """Hand `number` of a game: its first entry, its last one (None while it is played), whether it is open.

    `settled` is the event that paid it, None where nothing was paid.
    """

    number: int
    first: int
    last: int | None
    revealed: bool
    settled: Json | None


def hands(publics: Sequence[Json]) -> list[HandSpan]:
    """Return every hand of the log with these public parts, from ply 1."""
    spans: list[HandSpan] = []
    events = tuple(numbered_events(publics))
    over = any(event["type"] in ENDS for _, event in events)
    opened = {event["hand_number"] for _, event in events if event["type"] == "key-revealed"}
    for ply, event in events:
        if event["type"] == "hand-begun":
            number = event["hand_number"]
            spans.append(HandSpan(number, ply, None, over or number in opened, None))
        elif event["type"] in ("hand-settled", *ENDS) and spans and spans[-1].last is None:
            begun = spans[-1]
            settled = event if event["type"] == "hand-settled" else None
            spans[-1] = HandSpan(begun.number, begun.first, ply, begun.revealed, settled)
    return spans


def hand_at(publics: Sequence[Json], ply: int) -> HandSpan | None:
    """Return the hand that entry `ply` belongs to, None for one outside any."""
    for hand in hands(publics):
        if hand.first <= ply <= (hand.last or len(publics)):
            return hand
    return None


def hand_before(publics: Sequence[Json], ply: int, plies: int) -> HandSpan | None:
    """Return the hand of entry `ply` in a log of `plies` entries of which only those with `publics` are
    readable.

    The hand in which the readable part ends counts as over with its last entry, because its end is unknown.
    The entries after the last readable hand count as one hand.
    """
    begun = hands(publics)
    for hand in begun:
        if hand.last is not None and hand.first <= ply <= hand.last:
            return hand
    broken = next((hand for hand in begun if hand.last is None), None)
    first = broken.first if broken else len(publics) + 1
    number = broken.number if broken else len(begun) + 1
    return HandSpan(number, first, plies, revealed=False, settled=None) if first <= ply <= plies else None


def holders(publics: Sequence[Json], seat: int, ply: int) -> set[str | None]:
    """Return the players who held `seat` at entry `ply` or after it, None among them for a guest.

    A seat that was left may be taken by another player, who is its party from then on.
    """
    held: str | None = publics[0]["events"][0]["seats"][seat].get("player")
    players: set[str | None] = set()
    for at, public in enumerate(publics, 1):
        for event in public["events"]:
            if event["type"] == "seated" and event["seat"] == seat:
                held = event.get("player")
        if at >= ply:
            players.add(held)
    return players


def ended_at(publics: Sequence[Json]) -> int | None:
    """Return the time of the entry that ended the game, ms since 1970; None while it runs, or without any
    entry.
    """
    for last in publics[-1:]:
        if any(event["type"] in ENDS for event in last["events"]):
            return int(last["time"])
    return None
