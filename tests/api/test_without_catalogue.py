"""Service without the catalogue: new games and players, rematches, the list of live games."""

from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from app.players.state import KeyScope
from app.store.dispute_index import DisputeIndex
from app.store.keys import GameId, LogKind, game_id_from, idem_key, state_key
from app.tournament.manifest_parser import read
from replays.archive.archiver import Archiver
from tests.api.disputing import ended, finish, judged, say
from tests.api.helpers import Api, Table, expect, process, refused
from tests.api.organising import PATH, manifest, playing, with_failing_entrant
from tests.api.player_requests import person

BOTS = {"variant": "mexican-3", "seats": [{"bot": "random"}] * 3}
OPEN = {"variant": "mexican-2", "seats": ["me", "open"]}


@pytest.fixture
def away(api: Api) -> Api:
    """The same service in a process whose catalogue refuses connections."""
    nowhere = "postgresql://games:word@127.0.0.1:1/games"
    return replace(api, app=process(replace(api.settings, catalogue_url=nowhere), api.redis))


@pytest.fixture
def key() -> str:
    """An idempotency key of a guest."""
    return str(uuid4())


def test_a_game_is_made_with_and_without_a_key_and_counts_once(api: Api, away: Api, key: str) -> None:
    expect(away.post(OPEN), 201)
    first = away.post(OPEN, Idempotency_Key=key)
    game = GameId(expect(first, 201)["game"])
    for again in (away, api, away):  # also once the catalogue is back
        repeated = again.post(OPEN, Idempotency_Key=key)
        assert (repeated.status_code, repeated.data) == (201, first.data)
        assert repeated.headers["Idempotent-Replay"] == "true"
    refused(api.post(BOTS, Idempotency_Key=key), 422, "idempotency_key_reused")
    assert api.redis.exists(state_key(game))


def test_a_game_that_was_made_before_is_met_again(api: Api, away: Api, key: str) -> None:
    first = api.post(OPEN, Idempotency_Key=key)
    assert away.post(OPEN, Idempotency_Key=key).data == first.data


def test_a_creation_is_repeated_for_a_day_after_its_game_has_left_the_store(
    api: Api, away: Api, archiver: Archiver, key: str
) -> None:
    first = api.post(BOTS, Idempotency_Key=key)
    game = GameId(expect(first, 201)["game"])
    api.bots(game)
    archiver.round()
    assert not api.redis.exists(state_key(game))
    again = api.post(BOTS, Idempotency_Key=key)
    assert (again.status_code, again.data) == (201, first.data)
    # What it made is in the archive, which cannot be found without the catalogue; nothing is made.
    refused(away.post(BOTS, Idempotency_Key=key), 503, "catalogue_unavailable")
    assert not api.redis.exists(state_key(game))
    assert 0 < api.redis.pttl(idem_key(game)) <= 86_400_000


def test_no_id_of_an_archived_game_is_used_again_by_a_later_request(
    api: Api, away: Api, archiver: Archiver, key: str
) -> None:
    game = GameId(expect(api.post(BOTS, Idempotency_Key=key), 201)["game"])
    api.bots(game)
    archiver.round()
    api.redis.delete(idem_key(game))  # a day later
    refused(api.post(BOTS, Idempotency_Key=key), 409, "idempotency_key_expired")
    other = GameId(expect(away.post(BOTS, Idempotency_Key=key), 201)["game"])
    assert other != game
    assert not api.redis.exists(state_key(game))
    assert expect(api.post(BOTS, Idempotency_Key=key), 201)["game"] == other


def test_a_player_is_registered_with_and_without_a_key(away: Api, key: str) -> None:
    register = away.client.post
    expect(register("/v1/players", json={"name": "Lupe"}), 201)
    first = register("/v1/players", json={"name": "Chela"}, headers={"Idempotency-Key": key})
    again = register("/v1/players", json={"name": "Chela"}, headers={"Idempotency-Key": key})
    assert expect(first, 201) == expect(again, 201)


def test_a_rematch_of_a_game_that_is_in_the_store_is_made_once(api: Api, away: Api) -> None:
    table = ended(api)
    beside = replace(table, api=away)
    made = [
        expect(away.client.post(f"{beside.path}/rematch", headers=beside.headers(seat)), 201)["game"]
        for seat in (0, 1, 0)
    ]
    assert len(set(made)) == 1


def test_the_list_has_the_live_games_and_reports_the_missing_part(api: Api, away: Api) -> None:
    over, live = ended(api), api.table("me open")
    whole = expect(api.client.get("/v1/games"), 200)
    assert "missing" not in whole
    page = expect(away.client.get("/v1/games"), 200)
    assert {game["game"] for game in page["games"]} == {live.id, over.id}
    assert page["missing"] == ["catalogue"]
    refused(away.client.get(f"/v1/games?cursor={page['next']}"), 503, "catalogue_unavailable")


