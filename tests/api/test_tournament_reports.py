"""Tables and files of tournaments: no request reads a whole log, and a job makes each file once."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import compress

import orjson
import pytest

from app.service.tournaments import TournamentService
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.keys import parts_key
from app.store.tournament_parts import TournamentParts
from app.tournament.forecasts import gaps
from app.tournament.views import cross, pairings, table
from replays.archive.opening import open_archive
from replays.record.write import proof_line
from replays.tournaments.lookup import PAGE_BYTES
from replays.tournaments.record import body
from tests.api.helpers import Api, expect, refused
from tests.api.organising import (
    PATH,
    archived,
    begun,
    made,
    named,
    organiser,
    played,
    playing,
    reporter,
    whole,
)
from tests.closing import at_end
from tests.service.helpers import KEYS

TABLES = ("", "/standings", "/cross-table", "/games", "/pairings/1", "/events")
FILES = (
    "/export.json",
    "/export.csv",
    "/export.csv?what=standings",
    "/plots/ratings.svg",
    "/plots/seats.png",
)
ENDED = ("/record", "/audit")
EXPLAINED = "/pairings/1/explain"


def hall_of(api: Api) -> TournamentService:
    archive = open_archive(api.settings)
    at_end(archive.close)
    return TournamentService(
        ArchiveFallbackStore(api.redis, StorageCipher(KEYS.vault), archive), KEYS.tournament
    )


@contextmanager
def unread(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail every fold, audit and report of a tournament meanwhile."""

    def folded(*_: Any, **__: Any) -> Any:
        raise AssertionError("a request worked on all of a tournament")

    with monkeypatch.context() as patch:
        for place in ("app.service.aggregates.Aggregate.advance", "app.tournament.decide.evolve"):
            patch.setattr(place, folded)
        patch.setattr("replays.tournaments.reports.made", folded)
        patch.setattr("app.tournament.views.summary", folded)
        patch.setattr("app.service.tournaments.summary", folded)
        yield


