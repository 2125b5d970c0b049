"""Idempotency-Key for every write of the URL map; the map shows which are missing."""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.http.credentials import SECRET
from app.http.openapi_components import operations
from app.http.openapi_texts import HEADERS
from app.store.client import connect
from app.store.idempotency import DAY_MS
from tests.api.documents import resolved
from tests.api.helpers import Api, Json, expect, process, refused
from tests.api.writes import BODYLESS, HARMLESS, OVER, WRITES, Made, Write, days_later, repeated_part

KEY = str(UUID(int=9, version=4))
MALFORMED = ("", "a b", "x" * 256, '"open')
GUESSABLE = (
    "game-1",
    str(UUID(int=0)),
    str(UUID(int=7, version=1)),
    KEY.replace("-", ""),
    f"{{{KEY}}}",
)
CROWD = 6
RATES = {"RateLimit", "RateLimit-Policy"}
DONE = (200, 201, 202, 204)


@pytest.fixture(params=WRITES)
def made(request: pytest.FixtureRequest, api: Api) -> Made:
    """A write that has not been sent yet, and one whose keys are its own."""
    make = WRITES[request.param]
    return make(api, request.getfixturevalue("table")) if request.param in OVER else make(api)


@pytest.fixture(params=[endpoint for endpoint in WRITES if endpoint not in BODYLESS])
def changing(request: pytest.FixtureRequest, api: Api) -> Write:
    """A write that takes a body, and has not been sent yet."""
    make = WRITES[request.param]
    write: Write = (make(api, request.getfixturevalue("table")) if request.param in OVER else make(api))[0]
    assert write.other is not None
    return write


@pytest.fixture
def other(api: Api, redis_url: str) -> Iterator[Flask]:
    """The application as another process has it."""
    with connect(redis_url) as redis:
        yield process(api.settings, redis)


def stored(api: Api) -> dict[bytes, bytes]:
    """All that the store holds but the hours in which keys were last used."""
    names = (key for key in api.redis.scan_iter("*") if not key.endswith(b":used"))
    return {key: api.redis.dump(key) or b"" for key in names}


def replays(answer: TestResponse) -> bool:
    return answer.headers.get("Idempotent-Replay") == "true"


def test_every_write_of_the_url_map_is_tested_here(api: Api) -> None:
    rules = api.app.url_map.iter_rules()
    writes = {rule.endpoint for rule in rules if (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}}
    assert writes == {*WRITES, *HARMLESS}


def test_a_repeated_write_has_the_same_bytes_from_every_process_and_no_secret_after_a_day(
    made: Made, api: Api, other: Flask
) -> None:
    write, elsewhere = made
    first = write.send(api.app, KEY)
    assert first.status_code in DONE, first.text
    assert not replays(first)
    after = stored(api)
    for app in (api.app, other, api.app):
        again = write.send(app, KEY)
        assert repeated_part(again) == repeated_part(first)
        assert replays(again)
    assert stored(api) == after
    later = days_later(api, DAY_MS + 60_000)
    again = write.send(later, KEY)
    assert again.status_code == first.status_code
    assert replays(again)
    assert not re.search(f"_{SECRET}", again.text)
    there = elsewhere.send(later, KEY)
    assert there.status_code in DONE, there.text
    assert not replays(there), "the key counts anew at another address and for another asker"


def test_a_repeated_answer_has_the_headers_that_the_document_names_and_no_other(
    made: Made, api: Api, document: Json
) -> None:
    write, _ = made
    endpoint, _ = api.app.url_map.bind("localhost").match(write.path, write.method)
    (answers,) = [
        operation["responses"]
        for _, _, _, operation in operations(document)
        if operation["operationId"] == str(endpoint).replace(".", "_")
    ]
    write.send(api.app, KEY)
    again = write.send(api.app, KEY)
    named = set(resolved(document, answers[str(again.status_code)])["headers"])
    # Without rate limits.
    assert named - RATES == {name for name in HEADERS if name in again.headers}
    assert named > RATES


def test_a_key_with_another_body_is_refused_and_changes_nothing(changing: Write, api: Api) -> None:
    write = changing
    first = write.send(api.app, KEY)
    after = stored(api)
    refused(write.changed().send(api.app, KEY), 422, "idempotency_key_reused")
    assert stored(api) == after
    assert repeated_part(write.send(api.app, KEY)) == repeated_part(first)


def at_once(sends: Sequence[Callable[[], TestResponse]]) -> list[TestResponse]:
    """The answers, in order, to requests that start together."""
    barrier = threading.Barrier(len(sends))

    def run(send: Callable[[], TestResponse]) -> TestResponse:
        barrier.wait()
        return send()

    with ThreadPoolExecutor(len(sends)) as pool:
        return list(pool.map(run, sends))


def test_equal_writes_at_once_have_one_effect_and_one_answer(made: Made, api: Api, other: Flask) -> None:
    write = made[0]
    answers = at_once([partial(write.send, (api.app, other)[at % 2], KEY) for at in range(CROWD)])
    assert len({repeated_part(answer) for answer in answers}) == 1, [answer.text for answer in answers]
    assert answers[0].status_code in DONE
    assert [replays(answer) for answer in answers].count(False) == 1
    after = stored(api)
    assert repeated_part(write.send(other, KEY)) == repeated_part(answers[0])
    assert stored(api) == after


def test_of_two_simultaneous_writes_with_one_key_one_is_done(changing: Write, api: Api, other: Flask) -> None:
    two = (changing, changing.changed())
    answers = at_once([partial(two[at % 2].send, (api.app, other)[at // 2 % 2], KEY) for at in range(4)])
    done = [answer for answer in answers if answer.status_code in DONE]
    assert len({repeated_part(answer) for answer in done}) == 1, [answer.text for answer in answers]
    for answer in answers:
        if answer not in done:
            refused(answer, 422, "idempotency_key_reused")
    assert [answer in done for answer in answers] in ([True, False] * 2, [False, True] * 2)


def test_a_key_of_another_form_is_refused_and_so_is_one_of_a_guest_that_can_be_guessed(
    made: Made, api: Api
) -> None:
    write, before = made[0], stored(api)
    for key in MALFORMED if write.token else (*MALFORMED, *GUESSABLE):
        refused(write.send(api.app, key), 400, "idempotency_key_invalid")
    assert stored(api) == before
    if write.token:
        assert write.send(api.app, GUESSABLE[0]).status_code in DONE
        assert replays(write.send(api.app, GUESSABLE[0]))


def test_a_full_store_refuses_every_write_as_store_full_and_takes_it_once_there_is_room(
    made: Made, api: Api
) -> None:
    write, before = made[0], stored(api)
    api.redis.config_set("maxmemory", "1")
    try:
        refused(write.send(api.app, KEY), 503, "store_full")
        assert "writes: The store is full" in refused(api.client.get("/readyz"), 503, "store_full")["detail"]
        assert stored(api) == before
    finally:
        api.redis.config_set("maxmemory", "0")
    assert expect(api.client.get("/readyz"), 200)["checks"]["writes"] == "ok"
    assert write.send(api.app, KEY).status_code in DONE
