"""Logs for disputes: played in memory, or forged where a claim must be true."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from app.store.canonical import parse
from app.store.entry import Entry
from replays.disputes.commands import Open
from replays.disputes.decide import Disputes
from replays.disputes.hands import hand_at
from replays.disputes.state import Claim, Dispute
from tests.replays.forging import Page, bound, pages
from tests.replays.games import played

NOW = 1_700_000_100_000


def forged_log(entries: tuple[Entry, ...], change: Callable[[list[Page]], Any]) -> tuple[Entry, ...]:
    """Return the log after `change`, with all hashes computed again."""
    book = deepcopy(pages(entries))
    change(book)
    key = book[0].parts[255]["events"]["0"]["game_key"]
    return bound(book, bytes.fromhex(key), renumber=False)


def running(name: str, upto: int) -> tuple[Entry, ...]:
    """Return the first entries of a game, as if it were in progress."""
    return played(name)[:upto]


def dispute(entries: tuple[Entry, ...], ply: int, claim: Claim, seat: int = 0, **evidence: Any) -> Dispute:
    """Return the claim of `seat` about entry `ply`."""
    publics = [parse(entry.public) for entry in entries]
    hand = hand_at(publics, ply)
    assert hand is not None
    seats = publics[0]["events"][0]["seats"]
    opening = Open(
        dispute="d-00" + "a" * 22,
        game=entries[0].game,
        ply=ply,
        digest=entries[ply - 1].digest.hex(),
        hand_number=hand.number,
        first=hand.first,
        last=hand.last or ply,
        seats=len(seats),
        seat=seat,
        claim=str(claim),
        text="that was wrong",
        parties=tuple({"seat": at, "player": None} for at in range(len(seats))),
        **evidence,
    )
    decider = Disputes(7 * 86_400_000)
    (opened,) = decider.decide(None, f"seat:{seat}", opening, NOW)
    return decider.evolve(None, opened)


def ply_of(entries: tuple[Entry, ...], kind: str, nth: int = 0) -> int:
    """Return the ply of the nth event of a type."""
    return [
        entry.ply for entry in entries for event in parse(entry.public)["events"] if event["type"] == kind
    ][nth]
