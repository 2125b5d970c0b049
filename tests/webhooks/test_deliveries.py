"""Deliveries of webhooks: messages of games and disputes, signed, redacted and once, and moves in answers."""

from datetime import datetime
from typing import Any

import orjson
import pytest

from app.players.state import KeyScope
from app.service.signing import command_digest
from app.store.dispute_index import DisputeIndex
from app.store.keys import GameId
from replays.disputes.service import DisputeService
from replays.record.receipts import verify_refusal
from tests.api.helpers import Api, expect
from tests.api.player_requests import person
from tests.api.test_receipts import published
from tests.service.helpers import KEYS
from tests.webhooks import receiver as behaviour
from tests.webhooks.helpers import (
    Post,
    are_as_documented,
    game_of,
    hook,
    log,
    moves,
    play,
    posting,
    signed_by,
    sits,
)
from tests.webhooks.receiver import Receiver


def test_every_event_of_a_whole_game_is_delivered_in_order(api: Api, post: Post, receiver: Receiver) -> None:
    lupe, memo = person(api), person(api, "Memo")
    new = hook(lupe, receiver.url)
    game = game_of(lupe)
    post.run()
    sits(memo, game)
    post.run()
    assert receiver.told()[0] == "game_started"
    play([lupe, memo], game, post)
    kinds = receiver.told()
    assert kinds[-2:] == ["hand_over", "game_over"]
    assert kinds.count("your_turn") > 2
    assert all(signed_by(new["secret"], message) for message in receiver.messages)
    assert len({message.id for message in receiver.messages}) == len(kinds)
    rows = log(lupe, new["webhook"])
    assert [row["event"] for row in rows] == kinds
    assert {row["state"] for row in rows} == {"delivered"}
    expect(lupe.post(f"/v1/webhooks/{new['webhook']}/test"), 202)
    post.sweep()
    assert receiver.told()[-1] == "test"
    are_as_documented(api, receiver.messages)


def test_your_turn_has_all_that_is_needed_to_answer(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    hook(lupe, receiver.url, ["your_turn"])
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    post.run()
    (message,) = receiver.messages
    data = message.json["data"]
    view = expect(lupe.get(f"/v1/games/{game}"), 200)
    assert (data["game"], data["ply"], data["seat"]) == (game, view["decision"], 0)
    assert data["url"] == f"/v1/games/{game}"
    assert data["deadline"] == view["deadline"] > 0
    assert data["view"] == view
    assert data["moves"] == expect(lupe.get(f"/v1/games/{game}/moves"), 200)["moves"]
    example, ply = data["moves"][0]["example"], f'"{data["ply"]}"'
    expect(lupe.post(f"/v1/games/{game}/moves", example, If_Match=ply), 200)


def test_links_are_absolute_where_the_service_knows_its_address(
    api: Api, redis_url: str, receiver: Receiver
) -> None:
    lupe = person(api)
    hook(lupe, receiver.url, ["your_turn"])
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    with posting(api, redis_url, url="https://cards.example") as post:
        post.run()
    (message,) = receiver.messages
    data, stamp = message.json["data"], datetime.fromisoformat(message.json["timestamp"])
    assert data["url"] == f"https://cards.example/v1/games/{game}"
    assert data["time"] == round(stamp.timestamp() * 1000)


def test_a_reserved_seat_is_announced_once_and_only_until_it_is_taken(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe, memo, eva = person(api), person(api, "Memo"), person(api, "Eva")
    hook(memo, receiver.url, ["seat_kept", "game_started"])
    hook(eva, receiver.url, ["seat_kept"])
    game = game_of(lupe, {"player": memo.id})
    post.run()
    post.sweep()
    (message,) = receiver.messages
    data = message.json["data"]
    assert (message.json["type"], data["game"], data["seat"], data["ply"]) == ("seat_kept", game, 1, 1)
    assert (data["url"], data["view"]["hand"]) == (f"/v1/games/{game}", None)
    taken = game_of(lupe, {"player": memo.id})
    sits(memo, taken)
    expect(memo.post(f"{data['url']}/seats", {"seat": data["seat"]}), 201)
    post.run()
    post.sweep()
    assert [one.json["type"] for one in receiver.messages] == ["seat_kept", "game_started", "game_started"]


def test_messages_to_a_seat_contain_no_hidden_card(api: Api, post: Post, receiver: Receiver) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url)
    game = game_of(lupe)
    sits(memo, game)
    post.run()
    hidden = expect(memo.get(f"/v1/games/{game}"), 200)["hand"]
    assert hidden
    for message in receiver.messages:
        view = message.json["data"]["view"]
        assert view["you"] == 0
        visible = set(view["hand"]) | {
            card for row in view["seats"] for meld in row["table"] for card in meld
        }
        visible |= {view["centre"]["card"]} if view["centre"] else set()
        assert not visible.intersection(hidden)


def test_an_organiser_gets_the_messages_of_a_spectator(api: Api, post: Post, receiver: Receiver) -> None:
    lupe, memo, eva = person(api), person(api, "Memo"), person(api, "Eva")
    api.players.grant(eva.id, KeyScope.ORGANISE)
    organiser = eva.with_scopes("play", "view", "organise")
    game = game_of(lupe)
    hook(organiser, receiver.url, games=[game])
    sits(memo, game)
    post.run()
    (message,) = receiver.messages
    data = message.json["data"]
    assert (message.json["type"], data["seat"], data["view"]["hand"]) == ("game_started", None, None)


def test_repeated_notices_deliver_each_message_once(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    hook(lupe, receiver.url)
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    for _ in range(3):
        post.run()
        post.sweep()
        post.rung.append((game, "project"))
        post.project()
    assert len({message.id for message in receiver.messages}) == len(receiver.messages) > 0


def test_a_move_in_the_answer_is_the_move(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["your_turn", "game_over"])

    def bot(handler: behaviour.Handler, message: behaviour.Message) -> None:
        listed = message.json["data"].get("moves", [{"example": {"type": "pass"}}])
        lasting = [row["example"] for row in listed if row["type"] != "fold"]
        chosen = lasting[0] if lasting else listed[0]["example"]
        handler.reply(200, orjson.dumps({"command": chosen}))

    receiver.behaves(bot)
    game = game_of(lupe, {"bot": "greedy"})
    seen = expect(lupe.get(f"/v1/games/{game}"), 200)
    while seen["status"] != "finished":
        ply = seen["ply"]
        api.bots(game)
        post.run()
        seen = expect(lupe.get(f"/v1/games/{game}"), 200)
        assert seen["ply"] > ply, receiver.told()
    post.run()
    assert receiver.told()[-1] == "game_over"
    rows = log(lupe, new["webhook"])
    assert {row["tries"][0]["command"] for row in rows if row["event"] == "your_turn"} == {"accepted"}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"type": "force", "seat": 1}, "force_target"),
        ({"type": "nonsense"}, "validation_failed"),
        ({}, "validation_failed"),
    ],
)
def test_an_invalid_move_in_the_answer_is_refused_and_logged(
    api: Api, post: Post, receiver: Receiver, command: Any, code: str
) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["your_turn"])
    receiver.behaves(behaviour.saying(orjson.dumps({"command": command})))
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    ply = expect(lupe.get(f"/v1/games/{game}"), 200)["ply"]
    post.run()
    (row,) = log(lupe, new["webhook"])
    assert row["tries"][0]["command"] == code
    signed = row["tries"][0]["refusal"]
    if code == "validation_failed":
        assert signed is None
    else:
        assert verify_refusal(signed, published(api)) is None
        place = (signed["game"], signed["ply"], signed["seat"], signed["code"], signed["command"])
        assert place == (game, ply, 0, code, command_digest(command))
    assert expect(lupe.get(f"/v1/games/{game}"), 200)["ply"] == ply


