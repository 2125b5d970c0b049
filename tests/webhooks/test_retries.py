"""Retries of webhook messages: failed tries, lost notices, receivers that are gone, replaced secrets."""

from tests.api.helpers import Api, expect
from tests.api.player_requests import person
from tests.webhooks import receiver as behaviour
from tests.webhooks.helpers import Post, game_of, hook, log, moves, play, posting, signed_by, sits
from tests.webhooks.receiver import Receiver


def test_a_notice_that_was_lost_is_made_up_for_by_the_sweeper(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe = person(api)
    hook(lupe, receiver.url, ["your_turn"])
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    for key in api.redis.scan_iter("cq:*:ob"):
        api.redis.delete(key)
    post.sweep()
    assert receiver.told() == ["your_turn"]


def test_a_failed_message_is_tried_again_under_the_same_id(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["game_started"])
    receiver.behaves(behaviour.status(503))
    game_of(lupe, {"bot": "greedy"})
    post.run()
    (row,) = log(lupe, new["webhook"])
    assert (row["state"], row["tries"][0]["status"], row["tries"][0]["error"]) == ("pending", 503, "status")
    assert row["next_try"] > row["tries"][0]["at"] + 4_000
    assert row["tries"][0]["answer"] == "sorry"
    receiver.behaves(behaviour.ok)
    post.hurry(new["webhook"])
    (row,) = log(lupe, new["webhook"])
    assert (row["state"], [attempt["status"] for attempt in row["tries"]]) == ("delivered", [503, 200])
    first, second = receiver.messages
    assert (first.id, first.body) == (second.id, second.body) == (row["delivery"], first.body)


def test_a_message_is_abandoned_after_its_last_try_and_can_be_resent(
    api: Api, redis_url: str, receiver: Receiver
) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["game_started"])
    receiver.behaves(behaviour.status(500))
    with posting(api, redis_url, webhook_retries=(1, 1)) as post:
        game_of(lupe, {"bot": "greedy"})
        post.run()
        for _ in range(3):
            post.hurry(new["webhook"])
        (row,) = log(lupe, new["webhook"])
        assert (row["state"], row["next_try"], len(row["tries"])) == ("given_up", None, 3)
        receiver.behaves(behaviour.ok)
        path = f"/v1/webhooks/{new['webhook']}/deliveries/{row['delivery']}/redeliver"
        assert expect(lupe.post(path), 202)["state"] == "pending"
        post.sweep()
    (row,) = log(lupe, new["webhook"])
    assert (row["state"], len(row["tries"])) == ("delivered", 4)


def test_a_receiver_that_answers_410_is_disabled(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["game_started"])
    receiver.behaves(behaviour.status(410))
    game_of(lupe, {"bot": "greedy"})
    post.run()
    webhook = expect(lupe.get(f"/v1/webhooks/{new['webhook']}"), 200)
    assert (webhook["enabled"], webhook["disabled_for"]) == (False, "gone")
    (row,) = log(lupe, new["webhook"])
    assert (row["state"], row["reason"], row["tries"][0]["error"]) == ("dropped", "gone", "gone")
    game_of(lupe, {"bot": "greedy"})
    post.run()
    assert len(receiver.messages) == 1


def test_a_receiver_that_failed_for_days_is_disabled(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["game_started"])
    receiver.behaves(behaviour.status(500))
    game_of(lupe, {"bot": "greedy"})
    post.run()
    (key,) = api.redis.scan_iter("*:fails")
    api.redis.decrby(key.decode(), 3 * 86_400_000)
    post.hurry(new["webhook"])
    webhook = expect(lupe.get(f"/v1/webhooks/{new['webhook']}"), 200)
    assert (webhook["enabled"], webhook["disabled_for"]) == (False, "failing")
    assert log(lupe, new["webhook"])[0]["reason"] == "failing"


def test_an_enabled_webhook_gets_pending_decisions_and_no_past_events(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url)
    path = f"/v1/webhooks/{new['webhook']}"
    expect(api.client.patch(path, headers=lupe.headers(), json={"enabled": False}), 200)
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    post.run()
    assert receiver.messages == []
    expect(api.client.patch(path, headers=lupe.headers(), json={"enabled": True}), 200)
    post.sweep()
    assert receiver.told() == ["your_turn"]


def test_a_question_that_was_answered_meanwhile_is_not_sent(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url, ["your_turn"])
    receiver.behaves(behaviour.status(500))
    game = game_of(lupe, {"bot": "greedy"})
    api.bots(game)
    post.run()
    ply = expect(lupe.get(f"/v1/games/{game}"), 200)["ply"]
    expect(lupe.post(f"/v1/games/{game}/moves", moves(lupe, game)[0], If_Match=f'"{ply}"'), 200)
    post.hurry(new["webhook"])
    first, *others = [message.id for message in receiver.messages]
    assert first not in others
    assert log(lupe, new["webhook"])[0]["state"] == "superseded"


def test_after_a_rotation_both_secrets_sign(api: Api, post: Post, receiver: Receiver) -> None:
    lupe = person(api)
    new = hook(lupe, receiver.url)
    path = f"/v1/webhooks/{new['webhook']}"
    rotated = expect(lupe.post(f"{path}/rotate"), 201)
    expect(lupe.post(f"{path}/test"), 202)
    post.sweep()
    (message,) = receiver.messages
    assert message.json == {
        "type": "test",
        "timestamp": message.json["timestamp"],
        "data": {"webhook": new["webhook"], "time": message.json["data"]["time"]},
    }
    assert signed_by(new["secret"], message)
    assert signed_by(rotated["secret"], message)


def test_a_dispute_with_a_lost_notice_is_delivered_by_the_sweeper(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url, ["game_over", "dispute_opened"])
    game = game_of(memo)
    sits(lupe, game)
    play([memo, lupe], game, post)
    post.run()
    expect(memo.post(f"/v1/games/{game}/disputes", {"ply": 5, "claim": "other", "text": "x"}), 201)
    for key in api.redis.scan_iter("cq:*:ob"):
        api.redis.delete(key)
    post.sweep()  # finds the dispute
    post.sweep()  # finds that it was not told of
    assert receiver.told() == ["game_over", "dispute_opened"]