def test_a_fork_of_a_game_that_is_in_the_store_is_made_with_a_key(api: Api, away: Api, key: str) -> None:
    table = ended(api)
    seats = [{"bot": "random"}] * 2
    body = {"ply": 4, "stock": "same", "seats": seats}
    made = away.client.post(f"{table.path}/forks", json=body, headers={"Idempotency-Key": key})
    again = away.client.post(f"{table.path}/forks", json=body, headers={"Idempotency-Key": key})
    assert expect(made, 201)["game"] == expect(again, 201)["game"]


@pytest.fixture
def settled(api: Api, archiver: Archiver) -> Table:
    """A game that is over and in the store, about which a dispute is over and has left it."""
    table = ended(api)
    kept = replace(archiver, keep_ms=600_000)
    kept.round()
    name = judged(api, table, "deck_chosen")["dispute"]
    for seat in (0, 1):
        expect(say(table, name, seat, "accept"), 200)
    archiver.round()
    assert api.redis.exists(state_key(GameId(table.id)))
    assert not api.redis.exists(state_key(GameId(name)))
    return table


def test_view_and_disputes_of_a_game_report_an_unreadable_dispute(
    api: Api, away: Api, settled: Table
) -> None:
    whole, view = expect(settled.get("/disputes"), 200), settled.view()
    assert (len(whole["disputes"]), view["corrections"]) == (1, [])
    assert "missing" not in {**whole, **view}
    beside, live = replace(settled, api=away), api.table("me open")
    assert "missing" not in expect(replace(live, api=away).get("/disputes"), 200)
    page = expect(beside.get("/disputes"), 200)
    assert (page["disputes"], page["missing"]) == ([], ["catalogue"])
    answer = beside.get()
    seen = expect(answer, 200)
    assert seen["missing"] == ["catalogue"]
    of_disputes = ("disputes", "provisional", "corrections", "corrected")
    assert {name: seen[name] for name in seen if name != "missing"} == {
        name: view[name] for name in view if name not in of_disputes
    }
    # The tag of the ply does not stand for what is missing.
    assert beside.get(If_None_Match=answer.headers["ETag"]).status_code == 200


def test_the_list_of_open_disputes_reports_an_unreadable_one(api: Api, away: Api, settled: Table) -> None:
    (over,) = expect(settled.get("/disputes"), 200)["disputes"]
    other = ended(api)
    running = judged(api, other)["dispute"]
    DisputeIndex(api.redis).add(
        GameId(settled.id), GameId(over["dispute"]), 1
    )  # as if the end had not been noted
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    arbiter = lupe.with_scopes("audit")
    page = expect(replace(arbiter, api=away).get("/v1/disputes"), 200)
    assert ([dispute["dispute"] for dispute in page["disputes"]], page["missing"]) == (
        [running],
        ["catalogue"],
    )
    page = expect(arbiter.get("/v1/disputes"), 200)
    assert ([dispute["dispute"] for dispute in page["disputes"]], page.get("missing")) == ([running], None)


def test_a_game_continues_although_its_settled_dispute_cannot_be_read(
    api: Api, away: Api, archiver: Archiver
) -> None:
    table = api.table("me open", "mexican-2", options={"deals": 2})
    while table.view()["status"] != "between_hands":
        finish(api, table, plies=1)
    name = judged(api, table, "wrong_payment")["dispute"]
    for seat in (0, 1):
        expect(say(table, name, seat, "accept"), 200)
    assert archiver.round().archived == 1
    view, listed = table.view(), expect(api.client.get("/v1/games"), 200)
    assert view["corrections"] == listed["games"][0]["corrections"] == []
    assert "missing" not in {**view, **listed}
    beside = replace(table, api=away)
    assert beside.view(0)["missing"] == ["catalogue"]
    page = expect(away.client.get("/v1/games?status=live"), 200)
    assert ([game["game"] for game in page["games"]], page["missing"]) == ([table.id], ["catalogue"])


def test_the_list_of_tournaments_reports_that_entries_may_be_missing(api: Api, away: Api) -> None:
    player = playing(api)
    name = player.tournament_service.create(read(manifest()))[0].log
    api.games.store.tournament_lists.enter(
        game_id_from(bytes(32), LogKind.TOURNAMENT), 1
    )  # nothing else is known of it
    whole, page = (expect(service.client.get(PATH), 200) for service in (api, away))
    assert [tournament["tournament"] for tournament in page["tournaments"]] == [name]
    assert page.pop("missing") == ["catalogue"]
    assert page == whole


def test_the_games_of_a_tournament_are_listed_without_how_entrants_failed(
    api: Api, away: Api, tmp_path: Path
) -> None:
    player, name = with_failing_entrant(api, tmp_path)
    player(name)
    path = f"{PATH}/{name}/games"
    whole, page = (expect(service.client.get(path), 200) for service in (api, away))
    assert "crashed" in {game["failure"] for game in whole["games"]}
    assert page.pop("missing") == ["catalogue"]
    assert page == {**whole, "games": [{**game, "failure": None} for game in whole["games"]]}
    tag = away.client.get(path).headers["ETag"]
    assert api.client.get(path, headers={"If-None-Match": tag}).status_code == 200
