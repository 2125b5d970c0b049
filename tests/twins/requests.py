"""Everything that a reader can ask about a game: every address of the service with every way to fill it in.

Addresses are those of the URL map, so that a new one is asked too, or `asks` raises `NoWayToAsk` because
nobody has said what to send there or what a part of its path stands for.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, Final

from app.games.cards import Seat
from app.games.cards import faces as faces_of
from app.games.conquian.variants import VARIANTS
from app.games.errors import Refused
from app.games.table import wire
from app.games.table.decide import decide
from app.games.table.state import Table, awaited
from app.store.keys import GameId, bucket
from tests.api.streaming import NDJSON, SSE

Json = dict[str, Any]


class NoWayToAsk(AssertionError):
    """An address that the twins do not know how to request; add it to `tests/twins/requests.py`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. Of a stream `chunks` are read, of everything else the whole body."""

    method: str
    path: str
    template: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    chunks: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Subject of requests: twin tables at the same ply, the seat and the player of the reader.

    `seat` is the seat that a request may act for, None for a caller without one; `dispute` is about the game.
    """

    tables: tuple[Table, Table]
    seat: Seat | None
    player: str
    rng: Random
    dispute: str | None = None
    reads: int = 2
    """How many positions of the past, and how many refused moves, are asked for."""

    @property
    def table(self) -> Table:
        return self.tables[0]

    @property
    def game(self) -> GameId:
        return GameId(self.table.game)

    @property
    def ply(self) -> int:
        return self.table.ply

    @property
    def open_seats(self) -> bool:
        """Return True if a player may sit down, and then see what the reader may not."""
        return any(place.free for place in self.table.places)

    @property
    def is_asked(self) -> bool:
        """Return True if the player is asked something now."""
        places = self.table.places
        return any(
            places[seat].player == self.player for seat in awaited(self.table) if not places[seat].left
        )

    @property
    def foreign_seats(self) -> Sequence[int]:
        """Seats for which nobody who asks may get a token: one that there is not, and somebody else's."""
        others = [seat for seat in self.table.seats if seat != self.seat]
        ruled = self.seat is not None and self.seat == self.table.host_seat
        return [len(self.table.places), *([] if ruled else others[:1])]

    def unknown(self, kind: str) -> str:
        """Return an unused id."""
        return f"{kind}-{bucket(self.game):02x}{'0' * 22}"


HOOK: Final = "https://bot.example/hook"
"""Where the webhooks lead that are made while twins are asked: those of readers."""

Bodies = Callable[[Case], Iterator[tuple[Json, Mapping[str, str]]]]

_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")


def template(rule: str) -> str:
    """An address as the API's document writes it."""
    return _PART.sub(r"{\1}", rule)


def asks(rule: str, method: str, case: Case) -> Iterator[Ask]:
    """Every request to one address."""
    address = template(rule)
    bodies = list(_bodies(address, method, case))
    for path in _paths(address, case):
        for query in _queries(address, case) if method == "GET" else ("",):
            for body, headers in bodies:
                yield Ask(method, path + query, address, headers, body)
    if method == "GET":
        for query, headers, chunks in _streams(address, case):
            path = next(iter(_paths(address, case)))
            yield Ask(method, path + query, address, headers, chunks=chunks)


def _streams(address: str, case: Case) -> Iterator[tuple[str, Mapping[str, str], int]]:
    """The queries and forms of a stream, and how many pieces it has now: its beginning, and what is told."""
    if address == "/v1/games/{game}/events":
        after = case.rng.randrange(case.ply)
        yield "", {"Accept": SSE}, 1 + case.ply
        yield "", {"Accept": NDJSON, "Last-Event-ID": str(after)}, 1 + case.ply - after
    elif address == "/v1/players/me/events":
        yield "", {"Accept": SSE}, 2
        yield "?decisions=1", {"Accept": NDJSON}, 2 + case.is_asked


