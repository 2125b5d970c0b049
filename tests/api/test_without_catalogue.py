"""What goes on while the catalogue is away: new games and players, rematches, the list of what is live."""

from dataclasses import replace
from uuid import uuid4

import pytest

from app.store.keys import GameId, idem_key, state_key
from replays.archive.archiver import Archiver
from tests.api.disputing import ended
from tests.api.helpers import Api, expect, process, refused
from tests.api.test_archived import archiver

__all__ = ["archiver"]

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


def test_the_list_has_what_is_live_and_says_what_is_missing(api: Api, away: Api) -> None:
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
