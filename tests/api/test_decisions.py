"""Pending decisions of a remote bot: content, order, long polling and measured latency."""

import json
import threading
from types import ModuleType
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.api import decisions, turns
from app.store import keys
from app.store.keys import BUCKETS, bucket
from tests.api.helpers import Api, Json, Table, expect, process, refused
from tests.api.player_requests import Person, person
from tests.api.test_turns import game_of

QUEUE = "/v1/players/me/decisions"
TEXT = "text/plain"


def asked(lupe: Person, query: str = "") -> Json:
    return expect(lupe.get(QUEUE + query), 200)


def send(lupe: Person, game: str, decision: int, move: Json) -> TestResponse:
    """A move as a bot sends it: the ply of the question is its precondition and its idempotency key."""
    named = {"If_Match": f'"{decision}"', "Idempotency_Key": str(decision)}
    return lupe.post(f"/v1/games/{game}/moves", move, **named)


def answer(lupe: Person, decision: Json) -> None:
    """The first legal move that is no fold."""
    moves = [row["example"] for row in decision["moves"] if row["type"] != "fold"]
    expect(send(lupe, decision["game"], decision["decision"], moves[0]), 200)


def waiting(lupe: Person, query: str) -> Json:
    """Return what a waiting queue gives, once it waits, when a new game asks."""
    answers: list[Json] = []
    reader = threading.Thread(target=lambda: answers.append(asked(lupe, query)))
    reader.start()
    game_of(lupe)
    reader.join(300)
    return answers[0]


