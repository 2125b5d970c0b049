"""Ways to tamper with the bytes and lines of a record: entries, header, rulebook, keys, proof."""

from copy import deepcopy
from random import Random
from typing import Any

import orjson

from app.service.rulebook import hash_of
from app.store.canonical import canonical
from tests.verifier.proofs import RING, ROTATED_MS, STRANGER, proved, resigned
from tests.verifier.sittings import diverged
from tests.verifier.tampered import Game, Tampered, Unfit, other_values, places, record_of

Json = dict[str, Any]


def flipped_bit(rng: Random, game: Game) -> Tampered:
    """Flip one bit anywhere."""
    at = rng.randrange(len(game.data))
    changed = bytearray(game.data)
    changed[at] ^= 1 << rng.randrange(8)
    return Tampered(bytes(changed), game.ply_at(at))


def other_byte(rng: Random, game: Game) -> Tampered:
    """Change one byte of an entry or of a line after it; headers are long and would be hit most."""
    start = sum(map(len, game.before))
    at = rng.randrange(start, len(game.data))
    value = rng.choice([byte for byte in b'0123456789abcdef"{}[],:\n ?' if byte != game.data[at]])
    return Tampered(game.data[:at] + bytes([value]) + game.data[at + 1 :], game.ply_at(at))


def dropped(rng: Random, game: Game) -> Tampered:
    """Remove one entry."""
    if game.plies < 2:
        raise Unfit
    at = rng.randrange(1, game.plies)
    ply = at if at == game.plies - 1 else at + 1
    return Tampered(game.record(game.lines[:at] + game.lines[at + 1 :]), ply)


def repeated(rng: Random, game: Game) -> Tampered:
    """Repeat one entry."""
    at = rng.randrange(game.plies)
    lines = [*game.lines[: at + 1], *game.lines[at:]]
    return Tampered(game.record(lines), None if at == game.plies - 1 else at + 2)


def swapped(rng: Random, game: Game) -> Tampered:
    """Exchange two entries."""
    if game.plies < 3:
        raise Unfit
    one, other = sorted(rng.sample(range(1, game.plies), 2))
    lines = list(game.lines)
    lines[one], lines[other] = lines[other], lines[one]
    return Tampered(game.record(lines), one + 1)


def moved(rng: Random, game: Game) -> Tampered:
    """Insert a copy of an entry somewhere else."""
    if game.plies < 3:
        raise Unfit
    source, target = rng.randrange(1, game.plies), rng.randrange(1, game.plies)
    lines = list(game.lines)
    lines.insert(target, game.lines[source])
    same = lines[target + 1] == lines[target]
    return Tampered(game.record(lines), target + 2 if same else target + 1)


def truncated(rng: Random, game: Game) -> Tampered:
    """Cut the record off, between lines or within one."""
    at = rng.randrange(1, len(game.data))
    return Tampered(game.data[:at], game.ply_at(at - 1))


def cut_log(rng: Random, game: Game) -> Tampered:
    """Remove the last entries, but keep the keys."""
    if game.plies < 2:
        raise Unfit
    kept = rng.randrange(1, game.plies)
    return Tampered(game.record(game.lines[:kept]), kept)


def spliced(rng: Random, game: Game) -> Tampered:
    """Join two histories of the game at a ply."""
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
    return Tampered(record_of(whole), joint + 1)


def head(rng: Random, game: Game) -> Tampered:
    """Change a member of the header."""
    header = orjson.loads(game.before[0])
    name = rng.choice(sorted(header))
    header[name] = rng.choice([value for value in other_values(header[name]) if value != header[name]])
    data = b"".join([canonical(header) + b"\n", *game.before[1:], *game.lines, *game.after])
    return Tampered(data, 0)


def rulebook(rng: Random, game: Game) -> Tampered:
    """Change the text of a paragraph, with or without its hash made anew."""
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
    """Change the keys in the line that reveals them."""
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
    """Change, remove or insert one byte of the lines after the entries."""
    at = rng.randrange(len(game.data) - sum(map(len, game.after)), len(game.data))
    return Tampered(_byte(game.data, at, rng.choice((*b'\n\n\n"}{, ', rng.randrange(256))), rng), game.plies)


def _byte(data: bytes, at: int, value: int, rng: Random) -> bytes:
    """Return `data` with `value` instead of byte `at` or before it, or without that byte."""
    before, after = rng.choice(((data[:at], data[at + 1 :]), (data[:at], data[at:])))
    made = before + bytes([value]) + after
    return made if made != data else data[:at] + data[at + 1 :]


def signed_otherwise(rng: Random, game: Game) -> Tampered:
    """Sign a receipt anew: with a retired key, with a later key, or with a foreign key."""
    receipts = list(game.proof.receipts)
    if not receipts:
        raise Unfit
    at = rng.randrange(len(receipts))
    ring, at_ms = rng.choice(((RING, 0), (RING, ROTATED_MS), (STRANGER, 0)))
    receipts[at] = resigned(receipts[at], ring, at_ms)
    return _reproved(game, game.proof.as_json() | {"receipts": receipts})


def other_proof(rng: Random, game: Game) -> Tampered:
    """Change a value of the proof line."""
    proof = deepcopy(game.proof.as_json())
    container, key = rng.choice(places(proof))
    container[key] = rng.choice(other_values(container[key]))
    return _reproved(game, proof)


def foreign_proof(rng: Random, game: Game) -> Tampered:
    """Take the proof line of a shorter log of the same game."""
    if game.plies < 2:
        raise Unfit
    proof = proved(game.log[: rng.randrange(1, game.plies)], rng).as_json()
    return _reproved(game, rng.choice((proof, proof | {"receipts": list(game.proof.receipts)})))


def _reproved(game: Game, proof: Json) -> Tampered:
    """Return the record with another proof. Raises Unfit if the proof has nothing new."""
    if len(game.after) < 2 or proof == game.proof.as_json():
        raise Unfit
    receipts, checkpoint = proof["receipts"], proof["checkpoint"]
    fewer = isinstance(receipts, list) and all(receipt in game.proof.receipts for receipt in receipts)
    if fewer and checkpoint in (None, game.proof.checkpoint):
        raise Unfit
    line = canonical({"proof": proof}) + b"\n"
    return Tampered(b"".join([*game.before, *game.lines, game.after[0], line]), game.plies)
