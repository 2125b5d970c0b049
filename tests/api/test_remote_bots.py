"""Players that are programs: created, owned, and seated at once by their owner."""

from app.players.state import KeyScope
from tests.api.helpers import Api, Json, expect
from tests.api.player_requests import Person, person


def bot(api: Api, owner: Person | None = None) -> tuple[Person, Json]:
    """A new bot, and the answer that made it."""
    headers = {} if owner is None else owner.headers()
    made = expect(api.client.post("/v1/players", json={"name": "Robo", "bot": True}, headers=headers), 201)
    return Person(api, made["player"], made["key"]), made


def seated(who: Person, *bots: Person) -> Json:
    """A new game of `who` and these bots."""
    seats = ["me", *({"player": one.id} for one in bots)]
    return expect(who.post("/v1/games", {"variant": "mexican-2", "seats": seats}), 201)


def test_a_bot_belongs_to_the_player_whose_key_created_it(api: Api) -> None:
    lupe = person(api)
    robo, made = bot(api, lupe)
    assert (made["bot"], made["owner"]) == (True, lupe.id)
    player = expect(api.client.get(f"/v1/players/{robo.id}"), 200)
    assert (player["bot"], player["owner"]) == (True, lupe.id)
    _, alone = bot(api)
    assert (alone["bot"], alone["owner"]) == (True, None)
    assert expect(api.client.get(f"/v1/players/{lupe.id}"), 200)["bot"] is False


def test_an_owner_seats_its_bot_and_the_game_begins_at_once(api: Api) -> None:
    lupe = person(api)
    robo, _ = bot(api, lupe)
    made = seated(lupe, robo)
    assert made["view"]["status"] == "playing"
    assert [(seat["kind"], seat["player"]) for seat in made["view"]["seats"]] == [
        ("person", lupe.id),
        ("person", robo.id),
    ]
    assert [sorted(seat) for seat in made["seats"]] == [["seat", "token"], ["seat"]]
    assert made["view"]["you"] == 0
    decisions = [
        decision
        for who in (lupe, robo)
        for decision in expect(who.get("/v1/players/me/decisions"), 200)["decisions"]
    ]
    assert {decision["game"] for decision in decisions} == {made["game"]}


def test_the_seat_of_the_creator_may_come_after_seats_of_bots(api: Api) -> None:
    lupe = person(api)
    robo, _ = bot(api, lupe)
    seats = [{"player": robo.id}, "me"]
    made = expect(lupe.post("/v1/games", {"variant": "mexican-2", "seats": seats}), 201)
    assert (made["view"]["you"], made["seats"][1]["seat"]) == (1, 1)
    assert "token" in made["seats"][1]
    assert "token" not in made["seats"][0]
    two = expect(
        lupe.post("/v1/games", {"variant": "mexican-2", "seats": [{"player": robo.id}, {"bot": "greedy"}]}),
        201,
    )
    assert two["view"]["you"] is None
    assert not any("token" in seat for seat in two["seats"])


def test_a_player_who_does_not_own_the_bot_only_reserves_its_seat(api: Api) -> None:
    lupe, other = person(api), person(api, "Chela")
    robo, _ = bot(api, lupe)
    made = seated(other, robo)
    assert made["view"]["status"] == "waiting"
    expect(robo.post(f"/v1/games/{made['game']}/seats"), 201)
    assert expect(other.get(f"/v1/games/{made['game']}"), 200)["status"] == "playing"
    friend = person(api, "Rosa")
    assert seated(lupe, friend)["view"]["status"] == "waiting"
    guest = expect(api.post({"variant": "mexican-2", "seats": ["me", {"player": robo.id}]}), 201)
    assert guest["view"]["status"] == "waiting"


def test_an_organiser_seats_any_bot_but_no_person(api: Api) -> None:
    lupe, chief = person(api), person(api, "Chela")
    robo, _ = bot(api, lupe)
    api.players.grant(chief.id, KeyScope.ORGANISE)
    organiser = chief.with_scopes("play", "view", "organise")
    assert seated(organiser, robo)["view"]["status"] == "playing"
    assert seated(organiser, lupe)["view"]["status"] == "waiting"
    assert seated(chief, robo)["view"]["status"] == "waiting", "this key is not for running events"
