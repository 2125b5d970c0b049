"""Seats of others over HTTP: removed by the host, given to bots, played by bots for persons (RULES 11.18)."""

from collections.abc import Callable

import pytest

from app.games.cards import Seat
from app.games.table.commands import Expire
from app.games.table.state import Table as State
from app.games.table.state import awaited
from app.store.keys import GameId
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person

VARIANTS = {"paco": {"deals": 20}, "caesars-holdem": {"deals": 20}}
RETURN = {"type": "return"}


def made(api: Api, variant: str = "paco", *more: object, start: str = "ready") -> Table:
    """A table of the host, on seat 0, two open seats and others."""
    plan = {"variant": variant, "seats": ["me", "open", "open", *more], "options": VARIANTS[variant]}
    answer = expect(api.post({**plan, "start": start}), 201)
    return Table(api, answer["game"], {0: answer["seats"][0]["token"]})


def say(table: Table, seat: int, body: Json) -> Json:
    view: Json = expect(table.post(seat, body), 200)["view"]
    return view


def replace(seat: int) -> Json:
    return {"type": "replace", "seat": seat, "bot": "greedy"}


def until(table: Table, done: Callable[[State], object], *late: int) -> None:
    """Let the game go on: the service answers for the seats `late`, the others and the bots by themselves."""
    games, game = table.api.games, GameId(table.id)
    for _ in range(400):
        table.api.bots(table.id)
        position = games.current(game)
        if done(position.table):
            return
        seat = awaited(position.table)[0]
        if seat in late:
            games.log.write(game, position, None, Expire((seat,)))
        else:
            options = table.moves(seat)
            passing = next(
                (option for option in options if option["type"] in ("pass", "check", "call")), options[0]
            )
            say(table, seat, passing)
    raise AssertionError("this does not happen")


def away(table: Table, seat: int) -> None:
    until(table, lambda state: state.places[seat].away, seat)


def seated(api: Api, variant: str = "paco") -> Table:
    """A table of three persons in its first hand."""
    table = made(api, variant, start="full")
    table.sit()
    table.sit()
    return table


def test_the_host_removes_a_guest_whose_token_no_longer_works(api: Api) -> None:
    table = made(api)
    taken = table.sit({"seat": 1})
    refused(table.post(1, {"type": "remove", "seat": 0}), 422, "not_host")
    view = say(table, 0, {"type": "remove", "seat": 1})
    assert [seat["kind"] for seat in view["seats"]] == ["person", "open", "open"]
    refused(table.get(seat=1), 401, "unauthenticated")
    refused(table.post(1, {"type": "ready"}, Idempotency_Key="late"), 401, "unauthenticated")
    again = table.sit({"seat": 1})
    assert again["token"] != taken["token"]
    assert say(table, 1, {"type": "ready"})["answered"] == [1]
    refused(table.post(0, {"type": "remove", "seat": 2}), 409, "seat_kept")


def test_the_host_removes_a_player_who_may_take_another_seat(api: Api) -> None:
    table, lupe = made(api), person(api)
    expect(lupe.post(f"{table.path}/seats", {"seat": 1}), 201)
    say(table, 0, {"type": "remove", "seat": 1})
    refused(lupe.post(f"{table.path}/moves", {"type": "ready"}, Idempotency_Key="late"), 403, "forbidden")
    assert expect(lupe.post(f"{table.path}/seats", {"seat": 2}), 201)["seat"] == 2


