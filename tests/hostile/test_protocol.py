"""Group C: commands that are repeated, stale, late, illegal, or simultaneous."""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any, Final

import pytest

from app.games.table.commands import Void
from app.games.table.decide import MOST_PLIES, pending
from app.store.keys import GameId
from tests.api.helpers import without_statement
from tests.hostile.cases import Case, Send, table
from tests.hostile.service import Answer, Game, Service, bearer

Json = dict[str, Any]
_NUMBERS: Final = count()


def send_move(service: Service, game: Game, seat: int, body: Json, **headers: str) -> Answer:
    """Return what a seat is told to a move with these headers, written with underscores."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return service.ask("POST", f"{game.path}/moves", body, bearer(game.tokens[seat]) | named)


def moves(service: Service, game: Game, seat: int) -> list[Json]:
    """Every lawful move of a seat, folding last."""
    answer = service.ask("GET", f"{game.path}/moves?expand=1", headers=bearer(game.tokens[seat]))
    return sorted(answer.json["moves"], key=lambda move: move["type"] == "fold")


def turn(service: Service, game: Game) -> int:
    """The seat that is awaited."""
    return int(service.view(game)["awaited"][0])


def key() -> str:
    """Return an unused Idempotency-Key."""
    return f"hostile-{next(_NUMBERS)}"


@pytest.fixture
def fresh(service: Service) -> Game:
    """A dealt game of a test's own."""
    return service.new_game()


def without_the_centre(view: Json) -> Json:
    """A table of two cards, neither of which is the one in the centre, wherever the deck has put them."""
    centre = view["centre"]["card"]
    return {"type": "meld", "melds": [[card for card in ("2d", "3c", "4h") if card != centre][:2]]}


def asking(body: Json | Callable[[Json], Json], by: str = "turn", **headers: str) -> Send:
    """A move of the seat on turn, or of the other one, on the ply that the game stands at.

    In headers `{ply}`, `{before}` and `{ahead}` stand for that ply, the first, and one that is to come. A
    body that depends on the cards is made from what everybody sees.
    """

    def send(service: Service, game: Game) -> list[Answer]:
        on_turn = turn(service, game)
        view = service.view(game)
        move, ply = body(view) if callable(body) else body, view["ply"]
        plies = {"ply": ply, "before": 1, "ahead": ply + 1}
        named = {name: text.format(**plies) for name, text in headers.items()}
        expected = {name: plies.get(text, text) for name, text in move.items() if name == "expected_ply"}
        return [send_move(service, game, on_turn if by == "turn" else 1 - on_turn, move | expected, **named)]

    return send


PASS: Final = {"type": "pass"}
CASES: Final = [
    Case(21, "neither ply nor key", asking(PASS), 428, "precondition_required"),
    Case(21, "an empty key", asking(PASS, Idempotency_Key='""'), 400, "idempotency_key_invalid"),
    Case(
        21, "a key of 256 characters", asking(PASS, Idempotency_Key="k" * 256), 400, "idempotency_key_invalid"
    ),
    Case(25, "a stale If-Match", asking(PASS, If_Match='"{before}"'), 412, "stale_ply"),
    Case(25, "a stale expected_ply", asking({**PASS, "expected_ply": "before"}), 409, "stale_ply"),
    Case(26, "an If-Match ahead", asking(PASS, If_Match='"{ahead}"'), 412, "stale_ply"),
    Case(26, "an expected_ply ahead", asking({**PASS, "expected_ply": "ahead"}), 409, "stale_ply"),
    *(
        Case(26, f"expected_ply {ply!r}", asking({**PASS, "expected_ply": ply}), 422, "validation_failed")
        for ply in (-1, 1.5, 2**53)
    ),
    *(
        Case(26, f"If-Match {tag}", asking(PASS, If_Match=tag), 400, "precondition_invalid")
        for tag in ("*", 'W/"3"', '"-1"', '"1.5"', "3", '"3", "4"', '"٣"'.encode().decode("latin-1"))
    ),
    Case(
        26,
        "two plies that differ",
        asking({**PASS, "expected_ply": "ply"}, If_Match='"{before}"'),
        400,
        "precondition_invalid",
    ),
    Case(28, "out of turn", asking(PASS, "other", If_Match='"{ply}"'), 409, "not_your_turn"),
    Case(
        28,
        "a card more often than it is there",
        asking({"type": "meld", "use": ["2d"] * 4, "discard": "2d"}, If_Match='"{ply}"'),
        422,
        "card_reused",
    ),
    Case(
        28,
        "a table without the centre card",
        asking(without_the_centre, If_Match='"{ply}"'),
        422,
        "centre_not_used",
    ),
    Case(
        28,
        "a right that nobody has here",
        asking({"type": "keep", "discard": "2d"}, If_Match='"{ply}"'),
        422,
        "keep_forbidden",
    ),
    Case(28, "an answer nobody asked for", asking({"type": "ready"}, If_Match='"{ply}"'), 409, "wrong_phase"),
]


