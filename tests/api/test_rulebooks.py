"""The rulebook of each game over HTTP."""

from app.games.registry import GAMES
from tests.api.helpers import Api, expect, refused


def test_each_game_has_its_rulebook(api: Api) -> None:
    usual = expect(api.client.get("/v1/rulebooks"), 200)
    assert usual == expect(api.client.get("/v1/rulebooks?play=conquian"), 200)
    other = expect(api.client.get("/v1/rulebooks?play=holdem"), 200)
    assert other["current"] == GAMES["holdem"].edition
    plays = {row["variant"]: row["play"] for row in expect(api.client.get("/v1/variants"), 200)["variants"]}
    assert (plays["mexican-2"], plays["caesars-holdem"]) == ("conquian", "holdem")
    book = expect(api.client.get("/v1/rulebooks/1?play=holdem&lang=fr"), 200)
    assert {"edition": 1, "hash": book["hash"]} in other["rulebooks"]
    assert "buy_in" in book["paragraphs"]["7.1"]
    assert set(book["translation"]["paragraphs"]) == set(book["paragraphs"])
    assert book["hash"] != expect(api.client.get("/v1/rulebooks/1"), 200)["hash"]
    missing = refused(api.client.get(f"/v1/rulebooks/{other['current'] + 1}?play=holdem"), 404, "not_found")
    assert str(other["current"]) in missing["detail"]
    problem = refused(api.client.get("/v1/rulebooks?play=chess"), 422, "validation_failed")
    assert problem["errors"][0]["parameter"] == "play"
