"""Losses on the way of a bot's moves, and which reactions are faults of the bot."""

import json
from typing import Any

import pytest

from app.cli.bot_check.faults import Fate, Faults, SentMove
from app.cli.bot_check.report import BotProperty, PropertyResults
from tests.botcheck.bots import failed

GAME = "g-17b3v0w1x5z8k2m4n6p7q9r0"
PATH = f"/v1/games/{GAME}/moves"
PASS = {"type": "pass"}
CYCLE = 7


def decision(ply: int) -> dict[str, Any]:
    return {"game": GAME, "decision": ply, "view": {}, "moves": [{**PASS, "example": PASS}]}


def problem(code: str) -> bytes:
    return json.dumps({"code": code}).encode()


class Bot:
    """A bot that sends moves, and the fate of each."""

    def __init__(self) -> None:
        self.tally = PropertyResults(10_000)
        self.faults = Faults(self.tally)

    def told(self, *plies: int) -> list[int]:
        """The decisions that a list of these comes with."""
        page = {"decisions": [decision(ply) for ply in plies]}
        return [
            one["decision"] for one in json.loads(self.faults.listed(json.dumps(page).encode()))["decisions"]
        ]

    def sends(self, ply: int | None, key: str | None, move: Any = PASS) -> tuple[SentMove, Fate]:
        headers = {} if ply is None else {"if-match": f'"{ply}"'}
        headers |= {} if key is None else {"idempotency-key": key}
        body = move if isinstance(move, bytes) else json.dumps(move).encode()
        answer = self.faults.move(PATH, headers, body)
        assert answer is not None
        return answer

    def plays(self, ply: int) -> Fate:
        """A whole good move: sent until it arrives, accepted."""
        self.told(ply)
        move, fate = self.sends(ply, str(ply))
        if fate is not Fate.ARRIVES:
            if fate is Fate.LOST_AFTER:
                self.faults.outcome(move, 200, b"{}")
            move, again = self.sends(ply, str(ply))
            assert again is Fate.ARRIVES
        self.faults.outcome(move, 200, b"{}")
        return fate

    def until(self, fate: Fate) -> tuple[int, SentMove]:
        """Plays until a move meets this fate; its ply, and the move as it was sent."""
        for ply in range(1, 2 * CYCLE):
            self.told(ply)
            move, met = self.sends(ply, str(ply))
            if met is fate:
                return ply, move
            if met is not Fate.ARRIVES:
                self.sends(ply, str(ply))
            self.faults.outcome(move, 200, b"{}")
        raise AssertionError(fate)


def test_every_kind_of_loss_occurs_in_each_cycle_and_a_patient_bot_survives_all() -> None:
    bot = Bot()
    fates = [bot.plays(ply) for ply in range(1, 2 * CYCLE + 1)]
    assert (
        set(fates[:CYCLE])
        == set(fates[CYCLE:])
        == {
            Fate.ARRIVES,
            Fate.LOST_BEFORE,
            Fate.LOST_AFTER,
            Fate.AWAY,
        }
    )
    assert bot.tally.clean
    assert bot.tally.seen[BotProperty.LEGAL] == 2 * CYCLE
    assert bot.tally.seen[BotProperty.LOST] == 6


@pytest.mark.parametrize("fate", [Fate.LOST_BEFORE, Fate.LOST_AFTER, Fate.AWAY])
def test_another_move_under_the_key_of_a_lost_one_is_a_fault(fate: Fate) -> None:
    bot = Bot()
    ply, _ = bot.until(fate)
    bot.sends(ply, str(ply), {"type": "fold"})
    assert failed(bot.tally) == {BotProperty.LOST}


def test_a_retry_with_another_key_is_a_fault_unless_the_bot_has_read_the_game() -> None:
    for looks, faults in ((False, {BotProperty.LOST}), (True, set())):
        bot = Bot()
        bot.told(1)
        _, fate = bot.sends(None, "one")
        assert fate is Fate.LOST_AFTER
        if looks:
            bot.told(3)
        bot.sends(None, "two")
        assert failed(bot.tally) == faults


def test_an_answered_question_is_repeated_and_the_same_answer_is_no_fault() -> None:
    bot = Bot()
    for ply in range(1, 4):
        bot.plays(ply)
    assert bot.told(4) == [3, 4]
    assert bot.tally.seen[BotProperty.REPEATED] == 1
    move, fate = bot.sends(3, "3")
    assert fate is Fate.UNNAMED
    bot.faults.outcome(move, 412, problem("stale_ply"))
    assert bot.tally.seen[BotProperty.STALE] == 1
    assert bot.tally.clean


def test_another_answer_to_a_question_that_was_answered_is_a_fault() -> None:
    bot = Bot()
    for ply in range(1, 4):
        bot.plays(ply)
    move, _ = bot.sends(3, "3", {"type": "fold"})
    bot.faults.outcome(move, 422, problem("idempotency_key_reused"))
    assert failed(bot.tally) == {BotProperty.REPEATED}


@pytest.mark.parametrize(
    ("status", "code", "faults"),
    [
        (422, "card_not_held", {BotProperty.LEGAL}),
        (409, "wrong_phase", {BotProperty.LEGAL}),
        (428, "precondition_required", {BotProperty.LEGAL}),
        (422, "unknown_field", {BotProperty.LEGAL, BotProperty.UNKNOWN}),
        (409, "too_late", {BotProperty.TIME}),
        (412, "stale_ply", set()),
        (429, "rate_limited", set()),
        (503, "outcome_unknown", set()),
    ],
)
def test_a_refusal_is_a_fault_where_it_is_the_bots(status: int, code: str, faults: set[BotProperty]) -> None:
    bot = Bot()
    bot.told(1)
    move, _ = bot.sends(1, "1")
    bot.faults.outcome(move, status, problem(code))
    assert failed(bot.tally) == faults


def test_a_move_that_is_no_json_is_a_fault() -> None:
    bot = Bot()
    bot.sends(1, "1", b'{"type": "pass"')
    assert failed(bot.tally) == {BotProperty.JSON}


def test_every_second_list_has_unknown_fields() -> None:
    bot = Bot()
    pages = [
        json.loads(bot.faults.listed(json.dumps({"decisions": [decision(ply)]}).encode())) for ply in (1, 2)
    ]
    assert pages[0] == {"decisions": [decision(1)]}
    assert set(pages[1]) - {"decisions"}
    assert set(pages[1]["decisions"][0]) > set(decision(2))
    assert bot.tally.seen[BotProperty.UNKNOWN] == 1


def test_lists_in_lines_and_streams_bring_answered_questions_again_too() -> None:
    for form in ("lines", "stream"):
        bot = Bot()
        for ply in range(1, 4):
            if form == "lines":
                bot.faults.lines(b'%s %d {"type":"pass"}\n' % (GAME.encode(), ply))
            else:
                bot.faults.streamed({"decision": decision(ply)})
            move, fate = bot.sends(ply, str(ply))
            if fate is not Fate.ARRIVES:
                bot.sends(ply, str(ply))
            bot.faults.outcome(move, 200, b"{}")
        if form == "lines":
            rows = bot.faults.lines(b'%s 4 {"type":"pass"}\n' % GAME.encode()).splitlines()
            assert [int(row.split()[1]) for row in rows] == [3, 4]
        else:
            questions = bot.faults.streamed({"decision": decision(4)})
            assert [question["decision"]["decision"] for question in questions] == [3, 4]


def test_other_requests_are_no_moves() -> None:
    assert Faults(PropertyResults(1)).move("/v1/games", {}, b"{}") is None