@table(CASES)
def test_an_impossible_command_is_refused_with_its_code_and_writes_nothing(
    case: Case, service: Service, game: Game
) -> None:
    answer = case.check(service, game)
    if answer.code == "stale_ply":
        assert answer.json["ply"] == service.view(game)["ply"]


def test_21_either_ply_is_enough(service: Service, fresh: Game) -> None:
    seat = turn(service, fresh)
    (move, *_) = moves(service, fresh, seat)
    done = send_move(service, fresh, seat, move, If_Match=f'"{fresh.ply}"')
    assert (done.status, done.json["ply"] > fresh.ply) == (200, True)
    seat, ply = turn(service, fresh), done.json["ply"]
    (move, *_) = moves(service, fresh, seat)
    assert send_move(service, fresh, seat, {**move, "expected_ply": ply}).status == 200


def test_22_simultaneous_and_repeated_requests_with_one_key_make_one_event_and_equal_bytes(
    service: Service, fresh: Game
) -> None:
    seat, name = turn(service, fresh), key()
    (move, *_) = moves(service, fresh, seat)
    with ThreadPoolExecutor(8) as pool:
        at_once = [pool.submit(send_move, service, fresh, seat, move, Idempotency_Key=name) for _ in range(8)]
        answers = [future.result() for future in at_once]
    after = service.stored()
    answers += [send_move(service, fresh, seat, move, Idempotency_Key=name) for _ in range(3)]
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert [answer.header("Idempotent-Replay") for answer in answers].count("true") == 10
    assert service.stored() == after


def test_23_the_same_key_with_another_body_is_refused(service: Service, fresh: Game) -> None:
    seat, name = turn(service, fresh), key()
    (move, *_) = moves(service, fresh, seat)
    assert send_move(service, fresh, seat, move, Idempotency_Key=name).status == 200
    before = service.stored()
    answer = send_move(service, fresh, seat, {"type": "fold"}, Idempotency_Key=name)
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert service.stored() == before


def test_24_the_same_key_in_another_game_and_of_another_seat_is_another_one(
    service: Service, fresh: Game
) -> None:
    name, other = key(), service.new_game()
    for game in (fresh, other):
        seat = turn(service, game)
        (move, *_) = moves(service, game, seat)
        assert send_move(service, game, seat, move, Idempotency_Key=name).status == 200
        assert send_move(service, game, 1 - seat, {"type": "leave"}, Idempotency_Key=name).status == 200
        again = send_move(service, game, seat, move, Idempotency_Key=name)
        assert (again.status, again.header("Idempotent-Replay")) == (200, "true")


def test_27_of_two_simultaneous_keys_one_is_accepted_and_the_other_is_stale(
    service: Service, fresh: Game
) -> None:
    seat = turn(service, fresh)
    (move, *_) = moves(service, fresh, seat)
    ply = service.view(fresh)["ply"]

    def send(number: int) -> Answer:
        by = seat if number % 2 else 1 - seat
        return send_move(service, fresh, by, move, Idempotency_Key=key(), If_Match=f'"{ply}"')

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    assert [answer.status for answer in answers].count(200) == 1
    assert {answer.code for answer in answers if answer.status != 200} <= {"stale_ply", "not_your_turn"}


def test_27_answers_of_several_seats_to_one_question_are_all_accepted(service: Service) -> None:
    made = service.new_game(variant="mexican-2")
    assert sorted(service.view(made)["awaited"]) == [0, 1]

    def give(seat: int) -> Answer:
        (move, *_) = moves(service, made, seat)
        return send_move(service, made, seat, move, If_Match=f'"{made.ply}"')

    with ThreadPoolExecutor(2) as pool:
        assert [answer.status for answer in pool.map(give, (0, 1))] == [200, 200]


def test_28_a_refusal_does_not_reveal_the_place_of_a_card(service: Service, fresh: Game) -> None:
    seat = turn(service, fresh)
    games = service.game_service()
    hand = games.current(GameId(fresh.id)).table.hand
    others = {"the other hand": hand.hands[1 - seat], "the stock": hand.stock}

    def tried(card: str) -> Answer:
        meld = {"type": "meld", "use": [card], "discard": card}
        return send_move(service, fresh, seat, meld, If_Match=f'"{fresh.ply}"')

    statement = {
        place: {without_statement(tried(card).body) for card in cards} for place, cards in others.items()
    }
    assert statement["the other hand"] == statement["the stock"]
    (body,) = statement["the stock"]
    assert b'"code":"card_not_yours"' in body


