"""Ways to tamper with a record, from a flipped bit to a log forged anew with every key.

Each takes a generator and a game and gives the altered record with the ply at which it first differs from the
honest one: 0 before the entries, the number of plies after them, None where the place cannot be told.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Final

import orjson

from app.service.rulebook import hash_of
from app.store.canonical import canonical
from app.store.entry import Entry
from replays.record.errors import ReplayError
from replays.record.format import ENDS, Proof
from replays.record.read import parse_record
from replays.record.write import write_record
from tests.replays.forging import Page, bound, pages
from tests.verifier.proofs import RING, ROTATED_MS, STRANGER, proved, resigned
from tests.verifier.sittings import Plan, diverged

Json = dict[str, Any]


class Unfit(Exception):
    """This game cannot be tampered with in this way."""


@dataclass(frozen=True, slots=True)
class Tampered:
    """An altered record, and where it first differs."""

    data: bytes
    ply: int | None


class Game:
    """A game to tamper with: its log, the proof and the lines of its record, how to play it otherwise."""

    def __init__(self, seed: str, log: tuple[Entry, ...], proof: Proof, plan: Plan | None = None) -> None:
        self.seed, self.log, self.proof, self.plan = seed, log, proof, plan
        self.data = b"".join(write_record(log, proof))
        lines = self.data.splitlines(keepends=True)
        before = next(at for at, line in enumerate(lines) if line.startswith(b'{"digest"'))
        self.before, self.after = lines[:before], lines[before + len(log) :]
        self.lines = lines[before : before + len(log)]

    @property
    def plies(self) -> int:
        """The number of entries."""
        return len(self.log)

    def record(self, lines: list[bytes]) -> bytes:
        """The record with other lines for its entries."""
        return b"".join([*self.before, *lines, *self.after])

    def ply_at(self, at: int) -> int:
        """The ply of the line that holds byte `at`."""
        line = self.data.count(b"\n", 0, at) + 1 - len(self.before)
        return min(max(line, 0), self.plies)


Way = Callable[[Random, Game], Tampered]


def flipped_bit(rng: Random, game: Game) -> Tampered:
    """One bit anywhere."""
    at = rng.randrange(len(game.data))
    changed = bytearray(game.data)
    changed[at] ^= 1 << rng.randrange(8)
    return Tampered(bytes(changed), game.ply_at(at))


def other_byte(rng: Random, game: Game) -> Tampered:
    """One byte of an entry, so that long headers do not take all the blows."""
    start = sum(map(len, game.before))
    at = rng.randrange(start, len(game.data))
    value = rng.choice([one for one in b'0123456789abcdef"{}[],:\n ?' if one != game.data[at]])
    return Tampered(game.data[:at] + bytes([value]) + game.data[at + 1 :], game.ply_at(at))


def dropped(rng: Random, game: Game) -> Tampered:
    """One entry is missing."""
    if game.plies < 2:
        raise Unfit
    at = rng.randrange(1, game.plies)
    ply = at if at == game.plies - 1 else at + 1
    return Tampered(game.record(game.lines[:at] + game.lines[at + 1 :]), ply)


def repeated(rng: Random, game: Game) -> Tampered:
    """One entry stands twice."""
    at = rng.randrange(game.plies)
    lines = [*game.lines[: at + 1], *game.lines[at:]]
    return Tampered(game.record(lines), None if at == game.plies - 1 else at + 2)


def swapped(rng: Random, game: Game) -> Tampered:
    """Two entries changed places."""
    if game.plies < 3:
        raise Unfit
    one, other = sorted(rng.sample(range(1, game.plies), 2))
    lines = list(game.lines)
    lines[one], lines[other] = lines[other], lines[one]
    return Tampered(game.record(lines), one + 1)


def moved(rng: Random, game: Game) -> Tampered:
    """An entry was put in somewhere else too."""
    if game.plies < 3:
        raise Unfit
    source, target = rng.randrange(1, game.plies), rng.randrange(1, game.plies)
    lines = list(game.lines)
    lines.insert(target, game.lines[source])
    same = lines[target + 1] == lines[target]
    return Tampered(game.record(lines), target + 2 if same else target + 1)


def truncated(rng: Random, game: Game) -> Tampered:
    """The record ends too early, between lines or within one."""
    at = rng.randrange(1, len(game.data))
    return Tampered(game.data[:at], game.ply_at(at - 1))


def cut_log(rng: Random, game: Game) -> Tampered:
    """The last entries are missing, the keys are there."""
    if game.plies < 2:
        raise Unfit
    kept = rng.randrange(1, game.plies)
    return Tampered(game.record(game.lines[:kept]), kept)


def spliced(rng: Random, game: Game) -> Tampered:
    """Two histories of one game: up to a ply the one, from there on the other."""
    if game.plan is None:
        raise Unfit
    at = rng.randrange(1, max(game.plies, 2))
    other = diverged(game.plan, Random(game.seed), at, Random(rng.random()))
    common = sum(one.digest == two.digest for one, two in zip(game.log, other, strict=False))
    shorter = min(game.plies, len(other))
    if common + 1 >= shorter:
        raise Unfit
    joint = rng.randrange(common + 1, shorter)
    whole = (*game.log[:joint], *other[joint:])
    return Tampered(_written(whole), joint + 1)


def head(rng: Random, game: Game) -> Tampered:
    """Something else in the header."""
    header = orjson.loads(game.before[0])
    name = rng.choice(sorted(header))
    header[name] = rng.choice([one for one in _others(header[name]) if one != header[name]])
    data = b"".join([canonical(header) + b"\n", *game.before[1:], *game.lines, *game.after])
    return Tampered(data, 0)


def rulebook(rng: Random, game: Game) -> Tampered:
    """Another text of a paragraph, with or without its hash made anew."""
    if len(game.before) < 2:
        raise Unfit
    document = orjson.loads(game.before[1])
    book = document["rulebook"]
    number = rng.choice(sorted(book["paragraphs"]))
    book["paragraphs"][number] += " But not on Sundays."
    if rng.random() < 0.5:
        book["hash"] = hash_of(book["paragraphs"])
    data = b"".join([game.before[0], canonical(document) + b"\n", *game.lines, *game.after])
    return Tampered(data, 0)


def closing(rng: Random, game: Game) -> Tampered:
    """Other keys in the line that opens them."""
    document = orjson.loads(game.after[0])
    reveal = document["reveal"]
    if reveal["deal_keys"] and rng.random() < 0.7:
        keys = reveal["deal_keys"]
        keys[rng.randrange(len(keys))] = rng.choice((reveal["game_key"], rng.randbytes(32).hex()))
        keys[rng.randrange(len(keys)) :] = rng.choice(([], keys, keys * 2))
    else:
        reveal["game_key"] = rng.randbytes(32).hex()
    after = [canonical(document) + b"\n", *game.after[1:]]
    if after == game.after:
        raise Unfit
    return Tampered(b"".join([*game.before, *game.lines, *after]), game.plies)


def closing_byte(rng: Random, game: Game) -> Tampered:
    """One byte of the lines after the entries is another, is missing, or has one before it."""
    at = rng.randrange(len(game.data) - sum(map(len, game.after)), len(game.data))
    return Tampered(_byte(game.data, at, rng.choice((*b'\n\n\n"}{, ', rng.randrange(256))), rng), game.plies)


def _byte(data: bytes, at: int, value: int, rng: Random) -> bytes:
    """`data` with `value` in the place of byte `at` or before it, or without that byte."""
    before, after = rng.choice(((data[:at], data[at + 1 :]), (data[:at], data[at:])))
    made = before + bytes([value]) + after
    return made if made != data else data[:at] + data[at + 1 :]


def signed_otherwise(rng: Random, game: Game) -> Tampered:
    """A receipt is signed anew: with a retired key, with one that was not yet in force, or by a stranger."""
    receipts = list(game.proof.receipts)
    if not receipts:
        raise Unfit
    at = rng.randrange(len(receipts))
    ring, at_ms = rng.choice(((RING, 0), (RING, ROTATED_MS), (STRANGER, 0)))
    receipts[at] = resigned(receipts[at], ring, at_ms)
    return _reproved(game, game.proof.as_json() | {"receipts": receipts})


def other_proof(rng: Random, game: Game) -> Tampered:
    """Something else in the proof line."""
    proof = deepcopy(game.proof.as_json())
    container, key = rng.choice(_places(proof))
    container[key] = rng.choice(_others(container[key]))
    return _reproved(game, proof)


def foreign_proof(rng: Random, game: Game) -> Tampered:
    """The proof line of a shorter log of the same game."""
    if game.plies < 2:
        raise Unfit
    proof = proved(game.log[: rng.randrange(1, game.plies)], rng).as_json()
    return _reproved(game, rng.choice((proof, proof | {"receipts": list(game.proof.receipts)})))


def _reproved(game: Game, proof: Json) -> Tampered:
    """The record with another proof; Unfit if it says the same or less, which proves nothing wrong."""
    if len(game.after) < 2 or proof == game.proof.as_json():
        raise Unfit
    receipts, checkpoint = proof["receipts"], proof["checkpoint"]
    fewer = isinstance(receipts, list) and all(one in game.proof.receipts for one in receipts)
    if fewer and checkpoint in (None, game.proof.checkpoint):
        raise Unfit
    line = canonical({"proof": proof}) + b"\n"
    return Tampered(b"".join([*game.before, *game.lines, game.after[0], line]), game.plies)


def mutated(rng: Random, game: Game) -> Tampered:
    """One value somewhere in an entry, with every hash made anew: only the rules can tell."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book)
    halves = [page.public["command"], page.public["events"], *page.parts.values()]
    container, key = rng.choice([place for half in halves for place in _places(half)] or [_unfit()])
    value = rng.choice(_others(container[key]))
    if value == container[key] or key == "type":
        raise Unfit
    container[key] = value
    data = reforged(game, book)
    # The header repeats some of the first entry: where that is no header any more, it is found before it.
    return Tampered(data, None if parse_record(data).header is None else page.public["ply"])


