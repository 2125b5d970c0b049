"""Both audits on a table of a tournament at which bots play for absent players (RULES 11.18)."""

from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.codec import Json
from app.games.conquian.game import CONQUIAN
from app.games.table.commands import Create, Expire, Ready, Replace, Return, Sit
from app.games.table.decide import create, decide, pending
from app.games.table.state import Kind, awaited
from app.store.keys import LogKind, game_id_from
from replays.record.format import Proof
from tests.games import play
from tests.replays.forging import pages
from tests.replays.memory_log import START_MS, MemoryLog
from tests.verifier.agreement import check_honest, fault
from tests.verifier.node import Auditor
from tests.verifier.tampered import Game, Tampered, reforged

PLAYERS = [game_id_from(bytes([at]) * 32, LogKind.PLAYER) for at in range(1, 4)]
TOURNAMENT = game_id_from(bytes(32), LogKind.TOURNAMENT)
LATE, GONE = Seat(2), Seat(1)


class Sitting(MemoryLog):
    """A table of three: one comes late, after a bot has begun for it; another goes away and is replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = Random(11)
        self.clock = START_MS
        self.back = False

    def say(self, seat: Seat | None, command: Any) -> None:
        self.clock += 1000
        self.append(seat, command, decide(self.table, seat, command), self.clock)

    def play(self) -> "Sitting":
        made = Create(
            game=game_id_from(self.rng.randbytes(32)),
            play=CONQUIAN.name,
            rules=CONQUIAN.rules_to_json(CONQUIAN.sheet("mexican-3", {"deals": 2})),
            seats=tuple({"kind": "open", "player": player} for player in PLAYERS),
            entropy="none",
            reveal="game",
            token_hashes=("",) * 3,
            game_key=self.rng.randbytes(32).hex(),
            decision_seconds=60,
            window_seconds=15,
            deal_delay_seconds=0,
            tournament={"tournament": TOURNAMENT, "fixture": 1, "deck": 1},
        )
        self.append(None, made, create(made), self.clock)
        for seat in (0, 1):
            self.say(None, Sit(Seat(seat), PLAYERS[seat], self.rng.randbytes(32).hex()))
        self.say(None, Replace(LATE, "greedy"))
        self._until(lambda: self.table.ply > 12)
        self.say(LATE, Return())
        self._until(lambda: self.table.places[GONE].away)
        self.say(None, Replace(GONE, "careful"))
        self.back = True
        self._until(lambda: self.table.is_over)
        return self

    def _until(self, done: Any) -> None:
        while not done() and not self.table.is_over:
            due = pending(self.table)
            if due is not None:
                self.say(None, due)
                continue
            seat = awaited(self.table)[0]
            if seat == GONE and not self.back and self.table.places[LATE].stand_in is None:
                self.say(None, Expire((GONE,)))
            elif self.table.in_hand:
                self.say(seat, play.choose(self.table.hand, seat, self.rng))
            else:
                self.say(seat, Ready())


@cache
def played() -> Game:
    return Game("absent", tuple(Sitting().play().entries), Proof())


def places() -> list[int]:
    """The plies at which the service has let a bot play."""
    log = pages(played().log)
    return [at for at, page in enumerate(log, 1) if page.public["command"].get("type") == "replace"]


def test_both_find_nothing_in_the_honest_record(verifier: Auditor) -> None:
    events = [event["type"] for page in pages(played().log) for event in page.public["events"]]
    assert events.count("replaced") == 2
    assert "returned" in events
    check_honest(verifier, played())


def no_seat(body: Json) -> None:
    """The player of the kept seat is not seated."""
    body["events"] = [event for event in body["events"] if event["type"] != "seated"]


FORGED: dict[str, tuple[int, Any]] = {
    "by a player": (0, lambda body: body.update(actor="seat:0")),
    "by the host": (1, lambda body: body.update(actor="host")),
    "for a seat that is played": (
        0,
        lambda body: (body["command"].update(seat=0), body["events"][-1].update(seat=0)),
    ),
    "for nobody's seat": (1, lambda body: body["command"].update(seat=9)),
    "of another bot": (0, lambda body: body["events"][-1].update(bot="random")),
    "without taking the seat": (0, no_seat),
    "for another player": (0, lambda body: body["events"][0].update(player=PLAYERS[0])),
    "for a seat that is not away": (
        1,
        lambda body: (body["command"].update(seat=2), body["events"][0].update(seat=2)),
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_both_find_a_bot_that_the_service_may_not_let_play(verifier: Auditor, what: str) -> None:
    count, change = FORGED[what]
    ply = places()[count]
    book = deepcopy(pages(played().log))
    change(book[ply - 1].public)
    findings = fault(verifier, Tampered(reforged(played(), book, renumber=True), ply))
    assert findings is None, findings


def test_the_seat_that_a_bot_plays_for_an_absent_player_is_its_players() -> None:
    log = Sitting().play()
    place = log.table.places[LATE]
    assert (place.kind, place.player) == (Kind.PERSON, PLAYERS[LATE])
