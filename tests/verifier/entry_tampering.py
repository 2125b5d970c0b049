"""Ways to tamper with entries whose hashes are then made anew, so that only the rules detect it."""

from copy import deepcopy
from random import Random
from typing import Final

import orjson

from replays.record.read import parse_record
from tests.replays.forging import Page, pages
from tests.verifier.tampered import Game, Tampered, Unfit, other_values, places, reforged

_MOVES: Final = {
    *("melded", "kept", "forced", "folded", "card-turned"),
    *("checked", "bet-placed", "called", "raised"),
}
_DEALT: Final = {"dealt", "holes-dealt"}


def mutated(rng: Random, game: Game) -> Tampered:
    """Change one value somewhere in an entry."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book)
    halves = [page.public["command"], page.public["events"], *page.parts.values()]
    spots = [place for half in halves for place in places(half)]
    if not spots:
        raise Unfit
    container, key = rng.choice(spots)
    value = rng.choice(other_values(container[key]))
    if value == container[key] or key == "type":
        raise Unfit
    container[key] = value
    data = reforged(game, book)
    # The header repeats some of the first entry; if that cannot be parsed, the fault is found before it.
    return Tampered(data, None if parse_record(data).header is None else page.public["ply"])


def retyped(rng: Random, game: Game) -> Tampered:
    """Repeat, remove or exchange one event of an entry."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book)
    events = page.public["events"]
    at = rng.randrange(len(events))
    match rng.randrange(3):
        case 0:
            events.insert(at, deepcopy(events[at]))
        case 1:
            del events[at]
        case _:
            other = deepcopy(rng.choice(rng.choice(book).public["events"]))
            if other == events[at]:
                raise Unfit
            events[at] = other
    return Tampered(reforged(game, book), page.public["ply"])


def other_deck(rng: Random, game: Game) -> Tampered:
    """Exchange two cards of a deal."""
    book = deepcopy(pages(game.log))
    dealt = [page for page in book if any(event["type"] in _DEALT for event in page.public["events"])]
    if not dealt:
        raise Unfit
    page = rng.choice(dealt)
    parts = [part["events"] for part in page.parts.values() if "events" in part]
    piles = [pile for part in parts for event in part.values() for pile in event.values() if len(pile) > 1]
    one, other = rng.choice(piles), rng.choice(piles)
    at, to = rng.randrange(len(one)), rng.randrange(len(other))
    if one[at] == other[to]:
        raise Unfit
    one[at], other[to] = other[to], one[at]
    return Tampered(reforged(game, book), page.public["ply"])


def other_move(rng: Random, game: Game) -> Tampered:
    """Replace the command of a move by that of another move."""
    book = deepcopy(pages(game.log))
    moves = [page for page in book if page.public["actor"].startswith("seat:") and page.public["command"]]
    if not moves:
        raise Unfit
    page, other = rng.choice(moves), rng.choice(moves)
    if page.public["command"] == other.public["command"]:
        raise Unfit
    page.public["command"] = deepcopy(other.public["command"])
    return Tampered(reforged(game, book), page.public["ply"])


def other_actor(rng: Random, game: Game) -> Tampered:
    """Change the actor of an entry."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book)
    page.public["actor"] = rng.choice(("host", "system", "seat:0", "seat:1", "seat:11", "seat:01", "nobody"))
    # A seat taken over HTTP and a seat given by the service are the same to the rules.
    seated = page.public["command"].get("type") == "sit"
    own = (game_actor(game, page), *(("system", f"seat:{page.public['command']['seat']}") if seated else ()))
    if page.public["actor"] in own:
        raise Unfit
    return Tampered(reforged(game, book), page.public["ply"])


def game_actor(game: Game, page: Page) -> str:
    """Return the actor of the honest log at the ply of a page."""
    actor: str = orjson.loads(game.log[page.public["ply"] - 1].public)["actor"]
    return actor


def money(rng: Random, game: Game) -> Tampered:
    """Move money between two seats where a hand is settled; the sums stay right."""
    book = deepcopy(pages(game.log))
    settled = [
        (page, event) for page in book for event in page.public["events"] if event["type"] == "hand-settled"
    ]
    if not settled:
        raise Unfit
    page, event = rng.choice(settled)
    one, other = rng.sample(range(len(event["amounts"])), 2)
    sum_ = rng.randrange(1, 5)
    for name in ("amounts", "balances"):
        event[name][one] += sum_
        event[name][other] -= sum_
    return Tampered(reforged(game, book), page.public["ply"])


def arranged(rng: Random, game: Game) -> Tampered:
    """Arrange the melds of a table in another order than the service does."""
    book = deepcopy(pages(game.log))
    pairs = [
        (page, event)
        for page in book
        for event in page.public["events"]
        if event["type"] == "melded" and len(event["table"]) > 0
    ]
    if not pairs:
        raise Unfit
    page, event = rng.choice(pairs)
    table = event["table"]
    meld = rng.choice(table)
    changed = [list(reversed(group)) if group is meld else group for group in table]
    event["table"] = changed if rng.random() < 0.5 or len(table) < 2 else [*table[1:], table[0]]
    if event["table"] == table:
        raise Unfit
    return Tampered(reforged(game, book), page.public["ply"])


def shared(rng: Random, game: Game) -> Tampered:
    """Give chips of a pot to another seat."""
    book = deepcopy(pages(game.log))
    pairs = [(page, event) for page in book for event in page.public["events"] if event["type"] == "pots-won"]
    if not pairs:
        raise Unfit
    page, event = rng.choice(pairs)
    pot = rng.choice(event["awards"])
    share, seat = rng.choice(pot["shares"]), rng.randrange(12)
    if seat in [one["seat"] for one in pot["shares"]]:
        share["chips"] += rng.choice((-1, 1))
    else:
        share["seat"] = seat
    return Tampered(reforged(game, book), page.public["ply"])


def unsealed(rng: Random, game: Game) -> Tampered:
    """Give a hidden part to another audience, or remove it."""
    book = deepcopy(pages(game.log))
    # A seat may be taken without a token, so a missing hash there contradicts nothing.
    sealed = [page for page in book if page.parts and page.public["command"].get("type") != "sit"]
    page = rng.choice(sealed)
    audience = rng.choice(sorted(page.parts))
    part = page.parts.pop(audience)
    if rng.random() < 0.7:
        page.parts.setdefault(rng.choice([other for other in (0, 1, 2, 254, 255) if other != audience]), part)
    return Tampered(reforged(game, book), page.public["ply"])


def renumbered(rng: Random, game: Game) -> Tampered:
    """Remove an entry in which a hand went on, and number all after it anew.

    Other entries are not removed, because the log could then be another lawful game, which only a receipt or
    a kept digest disproves: commands that change no pending decision (`leave`, `standing`, `choose_dealer`),
    answers in a window that another answer closed, and the last command before the game was voided.
    """
    if b"game-voided" in game.log[-1].public:
        raise Unfit
    book = deepcopy(pages(game.log))
    types_by_entry = [{event["type"] for event in page.public["events"]} for page in book[:-1]]
    moved = [at for at, types in enumerate(types_by_entry) if types & _MOVES]
    if not moved:
        raise Unfit
    del book[rng.choice(moved)]
    return Tampered(reforged(game, book, renumber=True), None)


def clock(rng: Random, game: Game) -> Tampered:
    """Set the time of an entry back."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book[1:] or book)
    if page.public["time"] == 0:
        page.public["time"] = rng.choice((-1, 5))
    else:
        page.public["time"] = rng.choice((0, -1, 1_600_000_000_000))
    return Tampered(reforged(game, book), page.public["ply"])
