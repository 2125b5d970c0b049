"""Whole games over HTTP: listed moves are accepted, groups are complete, the past does not change."""

import pytest

from app.games.cards import canonical_deck
from tests.api.helpers import Api, Json, Table, expect, refused

TABLES = [
    ("north-american", "me open", {}),
    ("north-american", "greedy me", {"options": {"deals": 2, "stake": 3}}),
    ("mexican-2", "me open", {"options": {"keep_centre": True}}),
    ("mexican-2", "random me", {}),
    ("mexican-3", "me open open", {}),
    ("mexican-3", "me greedy random", {}),
    ("four-deal", "me greedy", {}),
]


def expanded(rows: list[Json]) -> list[Json]:
    """Grouped moves one by one, as a client without `expand` would list them."""
    listed: list[Json] = []
    for row in rows:
        example = row["example"]
        if row["type"] != "meld":
            assert row == {**example, "example": example}
            listed.append(example)
        else:
            assert set(row) == {"type", "use", "discards", "example"}
            meld = {"type": "meld", "use": row["use"]}
            listed += [{**meld, "discard": card} for card in row["discards"]] or [meld]
            assert example == listed[-max(1, len(row["discards"]))]
    return listed


@pytest.mark.parametrize(("variant", "seats", "more"), TABLES)
def test_listed_moves_play_a_game_from_first_to_last_ply(
    variant: str, seats: str, more: Json, api: Api
) -> None:
    table = api.table(seats, variant, **more)
    live: dict[tuple[int, int | None], Json] = {}

    def look() -> None:
        for seat in (*table.tokens, None):
            view = table.view(seat)
            live[view["ply"], seat] = view
            asked = seat in view["awaited"]
            assert (view["you"], view["decision"] is not None) == (seat, asked)
            if seat is not None:
                moves = table.moves(seat)
                assert bool(moves) == asked
                assert expanded(table.moves(seat, expand=False)) == moves

    end = table.play(seed=5, each=look)
    assert end["status"] == "finished"
    assert sum(seat["balance"] for seat in end["seats"]) == 0
    assert all(table.moves(seat) == [] for seat in table.tokens)
    check_log(table, end["ply"])
    for (ply, seat), view in live.items():
        position = expect(table.get(f"/positions/{ply}", seat), 200)
        assert position["view"] == {name: value for name, value in view.items() if name != "deadline"}
        assert {"hands", "stock"} <= set(position["revealed"])
    assert expect(table.get("/audit"), 200)["findings"] == []
    assert len(table.get("/record", Accept="*/*").text.splitlines()) >= end["ply"] + 2


def check_log(table: Table, last: int) -> None:
    """The pages of the log follow each other and end with the last ply."""
    after = 0
    plies: list[int] = []
    while plies[-1:] != [last]:
        page = expect(table.get(f"/events?after={after}&limit=7"), 200)
        assert page["ply"] == last
        plies += [entry["ply"] for entry in page["events"]]
        after = page["next"]
    assert plies == list(range(1, last + 1))


@pytest.mark.parametrize(("variant", "seats"), [("north-american", "me open"), ("mexican-3", "me open open")])
def test_every_listed_move_is_accepted_and_melds_that_are_not_listed_are_not(
    variant: str, seats: str, api: Api
) -> None:
    table = api.table(seats, variant)
    tried = 0
    for seed in range(25):
        view = table.play(seed, plies=1)
        seat = table.asked()
        if seat is None or view["phase"] not in ("left", "new"):
            continue
        listed = table.moves(seat)
        own, held = table.view(seat)["hand"], view["centre"]["card"]
        melds = [{"type": "meld", "use": own[:1], "discard": discard} for discard in own[:3]]
        alike = [card for card in canonical_deck(view["pack"], 1) if card[:-1] == held[:-1] and card != held]
        others = sorted(alike, key=own.__contains__)[:2]
        if others[0] not in own:  # a set, but for whose cards these are
            melds.append({"type": "meld", "use": others, "discard": own[-1]})
        for meld in melds:
            if meld not in listed and held not in own:
                tried += 1
                problem = table.post(seat, meld)
                assert problem.status_code == 422, problem.text
                assert problem.get_json()["rule"]
                assert problem.get_json()["ply"] == view["ply"]
        expect(table.post(seat, listed[-1 - seed % len(listed)]), 200)
    assert tried > 20