def retyped(rng: Random, game: Game) -> Tampered:
    """One event of an entry less, twice or as another one, with every hash made anew."""
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
    """Cards change places in a deal, whose hashes are made anew."""
    book = deepcopy(pages(game.log))
    dealt = [page for page in book if any(event["type"] == "dealt" for event in page.public["events"])]
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
    """A move of the log is exchanged for another command, whose hashes are made anew."""
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
    """Somebody else is said to have acted, with every hash made anew."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book)
    page.public["actor"] = rng.choice(("host", "system", "seat:0", "seat:1", "seat:11", "seat:01", "nobody"))
    # Whether somebody sat down over HTTP or was seated by the service makes no difference to the game.
    seated = page.public["command"].get("type") == "sit"
    own = (game_actor(game, page), *(("system", f"seat:{page.public['command']['seat']}") if seated else ()))
    if page.public["actor"] in own:
        raise Unfit
    return Tampered(reforged(game, book), page.public["ply"])


def game_actor(game: Game, page: Page) -> str:
    """Return who really acted at the ply of a page."""
    actor: str = orjson.loads(game.log[page.public["ply"] - 1].public)["actor"]
    return actor


def money(rng: Random, game: Game) -> Tampered:
    """Money moves where a hand is settled, the sums still right, with every hash made anew."""
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
    """The melds of a table lie otherwise than the service lays them, with every hash made anew."""
    book = deepcopy(pages(game.log))
    found = [
        (page, event)
        for page in book
        for event in page.public["events"]
        if event["type"] == "melded" and len(event["table"]) > 0
    ]
    if not found:
        raise Unfit
    page, event = rng.choice(found)
    table = event["table"]
    meld = rng.choice(table)
    changed = [list(reversed(one)) if one is meld else one for one in table]
    event["table"] = changed if rng.random() < 0.5 or len(table) < 2 else [*table[1:], table[0]]
    if event["table"] == table:
        raise Unfit
    return Tampered(reforged(game, book), page.public["ply"])


def unsealed(rng: Random, game: Game) -> Tampered:
    """A hidden part goes to another seat, or is missing, with every hash made anew."""
    book = deepcopy(pages(game.log))
    # Whoever takes a seat may have no token, so a hash that is missing there contradicts nothing.
    sealed = [page for page in book if page.parts and page.public["command"].get("type") != "sit"]
    page = rng.choice(sealed)
    audience = rng.choice(sorted(page.parts))
    part = page.parts.pop(audience)
    if rng.random() < 0.7:
        page.parts.setdefault(rng.choice([one for one in (0, 1, 2, 254, 255) if one != audience]), part)
    return Tampered(reforged(game, book), page.public["ply"])


def renumbered(rng: Random, game: Game) -> Tampered:
    """An entry in which a hand went on is missing, and all after it are numbered and hashed anew.

    Without a word that changed no question (`leave`, `standing`, `choose_dealer`), without an answer in a
    window that another answer closed or that the same seat forced in later, or without the last word before
    the game was voided, a log is another lawful game, which only a receipt or a kept digest can tell.
    """
    if b"game-voided" in game.log[-1].public:
        raise Unfit
    book = deepcopy(pages(game.log))
    told = [{event["type"] for event in page.public["events"]} for page in book[:-1]]
    moved = [at for at, types in enumerate(told) if types & _MOVES]
    if not moved:
        raise Unfit
    del book[rng.choice(moved)]
    return Tampered(reforged(game, book, renumber=True), None)


_MOVES: Final = {"melded", "kept", "forced", "folded", "card-turned"}


def clock(rng: Random, game: Game) -> Tampered:
    """The clock goes back, with every hash made anew."""
    book = deepcopy(pages(game.log))
    page = rng.choice(book[1:] or book)
    if page.public["time"] == 0:
        page.public["time"] = rng.choice((-1, 5))
    else:
        page.public["time"] = rng.choice((0, -1, 1_600_000_000_000))
    return Tampered(reforged(game, book), page.public["ply"])


WAYS: Final[Mapping[str, Way]] = MappingProxyType(
    {
        way.__name__: way
        for way in (
            flipped_bit,
            other_byte,
            dropped,
            repeated,
            swapped,
            moved,
            truncated,
            cut_log,
            spliced,
            head,
            rulebook,
            closing,
            closing_byte,
            signed_otherwise,
            other_proof,
            foreign_proof,
            mutated,
            retyped,
            other_deck,
            other_move,
            other_actor,
            money,
            arranged,
            unsealed,
            renumbered,
            clock,
        )
    }
)
"""Every way by its name."""


def _unfit() -> Any:
    raise Unfit


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a JSON value, as (container, key)."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *_places(value[key]))]


def _others(value: Any) -> list[Any]:
    """Values of the kind of `value`, and some that are not."""
    odd: list[Any] = [None, True, 0, -1, 2**52, "", "x", "7O", "é" * 300, [], [[]], {}]
    match value:
        case bool():
            return [not value, *odd]
        case int():
            return [value + 1, value - 1, *odd]
        case str():
            return [value[::-1], value[:-1], "2E", "7h", "ab" * 32, *odd]
        case list():
            return [value[::-1], value[1:], [*value, *value[:1]], *odd]
    return odd


def reforged(game: Game, book: list[Page], *, renumber: bool = False) -> bytes:
    """The record of `book` with every hash made anew by whoever has the key of the game."""
    ended = [
        event for entry in game.log for event in orjson.loads(entry.public)["events"] if event["type"] in ENDS
    ]
    try:
        return _written(bound(book, bytes.fromhex(ended[-1]["game_key"]), renumber=renumber))
    except (ReplayError, LookupError, TypeError, ValueError, AttributeError) as fault:
        raise Unfit from fault


def _written(log: tuple[Entry, ...]) -> bytes:
    return b"".join(write_record(log))