def test_the_host_gives_seats_to_bots_one_by_one(api: Api) -> None:
    table = made(api)
    view = say(table, 0, {"type": "seat_bot", "seat": 2, "bot": "careful"})
    assert [(seat["kind"], seat["bot"]) for seat in view["seats"]][1:] == [("open", None), ("bot", "careful")]
    refused(table.post(0, {"type": "seat_bot", "seat": 2, "bot": "careful"}), 409, "seat_taken")
    refused(table.post(0, {"type": "seat_bot", "seat": 1, "bot": "nobody"}), 422, "validation_failed")
    refused(table.post(0, {"type": "seat_bot", "bot": "careful"}), 422, "validation_failed")
    table.sit()
    say(table, 1, {"type": "ready"})
    assert say(table, 0, {"type": "ready"})["status"] == "playing"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_plays_for_a_person_who_is_away_until_the_person_returns(api: Api, variant: str) -> None:
    table = seated(api, variant)
    refused(table.post(1, replace(2)), 409, "seat_kept")
    away(table, 2)
    assert table.view()["seats"][2]["replacement"] == {"bot": None, "asked_by": [], "needed": 2}
    assert say(table, 1, replace(2))["seats"][2]["replacement"]["asked_by"] == [1]
    refused(table.post(1, replace(2)), 409, "already_asked")
    view = say(table, 0, replace(2))
    assert view["seats"][2]["replacement"] == {"bot": "greedy", "asked_by": [], "needed": 0}
    assert (view["seats"][2]["kind"], view["seats"][2]["away"]) == ("person", True)
    until(table, lambda state: state.has_ended or len(moves_of(table, 2, view["ply"])) > 1)
    back = say(table, 2, RETURN)
    assert ("replacement" in back["seats"][2], back["seats"][2]["away"]) == (False, False)
    until(table, lambda state: 2 in awaited(state))
    assert table.moves(2)
    refused(table.post(2, RETURN), 409, "wrong_phase")


def moves_of(table: Table, seat: int, after: int) -> list[Json]:
    """The first moves in the log at a seat after a ply."""
    entries: list[Json] = expect(table.get(f"/events?after={after}&limit=200"), 200)["events"]
    return [entry for entry in entries if entry["public"]["actor"] == f"seat:{seat}"]


def test_a_person_for_whom_a_bot_plays_decides_nothing_but_the_return(api: Api) -> None:
    table = seated(api)
    away(table, 2)
    say(table, 0, replace(2))
    games, game = api.games, GameId(table.id)
    view = table.view(2)
    assert (view["you"], view["decision"], table.moves(2)) == (2, None, [])
    assert "hand" in view
    for body in ({"type": "pass"}, {"type": "leave"}, {"type": "ready"}):
        refused(table.post(2, body), 409, "bot_plays")
        refused(table.post(2, body, Idempotency_Key=f"k-{body['type']}"), 409, "bot_plays")
    assert games.current(game).table.places[2].stand_in == "greedy"
    expect(api.client.post(f"{table.path}/seats/2/rotate", headers=table.headers(0)), 201)
    refused(table.post(2, RETURN, Idempotency_Key="lost"), 401, "unauthenticated")


def test_a_bot_plays_for_a_player_whose_queue_is_empty_until_the_return(api: Api) -> None:
    lupe = person(api)
    answer = expect(
        lupe.post(
            "/v1/games",
            {"variant": "paco", "seats": ["open", "open", "me"], "options": VARIANTS["paco"]},
        ),
        201,
    )
    table = Table(api, answer["game"])
    table.sit()
    table.sit()
    away(table, 2)
    say(table, 0, replace(2))
    say(table, 1, replace(2))
    until(table, lambda state: 2 not in awaited(state))
    assert expect(lupe.get("/v1/players/me/decisions"), 200)["decisions"] == []
    refused(lupe.post(f"{table.path}/seats", {}), 409, "seat_taken")
    expect(lupe.post(f"{table.path}/moves", RETURN, Idempotency_Key="back"), 200)
    until(table, lambda state: 2 in awaited(state))
    (asked,) = expect(lupe.get("/v1/players/me/decisions"), 200)["decisions"]
    assert asked["game"] == table.id


def test_a_move_of_the_bot_that_comes_after_the_return_is_not_the_persons(api: Api) -> None:
    table = seated(api)
    away(table, 2)
    say(table, 0, replace(2))
    games, game = api.games, GameId(table.id)
    until(table, lambda state: 1 in awaited(state))
    say(table, 2, RETURN)
    with pytest.raises(Exception, match=game):
        games.act(game, Seat(2), Expire(()), bot=True)


def test_the_record_of_a_game_with_bots_for_persons_is_clean(api: Api) -> None:
    table = made(api)
    table.sit()
    table.sit()
    say(table, 0, {"type": "remove", "seat": 1})
    table.sit()
    for seat in (0, 1, 2):
        say(table, seat, {"type": "ready"})
    away(table, 2)
    say(table, 0, replace(2))
    for seat in (0, 1):
        say(table, seat, {"type": "leave"})
    until(table, lambda state: state.has_ended, 0, 1)
    assert table.view()["status"] == "finished"
    report = expect(table.get("/audit"), 200)
    assert report["findings"] == [], report["findings"]
