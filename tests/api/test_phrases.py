"""Fixed phrases at a table: sent by seats, read by those who may see the table, and soon deleted."""

import json
import re
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from app.service.phrases import Phrase
from app.store.phrases import MOST
from app.web import assets
from app.web.words.table import PHRASE
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person
from tests.api.streaming import NDJSON, READERS, SSE


def say(table: Table, seat: int | None, phrase: str = "hello", **more: str) -> Json:
    """Return the answer to a phrase."""
    return expect(sent(table, seat, phrase, **more), 201)


def sent(table: Table, seat: int | None, phrase: object = "hello", **more: str) -> TestResponse:
    headers = table.headers(seat, {name.replace("_", "-"): text for name, text in more.items()})
    return table.api.client.post(f"{table.path}/phrases", json={"phrase": phrase}, headers=headers)


def phrases_of(table: Table, seat: int | None = None) -> list[Json]:
    answer = expect(table.get("/phrases", seat), 200)["phrases"]
    assert isinstance(answer, list)
    return answer


@pytest.fixture
def table(api: Api) -> Table:
    """A game of two persons."""
    return api.table("me open", "mexican-2")


def test_a_phrase_is_read_by_all_who_see_the_table_and_is_not_in_the_log(table: Table) -> None:
    before = table.get().data, table.get("/events").data, table.get("/head").headers["ETag"]
    first, second = say(table, 1), say(table, 0, "good_luck")
    assert (first["seat"], first["phrase"], second["seat"]) == (1, "hello", 0)
    assert (
        phrases_of(table)
        == phrases_of(table, 0)
        == sorted((first, second), key=lambda phrase: (phrase["time"], phrase["id"]))
    )
    assert (table.get().data, table.get("/events").data, table.get("/head").headers["ETag"]) == before


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_streams_that_ask_for_phrases_have_each_once(table: Table, form: str) -> None:
    response = table.api.client.get(
        f"{table.path}/events?phrases=1&after=100", headers={"Accept": form}, buffered=False
    )
    things = READERS[form](response.iter_encoded())
    for phrase in ("hello", "thanks"):
        spoken = say(table, 1, phrase)
        item = next(things)
        assert (item.name, item.mark, item.json) == ("phrase", None, {"phrase": spoken})
    response.close()


def test_only_the_fixed_phrases_are_said_and_each_has_a_text_and_a_button(table: Table) -> None:
    for phrase in ("Hello!", "", "HELLO", None, 7, "x" * 500, {"text": "hello"}):
        refused(sent(table, 0, phrase), 422, "validation_failed")
    answer = table.api.client.post(
        f"{table.path}/phrases", json={"phrase": "hello", "text": "more"}, headers=table.headers(0)
    )
    refused(answer, 422, "unknown_field")
    assert phrases_of(table) == []
    assert {f"phrase.{phrase}" for phrase in Phrase} <= set(PHRASE)
    buttons = re.search(r"const CODES = (\[.*?\]);", assets.text("js/phrases.js"), re.DOTALL)
    assert buttons
    assert json.loads(buttons[1]) == [*map(str, Phrase)]


def test_a_seat_says_only_so_much_in_half_a_minute(table: Table) -> None:
    for _ in range(MOST):
        say(table, 0)
    answer = sent(table, 0)
    refused(answer, 429, "rate_limited")
    assert 0 < int(answer.headers["Retry-After"]) <= 30
    say(table, 1)
    assert len(phrases_of(table)) == MOST + 1


def test_a_repeated_phrase_is_said_once(table: Table) -> None:
    key = str(uuid4())
    first = sent(table, 0, "sorry", Idempotency_Key=key)
    again = sent(table, 0, "sorry", Idempotency_Key=key)
    assert (expect(again, 201), again.headers["Idempotent-Replay"]) == (expect(first, 201), "true")
    assert len(phrases_of(table)) == 1
    refused(sent(table, 0, "hello", Idempotency_Key=key), 422, "idempotency_key_reused")


def test_only_seats_of_the_table_speak(api: Api, table: Table) -> None:
    refused(sent(table, None), 401, "unauthenticated")
    lupe = person(api)
    refused(lupe.post(f"{table.path}/phrases", {"phrase": "hello"}), 403, "forbidden")
    expect(table.post(0, {"type": "leave"}), 200)
    refused(sent(table, 0), 403, "forbidden")


def test_phrases_of_a_private_table_are_for_its_seats(api: Api) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"], "visibility": "private"}
    made = expect(api.post(body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    spoken = say(table, 0)
    assert phrases_of(table, 0) == [spoken]
    refused(table.get("/phrases"), 404, "not_found")


def test_people_talk_on_after_the_game(api: Api) -> None:
    table = api.table("me greedy")
    table.play(seed=3)
    spoken = say(table, 0, "good_game")
    assert phrases_of(table) == [spoken]