def test_each_listed_move_of_one_ply_is_accepted_in_a_separate_game(api: Api) -> None:
    played = 0
    for seed in range(6):
        table = api.table("me open", "north-american")
        table.play(seed, plies=5)
        seat = table.asked()
        assert seat is not None
        (move, *_) = sorted(table.moves(seat), key=lambda one: -len(one.get("use", [])))
        answer = expect(table.post(seat, move), 200)
        assert answer["ply"] == answer["view"]["ply"] == table.view()["ply"]
        seen = table.view(seat)
        assert {**answer["view"], "deadline": seen["deadline"]} == seen
        played += 1
    assert played == 6


def test_the_creation_names_its_seats_and_gives_the_token_to_its_maker_alone(api: Api) -> None:
    response = api.post({"variant": "mexican-3", "seats": ["open", "me", {"bot": "random"}]})
    made = expect(response, 201)
    assert response.headers["Location"] == f"/v1/games/{made['game']}"
    assert response.headers["ETag"] == f'"{made["ply"]}"'
    assert [set(seat) for seat in made["seats"]] == [{"seat"}, {"seat", "token"}, {"seat"}]
    assert [seat["kind"] for seat in made["view"]["seats"]] == ["open", "person", "bot"]
    assert (made["view"]["status"], made["view"]["you"], made["ply"]) == ("waiting", 1, 1)


def test_taking_the_last_seat_deals_and_a_later_client_gets_the_paragraph(api: Api) -> None:
    made = expect(api.post({"variant": "mexican-3", "seats": ["open", "me", "open"]}), 201)
    table = Table(api, made["game"])
    assert (
        refused(api.client.post(f"{table.path}/seats", json={"seat": 1}), 409, "seat_taken")["rule"] == "11.2"
    )
    assert refused(api.client.post(f"{table.path}/seats", json={"seat": 9}), 422, "seat_unknown")["ply"] == 1
    assert table.sit({"seat": 2})["view"]["status"] == "waiting"
    last = table.sit()
    assert (last["seat"], last["view"]["status"], last["ply"]) == (0, "playing", 4)
    assert refused(api.client.post(f"{table.path}/seats"), 409, "seat_taken")["ply"] == 4


def test_seats_add_entropy_over_http(api: Api) -> None:
    table = api.table("me greedy", entropy="seats")
    assert table.view(0)["status"] == "committing"
    assert table.moves(0) == [{"type": "ready"}]
    refused(table.post(0, {"type": "ready", "entropy_commitment": "zz" * 32}), 422, "validation_failed")
    answer = expect(table.post(0, {"type": "ready", "entropy_commitment": "ab" * 32}), 200)
    assert (answer["view"]["status"], answer["view"]["seats"][0]["entropy"]) == ("revealing", "committed")
    assert (
        refused(table.post(0, {"type": "reveal", "entropy": "ab" * 16}), 422, "seed_invalid")["rule"]
        == "12.2"
    )
    assert refused(table.post(0, {"type": "pass"}), 409, "wrong_phase")["ply"] == 2


def test_an_ended_game_takes_no_moves_and_keeps_every_answer(api: Api) -> None:
    table = api.table("me greedy")
    moved = table.play(seed=2, plies=1)
    seat = table.asked()
    assert seat == 0
    body = table.moves(0)[0]
    first = table.post(0, body, Idempotency_Key="early")
    end = table.play(seed=2)
    assert end["status"] == "finished"
    assert refused(table.post(0, {"type": "pass"}), 409, "game_over")["ply"] == end["ply"]
    assert moved["ply"] < end["ply"]
    again = table.post(0, body, Idempotency_Key="early")
    assert (again.status_code, again.data) == (200, first.data)
    assert again.headers["Idempotent-Replay"] == "true"
