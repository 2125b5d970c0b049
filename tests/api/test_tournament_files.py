"""Tournaments as files over HTTP: pictures and tables."""

import csv
from io import StringIO
from xml.etree import ElementTree

import pytest

from app.tournament.views import with_disputes
from tests.api.helpers import Api, expect, refused
from tests.api.organising import begun, made, organiser, played

BOTS = ("greedy", "random")


def test_a_tournament_is_sent_as_tables_for_other_programs(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe, format={"type": "swiss", "rounds": 2})
    for _ in range(3):
        played(api, where)
    games = made(api, f"{where}/export.csv")
    assert games.content_type == "text/csv; charset=utf-8"
    assert games.headers["Content-Disposition"].endswith('.csv"')
    listed = expect(api.client.get(f"{where}/games"), 200)["games"]
    lines = list(csv.DictReader(StringIO(games.text)))
    assert [line["digest"] for line in lines[::2]] == [row["digest"] for row in listed]
    table = list(csv.DictReader(StringIO(made(api, f"{where}/export.csv?what=standings").text)))
    rows = expect(api.client.get(f"{where}/standings"), 200)["rows"]
    assert [line["name"] for line in table] == [row["name"] for row in rows]
    report = made(api, f"{where}/export.trf").text
    assert sum(line.startswith("001") for line in report.splitlines()) == len(rows)
    whole = expect(made(api, f"{where}/export.json"), 200)
    assert [game["result"]["digest"] for game in whole["games"]] == [row["digest"] for row in listed]


def test_a_picture_has_the_requested_language_and_format(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    drawn = made(api, f"{where}/plots/seats.svg?lang=es")
    assert drawn.content_type == "image/svg+xml"
    assert "asiento" in "".join(ElementTree.fromstring(drawn.data).itertext())
    again = api.client.get(
        f"{where}/plots/seats.svg?lang=es", headers={"If-None-Match": drawn.headers["ETag"]}
    )
    assert again.status_code == 304
    french = made(api, f"{where}/plots/seats.svg", Accept_Language="fr")
    assert "place" in "".join(ElementTree.fromstring(french.data).itertext())
    assert made(api, f"{where}/plots/lengths.png").data.startswith(b"\x89PNG")
    assert b"#ece7dc" in made(api, f"{where}/plots/seats.svg?lang=en&theme=dark").data
    assert b"#ece7dc" not in drawn.data
    refused(api.client.get(f"{where}/plots/seats.svg?theme=blue"), 422, "validation_failed")


def test_the_numbers_of_a_plot_are_those_of_the_standings(api: Api) -> None:
    where = begun(api, organiser(api))
    played(api, where)
    plot = expect(made(api, f"{where}/plots/ratings.json"), 200)
    rows = expect(api.client.get(f"{where}/standings"), 200)["rows"]
    rated = {row["name"]: row["rating"] for row in rows}
    points = plot["series"][0]
    assert {point["name"]: round(point["y"], 1) for point in points} == rated
    assert [point["y"] for point in points] == sorted((point["y"] for point in points), reverse=True)
    assert expect(made(api, f"{where}/plots/lengths.json"), 200)["series"][0]


@pytest.mark.parametrize(("rest", "says"), [("export.trf", "Only a Swiss"), ("plots/llr.png", "(SPRT)")])
def test_a_file_that_a_tournament_cannot_have_is_refused_with_the_reason(
    api: Api, rest: str, says: str
) -> None:
    problem = refused(api.client.get(f"{begun(api, organiser(api))}/{rest}"), 404, "not_found")
    assert says in problem["detail"]


@pytest.mark.parametrize(
    "rest",
    ["plots/llr.svg", "plots/llr.json", "plots/nothing.png", "plots/seats.pdf", "export.trf", "export.xls"],
)
def test_a_file_that_there_is_not_is_not_found(api: Api, rest: str) -> None:
    refused(api.client.get(f"{begun(api, organiser(api))}/{rest}"), 404, "not_found")


def test_the_ratings_of_a_variant_come_from_its_tournaments(api: Api) -> None:
    lupe = organiser(api)
    for name in ("uno", "dos"):
        played(
            api, begun(api, lupe, name=name, entrants=[{"name": f"{name}{bot}", "bot": bot} for bot in BOTS])
        )
    begun(api, lupe, name="tres")
    answer = expect(made(api, "/v1/ratings/north-american"), 200)
    assert answer["tournaments"] == 2
    (elo,) = answer["lists"]
    assert {row["plan"]["bot"] for row in elo["rows"]} == set(BOTS)
    assert all(row["name"].startswith("dos") for row in elo["rows"])
    assert [len(moment["ratings"]) for moment in elo["history"]] == [2, 2]
    assert expect(made(api, "/v1/ratings/paco"), 200)["lists"] == []
    refused(api.client.get("/v1/ratings/chess"), 404, "not_found")


def test_a_game_in_dispute_makes_the_table_provisional() -> None:
    rows = [{"entrant": entrant, "disputed": 0} for entrant in range(3)]
    standings = with_disputes({"rows": rows, "provisional": False}, [(0, 2), (2, 2)])
    assert standings["provisional"]
    assert [row["disputed"] for row in standings["rows"]] == [1, 0, 2]
    assert with_disputes({"rows": rows, "provisional": False}, []) == {"rows": rows, "provisional": False}
