"""The log over HTTP: pages, proofs, hidden parts of a seat, and long polling."""

import threading
from hashlib import sha256
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.conquian.commands import Pass
from app.store.keys import GameId
from tests.api.helpers import Api, Json, Table, expect, refused

LONG = 25


@pytest.fixture
def table(api: Api) -> Table:
    """A game of two persons in its first turns."""
    table = api.table("me open", "mexican-2")
    table.play(seed=1, plies=6)
    return table


def page(table: Table, query: str, seat: int | None = None) -> Json:
    return expect(table.get(f"/events{query}", seat), 200)


def test_pages_of_any_size_give_the_same_log(table: Table) -> None:
    whole = page(table, "")["events"]
    for size in (1, 2, 3, 200):
        after, events = 0, []
        while after < len(whole):
            part = page(table, f"?after={after}&limit={size}")
            assert len(part["events"]) <= size
            events += part["events"]
            after = part["next"]
        assert events == whole


def test_a_page_after_the_end_is_empty_and_keeps_its_cursor(table: Table) -> None:
    last = table.view()["ply"]
    for after in (last, last + 1, 10**15):
        empty = page(table, f"?after={after}")
        assert (empty["events"], empty["next"], empty["ply"]) == ([], after, last)


def test_every_reader_gets_the_same_public_bytes_and_they_make_the_digests(table: Table) -> None:
    raw = [table.get("/events", seat).data for seat in (None, 0, 1)]
    digest, publics = bytes(32), []
    for entry in api_entries(table):
        digest = sha256(digest + entry.public).digest()
        assert entry.digest == digest
        publics.append(entry.public)
    for body in raw:
        assert all(public in body for public in publics)


def api_entries(table: Table) -> Any:
    return table.api.games.entries(GameId(table.id), 0)


def test_a_seat_can_check_the_seal_of_each_of_its_parts(table: Table) -> None:
    for seat in (0, 1):
        checked = 0
        for row, entry in zip(page(table, "", seat)["events"], api_entries(table), strict=True):
            seals = dict(row["public"]["seals"])
            assert ("own" in row) == (seat in seals)
            if "own" in row:
                part = next(one for one in entry.parts if one.audience == seat)
                assert row["own"]["audience"] == seat
                assert part.body in table.get("/events", seat).data
                assert sha256(bytes.fromhex(row["own"]["salt"]) + part.body).hexdigest() == seals[seat]
                checked += 1
        assert checked >= 2
    assert not any("own" in row for row in page(table, "")["events"])


@pytest.mark.parametrize(
    "query",
    ["?after=-1", "?after=1.5", "?limit=0", "?limit=201", "?wait=26", "?wait=-1", "?wait=x", "?after="],
)
def test_a_query_out_of_bounds_is_invalid(table: Table, query: str) -> None:
    problem = refused(table.get(f"/events{query}"), 422, "validation_failed")
    assert problem["errors"][0]["parameter"] == query[1:].partition("=")[0]


def test_unknown_and_repeated_parameters_are_refused(table: Table) -> None:
    refused(table.get("/events?afterwards=1"), 422, "unknown_field")
    refused(table.get("/events?after=1&after=2"), 400, "duplicate_key")
    refused(table.get("?after=1"), 422, "unknown_field")
    refused(table.get("/moves?expand=yes", 0), 422, "validation_failed")


def waiting(table: Table, query: str) -> tuple[threading.Thread, list[Json]]:
    """A reader that waits in a thread, and what it will be given."""
    answers: list[Json] = []
    thread = threading.Thread(target=lambda: answers.append(page(table, query)))
    thread.start()
    return thread, answers


def test_a_waiting_reader_gets_the_next_entry_long_before_the_timeout(table: Table) -> None:
    position = table.api.games.current(GameId(table.id))
    turn = position.table.hand.turn
    readers = [waiting(table, f"?after={position.ply}&wait={LONG}") for _ in range(3)]
    assert not any(answers for _, answers in readers)
    table.api.games.act(GameId(table.id), Seat(turn), Pass())
    for thread, answers in readers:
        thread.join(LONG / 2)
        assert not thread.is_alive()
        assert [entry["ply"] for entry in answers[0]["events"]] == [position.ply + 1]
        assert answers[0]["next"] == position.ply + 1


def test_an_entry_of_another_game_wakes_no_reader(table: Table) -> None:
    position = table.api.games.current(GameId(table.id))
    thread, answers = waiting(table, f"?after={position.ply}&wait=1")
    table.api.table("me open")
    thread.join()
    assert (answers[0]["events"], answers[0]["ply"]) == ([], position.ply)


def test_existing_entries_are_returned_without_waiting(table: Table) -> None:
    thread, answers = waiting(table, f"?after=1&wait={LONG}")
    thread.join(LONG / 2)
    assert not thread.is_alive()
    assert answers[0]["events"]


def test_a_reader_of_an_ended_game_does_not_wait(api: Api) -> None:
    table = api.table("me greedy")
    end = table.play(seed=3)
    thread, answers = waiting(table, f"?after={end['ply']}&wait={LONG}")
    thread.join(LONG / 2)
    assert not thread.is_alive()
    assert (answers[0]["events"], answers[0]["next"]) == ([], end["ply"])


def test_a_waiting_reader_gets_the_end_of_the_game_last(api: Api) -> None:
    table = api.table("me open", "north-american")
    position = api.games.current(GameId(table.id))
    thread, answers = waiting(table, f"?after={position.ply}&wait={LONG}")
    table.play(seed=3)
    thread.join(LONG / 2)
    (answer,) = answers
    assert answer["events"]
    rest = page(table, f"?after={answer['next']}&limit=200&wait={LONG}")
    assert [*answer["events"], *rest["events"]][-1]["public"]["events"][-1]["type"] == "game-ended"


def test_positions_of_a_running_game_show_no_more_than_was_seen(table: Table) -> None:
    last = table.view()["ply"]
    for ply in range(1, last + 1):
        for seat in (None, 0, 1):
            position = expect(table.get(f"/positions/{ply}", seat), 200)
            assert set(position) == {"ply", "view"}
            assert position["view"]["you"] == seat
            assert (position["view"]["hand"] is None) == (seat is None or ply < 3)


def test_a_running_game_has_no_record_and_an_audit_of_public_data(table: Table) -> None:
    problem = refused(table.get("/record", Accept="*/*"), 409, "not_before_end")
    assert problem["ply"] == table.view()["ply"]
    report = expect(table.get("/audit"), 200)
    assert (report["result"], report["scope"]) == ("incomplete", "public")


def test_a_ply_that_a_game_does_not_have_is_refused_with_how_many_it_has(api: Api) -> None:
    table = api.table("me open")
    count = expect(table.get("", 0), 200)["ply"]
    problem = refused(table.get("/positions/3000", 0), 404, "not_found")
    assert problem["detail"] == f"The game has {count} plies."
    problem = refused(table.get(f"/positions/{count}?seat=7", 0), 404, "not_found")
    assert problem["detail"] == "The game has 2 seats."
