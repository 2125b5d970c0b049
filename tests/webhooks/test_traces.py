"""Traces of webhook messages: each is sent in the trace of the request that caused what it reports."""

from collections.abc import Iterator
from typing import Final

import pytest

from app.observability.logs import Trace
from app.service.message_origins import MessageOrigins
from tests.api.helpers import Api, expect, running
from tests.api.player_requests import Person, person
from tests.webhooks.helpers import PRIVATE, Post, game_of, hook, moves, posting, signed_by
from tests.webhooks.receiver import Message, Receiver, status

PARENT: Final = "b7ad6b7169203331"


def header(digit: str, flags: str = "01") -> str:
    """A header with the trace id of this digit."""
    return f"00-{digit * 32}-{PARENT}-{flags}"


def traces(messages: list[Message]) -> list[tuple[str, str | None]]:
    """The event and the first digit of the trace of each message, in order."""
    seen: list[tuple[str, str | None]] = []
    for message in messages:
        sent = message.headers.get("traceparent")
        assert sent is None or (Trace.of_header(sent) and PARENT not in sent)
        seen.append((message.json["type"], None if sent is None else sent[3]))
    return seen


def move(who: Person, game: str, **headers: str) -> None:
    """Make a move that does not end the game."""
    view = expect(who.get(f"/v1/games/{game}"), 200)
    choice = next(one for one in moves(who, game) if one["type"] != "fold")
    expect(who.post(f"/v1/games/{game}/moves", choice, If_Match=f'"{view["ply"]}"', **headers), 200)


@pytest.fixture
def api(redis_url: str, queue_redis_url: str) -> Iterator[Api]:
    """The API with a store of the queue, whose webhooks may reach loopback."""
    with running(redis_url, webhook_networks=PRIVATE, queue_redis_url=queue_redis_url) as api:
        yield api


def test_each_message_has_the_trace_of_the_entry_it_reports_though_they_are_sent_together(
    api: Api, post: Post, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "app.webhooks.delivering")
    lupe, memo = person(api), person(api, "Memo")
    new = hook(lupe, receiver.url, ["game_started", "hand_over"])
    first, second, third = (game_of(lupe) for _ in range(3))
    for game, traceparent in ((first, header("a", "00")), (second, header("b")), (third, header("b") + "x")):
        expect(memo.post(f"/v1/games/{game}/seats", traceparent=traceparent), 201)
    post.run()
    assert sorted(traces(receiver.messages), key=str) == [
        ("game_started", "a"), ("game_started", "b"), ("game_started", None),
    ]  # fmt: skip
    sent = [
        message.headers["traceparent"] for message in receiver.messages if "traceparent" in message.headers
    ]
    assert {(trace[:35], trace[-2:]) for trace in sent} == {
        (f"00-{'a' * 32}", "00"), (f"00-{'b' * 32}", "01"),
    }  # fmt: skip
    assert all(signed_by(new["secret"], message) for message in receiver.messages)
    spans = {line.fields["span_id"] for line in caplog.records if getattr(line, "fields", None)}  # type: ignore[attr-defined]
    assert spans == {trace[36:52] for trace in sent}


def test_messages_about_entries_of_one_game_keep_their_own_traces(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url, ["your_turn", "game_started"])
    game = game_of(lupe)
    expect(memo.post(f"/v1/games/{game}/seats", traceparent=header("c")), 201)
    people, digits = [lupe, memo], iter("def123456789")
    view = expect(lupe.get(f"/v1/games/{game}"), 200)
    while True:
        mover = people[view["awaited"][0]]
        used = next(digits)
        move(mover, game, traceparent=header(used))
        view = expect(lupe.get(f"/v1/games/{game}"), 200)
        if mover is memo and view["awaited"] == [0]:
            break
    post.run()
    assert sorted(traces(receiver.messages)) == [("game_started", "c"), ("your_turn", used)]


def test_a_later_try_and_a_test_message_have_a_trace_and_each_try_a_parent_of_its_own(
    api: Api, post: Post, receiver: Receiver
) -> None:
    lupe = person(api)
    name = hook(lupe, receiver.url)["webhook"]
    expect(lupe.post(f"/v1/webhooks/{name}/test", traceparent=header("d")), 202)
    receiver.behaves(status(500))
    post.sweep()
    receiver.behaves(status(204))
    post.hurry(name)
    tries = [message.headers["traceparent"] for message in receiver.messages]
    assert [sent[:36] for sent in tries] == [f"00-{'d' * 32}-"] * 2
    assert len(set(tries)) == 2
    expect(lupe.post(f"/v1/webhooks/{name}/deliveries/{receiver.messages[0].id}/redeliver"), 202)
    post.hurry(name)
    assert receiver.messages[-1].headers["traceparent"][3] == "d"
    again = f"/v1/webhooks/{name}/deliveries/{receiver.messages[0].id}/redeliver"
    expect(lupe.post(again, traceparent=header("e"), Idempotency_Key="another-one"), 202)
    post.hurry(name)
    assert receiver.messages[-1].headers["traceparent"][3] == "e"


def test_without_the_queues_store_messages_are_sent_without_a_trace(
    api: Api, redis_url: str, receiver: Receiver
) -> None:
    lupe, memo = person(api), person(api, "Memo")
    hook(lupe, receiver.url, ["game_started"])
    game = game_of(lupe)
    with posting(api, redis_url, queue_redis_url="redis://127.0.0.1:1/0") as post:
        expect(memo.post(f"/v1/games/{game}/seats", traceparent=header("f")), 201)
        post.run()
    assert traces(receiver.messages) == [("game_started", None)]


def test_what_has_no_trace_is_not_kept(queue_redis_url: str) -> None:
    origins = MessageOrigins(queue_redis_url)
    traced = f"request-1 {'5' * 32}-01"
    origins.keep({"g-1:1": "request-1", "g-1:2": "", "g-1:3": traced})
    assert [origins.find(name) for name in ("g-1:1", "g-1:2", "g-1:3")] == ["", "", traced]
    assert origins.find("msg_1", "g-1:3") == traced