def test_29_commands_after_the_end_are_refused(service: Service, fresh: Game) -> None:
    games = service.game_service()
    games.act(GameId(fresh.id), None, Void("hostile"))
    before = service.stored()
    for body in (PASS, {"type": "leave"}, {"type": "ready"}):
        answer = send_move(service, fresh, 0, body, Idempotency_Key=key())
        assert (answer.status, answer.code) == (409, "game_over")
    taken = service.ask("POST", f"{fresh.path}/seats")
    assert (taken.status, taken.code) == (409, "game_over")
    assert service.stored() == before


@pytest.fixture(scope="module")
def late(service: Service) -> Game:
    """Return a game with an expired first decision that the clock has not reported yet."""
    made = service.new_game(options={"decision_seconds": 1, "window_seconds": 1, "stake": 5})
    deadline = service.view(made)["deadline"]
    while service.redis.time()[0] * 1000 <= deadline + 1000:
        time.sleep(0.1)
    return made


def test_30_a_move_after_the_deadline_is_too_late_by_the_clock_of_the_store(
    service: Service, late: Game
) -> None:
    seat, before = turn(service, late), service.stored()
    (move, *_) = moves(service, late, seat)
    answer = send_move(service, late, seat, move, If_Match=f'"{late.ply}"')
    assert (answer.status, answer.code) == (409, "too_late")
    assert service.stored() == before


def test_33_an_abandoned_game_is_answered_for_and_its_stakes_are_settled_once(
    service: Service, late: Game
) -> None:
    games, game = service.game_service(), GameId(late.id)
    asked = turn(service, late)
    games.settle(game)
    entries = games.entries(game, late.ply)
    assert b'"timed-out"' in entries[0].public
    assert service.view(late)["seats"][asked]["seat"] == asked
    for seat in (0, 1):
        assert send_move(service, late, seat, {"type": "leave"}, Idempotency_Key=key()).status == 200
    for _ in range(400):
        position = games.settle(game)
        if position.table.is_over:
            break
        games.stand_in(position)
    view = service.view(late)
    assert view["status"] == "finished"
    assert sum(seat["balance"] for seat in view["seats"]) == 0
    settled = [entry for entry in games.entries(game, 0) if b'"hand-settled"' in entry.public]
    assert len(settled) == 1


def test_31_a_game_does_not_grow_without_end(service: Service, fresh: Game) -> None:
    position = service.game_service().current(GameId(fresh.id))
    assert pending(position.table.changed(ply=MOST_PLIES)) == Void("too_long")


STAKES: Final = {
    "negative": (-1, "config_stake"),
    "over the most": (10**6 + 1, "config_stake"),
    "fractional": (0.5, "validation_failed"),
    "2^63": (2**63, "validation_failed"),
    "a text": ("5", "config_stake"),
}


@pytest.mark.parametrize("name", STAKES)
def test_32_a_stake_that_is_none_makes_no_table(name: str, service: Service) -> None:
    stake, code = STAKES[name]
    before = service.stored()
    plan = {"variant": "north-american", "seats": ["me", "open"], "options": {"stake": stake}}
    answer = service.ask("POST", "/v1/games", json.dumps(plan).encode())
    assert (answer.status, answer.code) == (422, code)
    assert service.stored() == before


def test_32_a_client_that_joins_twice_has_one_seat_and_one_debit(service: Service) -> None:
    lupe = service.ask("POST", "/v1/players", {"name": "Lupe"}).json["key"]
    plan = {"variant": "caesars-conquian", "seats": ["me", "open", "open"], "options": {"players_max": 4}}
    made = service.ask("POST", "/v1/games", plan).json
    path = f"/v1/games/{made['game']}"
    headers = bearer(lupe) | {"Idempotency-Key": "twice"}
    first, again = (service.ask("POST", f"{path}/seats", {}, headers) for _ in range(2))
    assert (first.status, again.body, again.header("Idempotent-Replay")) == (201, first.body, "true")
    before = service.stored()
    refused = service.ask("POST", f"{path}/seats", headers=bearer(lupe))
    assert (refused.status, refused.code) == (409, "already_seated")
    assert service.stored() == before
    assert [seat["balance"] for seat in service.ask("GET", path).json["seats"]] == [0, 0, 0]
