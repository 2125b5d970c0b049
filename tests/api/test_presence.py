"""Connected seats of a table: kept by the event streams of the seats, and sent beside the log."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from app.api.parts import ApiParts
from app.service.presence import SharedPresence
from app.store.errors import StoreFailure, StoreUnavailable
from app.store.keys import GameId
from app.store.presence import EXPIRY_MS, Presence
from tests.api.helpers import Api, Table, expect, process_of, refused
from tests.api.player_requests import person
from tests.api.streaming import NDJSON, READERS, SSE, Thing
from tests.service.helpers import KEYS

TOLD = "?presence=1&after=100"
FORMS = pytest.mark.parametrize("form", [SSE, NDJSON])


@pytest.fixture
def table(api: Api) -> Table:
    """A game of three seats, two of them persons, in a process for which a closed stream is gone at once."""
    table = api.table("me open greedy", "mexican-3")
    return elsewhere(table)


def elsewhere(table: Table, expiry_ms: int = EXPIRY_MS) -> Table:
    """The same game at another process of the service."""
    api = table.api
    parts = ApiParts(api.settings, KEYS, api.redis)
    presence = SharedPresence(Presence(api.redis, expiry_ms, grace_ms=0))
    parts.service = replace(parts.service, presence=presence)
    return Table(replace(api, app=process_of(parts), parts=parts), table.id, table.tokens)


class Stream:
    """An open stream of the events of a game."""

    def __init__(self, table: Table, seat: int | None, query: str = TOLD, form: str = NDJSON) -> None:
        headers = table.headers(seat, {"Accept": form})
        self.response = table.api.client.get(f"{table.path}/events{query}", headers=headers, buffered=False)
        assert self.response.status_code == 200, self.response.text
        self.things: Iterator[Thing] = READERS[form](self.response.iter_encoded())

    def until(self, seats: list[int]) -> Thing:
        """Return the first message that names exactly these seats."""
        for thing in self.things:
            if thing.json.get("connected") == seats:
                return thing
        raise AssertionError("the stream has ended")

    def in_background(self) -> None:
        """Read on, as a client does."""
        threading.Thread(target=lambda: list(self.things), daemon=True).start()


def connected(table: Table, seat: int | None = None) -> list[int]:
    answer = table.get("/presence", seat)
    assert answer.headers["Cache-Control"] == "no-store"
    body = expect(answer, 200)
    assert (set(body), body["game"]) == ({"game", "connected"}, table.id)
    seats = body["connected"]
    assert isinstance(seats, list)
    return seats


@FORMS
def test_streams_tell_who_comes_and_who_goes(table: Table, form: str) -> None:
    assert connected(table) == []
    spectator = Stream(table, None, form=form)
    presence = spectator.until([])
    assert (presence.name, presence.mark) == ("presence", None)
    own = Stream(table, 1, form=form)
    own.until([1])
    spectator.until([1])
    other = Stream(table, 0, form=form)
    other.until([0, 1])
    own.until([0, 1])
    spectator.until([0, 1])
    assert connected(table) == connected(table, 0) == [0, 1]
    other.response.close()
    own.until([1])
    spectator.until([1])


def test_any_stream_of_a_seat_keeps_it_connected(table: Table) -> None:
    plain = Stream(table, 0, "?after=0")
    assert next(plain.things).json["ply"] == 1
    plain.in_background()
    Stream(table, None).until([0])


def test_a_seat_stays_connected_while_another_process_has_a_stream_of_it(table: Table) -> None:
    spectator, first = Stream(table, None), Stream(table, 0)
    first.until([0])
    second = Stream(elsewhere(table), 0)
    second.until([0])
    first.response.close()
    third = Stream(table, 1)
    third.until([0, 1])
    spectator.until([0, 1])
    assert connected(table) == [0, 1]


def test_a_stream_that_is_no_longer_kept_expires(table: Table) -> None:
    Presence(table.api.redis, 1_000).keep(GameId(table.id), 1, "process that was killed")
    spectator = Stream(elsewhere(table, 400), None)
    spectator.until([1])
    spectator.until([])


def test_presence_leaves_log_views_and_tags_as_they_are(table: Table) -> None:
    def seen() -> list[tuple[bytes, str | None]]:
        answers = [table.get(rest, seat) for rest in ("", "/events", "/head") for seat in (None, 0)]
        return [(answer.data, answer.headers.get("ETag")) for answer in answers]

    before = seen()
    stream = Stream(table, 0)
    stream.until([0])
    assert seen() == before
    stream.response.close()
    spectator = Stream(table, None)
    spectator.until([])
    assert seen() == before


def test_without_asking_a_stream_has_entries_alone(table: Table) -> None:
    stream = Stream(table, 0, "?after=0")
    last = table.view()["ply"]
    assert [next(stream.things).json["ply"] for _ in range(last)] == list(range(1, last + 1))
    Stream(table, 1).until([1])
    seat = table.asked() or 0
    expect(table.post(seat, table.moves(seat)[0]), 200)
    assert next(stream.things).json["ply"] == last + 1


def test_a_game_that_is_over_connects_nobody(api: Api) -> None:
    table = api.table("me greedy")
    table.play(seed=3)
    stream = Stream(table, 0, "?presence=1")
    assert {thing.name for thing in stream.things} == {"entry", "end"}
    assert connected(table) == []


def test_only_those_who_may_see_the_table_learn_who_is_there(api: Api) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"], "visibility": "private"}
    made = expect(api.post(body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    assert connected(table, 0) == []
    refused(table.get("/presence"), 404, "not_found")
    refused(person(api).get(f"{table.path}/presence"), 404, "not_found")
    refused(table.get("/events?presence=maybe", 0, Accept=NDJSON), 422, "validation_failed")


def test_the_entries_go_on_where_presence_cannot_be_kept(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*rest: object) -> None:
        raise StoreUnavailable("away", StoreFailure.AWAY)

    monkeypatch.setattr(Presence, "_connected", away)
    stream = Stream(table, 0, "?presence=1")
    last = table.view()["ply"]
    assert [next(stream.things).json["ply"] for _ in range(last)] == list(range(1, last + 1))
    stream.response.close()
