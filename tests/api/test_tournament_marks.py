"""Marks of disputes and contradicted receipts on the tables and files of tournaments."""

import csv
from dataclasses import replace
from io import StringIO
from pathlib import Path

import orjson
from click.testing import CliRunner

from app.cli.replay.commands import audit
from app.service.signing import receipt
from app.store.tournament_parts import TournamentParts
from replays.archive.opening import open_archive
from replays.disputes.commands import Accept
from replays.disputes.marks import Marking
from replays.record.receipts import KEYS_PATH
from replays.tournaments.marks import marking_in
from replays.tournaments.playing import game_id
from replays.tournaments.reports import FOLDER, VERSION
from tests.api.disputing import dispute, dispute_service, finish, say
from tests.api.helpers import Api, Table, expect
from tests.api.organising import (
    begun,
    made,
    named,
    organiser,
    played,
    reporter,
    whole,
)
from tests.closing import at_end
from tests.loopback import on_loopback
from tests.service.helpers import table_for


def seated(api: Api, where: str) -> Table:
    """A game of persons that says it is the first of a tournament, played to its end."""
    game = game_id(named(where), 1)
    plan = table_for("person open", "mexican-2", game=game)
    api.games.create(replace(plan, tournament={"tournament": named(where), "fixture": 1, "deck": 1}), None)
    table = api.adopt(game, [0])
    table.sit()
    finish(api, table)
    return table


def test_an_open_dispute_marks_the_table_until_it_is_over(api: Api) -> None:
    robo = organiser(api, "Robo")
    entrants = [{"name": "ana", "bot": "random"}, {"name": "robo", "player": robo.id}]
    where = begun(api, organiser(api), entrants=entrants)
    made(api, f"{where}/standings")
    table = seated(api, where)

    def disputed() -> list[int]:
        return [row["disputed"] for row in expect(api.client.get(f"{where}/standings"), 200)["rows"]]

    assert disputed() == [0, 0]
    opened = expect(dispute(table, 0), 201)["dispute"]
    assert disputed() == [1, 1]
    TournamentParts(api.redis).settled(
        named(where), 1, opened
    )  # as one of an earlier version, which noted nothing
    assert disputed() == [0, 0]
    dispute_service(api, contest=TournamentParts(api.redis).contest).settle(opened)
    assert disputed() == [1, 1]
    expect(say(table, opened, 0, "withdraw"), 200)
    assert disputed() == [0, 0]
    assert TournamentParts(api.redis).contested(named(where)) == []


def contradicted(api: Api, game: str, ply: int) -> None:
    """The service has been shown a receipt of its own that the log of `game` contradicts."""
    statement = receipt(api.parts.ring, game, ply, b"\x01" * 32, 1_790_000_000_000)
    assert expect(api.client.post(f"/v1/games/{game}/receipts", json=statement), 200)["consistent"] is False


