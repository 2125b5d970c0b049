"""Ways to forge the log of a dispute, most of them with every digest recomputed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from types import MappingProxyType
from typing import Any, Final

from app.service.signing import receipt
from app.store.canonical import parse
from app.store.keys import LogKind, game_id_from
from replays.disputes.commands import COMMANDS
from replays.disputes.state import Claim
from replays.disputes.verdict import of_damage
from replays.record.errors import ReplayError
from replays.record.read import read_record
from tests.verifier.damaging import damaged
from tests.verifier.disputing import (
    LIMIT_MS,
    Case,
    Court,
    Json,
    Publics,
    honest,
    lines,
    names,
    packed,
    recorded,
)
from tests.verifier.proofs import RING, ROTATED_MS, STRANGER, resigned
from tests.verifier.tampered import Game, Unfit
from tests.verifier.tampering import WAYS as TAMPERINGS


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document, as what holds it and the key there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner_value in list(inner):
        yield value, key
        yield from places(inner_value)


def other(rng: Random, value: Any, every: Publics) -> Any:
    """Another value of the same kind, of another kind, or one that stands elsewhere."""
    elsewhere = [box[key] for box, key in places(every)]
    near: list[Any] = [not value] if isinstance(value, bool) else []
    if type(value) is int:
        near = [value + 1, value - 1, -value, bool(value), str(value), value + LIMIT_MS, 2**53 - 1]
    if isinstance(value, str):
        near = [
            f"{value} ",
            value[:-1],
            value.upper(),
            *map(str, Claim),
            *COMMANDS,
            "upheld",
            "rejected",
            "undecided",
        ]
    return deepcopy(
        rng.choice([*near, *near, rng.choice(elsewhere), None, True, 0, 1, "", [], {}, [0], {"type": "pass"}])
    )


def _member(rng: Random, publics: Publics) -> None:
    box, key = rng.choice(list(places(publics)))
    box[key] = other(rng, box[key], publics)


def _alike(rng: Random, publics: Publics) -> None:
    """The same change wherever a member of one name and value stands in the log."""
    named = [(box, key) for box, key in places(publics) if isinstance(box, dict) and key != "type"]
    box, key = rng.choice(named)
    old, new = box[key], other(rng, box[key], publics)
    for container, name in named:
        if name == key and container.get(name) == old:
            container[name] = deepcopy(new)


def _stray(rng: Random, publics: Publics) -> None:
    boxes = [publics[0], *(box[key] for box, key in places(publics) if isinstance(box[key], dict))]
    name = rng.choice(
        (
            "v",
            "x",
            "text",
            "correction",
            "receipt",
            "refused",
            "refusal",
            "checkpoint",
            "judge",
            "player",
            "seat",
            "proof",
            "time",
        )
    )
    rng.choice(boxes).setdefault(name, rng.choice((None, 1, True, "", {}, [])))


def _missing(rng: Random, publics: Publics) -> None:
    box, key = rng.choice(list(places(publics)))
    del box[key]


def _actor(rng: Random, publics: Publics) -> None:
    names = ["system", "host", "", "seat:01", "seat: 0", "seat:\u0661", "seat:99", "arbiter:", "arbiter:ann"]
    names += [f"seat:{seat}" for seat in range(4)] * 3
    names += [f"arbiter:{game_id_from(bytes([seat]) * 32, LogKind.PLAYER)}" for seat in range(3)]
    at = rng.randrange(len(publics))
    old, new = publics[at]["actor"], rng.choice(names)
    for box, key in places(publics[at]):
        if box[key] == old:
            box[key] = new


def _renumbered(publics: Publics) -> None:
    """The numbers are right again and the clock goes on."""
    times = sorted(public["time"] for public in publics)
    for ply, (public, time) in enumerate(zip(publics, times, strict=True), 1):
        old = public["time"]
        public["ply"], public["time"] = ply, time
        for event in public["events"]:
            event.update({name: event[name] + time - old for name in ("at", "until") if name in event})


def _swapped(rng: Random, publics: Publics) -> None:
    at, to = rng.randrange(len(publics)), rng.randrange(len(publics))
    publics[at], publics[to] = publics[to], publics[at]
    _renumbered(publics)


def _repeated(rng: Random, publics: Publics) -> None:
    publics.insert(rng.randrange(len(publics) + 1), deepcopy(rng.choice(publics)))
    _renumbered(publics)


def _dropped(rng: Random, publics: Publics) -> None:
    del publics[rng.randrange(len(publics))]
    _renumbered(publics)


def _later(rng: Random, publics: Publics) -> None:
    """Change the times from an entry on, consistently in every place."""
    by = rng.choice((-1, 1, -1_000, LIMIT_MS // 2, LIMIT_MS, LIMIT_MS + 1, -LIMIT_MS, 2 * LIMIT_MS))
    for public in publics[rng.randrange(len(publics)) :]:
        public["time"] += by
        for event in public["events"]:
            event.update({name: event[name] + by for name in ("at", "until") if name in event})


def _limit(rng: Random, publics: Publics) -> None:
    """Change the time for answers, at one place or wherever it stands."""
    ends = [event for public in publics for event in public["events"] if "until" in event]
    by = rng.choice((-1, 1, 3_600_000, -LIMIT_MS, -2 * LIMIT_MS))
    for event in ends if rng.random() < 0.5 else ends[-1:]:
        event["until"] += by


def _ended(rng: Random, publics: Publics) -> None:
    """Add one more statement in the form of the service, allowed or not."""
    last, text = publics[-1], "one word more"
    seat = rng.randrange(3)
    until = last["time"] + LIMIT_MS
    player = game_id_from(bytes([seat]) * 32, LogKind.PLAYER)
    ways: list[tuple[str, Json, list[Json]]] = [
        (f"seat:{seat}", {"type": "statement", "text": text}, [_stated(f"seat:{seat}", text, last["time"])]),
        (f"seat:{seat}", {"type": "accept"}, [{"type": "verdict-accepted", "seat": seat}]),
        (f"seat:{seat}", {"type": "withdraw"}, [{"type": "dispute-closed", "reason": "withdrawn"}]),
        (
            f"seat:{seat}",
            {"type": "contest", "text": text},
            [
                _stated(f"seat:{seat}", text, last["time"]),
                {"type": "verdict-contested", "seat": seat, "until": until},
            ],
        ),
        ("system", {"type": "expire"}, [{"type": "dispute-closed", "reason": "expired"}]),
        ("system", {"type": "await_reveal"}, [{"type": "reveal-awaited"}]),
        (
            f"arbiter:{player}",
            {"type": "rule", "outcome": "upheld", "reason": "so"},
            [{"type": "dispute-ruled", "by": player, "outcome": "upheld", "reason": "so"}],
        ),
    ]
    actor, command, events = rng.choice(ways)
    at = rng.randrange(1, len(publics) + 1)
    publics.insert(at, {**last, "actor": actor, "command": command, "events": events})
    _renumbered(publics)


def _stated(by: str, text: str, at: int) -> Json:
    return {"type": "stated", "by": by, "text": text, "at": at}


def _judged(rng: Random, publics: Publics) -> None:
    """Another verdict, in the command and the event."""
    boxes = [
        box["verdict"]
        for box, key in places(publics)
        if key == "verdict" and isinstance(box["verdict"], dict)
    ]
    if not boxes:
        raise Unfit
    made = deepcopy(boxes[0])
    name = rng.choice(sorted(made))
    made[name] = other(rng, made[name], publics)
    ply = rng.randrange(1, 60)
    claim = publics[0]["command"]["claim"]
    head = {**made, "head": {"ply": ply, "digest": "0" * 64}}
    new = rng.choice(
        (made, made, head, of_damage(Claim(claim), ply), {**of_damage(Claim.OTHER, ply), "rule": "9.1"})
    )
    for box in boxes:
        box.clear()
        box.update(deepcopy(new))


def _evidence(rng: Random, publics: Publics) -> None:
    """Another command that was refused, or another receipt."""
    digests = [public["command"]["digest"] for public in publics[:1]]
    command = publics[0]["command"]
    signed = receipt(rng.choice((RING, STRANGER)), command["game"], 2, bytes(32), ROTATED_MS + 1)
    cards: list[Any] = ["7O", "7d", "99Z", 7, None]
    name, new = rng.choice(
        (
            ("receipt", signed),
            ("receipt", resigned(signed, RING, 0)),
            ("receipt", signed | {"digest": digests[0]}),
            ("refused", {"type": rng.choice(("keep", "exchange", "meld")), "discard": rng.choice(cards)}),
            ("refused", {"type": "meld", "use": [rng.choice(cards)], "v": rng.choice((1, "x"))}),
            ("refused", {"type": "force", "seat": rng.choice((0, 1, 11, 12, -1, True))}),
            ("refused", {"type": "ready"}),
        )
    )
    if rng.random() < 0.7:
        claim = "wrong_refusal" if name == "refused" else "history_altered"
        command["claim"] = publics[0]["events"][0]["claim"] = claim
    command[name] = publics[0]["events"][0][name] = new


WAYS: Mapping[str, Callable[[Random, Publics], None]] = MappingProxyType(
    {
        "member": _member,
        "alike": _alike,
        "stray": _stray,
        "missing": _missing,
        "actor": _actor,
        "swapped": _swapped,
        "repeated": _repeated,
        "dropped": _dropped,
        "later": _later,
        "limit": _limit,
        "more": _ended,
        "judged": _judged,
        "evidence": _evidence,
    }
)
"""The ways to forge a log, whose digests are made anew."""


_OF_GAMES: Final = ("tampered", "cheated", "cheated")
"""The ways in which the record of the game is another: since the dispute, or from before it."""


def _framed(rng: Random, documents: list[Json]) -> None:
    """Something else in the header, the proof, or what stands around a public part."""
    which = rng.choice((0, 0, -1, rng.randrange(len(documents))))
    box, key = rng.choice([place for place in places(documents[which]) if place[1] != "public"])
    box[key] = other(rng, box[key], documents[:1])


def _mixed(rng: Random, game: Game, documents: list[Json]) -> None:
    """A part of the record is that of another dispute about the same game."""
    other = [parse(line) for line in honest(rng, game)[1].splitlines()]
    at = rng.randrange(1, len(documents))
    cut = rng.choice((slice(0, 1), slice(1, 2), slice(1, at), slice(at, None), slice(-1, None)))
    documents[cut] = other[cut]
    if rng.random() < 0.5:
        names = [documents[0]["dispute"], other[0]["dispute"]]
        rest = [document["public"] for document in documents if "public" in document]
        for box, key in places(rest):
            box[key] = names[0] if box[key] == names[1] else box[key]
        _renumbered(rest)
        documents[:-1] = lines(rest, None, (documents[0]["dispute"], documents[0]["game"]))[:-1]


def _tampered(rng: Random, game: Game) -> bytes:
    """The record of the game, damaged anywhere or tampered with in a way that is meant to pass."""
    if rng.random() < 0.3:
        return damaged(rng, game.data)
    return TAMPERINGS[rng.choice(sorted(TAMPERINGS))](rng, game).data


def _cheated(rng: Random, game: Game) -> Case:
    """A dispute about a game that was tampered with before it began; Unfit if its log cannot be read."""
    data = _tampered(rng, game)
    try:
        cheated = Game(game.seed, read_record(data).entries, game.proof)
        court = Court(rng, cheated)
    except (ReplayError, LookupError, TypeError, ValueError, AttributeError):
        raise Unfit from None
    return Case("cheated", recorded(rng, court.run(), cheated), data)


def forged(rng: Random, game: Game, others: Sequence[Game]) -> Case:
    """A dispute about `game` forged in some way; Unfit if that cannot be."""
    way = rng.choice([*WAYS, "bytes", "framed", "mixed", "strangers", *_OF_GAMES])
    if way == "cheated":
        return _cheated(rng, game)
    publics, record = honest(rng, game)
    proof = parse(record.splitlines()[-1])["proof"]
    if way == "bytes":
        return Case(way, damaged(rng, record), game.data)
    if way == "strangers":
        return Case(way, record, rng.choice(others).data)
    if way == "tampered":
        return Case(way, record, _tampered(rng, game))
    named = names(publics, game)
    try:
        if way in ("framed", "mixed"):
            documents = lines(publics, proof, named)
            _framed(rng, documents) if way == "framed" else _mixed(rng, game, documents)
        else:
            for _ in range(rng.choice((1, 1, 2))):
                WAYS[way](rng, publics)
            documents = lines(publics, rng.choice((None, None, proof)), named)
        return Case(way, packed(documents), game.data)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise Unfit from None  # no JSON, or two changes that do not go together
