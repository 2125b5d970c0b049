"""Whole games of hold'em over HTTP: time, players, forks, rematches, disputes, records."""

import pytest

from app.store.keys import GameId
from replays.audit.audit import audit
from replays.notation.importing import imported
from tests.api.disputing import dispute_service, judged
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.holdem import VARIANT, act, check_down, holdem_table, ready
from tests.api.player_requests import person
from tests.service.helpers import time_is_over


def finished(api: Api) -> Table:
    """Return a game of one hand, in which one seat has given up and three have shown their hands."""
    table = holdem_table(api, deals=1)
    act(table, "bet:3 raise:6 call fold call")
    assert check_down(table)["status"] == "finished"
    return table


def late(table: Table) -> Json:
    """Let the time of the open question pass."""
    time_is_over(table.api.redis, GameId(table.id))
    table.api.bots(table.id)
    return table.view()


def test_a_seat_that_is_late_checks_or_gives_up_where_something_is_to_be_paid(api: Api) -> None:
    table = holdem_table(api)
    first = table.view()["turn"]
    view = late(table)
    assert (view["turn"], view["seats"][first]["folded"]) == ((first + 1) % 4, False)
    act(table, "bet:3")
    second = table.view()["turn"]
    view = late(table)
    assert view["seats"][second]["folded"]
    assert view["turn"] == (second + 1) % 4


def test_a_player_is_told_what_is_to_be_decided(api: Api) -> None:
    players = [person(api, name) for name in ("Lupe", "Memo", "Chela")]
    seats = ["me", *({"player": player.id} for player in players[1:])]
    made = expect(players[0].post("/v1/games", {"variant": VARIANT, "seats": seats}), 201)
    for guest in players[1:]:
        expect(guest.post(f"/v1/games/{made['game']}/seats", {"buy_in": 30}), 201)
    queues = [expect(player.get("/v1/players/me/decisions"), 200)["decisions"] for player in players]
    (pending,) = (decision for queue in queues for decision in queue)
    assert pending["view"]["turn"] == pending["seat"] == queues.index([pending])
    assert [move["type"] for move in pending["moves"]] == ["check", *["bet"] * 4]
    assert len(pending["view"]["hand"]) == 2


def test_who_looks_on_sees_no_hand_that_was_not_shown(api: Api) -> None:
    table = finished(api)
    for ply in range(1, table.view()["ply"] + 1):
        view = expect(table.get(f"/positions/{ply}"), 200)["view"]
        assert view["hand"] is None
    visible = [seat["shown"] is not None for seat in table.view()["seats"]]
    assert sorted(visible) == [False, True, True, True]


def test_a_fork_has_the_chips_and_the_cards_of_its_position(api: Api) -> None:
    table = finished(api)
    ply = next(
        ply
        for ply in range(1, table.view()["ply"])
        if expect(table.get(f"/positions/{ply}"), 200)["view"]["street"] == "flop"
    )
    then = expect(table.get(f"/positions/{ply}"), 200)
    body = {"ply": ply, "seats": ["me", "open", "open", "open"]}
    made = expect(api.client.post(f"{table.path}/forks", json=body), 201)
    fork = Table(api, made["game"], {0: made["seats"][0]["token"]})
    for _ in range(3):
        fork.sit()
    view = fork.view()
    assert [seat["stack"] for seat in view["seats"]] == [seat["stack"] for seat in then["view"]["seats"]]
    assert (view["board"], view["pots"], view["house"]) == (then["view"]["board"], then["view"]["pots"], 0)
    assert [fork.view(seat)["hand"] for seat in range(4)] == then["revealed"]["hands"]
    view = check_down(fork)
    assert (view["status"], [seat["balance"] for seat in view["seats"]]) == ("finished", [0] * 4)
    assert sum(seat["stack"] for seat in view["seats"]) == 4 * 20 - 2


def test_every_seat_of_a_rematch_buys_in_anew(api: Api) -> None:
    table = finished(api)
    again = [
        expect(api.client.post(f"{table.path}/rematch", headers=table.headers(seat)), 201) for seat in (1, 2)
    ]
    assert len({made["game"] for made in again}) == 1
    rematch = Table(api, again[0]["game"], {made["seat"]: made["token"] for made in again})
    rematch.sit({"seat": 0, "buy_in": 40})
    assert [seat["stack"] for seat in rematch.view()["seats"]] == [40, 20, 20, 0]
    expect(rematch.post(1, {"type": "buy", "chips": 25}), 200)
    assert rematch.view()["seats"][1]["stack"] == 45


@pytest.mark.parametrize(
    ("claim", "ply", "rule"),
    [("wrong_payment", 8, "7.3"), ("illegal_move", 6, "5.3"), ("time_out", 6, "11.8")],
)
def test_a_verdict_cites_the_rulebook_of_its_game(api: Api, claim: str, ply: int, rule: str) -> None:
    given = judged(api, finished(api), claim, ply=ply)["verdict"]
    assert (given["outcome"], given["rule"]) == ("rejected", rule)
    book = expect(api.client.get("/v1/rulebooks/1?play=holdem"), 200)["paragraphs"]
    assert given["paragraph"] == book[rule]


def test_a_refused_command_in_dispute_is_decided_again(api: Api) -> None:
    table = holdem_table(api, deals=1)
    turn = table.view()["turn"]
    wrong = {"type": "bet", "to": 4}
    refusal = refused(table.post(turn, wrong), 422, "bad_step")["refusal"]
    body = {
        "ply": refusal["ply"],
        "claim": "wrong_refusal",
        "text": "x",
        "command": wrong,
        "refusal": refusal,
    }
    check_down(table)
    made = expect(api.client.post(f"{table.path}/disputes", json=body, headers=table.headers(turn)), 201)
    dispute_service(api).settle(GameId(made["dispute"]))
    given = expect(api.client.get(f"/v1/disputes/{made['dispute']}"), 200)["verdict"]
    assert (given["outcome"], given["code"], given["rule"]) == ("rejected", "command_forbidden", "5.3")


def test_a_game_that_ends_for_want_of_chips_has_a_record_and_a_text(api: Api) -> None:
    table = holdem_table(api, (20, 20), deals=None)
    while (view := table.view())["status"] != "finished":
        if view["status"] == "playing":
            high = "raise" if view["level"] else "bet"
            otherwise = "call" if view["to_call"] else "check"
            act(table, f"{high}:{view['levels'][-1]}" if view["levels"] else otherwise)
        else:
            ready(table)
    last = expect(table.get(f"/events?after={view['ply'] - 1}"), 200)["events"][0]["public"]
    assert [last["command"]["type"], *(event["type"] for event in last["events"])] == ["deal", "game-ended"]
    assert sum(seat["balance"] for seat in view["seats"]) + view["house"] == 0
    record = table.get("/record").data
    assert audit(record).sound
    text = table.get("/record.txt").text
    assert [entry.ply for entry in imported(text).entries] == [*range(1, view["ply"] + 1)]
    (listed,) = expect(api.client.get(f"/v1/games?variant={VARIANT}&status=finished"), 200)["games"]
    assert [seat["balance"] for seat in listed["seats"]] == [seat["balance"] for seat in view["seats"]]
