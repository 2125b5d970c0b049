"""The list of games: live, just ended and archived ones, filters and pages."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.players.state import KeyScope
from app.store.keys import bucket, ended_key, live_key
from replays.archive.archiver import Archiver
from replays.catalogue.search import found
from tests.api.disputing import ended, judged
from tests.api.helpers import Api, Json, expect, refused
from tests.api.player_requests import person
from tests.service.helpers import play_on

BOTS = {"seats": [{"bot": "random"}] * 2, "variant": "mexican-2"}


def listed(api: Api, query: str = "") -> list[Json]:
    """Every game of the list, following the links from page to page."""
    games: list[Json] = []
    address = f"/v1/games?{query}"
    for _ in range(50):
        answer = api.client.get(address)
        page = expect(answer, 200)
        games += page["games"]
        if page["next"] is None:
            assert "Link" not in answer.headers
            return games
        address = answer.headers["Link"].removeprefix("<").removesuffix('>; rel="next"')
        assert dict(parse_qsl(urlsplit(address).query))["cursor"] == page["next"]
    raise AssertionError("the list has no end")


def ids(games: list[Json]) -> list[str]:
    return [game["game"] for game in games]


@pytest.fixture
def houseful(api: Api, archiver: Archiver) -> dict[str, list[str]]:
    """Games of each part of the list, by part in the order of their making."""
    made: dict[str, list[str]] = {"archived": [], "ended": [], "live": []}
    for part, variants in {
        "archived": ("mexican-2", "north-american", "mexican-2"),
        "ended": ("mexican-2",),
    }.items():
        for variant in variants:
            made[part].append(expect(api.post({**BOTS, "variant": variant}), 201)["game"])
            api.bots(made[part][-1])
            if part == "archived":
                archiver.round()
    for seats in (["me", "open"], ["me", {"bot": "greedy"}]):
        made["live"].append(expect(api.post({"variant": "mexican-2", "seats": seats}), 201)["game"])
    for hidden in ("unlisted", "private"):
        expect(api.post({**BOTS, "seats": ["me", "open"], "visibility": hidden}), 201)
    return made


@pytest.mark.parametrize("limit", [1, 2, 200])
def test_every_public_game_is_listed_once_newest_first_for_any_page_size(
    limit: int, api: Api, houseful: dict[str, list[str]]
) -> None:
    games = listed(api, f"limit={limit}")
    assert set(ids(games[:2])) == set(houseful["live"])
    assert ids(games[2:3]) == houseful["ended"]
    assert set(ids(games[3:])) == set(houseful["archived"])
    assert len(ids(games)) == len(set(ids(games))) == 6
    ends = [game["ended"] for game in games[3:]]
    assert ends == sorted(ends, reverse=True)


@pytest.mark.parametrize("over", [False, True])
def test_games_created_at_one_moment_are_listed_once_each_for_any_page_size(over: bool, api: Api) -> None:
    made = [expect(api.post(BOTS), 201)["game"] for _ in range(4)]
    for game in made if over else ():
        api.bots(game)
    for game in made:
        api.redis.zadd((ended_key if over else live_key)(bucket(game)), {game: 1_790_000_000_000})
    for limit in (1, 2, 3):
        assert sorted(ids(listed(api, f"limit={limit}"))) == sorted(made)


def test_a_game_that_is_archived_while_a_page_is_made_is_on_it_once(
    api: Api, archiver: Archiver, houseful: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*given: Any) -> Any:
        archiver.round()
        return found(*given)

    monkeypatch.setattr("replays.archive.listing.found", late)
    games = ids(expect(api.client.get("/v1/games"), 200)["games"])
    assert len(games) == len(set(games)) == sum(map(len, houseful.values()))


def test_games_are_found_by_their_properties(api: Api, houseful: dict[str, list[str]]) -> None:
    every = listed(api)
    cases: dict[str, Any] = {
        "variant=north-american": lambda game: game["variant"] == "north-american",
        "status=live": lambda game: game["ended"] is None,
        "status=waiting": lambda game: game["status"] == "waiting",
        "status=finished": lambda game: game["status"] == "finished",
        "status=void": lambda game: game["status"] == "void",
        "outcome=won": lambda game: game["outcome"] == "won",
        "outcome=tablas": lambda game: game["outcome"] == "tablas",
        "bot=random": lambda game: any(seat["bot"] == "random" for seat in game["seats"]),
        "player=p-00": lambda game: False,
        "fork_of=g-00": lambda game: False,
        f"since={every[3]['ended']}": lambda game: (game["ended"] or game["started"]) >= every[3]["ended"],
        f"until={every[-1]['ended']}": lambda game: 0 < (game["ended"] or 0) <= every[-1]["ended"],
    }
    cases["people=only"] = lambda game: all(seat["kind"] == "person" for seat in game["seats"])
    cases["people=some"] = lambda game: any(seat["kind"] == "person" for seat in game["seats"])
    cases["event=drawn"] = lambda game: game["tablas"] > 0
    cases["tournament=t-00"] = lambda game: False
    for number in (0, 2, -1):
        cases[f"game={every[number]['game']}"] = lambda game, number=number: game is every[number]
    low, high = sorted(game["plies"] for game in every if game["ended"])[1:3]
    cases[f"length_min={low}&length_max={high}"] = lambda game: game["ended"] and low <= game["plies"] <= high
    for query, fits in cases.items():
        assert ids(listed(api, query)) == [game["game"] for game in every if fits(game)], query


def test_a_game_stays_findable_while_it_moves_between_live_ended_and_archived(
    api: Api, archiver: Archiver
) -> None:
    made = expect(api.post({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}), 201)
    (live,) = listed(api)
    assert (live["status"], live["outcome"], live["ended"]) == ("playing", None, None)
    play_on(api.games, made["game"], seed=3)
    (ended,) = listed(api)
    archiver.round()
    (archived,) = listed(api)
    assert archived == ended
    assert archived["outcome"] in ("won", "tablas")
    assert sum(seat["won"] for seat in archived["seats"]) == (archived["outcome"] == "won")
    assert sum(seat["balance"] for seat in archived["seats"]) == 0


def test_an_archived_game_is_found_by_what_its_record_has(api: Api, archiver: Archiver) -> None:
    forced = [
        expect(api.post({"variant": "mexican-2", "seats": [{"bot": "greedy"}] * 2}), 201)["game"]
        for _ in range(6)
    ]
    for game in forced:
        api.bots(game)
    archiver.round()

    def events(game: str) -> set[str]:
        entries = expect(api.client.get(f"/v1/games/{game}/events?limit=200"), 200)["events"]
        return {event["type"] for entry in entries for event in entry["public"]["events"]}

    expected = {game for game in forced if "forced" in events(game)}
    assert expected
    assert {*ids(listed(api, "event=forced"))} == expected
    assert listed(api, "event=forced&people=only") == listed(api, "event=disputed") == []


BAD = "people=none event=won cursor=x cursor=Mi4x cursor= limit=0 limit=201 status=gone since=-1 colour=red"


@pytest.mark.parametrize("query", BAD.split())
def test_a_query_with_contradicting_filters_is_refused(query: str, api: Api) -> None:
    assert expect(api.client.get(f"/v1/games?{query}"), 422)["errors"]


def test_the_list_of_an_empty_house_is_empty(api: Api) -> None:
    assert expect(api.client.get("/v1/games"), 200) == {"games": [], "next": None}
    refused(api.client.put("/v1/games"), 405, "method_not_allowed")


def test_a_listed_game_shows_the_effect_of_disputes_on_its_ledger(api: Api) -> None:
    table = ended(api)
    name = judged(api, table)["dispute"]
    (row,) = [game for game in listed(api) if game["game"] == table.id]
    hand = {"hand_number": 1, "dispute": name, "state": "judged"}
    balances = [seat["balance"] for seat in row["seats"]]
    assert (row["provisional"], row["corrections"], row["corrected"]) == ([hand], [], balances)

    ruling = {"type": "rule", "outcome": "upheld", "reason": "so", "correction": [3, -3]}
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    path = f"/v1/disputes/{name}/moves"
    expect(lupe.with_scopes("audit").post(path, ruling, Idempotency_Key="1"), 200)
    (row,) = [game for game in listed(api) if game["game"] == table.id]
    view = table.view()
    assert row["provisional"] == []
    assert (row["corrections"], row["corrected"]) == (view["corrections"], view["corrected"])
    assert row["corrected"] == [balances[0] + 3, balances[1] - 3]


def test_a_game_that_waits_for_players_has_no_record(api: Api) -> None:
    table = api.table("me open")
    (game,) = expect(api.client.get("/v1/games?status=live"), 200)["games"]
    assert game["record"] is False
    assert game["game"] == table.id


def test_a_player_lists_its_games_as_me(api: Api) -> None:
    lupe = person(api)
    game = expect(lupe.post("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]}), 201)["game"]
    api.table("me open")
    hidden = [
        expect(lupe.post("/v1/games", {**BOTS, "seats": ["me", "open"], "visibility": visibility}), 201)[
            "game"
        ]
        for visibility in ("unlisted", "private")
    ]
    assert set(ids(expect(lupe.get("/v1/games?player=me"), 200)["games"])) == {game, *hidden}
    for asked in (lupe.get, api.client.get):
        assert ids(expect(asked(f"/v1/games?player={lupe.id}"), 200)["games"]) == [game]
    refused(api.client.get("/v1/games?player=me"), 401, "unauthenticated")
    refused(lupe.with_scopes("spectate").get("/v1/games?player=me"), 403, "scope_missing")
