"""The guesser of the soak uses planted weaknesses of every kind, and finds nothing without them."""

from dataclasses import replace
from random import Random

from app.games import shuffle
from app.store.canonical import parse
from app.store.entry import Entry
from tests.replays.games import PLANS, log_of
from tests.soak.guesser import guesser
from tests.soak.hidden import Tally, riddles

LOG = log_of(PLANS["mexican-3"], 5)[:12]
EXCHANGE = log_of(PLANS["me_sirve"], 5)[:5]


def game_key(entries: tuple[Entry, ...]) -> bytes:
    secret = next(part for part in entries[0].parts if part.audience == 255)
    return bytes.fromhex(parse(secret.body)["events"]["0"]["game_key"])


def test_the_guesser_is_asked_about_hands_stock_keys_and_single_cards() -> None:
    asked = [riddle for log in (LOG, EXCHANGE) for riddle in riddles(log, None, Random(1))]
    bodies = [riddle.part.body for riddle in asked]
    assert any(b'"stock"' in body for body in bodies)
    assert any(b'"hands"' in body for body in bodies)
    assert any(b'"game_key"' in body for body in bodies)
    assert any(len(riddle.bodies) == 40 for riddle in asked)
    assert all(riddle.part.body in riddle.bodies for riddle in asked)
    assert all(len(set(riddle.bodies)) == len(riddle.bodies) for riddle in asked)


def test_the_guesser_is_not_asked_about_parts_of_its_seat() -> None:
    for seat in range(3):
        assert seat not in {riddle.part.audience for riddle in riddles(LOG, seat, Random(1))}


def test_a_leaked_a_weak_and_a_published_key_reveal_everything() -> None:
    leaked = guesser(LOG, None, (shuffle.deal_key(game_key(LOG), 1),))
    assert all(riddle.solved(leaked) == riddle.part.body for riddle in riddles(LOG, None, Random(2)))
    weak = log_of(replace(PLANS["mexican-3"], weak=True), 5)[:12]
    assert all(riddle.solved(guesser(weak, 1)) for riddle in riddles(weak, 1, Random(2)))
    leaky = replace(
        LOG[1], public=LOG[1].public.replace(b'"time":0', b'"key":"%s"' % game_key(LOG).hex().encode())
    )
    assert leaky != LOG[1]
    reader = guesser((LOG[0], leaky, *LOG[2:]), None)
    assert all(riddle.solved(reader) for riddle in riddles(LOG, None, Random(2)))


def test_without_a_weakness_the_guesser_finds_nothing() -> None:
    for seat in (None, 0, 1, 2):
        who = guesser(LOG, seat)
        asked = list(riddles(LOG, seat, Random(3)))
        assert asked
        assert [riddle.solved(who) for riddle in asked] == [None] * len(asked)


def test_after_the_reveal_of_a_hand_only_the_next_hand_is_asked_about() -> None:
    whole = log_of(PLANS["deals"], 1)
    opened = next(entry.ply for entry in whole if b'"key-revealed"' in entry.public)
    assert list(riddles(whole[:opened], None, Random(4))) == []
    assert all(riddle.ply > opened for riddle in riddles(whole[: opened + 4], None, Random(4)))
    who = guesser(whole[:opened], None)
    before = list(riddles(whole[: opened - 1], None, Random(4)))
    assert before
    assert any(riddle.solved(who) == riddle.part.body for riddle in before)


def test_a_tally_detects_a_guesser_that_is_right_too_often() -> None:
    fair, cheat = Tally(), Tally()
    chance = Random(5)
    for number in range(1_000):
        fair.add(chance.random() < 0.5, 2)
        cheat.add(number % 3 > 0, 2)
    assert abs(fair.deviations) < 3
    assert cheat.deviations > 5
    assert "no seal was opened" in fair.told
