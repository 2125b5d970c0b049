"""Turns of a player: every game that waits for the player, listed, polled and streamed."""

import threading
from collections.abc import Generator
from contextlib import closing
from itertools import islice

import pytest

from app.store import keys
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import Person, person
from tests.api.streaming import NDJSON, READERS, SSE, Thing

ME = "/v1/players/me/events"


def game_of(lupe: Person) -> Table:
    """A game that waits for the first move of its one person, who is `lupe`."""
    made = expect(
        lupe.post("/v1/games", {"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}), 201
    )
    table = Table(lupe.api, made["game"])
    lupe.api.bots(table.id)
    return table


def answer(lupe: Person, table: Table) -> Json:
    """The first legal move is made, and the bot answers."""
    listed = expect(lupe.get(f"{table.path}/moves?expand=1"), 200)
    move = next(one for one in listed["moves"] if one["type"] != "fold")
    expect(lupe.post(f"{table.path}/moves", move, If_Match=f'"{listed["ply"]}"'), 200)
    return listed


def turns(lupe: Person, query: str = "") -> Json:
    return expect(lupe.get(ME + query), 200)


def turn(lupe: Person, table: Table) -> Json:
    view = expect(lupe.get(table.path), 200)
    return {"game": table.id, "decision": view["decision"]}


def stream(lupe: Person, form: str = SSE, query: str = "") -> Generator[Thing, None, None]:
    response = lupe.api.client.get(ME + query, headers=lupe.headers(Accept=form), buffered=False)
    assert (response.status_code, response.mimetype) == (200, form), response.text
    try:
        yield from READERS[form](response.iter_encoded())
    finally:
        response.close()


def test_the_list_has_every_game_that_waits_for_the_player_and_no_other(api: Api) -> None:
    lupe, other = person(api), person(api, "Chela")
    games = [game_of(lupe) for _ in range(5)]
    theirs = game_of(other)
    listed = turns(lupe)
    assert listed["turns"] == sorted(
        (turn(lupe, table) for table in games), key=lambda turned: str(turned["game"])
    )
    assert turns(other)["turns"] == [turn(other, theirs)]
    assert listed["as_of"] > 0
    assert turns(lupe)["next"] == listed["next"]


def test_an_answered_game_leaves_the_list_and_returns_with_its_next_decision(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    before = turns(lupe)
    answer(lupe, table)
    view = expect(lupe.get(table.path), 200)
    if view["decision"] is None:
        assert turns(lupe)["turns"] == []
    api.bots(table.id)
    assert turns(lupe)["turns"] == [turn(lupe, table)]
    assert turns(lupe)["next"] != before["next"]


def test_a_finished_game_waits_for_no_player(api: Api) -> None:
    lupe = person(api)
    table = game_of(lupe)
    while expect(lupe.get(table.path), 200)["status"] != "finished":
        answer(lupe, table)
        api.bots(table.id)
    assert turns(lupe)["turns"] == []
    assert api.redis.zcard(keys.turns_key(keys.bucket(table.id))) == 0
    assert not api.redis.hexists(keys.state_key(table.id), "w")


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_a_stream_begins_with_all_turns_and_sends_each_change(api: Api, form: str) -> None:
    lupe = person(api)
    first = game_of(lupe)
    with closing(stream(lupe, form)) as things:
        begun = next(things)
        assert (begun.name, begun.json["turns"]) == ("turns", [turn(lupe, first)])
        second = game_of(lupe)
        new = next(things)
        assert (new.name, new.json["turn"]) == ("turn", turn(lupe, second))
        old = turn(lupe, first)
        answer(lupe, first)
        api.bots(first.id)
        expected = {"answered": old, "turn": turn(lupe, first)}
        for thing in islice(things, 2):
            assert thing.json[thing.name] == expected.pop(thing.name)
            assert thing.json["as_of"] >= begun.json["as_of"]


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_a_stream_sends_decisions_if_requested(api: Api, form: str) -> None:
    lupe = person(api)
    first = game_of(lupe)
    with closing(stream(lupe, form, "?decisions=1")) as things:
        assert [next(things).name, (decision := next(things)).name] == ["turns", "decision"]
        queue = expect(lupe.get("/v1/players/me/decisions"), 200)
        assert decision.json == {"decision": queue["decisions"][0], "latency": queue["latency"]}
        answer(lupe, first)
        api.bots(first.id)
        names = ["answered", "turn", "decision"]
        for name, thing in zip(names, things, strict=False):
            assert thing.name == name
        assert thing.json["decision"]["decision"] == turn(lupe, first)["decision"]
        assert thing.json["decision"]["moves"]


def test_decisions_are_streamed_to_keys_for_playing_alone_and_never_listed(api: Api) -> None:
    lupe = person(api)
    watching = lupe.with_scopes("view")
    refused(watching.get(f"{ME}?decisions=1", Accept=SSE), 403, "scope_missing")
    problem = refused(lupe.get(f"{ME}?decisions=1"), 422, "validation_failed")
    assert problem["errors"][0]["parameter"] == "decisions"


def test_a_client_that_connects_late_gets_every_turn(api: Api) -> None:
    lupe = person(api)
    tables = [game_of(lupe) for _ in range(3)]
    api.redis.delete(*(keys.outbox_key(each) for each in range(keys.BUCKETS)))
    with closing(stream(lupe)) as things:
        begun = next(things).json["turns"]
    assert begun == sorted((turn(lupe, table) for table in tables), key=lambda turned: str(turned["game"]))


def test_a_waiting_request_is_answered_once_the_list_changes(api: Api) -> None:
    lupe = person(api)
    mark = turns(lupe)["next"]
    answers: list[Json] = []
    waiting = threading.Thread(target=lambda: answers.append(turns(lupe, f"?after={mark}&wait=25")))
    waiting.start()
    table = game_of(lupe)
    waiting.join(12)
    assert [one["turns"] for one in answers] == [[turn(lupe, table)]]
    assert turns(lupe, f"?after={answers[0]['next']}&wait=1")["next"] == answers[0]["next"]


def kept_for(chela: Person, by: Person, visibility: str = "public") -> Table:
    """A game that waits for `chela`, for whom its maker keeps seat 1."""
    body = {"variant": "north-american", "seats": ["me", {"player": chela.id}], "visibility": visibility}
    return Table(by.api, expect(by.post("/v1/games", body), 201)["game"])


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_reserved_seat_is_announced_to_its_player_until_it_is_taken(api: Api, visibility: str) -> None:
    lupe, chela = person(api), person(api, "Chela")
    before = turns(chela)["next"]
    table = kept_for(chela, lupe, visibility)
    notice = turns(chela, f"?after={before}&wait=5")
    assert (notice["turns"], notice["kept"]) == ([], [{"game": table.id}])
    assert turns(lupe)["kept"] == []
    queue = expect(chela.get("/v1/players/me/decisions"), 200)
    (kept,) = queue["kept"]
    assert (kept["game"], kept["seat"], queue["decisions"]) == (table.id, 1, [])
    assert kept["view"]["hand"] is None
    assert kept["since"] > 0
    expect(chela.post(f"{table.path}/seats", {"seat": kept["seat"]}), 201)
    assert turns(chela)["kept"] == []
    assert expect(chela.get("/v1/players/me/decisions"), 200)["kept"] == []
    assert api.games.store.pace(chela.id) == ()


def test_a_new_reserved_seat_ends_the_wait_for_decisions_with_another_tag(api: Api) -> None:
    lupe, chela = person(api), person(api, "Chela")
    path = "/v1/players/me/decisions"
    mark = expect(chela.get(path), 200)["next"]
    answers: list[Json] = []
    waiting = threading.Thread(
        target=lambda: answers.append(expect(chela.get(f"{path}?after={mark}&wait=25"), 200))
    )
    waiting.start()
    table = kept_for(chela, lupe)
    waiting.join(12)
    assert [[kept["game"] for kept in one["kept"]] for one in answers] == [[table.id]]
    # A bot that names no list and takes no seats is not sent round and round by one.
    idle = threading.Thread(target=lambda: answers.append(expect(chela.get(f"{path}?wait=25"), 200)))
    idle.start()
    game = game_of(chela)
    idle.join(12)
    assert [decision["game"] for decision in answers[-1]["decisions"]] == [game.id]


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_a_stream_announces_a_reserved_seat_and_that_it_was_taken(api: Api, form: str) -> None:
    lupe, chela = person(api), person(api, "Chela")
    first = kept_for(chela, lupe)
    with closing(stream(chela, form)) as things:
        begun = next(things).json
        assert (begun["turns"], begun["kept"]) == ([], [{"game": first.id}])
        second = kept_for(chela, lupe)
        assert next(things).json["seat_kept"] == {"game": second.id}
        expect(chela.post(f"{first.path}/seats"), 201)
        assert next(things).json["seat_closed"] == {"game": first.id}


def test_a_key_for_viewing_is_needed_and_its_end_ends_the_stream(api: Api) -> None:
    lupe = person(api)
    refused(api.client.get(ME), 401, "unauthenticated")
    refused(lupe.with_scopes("spectate").get(ME), 403, "scope_missing")
    with closing(stream(lupe.with_scopes("view"))) as things:
        next(things)
        expect(lupe.delete("/v1/players/me/keys/3"), 200)
        game_of(lupe)
        assert [thing.json for thing in things] == [{"end": "unauthenticated"}]
