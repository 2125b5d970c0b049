"""The games of a tournament over HTTP, filtered by entrant and result."""

from collections.abc import Iterator

import pytest

from app.store.keys import GameId
from app.tournament.results import GameOutcome, chosen
from app.tournament.state import Tournament
from tests.api.helpers import Api, Json, expect, refused
from tests.api.organising import begun, made, organiser, playing


def pages(api: Api, where: str, query: str) -> Iterator[Json]:
    """Every page of the games that `query` asks for."""
    following = f"{where}/games?{query}"
    while following:
        answer = api.client.get(following)
        body = expect(answer, 200)
        yield body
        link = answer.headers.get("Link", "")
        following = link.removeprefix("<").removesuffix('>; rel="next"')
        assert (body["next"] is None) == (not following)
        assert not following or f"cursor={body['next']}" in following


def tournament(api: Api, where: str) -> Tournament:
    """The tournament at an address, played."""
    player, name = playing(api), GameId(where.rsplit("/", 1)[1])
    player(name)
    return player.tournament_service.current(name).state


def test_games_are_chosen_by_entrant_and_result_as_on_the_command_line(api: Api) -> None:
    where = begun(api, organiser(api))
    state = tournament(api, where)
    numbers = [fixture.number for fixture in chosen(state)]
    outcomes = list[int]()
    for entrant in range(3):
        wanted = [fixture.number for fixture in chosen(state, entrant)]
        (page,) = pages(api, where, f"entrant={entrant}")
        assert [game["fixture"] for game in page["games"]] == wanted
        assert len(wanted) == 4
        for outcome in GameOutcome:
            wanted = [fixture.number for fixture in chosen(state, entrant, outcome)]
            (page,) = pages(api, where, f"entrant={entrant}&result={outcome}")
            assert [game["fixture"] for game in page["games"]] == wanted
            outcomes += wanted
    assert sorted(outcomes) == sorted(2 * numbers)


def test_a_filtered_request_reads_a_limited_number_of_games_and_returns_a_cursor(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = begun(api, organiser(api))
    state = tournament(api, where)
    monkeypatch.setattr("replays.tournaments.lookup.LOOKED_AT", 1)
    parts = list(pages(api, where, "entrant=2"))
    assert [[game["fixture"] for game in page["games"]] for page in parts] == [
        [fixture.number] if 2 in fixture.seats else [] for fixture in state.fixtures
    ]
    assert [page["next"] for page in parts] == [1, 2, 3, 4, 5, None]
    (everything,) = pages(api, where, "")
    assert len(everything["games"]) == 6


def test_a_filtered_page_has_at_most_its_limit(api: Api) -> None:
    where = begun(api, organiser(api))
    wanted = [fixture.number for fixture in chosen(tournament(api, where), 0)]
    parts = list(pages(api, where, "entrant=0&limit=3"))
    assert [[game["fixture"] for game in page["games"]] for page in parts] == [wanted[:3], wanted[3:]]


def test_an_unfinished_game_has_no_result_for_either_entrant(api: Api) -> None:
    lupe = organiser(api)
    where = begun(api, lupe)
    expect(lupe.post(f"{where}/adjudications", {"fixture": 1, "balances": [0, 0], "text": "No power."}), 200)
    (first,) = expect(made(api, f"{where}/games?limit=1"), 200)["games"]
    for entrant in first["seats"]:
        (page,) = pages(api, where, f"entrant={entrant}")
        assert len(page["games"]) == 4
        for outcome, wanted in ((GameOutcome.WON, []), (GameOutcome.DRAWN, [1]), (GameOutcome.LOST, [])):
            (page,) = pages(api, where, f"entrant={entrant}&result={outcome}")
            assert [game["fixture"] for game in page["games"]] == wanted


def test_an_unknown_entrant_and_a_result_without_an_entrant_are_refused(api: Api) -> None:
    where = begun(api, organiser(api))
    tournament(api, where)
    refused(api.client.get(f"{where}/games?entrant=3"), 422, "entrant_unknown")
    for query in ("result=lost", "entrant=0&result=tied", "entrant=ana"):
        refused(api.client.get(f"{where}/games?{query}"), 422, "validation_failed")