def test_a_webhook_of_a_key_that_cannot_play_makes_no_moves(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["your_turn"])
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    api.players.withdraw(lupe.id, KeyScope.PLAY)
    receiver.behaves(behaviour.saying(b'{"command":{"type":"pass"}}'))
    ply = expect(api.client.get(f"/v1/games/{game}"), 200)["ply"]
    post.run()
    (row,) = log(lupe, new["webhook"])
    assert (row["state"], row["tries"][0]["command"]) == ("delivered", None)
    assert expect(api.client.get(f"/v1/games/{game}"), 200)["ply"] == ply


def test_disputes_are_delivered_to_the_seats_of_their_game(api: Api, post: Post, receiver: Receiver) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url, ["dispute_opened", "dispute_ruled"])
    game = game_of(memo)
    sits(lupe, game)
    play([memo, lupe], game, post)
    assert receiver.messages == []
    body = {"ply": 5, "claim": "time_out", "text": "I was not asked."}
    dispute = expect(memo.post(f"/v1/games/{game}/disputes", body), 201)["dispute"]
    post.run()
    (message,) = receiver.messages
    data = message.json["data"]
    assert message.json["type"] == "dispute_opened"
    assert (data["dispute"], data["game"], data["ply"]) == (dispute, game, 1)
    assert data["entry"]["events"][0]["claim"] == "time_out"
    DisputeService(api.games, DisputeIndex(api.redis), KEYS.ids, 7).settle(GameId(dispute))
    post.run()
    assert receiver.told() == ["dispute_opened", "dispute_ruled"]
    are_as_documented(api, receiver.messages)
    judged = receiver.messages[1].json["data"]["entry"]["events"][0]
    assert judged["type"] == "dispute-judged"


def test_an_organiser_gets_messages_of_the_games_that_it_hosts(
    api: Api, post: Post, receiver: Receiver
) -> None:
    eva = person(api, "Eva")
    api.players.grant(eva.id, KeyScope.ORGANISE)
    organiser = eva.with_scopes("play", "view", "organise")
    hook(organiser, receiver.url)
    seats = [{"bot": "greedy"}, "open"]
    made = organiser.post("/v1/games", {"variant": "north-american", "seats": seats})
    sits(person(api), expect(made, 201)["game"])
    post.run()
    (message,) = receiver.messages
    assert (message.json["type"], message.json["data"]["seat"]) == ("game_started", None)


def test_the_end_is_delivered_to_players_without_a_pending_decision(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe, memo = person(api), person(api, "Memo")
    game = game_of(lupe)
    sits(memo, game)
    hook(lupe, receiver.url, ["game_over"])
    for _ in range(400):
        view = expect(lupe.get(f"/v1/games/{game}"), 200)
        if view["status"] == "finished":
            break
        mover = (lupe, memo)[view["awaited"][0]]
        choice = next(move for move in moves(mover, game) if move["type"] != "fold")
        expect(mover.post(f"/v1/games/{game}/moves", choice, If_Match=f'"{view["ply"]}"'), 200)
    for key in api.redis.scan_iter("cq:*:ob"):
        rows: Any = api.redis.xrange(key)
        for name, fields in rows:
            if fields[b"hint"] != b"end":
                api.redis.xdel(key, name)
    post.run()
    assert receiver.told() == ["game_over"]


def test_the_end_by_the_operator_is_delivered_to_the_players(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url, ["game_over"])
    game = game_of(lupe)
    sits(memo, game)
    api.games.end(GameId(game))
    post.run()
    assert receiver.told() == ["game_over"]
    assert receiver.messages[0].json["data"]["view"]["void"] == {"reason": "operator", "seats": []}
