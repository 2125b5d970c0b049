"""A game whose deck is dealt in other games: its players finish before its cards are revealed."""

import json
from dataclasses import replace
from typing import Any

import pytest

from app.games.table import keys
from app.store.keys import GameId, game_id_from
from replays.audit.audit import audit
from tests.api.helpers import Api, Table, expect, refused
from tests.api.organising import begun, organiser, playing
from tests.api.player_requests import person
from tests.service.helpers import table_for

SHARED: dict[str, Any] = {"tournament": "t-0a0123456789abcdefghijkl", "fixture": 1, "deck": 1, "shared": True}


@pytest.fixture
def table(api: Api) -> Table:
    """Such a game, played out."""
    game = game_id_from(b"shared" + bytes(26))
    made = table_for("person greedy", "north-american", game=game, game_key="5c" * 32)
    api.games.create(replace(made, tournament=SHARED), None)
    answer = api.adopt(game, [0])
    assert answer.play(7)["status"] == "finished"
    return answer


def test_the_result_is_public_and_the_cards_are_not(api: Api, table: Table) -> None:
    view = table.view(0)
    assert view["result"] is not None
    assert view["awaited"] == []
    whole = table.get("/events?limit=200")
    assert "revealed" not in expect(table.get(f"/positions/{view['ply'] - 5}", 0), 200)
    known = api.games.current(GameId(table.id)).table
    for key in (known.game_key, *keys.opened_keys(known)):
        assert key not in whole.text
    assert '"keys-withheld"' in whole.text


def test_the_game_has_no_record_and_the_audit_explains_why(table: Table) -> None:
    refused(table.get("/record"), 409, "not_before_end")
    answer = expect(table.get("/audit?lang=en"), 200)
    assert (answer["scope"], answer["findings"], answer["clean"]) == ("public", [], False)
    assert [check["check"] for check in answer["checks"] if check["left_out"]] == ["reveal"]
    assert "keys of its deck are not revealed yet" in " ".join(answer["page"].split())


def test_a_stream_of_it_ends_with_its_last_move(table: Table) -> None:
    lines = table.get("/events", Accept="application/x-ndjson").text.splitlines()
    assert json.loads(lines[-1]) == {"end": "finished", "ply": table.view()["ply"]}


def test_moves_after_the_end_are_refused(table: Table) -> None:
    refused(table.post(0, {"type": "pass"}), 409, "game_over")


def test_once_its_keys_are_open_it_is_a_game_like_any_other(api: Api, table: Table) -> None:
    ply = table.view()["ply"]
    api.games.open_keys(GameId(table.id))
    assert table.view()["ply"] == ply + 1
    record = table.get("/record")
    assert audit(record.data).sound
    assert expect(table.get("/audit"), 200)["findings"] == []
    assert "revealed" in expect(table.get(f"/positions/{ply - 5}"), 200)


def test_a_tournament_reports_that_repeated_decks_were_accepted(api: Api) -> None:
    lupe, robo = organiser(api), person(api, "Robo")
    entrants = [{"name": "robo", "player": robo.id}, {"name": "beto", "bot": "greedy"}]
    for accepted in (True, False):
        where = begun(api, lupe, entrants=entrants, accept_memory=accepted)
        tournament = expect(api.client.get(where), 200)
        assert (tournament["duplicates"], tournament["memory_accepted"], tournament["paired"]) == (
            accepted,
            accepted,
            1 + accepted,
        )
        playing(api)(GameId(where.rsplit("/", 1)[1]))
        assert expect(api.client.get(f"{where}/standings"), 200)["memory_accepted"] is accepted