def test_a_contradicted_receipt_has_the_reports_of_its_tournament_made_again(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    tables = ("/export.json", "/export.csv", "/export.csv?what=standings", "/audit")
    before = {path: made(api, f"{where}{path}") for path in tables}
    record = api.client.get(f"{where}/record")
    assert expect(before["/audit"], 200)["result"] != "findings"
    assert "Link" not in record.headers
    game = game_id(named(where), 2)
    contradicted(api, game, 4)
    for path in tables:  # what is stored no longer holds, and no request makes it
        assert expect(api.client.get(f"{where}{path}"), 202)["waits_for"] == "worker"
    reporter(api)(named(where))
    after = {path: api.client.get(f"{where}{path}") for path in tables}
    audited = expect(after["/audit"], 200)
    (finding,) = audited["findings"]
    assert (audited["result"], finding["cause"]) == ("findings", "two_signatures")
    sentence = "of the game of fixture 2 the service has signed two different entries for ply 4"
    assert (finding["detail"], finding["evidence"]["game"]) == (sentence, game)
    assert finding["evidence"]["receipts"] == api.client.get(f"/v1/games/{game}/receipts").get_json()
    (mark,) = audited["games"]
    assert (mark["fixture"], mark["game"], len(mark["contradictions"])) == (2, game, 1)
    games = expect(after["/export.json"], 200)["games"]
    marked = {one["fixture"]: one["contradictions"] for one in games if "contradictions" in one}
    assert marked == {2: mark["contradictions"]}
    lines = list(csv.DictReader(StringIO(after["/export.csv"].text)))
    assert {line["fixture"]: line["marks"] for line in lines if line["marks"]} == {"2": "contradicted"}
    assert all(after[path].headers["ETag"] != before[path].headers["ETag"] for path in tables)
    same = api.client.get(f"{where}/record")
    assert (same.data, same.headers["ETag"]) == (record.data, record.headers["ETag"])
    assert same.headers["Link"].startswith(f'<{where}/audit>; rel="related"')


def test_the_list_of_games_shows_the_marks_of_each_game(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    before = api.client.get(f"{where}/games")
    tag = before.headers["ETag"]
    assert not any({"contradictions", "disputes"} & set(one) for one in expect(before, 200)["games"])
    game = game_id(named(where), 2)
    contradicted(api, game, 4)
    after = api.client.get(f"{where}/games", headers={"If-None-Match": tag})
    marked = {one["fixture"]: one for one in expect(after, 200)["games"] if "contradictions" in one}
    assert list(marked) == [2]
    view = expect(api.client.get(f"/v1/games/{game}"), 200)
    assert marked[2]["contradictions"] == view["contradictions"]
    again = api.client.get(f"{where}/games", headers={"If-None-Match": after.headers["ETag"]})
    assert again.status_code == 304


def test_the_audit_of_a_tournament_by_its_id_finds_the_contradicted_receipts_of_its_games(
    api: Api, tmp_path: Path
) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    (tmp_path / "keys.json").write_bytes(api.client.get(KEYS_PATH).data)
    record = whole(api, f"{where}/record").data
    game = game_id(named(where), 2)
    contradicted(api, game, 4)
    line = ["--keys", str(tmp_path / "keys.json")]
    with on_loopback(api.app) as url:
        result = CliRunner().invoke(audit, [named(where), *line, "--url", url, "--json"])
        audited = CliRunner().invoke(audit, [named(where), *line, "--url", url])
    (wrong,) = orjson.loads(result.stdout)["wrong"]
    assert (result.exit_code, wrong["game"]) == (1, game)
    assert [finding["cause"] for finding in wrong["findings"]] == ["contradiction", "two_signatures"]
    counts = "clean games: 5; incomplete: 0; with findings: 1"
    lines = audited.stdout.splitlines()
    assert audited.stdout.count("No checkpoint covers it") == 1  # that of the tournament, not the game
    assert (audited.exit_code, lines[0], lines[-1]) == (1, counts, counts)
    (tmp_path / "cup.jsonl").write_bytes(record)
    assert CliRunner().invoke(audit, [str(tmp_path / "cup.jsonl"), *line]).exit_code == 3  # it asks nobody


def test_a_worker_rebuilds_stored_reports_before_a_request(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    made(api, f"{where}/export.csv")
    for ply, count in ((4, 1), (5, 2)):
        contradicted(api, game_id(named(where), 1), ply)
        reporter(api)(named(where))
        lines = list(csv.DictReader(StringIO(api.client.get(f"{where}/export.csv").text)))
        assert lines[0]["marks"] == "contradicted"
        assert len(list(_stored(api, where, "games.csv"))) == 1 + count  # one for each state of the marks
    assert not list(_stored(api, where, "export.json"))  # which nobody has asked for


def _stored(api: Api, where: str, name: str) -> list[str]:
    """The files of a report, with whatever marks, but for their compressed copies."""
    archive = open_archive(api.settings)
    at_end(archive.close)
    names = (path.rpartition("/")[2] for path in archive.files.names(f"{FOLDER}/{VERSION}/{named(where)}"))
    return [one for one in names if one.startswith(name) and not one.endswith(".gz")]


def test_a_dispute_about_a_game_has_its_tournament_made_again_whenever_it_moves_on(api: Api) -> None:
    where = begun(api, organiser(api))
    table = seated(api, where)
    asked: list[str] = []
    desk = dispute_service(api, contest=TournamentParts(api.redis).contest, remake=asked.append)
    opened = expect(dispute(table, 0, "illegal_move"), 201)["dispute"]
    assert api.games.store.marked.of(named(where)) == [table.id]
    desk.settle(opened)
    assert asked == [named(where)]
    game = game_id(named(where), 1)
    marks = marking_in(api.games.store.marked, Marking(desk, api.games.store))
    judged = marks(named(where))
    assert (set(judged.by_game), set(judged.in_dispute)) == ({game}, {game})
    desk.act(opened, "seat:0", Accept(), None, None)
    desk.act(opened, "seat:1", Accept(), None, None)
    over = marks(named(where))
    assert asked == [named(where)] * 3
    assert (over.in_dispute, over.tag == judged.tag) == (frozenset(), False)
