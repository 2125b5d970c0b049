"""Both audits on tables at which bots play for persons, honest and with each value changed (RULES 11.18)."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.codec import Json
from app.games.conquian.game import CONQUIAN
from app.games.holdem.game import HOLDEM
from app.games.table.commands import (
    Create,
    Expire,
    Ready,
    Remove,
    Replace,
    Return,
    SeatBot,
    Sit,
)
from app.games.table.decide import create, decide, pending
from app.games.table.state import awaited
from app.store.keys import LogKind, game_id_from
from replays.record.format import Proof
from tests.games import play
from tests.replays.forging import Page, pages
from tests.replays.memory_log import START_MS, MemoryLog
from tests.verifier.agreement import check_honest, fault
from tests.verifier.holdem_sittings import choose_command
from tests.verifier.node import Auditor
from tests.verifier.sittings import KINDS, OF_SEATS, plan, sitting
from tests.verifier.tampered import Game, Tampered, reforged

PLAYER = game_id_from(bytes(32), LogKind.PLAYER)
GONE = Seat(2)
RULES_OF_THREE = CONQUIAN.sheet("paco", {"deals": 3})
GAMES: dict[str, tuple[Any, Any, Callable[[Any, Any, Random], Any]]] = {
    "conquian": (CONQUIAN, CONQUIAN.sheet("paco", {"deals": 2}), play.choose),
    "holdem": (HOLDEM, HOLDEM.sheet("caesars-holdem", {"deals": 12}), choose_command),
}


class Evening(MemoryLog):
    """A table of three persons and a bot: one is removed, one is replaced by a bot and returns."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.game, self.rules, self.choose = GAMES[name]
        self.rng = Random(f"{name} 7")
        self.back = False

    def say(self, seat: int | None, command: Any) -> None:
        self.clock += 1000
        actor = None if seat is None else Seat(seat)
        self.append(actor, command, decide(self.table, actor, command), self.clock)

    def play(self) -> "Evening":
        open_, person = {"kind": "open"}, {"kind": "person"}
        self.clock = START_MS
        made = Create(
            game=game_id_from(self.rng.randbytes(32)),
            play=self.game.name,
            rules=self.game.rules_to_json(self.rules),
            seats=(person, open_, {**person, "player": PLAYER}, open_),
            entropy="none",
            reveal="game",
            token_hashes=(self.rng.randbytes(32).hex(), "", self.rng.randbytes(32).hex(), ""),
            game_key=self.rng.randbytes(32).hex(),
            decision_seconds=60,
            window_seconds=15,
            deal_delay_seconds=30,
            start="ready",
        )
        self.append(None, made, create(made), self.clock)
        self.say(1, Sit(Seat(1), None, self.rng.randbytes(32).hex()))
        self.say(1, Ready())
        self.say(0, Remove(Seat(1)))
        self.say(1, Sit(Seat(1), None, self.rng.randbytes(32).hex(), 1))
        self.say(0, SeatBot(Seat(3), "greedy"))
        for seat in (0, 1, 2):
            self.say(seat, Ready())
        self._until(lambda table: table.places[GONE].away)
        self.say(1, Replace(GONE, "greedy"))
        self.say(0, Replace(GONE, "careful"))
        acted = [0]
        self._until(lambda table: self._acted(acted) >= 2)
        self.say(GONE, Return())
        self.back = True
        self._until(lambda table: table.is_over)
        return self

    def _acted(self, count: list[int]) -> int:
        """Return the number of times that the bot has played for the person."""
        public = pages(tuple(self.entries[-1:]))[0].public
        count[0] += public["actor"] == f"seat:{GONE}" and public["command"].get("type") != "replace"
        return count[0]

    def _until(self, done: Callable[[Any], bool]) -> None:
        while not done(self.table) and not self.table.is_over:
            due = pending(self.table)
            if due is not None:
                self.say(None, due)
                continue
            seat = awaited(self.table)[0]
            if seat == GONE and not self.back and self.table.places[GONE].stand_in is None:
                self.say(None, Expire((GONE,)))
            elif self.table.in_hand:
                self.say(seat, self.choose(self.table.hand, seat, self.rng))
            else:
                self.say(seat, Ready())


@cache
def played(name: str) -> Game:
    return Game(name, tuple(Evening(name).play().entries), Proof())


@cache
def place(name: str, kind: str, count: int = 0) -> int:
    """The ply of a command of this kind."""
    log = pages(played(name).log)
    return [at for at, page in enumerate(log, 1) if page.public["command"].get("type") == kind][count]


Change = Callable[[list[Page], str], object]


