"""Tournaments over HTTP: created, followed, controlled, and public."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

from app.bots.roster import BOTS
from app.cli.replay.commands import audit
from app.store.keys import GameId
from tests.api.helpers import Api, Json, expect, refused
from tests.api.organising import PATH, begun, made, manifest, organiser, played, playing
from tests.api.player_requests import person
from tests.tournament.test_waiting import full


def test_an_organiser_begins_a_tournament_and_the_same_manifest_shows_it(api: Api) -> None:
    lupe = organiser(api)
    made = expect(lupe.post(PATH, manifest()), 201)
    assert (made["state"], made["played"], made["planned"]) == ("running", 0, 6)
    again = lupe.post(PATH, manifest())
    assert expect(again, 201)["tournament"] == made["tournament"]
    assert again.headers["Idempotent-Replay"] == "true"
    listed = expect(api.client.get(PATH), 200)["tournaments"]
    assert [row["tournament"] for row in listed] == [made["tournament"]]


def test_every_process_reports_that_the_archive_is_full(api: Api) -> None:
    where = begun(api, organiser(api))
    before = api.client.get(where)
    assert expect(before, 200)["waits_for"] is None
    playing(api, full([0]))(GameId(Path(where).name))
    seen = {"If-None-Match": before.headers["ETag"]}
    waits = api.client.get(where, headers=seen)
    answer = expect(waits, 200)
    assert (answer["state"], answer["waits_for"]) == ("running", "archive")
    played(api, where)
    after = api.client.get(where, headers={"If-None-Match": waits.headers["ETag"]})
    assert expect(after, 200)["waits_for"] is None


def test_the_list_reports_what_each_tournament_waits_for(api: Api) -> None:
    lupe = organiser(api)
    stuck, other = begun(api, lupe), begun(api, lupe, name="Liga")

    def listed() -> dict[str, str | None]:
        rows = expect(api.client.get(PATH), 200)["tournaments"]
        return {f"{PATH}/{row['tournament']}": row["waits_for"] for row in rows}

    assert listed() == {stuck: None, other: None}
    playing(api, full([0]))(GameId(Path(stuck).name))
    assert listed() == {stuck: "archive", other: None}
    played(api, stuck)
    assert listed() == {stuck: None, other: None}


def test_a_key_without_the_scope_to_organise_creates_no_tournament(api: Api) -> None:
    refused(api.client.post(PATH, json=manifest()), 401, "unauthenticated")
    refused(person(api).post(PATH, manifest()), 403, "scope_missing")


def test_all_faults_of_a_manifest_are_reported_at_once(api: Api) -> None:
    wrong = manifest(name="", variant="north-american", x=1)
    wrong["entrants"][1] = {"name": "beto", "bot": "nobody"}
    answer = refused(organiser(api).post(PATH, wrong), 422, "manifest_value")
    assert [(error["code"], error["pointer"]) for error in answer["errors"]] == [
        ("manifest_value", "/name"),
        ("manifest_member_unknown", "/x"),
    ]
    assert "decks_per_pairing" in answer["errors"][1]["allowed"]
    assert (
        answer["detail"]
        == "/name: It must be a name of 1 to 40 visible characters, and is a text of 0 characters."
    )


COMMAND = "a list of 1 to 50 texts, the program and its arguments"


def test_a_refused_value_of_a_manifest_is_named_with_the_allowed_values(api: Api) -> None:
    body = manifest(decks_per_pairing="many")
    body["entrants"][1] = {"name": "beto", "command": "./bot --fast"}
    answer = refused(organiser(api).post(PATH, body), 422, "manifest_value")
    assert [(error["pointer"], error["detail"]) for error in answer["errors"]] == [
        ("/decks_per_pairing", "It must be an integer from 1 to 1000000, and is a text of 4 characters."),
        (
            "/entrants/1/command",
            f"It must be {COMMAND}, and is a text of 12 characters.",
        ),
    ]
    spanish = organiser(api).post(PATH, body, Accept_Language="es").get_json()
    assert spanish["detail"].startswith("/decks_per_pairing: Tiene que ")
    assert "50 textos" in spanish["errors"][1]["detail"]


@pytest.mark.parametrize(
    ("language", "detail"),
    [
        ("en", "/decks: Leave out what a manifest, or a format of this kind, does not have."),
        ("fr", "/decks: Retirez ce qu'un manifeste, ou un format de ce genre, n'a pas."),
    ],
)
def test_an_unknown_member_of_a_manifest_is_named(api: Api, language: str, detail: str) -> None:
    answer = organiser(api).post(PATH, manifest(decks=3), Accept_Language=language).get_json()
    assert answer["detail"] == detail


@pytest.mark.parametrize(
    ("entrant", "code"),
    [
        ({"name": "beto", "bot": "nobody"}, "entrant_unknown_bot"),
        ({"name": "beto", "python": "bot.py:Bot"}, "entrant_local_only"),
        ({"name": "beto", "command": ["./bot"]}, "entrant_local_only"),
        ({"name": "beto", "player": "p-000000000000000000000000"}, "player_unknown"),
        ({"name": "beto", "bot": "greedy", "nodes": 5, "milliseconds": 5}, "manifest_engine"),
    ],
)
def test_an_entrant_that_cannot_play_here_is_refused(api: Api, entrant: Json, code: str) -> None:
    body = manifest()
    body["entrants"][1] = entrant
    refused(organiser(api).post(PATH, body), 422, code)


def test_played_games_appear_in_standings_cross_table_games_and_records(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    tournament = expect(api.client.get(where), 200)
    assert (tournament["state"], tournament["played"], tournament["ply"]) == ("finished", 6, 2)
    assert len(tournament["seeds"]["deck_seed"]) == 64
    table = expect(api.client.get(f"{where}/standings"), 200)
    assert not table["provisional"]
    assert sum(row["points"] for row in table["rows"]) == 6
    assert [row["games"] for row in table["rows"]] == [4, 4, 4]
    cells = expect(api.client.get(f"{where}/cross-table"), 200)["rows"]
    assert [[cell and cell["games"] for cell in row] for row in cells] == [
        [None, 2, 2],
        [2, None, 2],
        [2, 2, None],
    ]
    listed = expect(api.client.get(f"{where}/games?limit=4"), 200)
    assert (len(listed["games"]), listed["next"]) == (4, 4)
    rest = expect(api.client.get(f"{where}/games?cursor=4"), 200)
    assert [game["fixture"] for game in rest["games"]] == [5, 6]
    for one in (*listed["games"], *rest["games"]):
        assert expect(api.client.get(f"/v1/games/{one['game']}/audit"), 200)["findings"] == []
        record = api.client.get(f"/v1/games/{one['game']}/record")
        assert record.status_code == 200
        assert one["digest"] in record.text
        head = expect(api.client.get(f"/v1/games/{one['game']}/head"), 200)["receipt"]
        assert (head["digest"], head["ply"]) == (one["digest"], one["plies"])
        assert api.client.get(f"/v1/games/{one['game']}/positions/3").status_code == 200
    answer = expect(api.client.get("/v1/games?status=finished&bot=ana"), 200)["games"]
    assert len(answer) == 4


def test_every_pairing_names_the_entrants_and_the_reason(api: Api) -> None:
    where = begun(api, organiser(api))
    answer = expect(made(api, f"{where}/pairings/1"), 200)
    assert sorted(entrant for pairing in answer["pairings"] for entrant in pairing["entrants"]) == [0, 1, 2]
    why = expect(made(api, f"{where}/pairings/1/explain?lang=es"), 200)
    assert {reason["rule"] for reason in why["reasons"]} == {"circle", "circle_bye"}
    assert all(set(reason["text"]) == {"es"} for reason in why["reasons"])
    for number in (0, 4):
        refused(api.client.get(f"{where}/pairings/{number}"), 404, "not_found")


def test_a_tournament_is_paused_resumed_and_aborted_by_its_organiser_alone(api: Api) -> None:
    lupe, luis = organiser(api), organiser(api, "Luis")
    where = begun(api, lupe)
    refused(luis.post(f"{where}/pause"), 403, "forbidden")
    assert expect(lupe.post(f"{where}/pause"), 200)["state"] == "paused"
    refused(lupe.post(f"{where}/pause"), 409, "already_paused")
    assert expect(lupe.post(f"{where}/resume"), 200)["state"] == "running"
    refused(lupe.post(f"{where}/resume"), 409, "not_paused")
    over = expect(lupe.post(f"{where}/abort"), 200)
    assert over["state"] == "aborted"
    assert over["seeds"]
    refused(lupe.post(f"{where}/resume"), 409, "tournament_over")


def test_an_organiser_adjudicates_games_and_takes_entrants_out(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe)
    adjudication = {"fixture": 1, "balances": [3, -3], "text": "No power."}
    expect(lupe.post(f"{where}/adjudications", adjudication), 200)
    refused(lupe.post(f"{where}/adjudications", adjudication), 409, "fixture_over")
    first = expect(made(api, f"{where}/games?limit=1"), 200)["games"][0]
    assert (first["ending"], first["balances"], first["text"]) == ("adjudicated", [3, -3], "No power.")
    expect(lupe.post(f"{where}/forfeits", {"entrant": 0, "text": "Went home."}), 200)
    refused(lupe.post(f"{where}/forfeits", {"entrant": 0, "text": "x"}), 409, "entrant_out")
    played(api, where)
    table = expect(api.client.get(f"{where}/standings"), 200)
    rows = table["rows"]
    games = expect(api.client.get(f"{where}/games"), 200)["games"]
    assert table["unrated"] == sum(game["ending"] == "walkover" for game in games) >= 2
    ana = next(row for row in rows if row["entrant"] == 0)
    assert ana["forfeits"] >= 2


def test_the_log_is_followed_in_pages_and_as_a_stream_without_its_seeds(api: Api) -> None:
    where = begun(api, organiser(api), deck_seed="c7" * 32)
    assert "c7c7" not in api.client.get(f"{where}/events").text
    assert expect(api.client.get(where), 200)["organiser_seeded"]
    played(api, where)
    page = expect(api.client.get(f"{where}/events"), 200)
    assert [entry["ply"] for entry in page["events"]] == [1, 2]
    assert expect(api.client.get(f"{where}/events?after=1&limit=1"), 200)["next"] == 2
    lines = api.client.get(f"{where}/events", headers={"Accept": "application/x-ndjson"}).text
    streamed = [orjson.loads(line) for line in lines.splitlines() if line]
    assert streamed[:2] == page["events"]
    assert streamed[2] == {"end": "finished", "ply": 2}


def test_the_record_of_a_tournament_is_served_at_its_end_and_audits_offline(api: Api, tmp_path: Path) -> None:
    where = begun(api, organiser(api))
    assert expect(api.client.get(f"{where}/record"), 202)["waits_for"] == "end"
    played(api, where)
    expect(made(api, f"{where}/audit"), 202)  # it is proved where the record ends
    report = expect(made(api, f"{where}/audit"), 200)
    name = where.rsplit("/", 1)[1]
    assert (report["findings"], report["tournament"], "game" in report) == ([], name, False)
    assert (report["clean"], report["result"], report["not_checked"]) == (False, "incomplete", ["checkpoint"])
    (tmp_path / "cup.jsonl").write_bytes(api.client.get(f"{where}/record").data)
    for row in expect(api.client.get(f"{where}/games"), 200)["games"]:
        lines = api.client.get(f"/v1/games/{row['game']}/record").data
        (tmp_path / f"{row['game']}.jsonl").write_bytes(lines)
    line = [str(tmp_path / "cup.jsonl"), "--games", str(tmp_path), "--json"]
    result = CliRunner().invoke(audit, line)
    output = orjson.loads(result.output)
    assert (result.exit_code, output["result"], output["games"], output["wrong"]) == (3, "incomplete", 6, [])
    assert output["incomplete"] == 6  # without a list of keys
    assert (output["tournament"]["tournament"], "game" in output["tournament"]) == (name, False)
    assert (
        "partidas sin tacha: 0; incompletas: 6; con hallazgos: 0"
        in CliRunner().invoke(audit, [*line[:-1], "--lang", "es"]).output
    )
    audited = CliRunner().invoke(audit, line[:-1])
    assert "clean games: 0; incomplete: 6; with findings: 0" in audited.output
    assert "Each game was played on the deck that the seed gives" in audited.output
    alone = CliRunner().invoke(audit, line[:1])
    assert (alone.exit_code, "of which nothing is said: 6." in alone.output) == (3, True)
    assert "games whose records are not there" in alone.output.splitlines()[1]
    game = tmp_path / f"{row['game']}.jsonl"
    game.write_bytes(game.read_bytes().replace(b'"deck":3', b'"deck":2'))
    assert CliRunner().invoke(audit, line).exit_code == 1


def test_an_unknown_tournament_is_not_found(api: Api) -> None:
    for rest in ("", "/standings", "/events", "/games"):
        refused(api.client.get(f"{PATH}/t-000000000000000000000000{rest}"), 404, "not_found")


def test_every_bot_can_be_an_entrant(api: Api) -> None:
    entrants = [{"name": name, "bot": name} for name in BOTS]
    expect(organiser(api).post(PATH, manifest(entrants=entrants)), 201)
