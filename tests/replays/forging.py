"""Forgeries with all keys: a log is changed and all hashes computed again; only the rules can find it."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from app.games import shuffle
from app.store.canonical import canonical, parse
from app.store.entry import START, Entry, HiddenPart, next_entry, salt, seal
from app.store.keys import GameId
from replays.record.format import ENDS
from replays.record.write import write_record

Json = dict[str, Any]


@dataclass
class Page:
    """A mutable entry: its public part, and its hidden parts by audience."""

    public: Json
    parts: dict[int, Json]


def pages(entries: tuple[Entry, ...]) -> list[Page]:
    """Return a log as mutable entries."""
    return [
        Page(parse(entry.public), {part.audience: parse(part.body) for part in entry.parts})
        for entry in entries
    ]


def forged(
    entries: tuple[Entry, ...], change: Callable[[list[Page]], Any], *, renumber: bool = False
) -> bytes:
    """Return the record of the log after `change`, with new salts, seals and digests."""
    book = deepcopy(pages(entries))
    change(book)
    ended = next(event for page in reversed(book) for event in page.public["events"] if event["type"] in ENDS)
    return b"".join(write_record(bound(book, bytes.fromhex(ended["game_key"]), renumber=renumber)))


def bound(book: list[Page], key: bytes, *, renumber: bool) -> tuple[Entry, ...]:
    """Return the pages as a log with correct hashes."""
    place: Any = START
    entries, hand = [], 1
    for at, page in enumerate(book, start=1):
        ply = at if renumber else page.public["ply"]
        hand = max([hand, *(e["hand_number"] for e in page.public["events"] if e["type"] == "hand-begun")])
        game = GameId(page.public["game"])
        parts = _sealed(page, shuffle.deal_key(key, hand), game, ply)
        public = page.public | {
            "ply": ply,
            "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
        }
        entry = next_entry(place, game, canonical(public), parts)
        entries.append(entry)
        place = entry
    return tuple(entries)


def _sealed(page: Page, deal_key: bytes, game: str, ply: int) -> tuple[HiddenPart, ...]:
    return tuple(
        HiddenPart(audience, salt(deal_key, game, ply, audience), canonical(part))
        for audience, part in sorted(page.parts.items())
    )


def swap_dealt_cards(book: list[Page]) -> None:
    """Exchange a card of seat 0 and one of seat 1 in the first deal."""
    hands = [book[1].parts[seat]["events"]["1"]["hands"] for seat in (0, 1)]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def discard_a_used_card(book: list[Page]) -> None:
    """Discard a card of the first meld in command and event."""
    ply, event = find(book, "melded")
    event["discard"] = event["used"][0]
    book[ply - 1].public["command"]["discard"] = event["used"][0]


def invert_payment(book: list[Page], ply: int) -> None:
    """Pay the settled hand of an entry with the opposite signs."""
    for event in book[ply - 1].public["events"]:
        if event["type"] == "hand-settled":
            event["amounts"] = event["balances"] = [-amount for amount in event["amounts"]]


def find(book: list[Page], event: str, nth: int = 0) -> tuple[int, Json]:
    """Return ply and public part of the nth event of a type; -1 is the last one."""
    matches = [
        (page.public["ply"], happened)
        for page in book
        for happened in page.public["events"]
        if happened["type"] == event
    ]
    return matches[nth]