def test_no_request_about_a_tournament_that_is_over_reads_all_of_it(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    paths = [*TABLES, *FILES, *ENDED, EXPLAINED]
    before = {rest: whole(api, where + rest).data for rest in paths}
    for away in (False, True):
        if away:
            archived(api)
            assert api.redis.keys("cq:*:g:t-*:ev") == []
        with unread(monkeypatch):
            for rest in paths:
                answer = api.client.get(where + rest)
                if rest in ENDED and away:
                    continue  # now it is proved by a checkpoint, too
                assert (answer.status_code, answer.data) == (200, before[rest]), rest
            (row,) = expect(api.client.get(PATH), 200)["tournaments"]
            assert (row["state"], row["played"], row["planned"]) == ("finished", 6, 6)


def test_no_request_about_a_tournament_that_runs_reads_all_of_it(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = begun(api, organiser(api), format={"type": "swiss", "rounds": 2})
    played(api, where)
    state = hall_of(api).current(named(where)).state
    assert not state.is_over
    with unread(monkeypatch):
        standings = expect(api.client.get(f"{where}/standings"), 200)
        crossed = expect(api.client.get(f"{where}/cross-table"), 200)
        tournament = expect(api.client.get(where), 200)
        paired = expect(api.client.get(f"{where}/pairings/2"), 200)
        games = expect(api.client.get(f"{where}/games"), 200)["games"]
        (row,) = expect(api.client.get(PATH), 200)["tournaments"]
        for rest in (*FILES, *ENDED):
            waits = api.client.get(where + rest)
            assert waits.headers["Retry-After"] == str(expect(waits, 202)["retry_after"])
            answer = expect(waits, 202)
            assert (answer["waits_for"], answer["played"]) == ("end", len(state.results))
    times = playing(api).filing.failures.times(state.id)
    assert standings == {**orjson.loads(orjson.dumps(table(state, times=times))), "ply": tournament["ply"]}
    timed = [row["time"] for row in standings["rows"] if row["time"]]
    assert all(one["decisions"] > 0 and one["median_ms"] <= one["p95_ms"] for one in timed)
    assert len(timed) >= 2
    assert [one["entrants"] for one in standings["neighbours"]] == [
        [gap.one, gap.other] for gap in gaps(state.manifest, state.played)
    ]
    assert crossed == {**orjson.loads(orjson.dumps(cross(state))), "ply": tournament["ply"]}
    assert paired == {**pairings(state, state.rounds[1]), "rounds": 2}
    assert [game["digest"] for game in games] == [
        state.results[fixture.number].digest if fixture.number in state.results else None
        for fixture in state.fixtures
    ]
    assert row["played"] == tournament["played"] == len(state.results)


def test_a_report_is_made_once_and_sent_compressed_with_a_tag(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    plain = whole(api, f"{where}/export.json")
    assert "Content-Encoding" not in plain.headers
    packed = api.client.get(f"{where}/export.json", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for answer, accepted in ((plain, "identity"), (packed, "gzip")):
        seen = {"If-None-Match": answer.headers["ETag"], "Accept-Encoding": accepted}
        again = api.client.get(f"{where}/export.json", headers=seen)
        assert (again.status_code, again.data) == (304, b"")
    head = api.client.head(f"{where}/export.json")
    assert (head.data, head.content_length) == (b"", len(plain.data))
    with unread(monkeypatch):
        reporter(api).parts.want(named(where), "export.json")
    reporter(api)(named(where))
    assert reporter(api).parts.wanted(named(where)) == []


def test_the_record_is_the_log_with_its_proof_also_compressed(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    plain = whole(api, f"{where}/record")
    packed = api.client.get(f"{where}/record", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain.data
    assert packed.content_length == len(packed.data)
    entries = hall_of(api).entries(named(where))
    lines = b"".join(body(entries))
    assert plain.data == lines + proof_line(reporter(api).prove(entries))


def test_an_incomplete_report_of_an_interrupted_job_is_made_again(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    before = whole(api, f"{where}/export.json").data
    files = api.settings.archive
    for path in Path(files, "reports").rglob("*"):
        if path.is_file():
            path.with_name(f"{path.name}.0a1b2c3d.draft").write_bytes(b"half")
            path.unlink()
    assert whole(api, f"{where}/export.json").data == before


def test_tournaments_of_an_earlier_version_are_summed_up_on_request(api: Api) -> None:
    lupe = organiser(api)
    over, runs = begun(api, lupe), begun(api, lupe, name="Liga", format={"type": "swiss", "rounds": 2})
    played(api, over)
    played(api, runs)
    answers = {rest: whole(api, over + rest).data for rest in ("", "/standings", "/games")}
    listed = expect(api.client.get(PATH), 200)
    for key in (*api.redis.keys("cq:*:parts"), *api.redis.keys("cq:*:sum")):
        api.redis.delete(key)
    for key in api.redis.keys("cq:*:g:t-*:st"):
        api.redis.hdel(key, "l")
    for path in Path(api.settings.archive, "reports").rglob("*"):
        if path.is_file():
            path.unlink()
    empty = expect(api.client.get(PATH), 200)
    assert (empty["tournaments"], empty["summing_up"]) == ([], 2)
    for where in (over, runs):
        assert expect(api.client.get(where), 202)["state"] is None
        assert made(api, where).status_code == 200
    assert expect(api.client.get(PATH), 200) == listed
    assert {rest: whole(api, over + rest).data for rest in answers} == answers
    assert expect(api.client.get(f"{runs}/standings"), 200)["provisional"]


def test_parts_are_updated_from_new_entries_even_if_a_job_dies(api: Api) -> None:
    where = begun(api, organiser(api), format={"type": "swiss", "rounds": 3})
    job = playing(api)
    job.projector.parts.drop(named(where))  # type: ignore[union-attr]
    blind = replace(playing(api), projector=None)
    blind(named(where))  # played, and killed before it was shown
    played(api, where)
    state = hall_of(api).current(named(where)).state
    games = expect(whole(api, f"{where}/games"), 200)["games"]
    assert [game["ending"] is not None for game in games] == [
        fixture.number in state.results for fixture in state.fixtures
    ]
    stale = TournamentParts(api.redis)
    assert not stale.advance(named(where), 1, 2, {"games/0": b"[]"})
    assert expect(api.client.get(f"{where}/games"), 200)["games"] == games


def test_tables_of_a_running_tournament_from_an_earlier_version_are_rebuilt(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe)
    expect(lupe.post(f"{where}/pause"), 200)
    standings = expect(made(api, f"{where}/standings"), 200)
    old = {name: value for name, value in standings.items() if name != "neighbours"}
    key = parts_key(named(where))
    api.redis.hset(key, mapping={"standings": compress(orjson.dumps(old)), "t2": "2 1 1"})
    api.redis.hdel(key, "t3")
    assert expect(made(api, f"{where}/standings"), 200) == standings


def test_a_part_that_the_store_has_lost_is_waited_for(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe)
    expect(lupe.post(f"{where}/pause"), 200)
    parts = {"standings": "/standings", "cross": "/cross-table", "rounds/1": "/pairings/1"}
    expect(made(api, f"{where}/standings"), 200)
    for path in parts.values():
        expect(api.client.get(where + path), 200)
    assert api.redis.hdel(parts_key(named(where)), *parts) == len(parts)
    for path in parts.values():
        waits = expect(api.client.get(where + path), 202)
        assert (waits["waits_for"], waits["state"]) == ("worker", "paused")


def test_tables_of_an_ended_tournament_are_current(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe, format={"type": "swiss", "rounds": 3})
    played(api, where)
    assert expect(api.client.get(f"{where}/standings"), 200)["provisional"]
    expect(lupe.post(f"{where}/abort"), 200)
    assert expect(api.client.get(f"{where}/standings"), 202)["state"] == "aborted"
    assert expect(made(api, f"{where}/standings"), 200)["rows"][0]["open"] is not None
    assert expect(api.client.get(where), 200)["seeds"]


def test_a_page_of_the_log_is_limited_in_bytes_and_returns_a_cursor(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = begun(api, organiser(api), format={"type": "swiss", "rounds": 3})
    for _ in range(4):
        played(api, where)
    every = expect(api.client.get(f"{where}/events"), 200)["events"]
    assert len(every) > 2
    assert PAGE_BYTES < 1 << 20
    monkeypatch.setattr("replays.tournaments.lookup.PAGE_BYTES", 1)
    monkeypatch.setattr("replays.tournaments.lookup._AT_ONCE", 1)
    for away in (False, True):
        if away:
            whole(api, f"{where}/record")
            archived(api)
        events, path = [], f"{where}/events?limit=2"
        while path:
            answer = api.client.get(path)
            page = expect(answer, 200)
            assert len(page["events"]) == 1
            events += page["events"]
            path = answer.headers["Link"].split(">")[0][1:] if "Link" in answer.headers else ""
        assert events == every
        lines = api.client.get(f"{where}/events", headers={"Accept": "application/x-ndjson"}).text
        assert [orjson.loads(line) for line in lines.splitlines() if line][:-1] == every


def test_an_archived_tournament_is_not_moved_on(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe)
    played(api, where)
    reporter(api)(named(where))
    archived(api)
    refused(lupe.post(f"{where}/abort"), 409, "tournament_over")
    assert expect(api.client.get(where), 200)["state"] == "finished"