def at(kind: str, change: Callable[[Json], object], count: int = 0) -> tuple[str, int, Change]:
    """A change of the command of this kind, which is found there."""
    return kind, count, lambda book, name: change(book[place(name, kind, count) - 1].public)


def both(**members: object) -> Callable[[Json], object]:
    """Change these members in the command and in the event."""

    def change(body: Json) -> None:
        body["command"].update(members)
        body["events"][0].update(members)

    return change


REPLACED = {"type": "replaced", "seat": GONE, "bot": "greedy"}

FORGED: dict[str, tuple[str, int, Change]] = {
    "a bot for a seat that is played": at("replace", both(seat=1), 1),
    "a bot for a bot": at("replace", both(seat=3), 1),
    "a bot for oneself": at("replace", lambda body: body.update(actor=f"seat:{GONE}"), 1),
    "a bot by the vote of one": at("replace", lambda body: body.update(events=[REPLACED])),
    "a vote of another": at("replace", lambda body: body["events"][0].update(by=3)),
    "a bot that asks": at("replace", lambda body: body.update(actor="seat:3")),
    "the service that replaces": at("replace", lambda body: body.update(actor="system"), 1),
    "another bot in the event": at("replace", lambda body: body["events"][0].update(bot="greedy"), 1),
    "no bot named": at("replace", lambda body: body["command"].pop("bot"), 1),
    "a seat that is nobody's": at("replace", both(seat=9), 1),
    "a return of another": at("return", lambda body: body["events"][0].update(seat=1)),
    "a return of a seat that is there": at("return", lambda body: body.update(actor="seat:1")),
    "a return without its event": at("return", lambda body: body.update(events=[])),
    "a removal by a guest": at("remove", lambda body: body.update(actor="seat:2")),
    "a removal of the host": at("remove", both(seat=0)),
    "a removal of nobody": at("remove", both(seat=3)),
    "a removal in the name of the maker": at("remove", lambda body: body.update(actor="host")),
    "an old token at the removed seat": at("sit", lambda body: body["command"].update(generation=None), 1),
    "a bot on a taken seat": at("seat_bot", both(seat=2)),
    "a bot of a guest": at("seat_bot", lambda body: body.update(actor="seat:1")),
    "a bot in the event alone": at("seat_bot", lambda body: body["events"][0].update(bot="random")),
}


def check(verifier: Auditor, name: str, ply: int, change: Change) -> None:
    book = deepcopy(pages(played(name).log))
    change(book, name)
    findings = fault(verifier, Tampered(reforged(played(name), book, renumber=True), ply))
    assert findings is None, findings


@pytest.mark.parametrize("name", GAMES)
def test_both_find_nothing_in_the_honest_records(verifier: Auditor, name: str) -> None:
    kinds = [page.public["command"].get("type", "") for page in pages(played(name).log)]
    events = [event["type"] for page in pages(played(name).log) for event in page.public["events"]]
    assert {"remove", "seat_bot", "replace", "return"} <= set(kinds)
    assert {"removed", "replacement-asked", "replaced", "returned"} <= set(events)
    check_honest(verifier, played(name))


@pytest.mark.parametrize("seed", range(8))
def test_both_find_nothing_in_random_games_with_bots_for_persons(verifier: Auditor, seed: int) -> None:
    rng = Random(f"stand-ins {seed}")
    more: dict[str, Any] = {
        "timed": True,
        "odds": 0.6,
        "entropy": "none",
        "shared": False,
        "asides": OF_SEATS,
        "start": "ready",
    }
    chosen = replace(
        plan(6 * seed + 4, rng), rules=RULES_OF_THREE, seats=(KINDS[0], KINDS[2], KINDS[0]), **more
    )
    log = sitting(chosen, rng)
    types = {event["type"] for page in pages(log) for event in page.public["events"]}
    assert types & {"removed", "replaced", "replacement-asked"}
    check_honest(verifier, Game(f"stand-ins {seed}", log, Proof()))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("what", FORGED)
def test_both_find_the_ply_of_a_forged_command(verifier: Auditor, what: str, name: str) -> None:
    kind, count, change = FORGED[what]
    check(verifier, name, place(name, kind, count), change)


@pytest.mark.parametrize("name", GAMES)
def test_both_find_a_replacement_of_a_seat_that_has_not_missed_three_decisions(
    verifier: Auditor, name: str
) -> None:
    log = pages(played(name).log)
    timed = [at for at, page in enumerate(log, 1) if page.public["events"][0]["type"] == "timed-out"]
    second, vote = timed[1], place(name, "replace")

    def change(book: list[Page], name: str) -> None:
        moved = [book.pop(vote - 1), book.pop(vote - 1)]
        book[second:second] = moved

    assert second < vote
    check(verifier, name, second + 1, change)