def test_a_decision_holds_everything_that_the_seat_may_see(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    (decision,) = asked(lupe)["decisions"]
    listed = expect(lupe.get(f"{table.path}/moves"), 200)
    view = expect(lupe.get(table.path), 200)
    assert decision["view"] == view
    assert {name: decision[name] for name in listed} == listed
    assert (decision["seat"], decision["deadline"]) == (view["you"], view["deadline"])
    assert decision["deadline"] - decision["asked"] == 60_000
    everything = expect(lupe.get(f"{table.path}/moves?expand=1"), 200)["moves"]
    assert asked(lupe, "?expand=1")["decisions"][0]["moves"] == everything


def test_the_queue_holds_every_game_that_waits_for_the_player_and_no_other(api: Api) -> None:
    lupe, other = person(api), person(api, "Chela")
    games = {game_of(lupe).id for _ in range(4)}
    theirs = game_of(other)
    assert {decision["game"] for decision in asked(lupe)["decisions"]} == games
    assert [decision["game"] for decision in asked(other)["decisions"]] == [theirs.id]
    assert len(asked(lupe, "?limit=3")["decisions"]) == 3


@pytest.mark.parametrize(("module", "path"), [(decisions, QUEUE), (turns, "/v1/players/me/events")])
def test_a_key_that_expires_while_waiting_gets_no_decision(
    api: Api, module: ModuleType, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lupe = person(api)
    game_of(lupe)
    leaked = lupe.with_scopes("play", "view")
    waited = turns.waited

    def meanwhile(*args: Any) -> Any:
        expect(lupe.delete("/v1/players/me/keys/2"), 200)
        return waited(*args)

    monkeypatch.setattr(module, "waited", meanwhile)
    refused(leaked.get(f"{path}?wait=1"), 401, "unauthenticated")


def test_decisions_are_sorted_by_deadline(api: Api) -> None:
    lupe = person(api)
    seats = ["me", {"bot": "greedy"}]
    ends = {}
    for seconds in (500, 20, 300):
        options = {"decision_seconds": seconds}
        made = expect(
            lupe.post("/v1/games", {"variant": "north-american", "seats": seats, "options": options}), 201
        )
        api.bots(made["game"])
        ends[made["game"]] = seconds
    assert [ends[decision["game"]] for decision in asked(lupe)["decisions"]] == [20, 300, 500]
    assert [ends[decision["game"]] for decision in asked(lupe, "?limit=1")["decisions"]] == [20]


def test_a_game_is_played_to_its_end_by_the_queue_alone(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    while queue := asked(lupe)["decisions"]:
        for decision in queue:
            answer(lupe, decision)
        api.bots(table.id)
    assert table.view()["status"] == "finished"


def test_an_empty_queue_waits_for_the_first_decision(api: Api) -> None:
    lupe = person(api)
    assert asked(lupe, "?wait=1")["decisions"] == []
    assert len(waiting(lupe, "?wait=20")["decisions"]) == 1


def test_a_known_list_is_sent_again_only_after_it_has_changed(api: Api) -> None:
    lupe = person(api)
    game_of(lupe)
    known = asked(lupe, "?wait=20")
    assert len(known["decisions"]) == 1
    assert len(waiting(lupe, f"?wait=20&after={known['next']}")["decisions"]) == 2


def test_a_client_with_the_current_decisions_gets_304(api: Api) -> None:
    lupe, path = person(api), "/v1/players/me/decisions"
    game_of(lupe)
    known = lupe.get(f"{path}?wait=20")
    tag = known.headers["ETag"]
    assert lupe.get(path, If_None_Match=tag).status_code == 304
    following = expect(known, 200)["next"]
    game_of(lupe)
    more = expect(lupe.get(f"{path}?wait=20&after={following}", If_None_Match=tag), 200)
    assert len(more["decisions"]) == 2


def test_every_legal_move_is_a_line_for_programs_without_json(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    (decision,) = asked(lupe, "?expand=1")["decisions"]
    lines = lupe.get(QUEUE, Accept=TEXT)
    assert lines.mimetype == TEXT
    rows = [line.split(" ", 2) for line in lines.text.splitlines()]
    assert [(game, int(ply), json.loads(move)) for game, ply, move in rows] == [
        (decision["game"], decision["decision"], move) for move in decision["moves"]
    ]
    moves = lupe.get(f"{table.path}/moves", Accept=TEXT)
    assert (moves.mimetype, moves.headers["ETag"]) == (TEXT, f'"{decision["ply"]}"')
    assert moves.text.splitlines() == [move for _, _, move in rows]
    assert (
        expect(send(lupe, rows[0][0], int(rows[0][1]), json.loads(rows[0][2])), 200)["ply"] > decision["ply"]
    )


def test_a_player_without_decisions_gets_no_line(api: Api) -> None:
    lupe, chela = person(api), person(api, "Chela")
    seats = ["me", {"player": chela.id}]
    made = expect(lupe.post("/v1/games", {"variant": "north-american", "seats": seats}), 201)
    expect(chela.post(f"/v1/games/{made['game']}/seats"), 201)
    lines = [player.get(f"/v1/games/{made['game']}/moves", Accept=TEXT).text for player in (lupe, chela)]
    assert sorted(map(bool, lines)) == [False, True]


def test_a_move_that_is_sent_again_after_a_lost_answer_counts_once(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    (decision,) = asked(lupe, "?expand=1")["decisions"]
    move = next(move for move in decision["moves"] if move["type"] != "fold")
    first = send(lupe, table.id, decision["decision"], move)
    api.bots(table.id)
    again = send(lupe, table.id, decision["decision"], move)
    assert (again.status_code, again.data) == (200, first.data)
    assert again.headers["Idempotent-Replay"] == "true"


def test_the_latency_is_measured_from_the_question_to_the_answer(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    assert asked(lupe)["latency"] == {"decisions": 0, "median_ms": None, "p95_ms": None}
    # The question seems to be asked five seconds earlier than it was.
    head = keys.state_key(table.id)
    api.redis.hincrby(head, "a", -5_000)
    (decision,) = asked(lupe)["decisions"]
    answer(lupe, decision)
    latency = asked(lupe)["latency"]
    assert latency["decisions"] == 1
    assert 5_000 <= latency["median_ms"] == latency["p95_ms"] < 65_000
    pace = keys.pace_key(bucket(table.id), lupe.id)
    assert 0 < api.redis.ttl(pace) <= 86_400


def test_only_answers_of_the_player_itself_are_measured(api: Api) -> None:
    lupe, other = person(api), person(api, "Chela")
    made = expect(
        lupe.post("/v1/games", {"variant": "mexican-2", "seats": ["me", {"player": other.id}]}), 201
    )
    table = Table(api, made["game"])
    expect(other.post(f"{table.path}/seats"), 201)
    counted = {lupe.id: 0, other.id: 0}
    for _ in range(8):
        for who in (lupe, other):
            for decision in asked(who)["decisions"]:
                answer(who, decision)
                counted[who.id] += 1
    assert min(counted.values()) > 0
    assert {who.id: asked(who)["latency"]["decisions"] for who in (lupe, other)} == counted


def test_the_measures_of_a_player_are_bounded(api: Api) -> None:
    lupe = person(api)
    for each in range(BUCKETS):
        api.redis.rpush(keys.pace_key(each, lupe.id), *(f"{each * 100 + at} {each}" for at in range(3)))
    assert asked(lupe)["latency"] == {"decisions": 100, "median_ms": 47, "p95_ms": 62}


def test_a_game_in_doubt_does_not_stop_the_queue(api: Api) -> None:
    lupe = person(api)
    games = sorted(game_of(lupe).id for _ in range(2))
    other = process(api.settings, api.redis).test_client()
    api.redis.delete(keys.log_key(games[0]))
    answer = expect(other.get(QUEUE, headers=lupe.headers()), 200)["decisions"]
    assert [decision["game"] for decision in answer] == games[1:]


def test_a_key_for_playing_and_viewing_is_needed(api: Api) -> None:
    lupe = person(api)
    refused(api.client.get(QUEUE), 401, "unauthenticated")
    for scope in ("play", "view", "spectate"):
        refused(lupe.with_scopes(scope).get(QUEUE), 403, "scope_missing")
    assert asked(lupe.with_scopes("play", "view"))["decisions"] == []
    refused(lupe.get(f"{QUEUE}?limit=51"), 422, "validation_failed")