def _paths(address: str, case: Case) -> Sequence[str]:
    paths = [address]
    for name in re.findall(r"{(\w+)}", address):
        paths = [
            path.replace(f"{{{name}}}", value, 1) for path in paths for value in _part(address, name, case)
        ]
    return paths


def _part(address: str, name: str, case: Case) -> Sequence[str]:
    """Return what a part of a path may stand for."""
    if name == "ply":
        return [str(case.ply), *(str(case.rng.randint(1, case.ply)) for _ in range(case.reads - 1))]
    known: dict[str, Sequence[str]] = {
        "game": [case.game],
        "seat": [str(seat) for seat in case.foreign_seats],
        "dispute": [case.dispute or case.unknown("d")],
        "tournament": [case.unknown("t")],
        "round": ["1"],
        "version": ["0" * 12],
        "player": [case.player],
        "webhook": [case.unknown("w")],
        "delivery": [f"msg_{'0' * 32}"],
        "number": ["9"],
        "code": ["not_your_turn"],
        "page": ["curl"],
        "play": ["holdem"],
        "variant": [case.table.rules.variant],
        "name": [case.table.rules.variant if "variants" in address else f"x-{'0' * 24}"],
    }
    if name not in known:
        raise NoWayToAsk(f"what stands for {{{name}}} in {address}?")
    return known[name]


def _queries(address: str, case: Case) -> Sequence[str]:
    late = case.rng.randrange(case.ply)
    known: dict[str, Sequence[str]] = {
        "/v1/games/{game}/events": ("?after=0&limit=200", f"?after={late}&limit=1", f"?after={case.ply}"),
        "/v1/games/{game}/moves": ("", "?expand=1"),
        "/v1/games/{game}/positions/{ply}": ("", "?seat=0", "?seat=1"),
        "/v1/games/{game}/audit": ("?lang=es",),
        "/v1/tournaments/{tournament}/tables": ("", "?entrant=0"),
        "/v1/players/me/decisions": ("", "?expand=1"),
        "/v1/games": (case.rng.choice(("", f"?player={case.player}&status=live", "?limit=2")),),
        "/v1/players": (f"?ids={case.player}", "?name=Lupe"),
        "/v1/tournaments": ("", f"?player={case.player}", "?status=live"),
        "/v1/disputes": ("", f"?player={case.player}"),
        "/v1/rulebooks": ("", "?play=holdem"),
        "/v1/rulebooks/{number}": ("", "?play=holdem"),
        "/v1/log/proof/inclusion": (f"?game={case.game}",),
        "/v1/log/proof/consistency": ("?old=0&new=0",),
    }
    return known.get(address, ("",))


def _bodies(address: str, method: str, case: Case) -> Iterator[tuple[Any, Mapping[str, str]]]:
    if method == "GET":
        yield None, {}
        return
    sent = _SENT.get((method, address))
    if sent is None:
        raise NoWayToAsk(f"what does one send with {method} {address}?")
    yield from sent(case)


