"""Tables of hold'em as tests of pages need them: all seats are persons, whom the test plays over the API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from tests.remote.service import Json
from tests.web.service import Service

VARIANT: Final = "caesars-holdem"
_MOST: Final = 500

Policy = Callable[[int, list[Json]], Json]
"""The command of a seat, chosen of its legal moves."""


@dataclass
class HoldemTable:
    """A table of which every seat's token is known."""

    service: Service
    game: str
    tokens: dict[int, str] = field(default_factory=dict)

    def sit(self, **terms: Any) -> int:
        """Take the next free seat; its number."""
        taken = self.service.ask(f"/v1/games/{self.game}/seats", terms, Idempotency_Key=str(uuid4()))
        self.tokens[taken["seat"]] = taken["token"]
        return int(taken["seat"])

    def view(self, seat: int | None = None) -> Json:
        """Return the view of a seat, or that of a spectator."""
        return self.service.ask(f"/v1/games/{self.game}", key="" if seat is None else self.tokens[seat])

    @property
    def asked(self) -> int:
        """The only seat that is asked."""
        (seat,) = self.view()["awaited"]
        return int(seat)

    def moves(self, seat: int) -> list[Json]:
        """The legal moves of a seat, as commands."""
        listed = self.service.ask(f"/v1/games/{self.game}/moves", key=self.tokens[seat])["moves"]
        return [row["example"] for row in listed]

    def send(self, seat: int, **command: Any) -> Json:
        """Send a command of a seat, which is accepted."""
        answer = self.service.ask(
            f"/v1/games/{self.game}/moves", command, self.tokens[seat], Idempotency_Key=str(uuid4())
        )
        assert "view" in answer, answer
        return answer

    def play(self, until: Callable[[Json], bool], policy: Policy, but: int | None = None) -> Json:
        """Let the seats play until something holds or seat `but` is awaited; return the spectator's view."""
        for _ in range(_MOST):
            view = self.view()
            if until(view) or not view["awaited"] or view["awaited"] == [but]:
                return view
            seat = next(one for one in view["awaited"] if one != but)
            self.send(seat, **policy(seat, self.moves(seat)))
        raise AssertionError("this never happens")


def table(
    service: Service,
    seats: int,
    *,
    buy_in: Mapping[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> HoldemTable:
    """A table with all seats taken, the first one by its host; `buy_in` has the chips of the others.

    Its clocks have an hour, so that a position is still there when a page shows it.
    """
    clocks = {"decision_seconds": 3600, "deal_delay_seconds": 3600}
    plan = ["me", *["open"] * (seats - 1)]
    body = {"variant": VARIANT, "seats": plan, "options": clocks | dict(options or {}), **more}
    made = service.ask("/v1/games", body, Idempotency_Key=str(uuid4()))
    assert "game" in made, made
    hand_table = HoldemTable(service, made["game"], {0: made["seats"][0]["token"]})
    for seat in range(1, seats):
        chips = (buy_in or {}).get(seat)
        hand_table.sit(**({} if chips is None else {"buy_in": chips}))
    return hand_table


def crowd(service: Service) -> HoldemTable:
    """A table of eleven seats on the turn of a hand, with a bet to pay and a seat that is all-in."""
    full_table = table(service, 11, buy_in=dict.fromkeys(range(1, 11), 60))
    full_table.play(
        lambda view: view["seats"][0]["all_in"] and view["street"] == "turn",
        lambda seat, moves: boldly(seat, moves) if seat == 0 else calmly(seat, moves),
    )
    seat = full_table.asked
    full_table.send(seat, **next(move for move in full_table.moves(seat) if move.get("to") == 6))
    return full_table


def calmly(seat: int, moves: list[Json]) -> Json:
    """Check or call, whatever comes; be ready between hands."""
    return next(move for move in moves if move["type"] in ("check", "call", "ready"))


def boldly(seat: int, moves: list[Json]) -> Json:
    """Go to the highest level that is open."""
    return (
        max(moves, key=lambda move: move.get("to", 0))
        if any("to" in move for move in moves)
        else calmly(seat, moves)
    )


def between(view: Json) -> bool:
    """Return whether a hand has ended and no other has begun."""
    return bool(view["status"] == "between_hands")