def _moves(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    """Moves of every kind that are refused in one of the twins at least, with cards of any face."""
    for body in case.rng.sample(list(_commands(case)), 8):
        if case.seat is None or _is_refused(case, body):
            yield body, {"Idempotency-Key": f"k-{case.rng.getrandbits(64):x}"}
    yield {"type": "pass"}, {"If-Match": f'"{case.ply + 1}"'}
    yield {"type": "keep", "discard": "??"}, {"If-Match": f'"{case.ply}"'}
    yield {"type": "pass"}, {}


def _commands(case: Case) -> Iterator[Json]:
    """Commands of every kind to a table of the game, lawful or not."""
    return _COMMANDS[case.table.play.name](case)


def _of_holdem(case: Case) -> Iterator[Json]:
    for to in range(3, 16, 2):
        yield {"type": "bet", "to": to}
        yield {"type": "raise", "to": to}
    for kind in ("check", "call", "fold", "leave", "ready"):
        yield {"type": kind}
    yield {"type": "choose_dealer", "seat": 0}
    yield from _of_seats(case)
    yield {"type": "buy", "chips": case.rng.randint(1, 30)}
    yield {"type": "reveal", "entropy": "ab" * 16}


def _of_conquian(case: Case) -> Iterator[Json]:
    rng, faces = case.rng, [str(face) for face in faces_of(case.table.rules.pack)]
    for card in rng.sample(faces, 6):
        other = rng.choice(faces)
        yield {"type": "exchange", "card": card}
        yield {"type": "keep", "discard": card}
        yield {"type": "meld", "use": [card, other], "discard": rng.choice(faces)}
        yield {"type": "meld", "melds": [[card, other, rng.choice(faces)]], "discard": other}
        yield {"type": "meld", "use": rng.sample(faces, 2)}
    for kind in ("pass", "fold", "leave", "ready"):
        yield {"type": kind}
    for seat in range(4):
        yield {"type": "force", "seat": seat}
        yield {"type": "choose_dealer", "seat": seat}
    yield {"type": "standing", "claim": rng.random() < 0.5}
    yield {"type": "standing", "force": rng.random() < 0.5}
    yield {"type": "begin", "bot": "greedy"}
    yield from _of_seats(case)
    yield {"type": "reveal", "entropy": "ab" * 16}


def _of_seats(case: Case) -> Iterator[Json]:
    """Commands about the seats of others."""
    seat = case.rng.randrange(4)
    yield {"type": "remove", "seat": seat}
    yield {"type": "seat_bot", "seat": seat, "bot": "greedy"}
    yield {"type": "replace", "seat": seat, "bot": "greedy"}
    yield {"type": "return"}


_COMMANDS: Final[Mapping[str, Callable[[Case], Iterator[Json]]]] = {
    "conquian": _of_conquian,
    "holdem": _of_holdem,
}
"""The commands of each game by its name."""


def _is_refused(case: Case, body: Json) -> bool:
    return any(_refusal(table, case.seat, body) for table in case.tables)


def _refusal(table: Table, seat: Seat | None, body: Json) -> str | None:
    """Why the rules refuse a body, None where they take it."""
    fields = {
        name: tuple(map(_frozen, value)) if isinstance(value, list) else value for name, value in body.items()
    }
    try:
        decide(table, seat, wire.command_from_json(table.play, fields))
    except Refused as refusal:
        return refusal.code
    return None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _receipts(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    """Return an unsigned receipt, and one of another game."""
    for game in (case.game, case.unknown("g")):
        yield (
            {
                "v": 1,
                "key": "ab" * 8,
                "game": game,
                "ply": case.ply,
                "digest": "cd" * 32,
                "time": 1,
                "signature": "ef" * 64,
            },
            {},
        )


def _disputes(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    """Complaints about any entry; those about a hand that is over are heard."""
    claims = ("wrong_refusal", "illegal_move", "deck_chosen", "wrong_payment", "history_altered", "time_out")
    for claim in case.rng.sample(claims, 2):
        body: Json = {"ply": case.rng.randint(1, case.ply), "claim": claim, "text": "that was wrong"}
        if claim == "wrong_refusal":
            body["command"] = case.rng.choice(list(_commands(case)))
        yield body, {}


def _sit(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    """Take no free seat: its player may see its cards."""
    if not case.open_seats:
        yield {}, {}
        yield {"seat": case.rng.randrange(len(case.table.places) + 1)}, {}
        yield {"invitation": "cq_invite_nothing"}, {}


def _forks(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    seats = ["me", *[{"bot": "greedy"}] * (len(case.table.places) - 1)]
    for ply in (1, case.ply):
        yield {"ply": ply, "stock": case.rng.choice(("same", "fresh")), "seats": seats}, {}


def _webhooks(case: Case) -> Iterator[tuple[Json, Mapping[str, str]]]:
    """One for all games of the reader, and one for this game, which not everybody may name."""
    body = {"url": HOOK, "events": ["your_turn", "game_over"]}
    yield body, {}
    yield {**body, "games": [case.game]}, {}


def _one(body: Any) -> Bodies:
    return lambda case: iter([(body, {})])


_SENT: Final[Mapping[tuple[str, str], Bodies]] = MappingProxyType(
    {
        ("POST", "/v1/games/{game}/moves"): _moves,
        ("POST", "/v1/games/{game}/receipts"): _receipts,
        ("POST", "/v1/games/{game}/disputes"): _disputes,
        ("POST", "/v1/games/{game}/seats"): _sit,
        ("POST", "/v1/games/{game}/seats/{seat}/rotate"): _one(None),
        ("POST", "/v1/games/{game}/phrases"): _one({"phrase": "free text"}),
        ("POST", "/v1/games/{game}/forks"): _forks,
        ("POST", "/v1/games/{game}/rematch"): _one(None),
        ("POST", "/v1/disputes/{dispute}/moves"): _one(
            {"type": "statement", "text": "no", "expected_ply": 1}
        ),
        ("POST", "/v1/games"): _one({"variant": "mexican-2", "seats": ["me", "open"]}),
        ("POST", "/v1/tournaments"): _one({"name": "Copa", "format": {"type": "swiss", "rounds": 2}}),
        **{
            ("POST", f"/v1/tournaments/{{tournament}}/{move}"): _one(None)
            for move in ("pause", "resume", "abort")
        },
        ("POST", "/v1/tournaments/{tournament}/adjudications"): _one(
            {"fixture": 1, "balances": [1, -1], "text": "so"}
        ),
        ("POST", "/v1/tournaments/{tournament}/registrations"): _one(None),
        ("DELETE", "/v1/tournaments/{tournament}/registrations/{player}"): _one(None),
        ("POST", "/v1/tournaments/{tournament}/start"): _one({"bots": 1, "bot": "random"}),
        ("POST", "/v1/tournaments/{tournament}/extensions"): _one({"parameter": "cycles", "by": 1}),
        ("POST", "/v1/tournaments/{tournament}/times"): _one({"fixture": 1, "minutes": 5}),
        ("POST", "/v1/tournaments/{tournament}/forfeits"): _one({"entrant": 0, "text": "so"}),
        ("POST", "/v1/rules"): _one({"rules": {"variant": next(iter(VARIANTS))}}),
        ("POST", "/v1/imports"): _one({"record": "conquian"}),
        ("POST", "/v1/players"): _one({"name": "Luz"}),
        ("DELETE", "/v1/players/me/keys"): _one(None),
        ("POST", "/v1/players/me/codes"): _one(None),
        ("POST", "/v1/players/codes/redeem"): _one({"code": "K7QM2-9XTBD"}),
        ("POST", "/v1/players/me/keys"): _one({"scopes": ["organise"]}),
        ("POST", "/v1/players/me/keys/{number}/rotate"): _one(None),
        ("DELETE", "/v1/players/me/keys/{number}"): _one(None),
        ("PATCH", "/v1/operator/players/{player}"): _one({"banned": True}),
        ("POST", "/v1/operator/games/{game}/end"): _one(None),
        ("POST", "/qr"): _one({"path": "/play/nothing"}),
        ("POST", "/v1/webhooks"): _webhooks,
        ("PATCH", "/v1/webhooks/{webhook}"): _one({"enabled": False}),
        ("DELETE", "/v1/webhooks/{webhook}"): _one(None),
        ("POST", "/v1/webhooks/{webhook}/rotate"): _one(None),
        ("POST", "/v1/webhooks/{webhook}/test"): _one(None),
        ("POST", "/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver"): _one(None),
    }
)
"""What is sent by method and address, and with which headers beside those of the reader."""
