"""Tournaments over HTTP for which players register themselves."""

from app.service.tournaments import earlier_tournaments, earlier_unfinished
from app.settings.parsers import Organisers
from app.store.tournament_parts import TournamentParts
from app.tournament.manifest_parser import read
from tests.api.helpers import Api, Json, expect, refused, running
from tests.api.organising import PATH, begun, manifest, organiser
from tests.api.player_requests import Person, person


def opened(api: Api, who: Person, **members: object) -> str:
    """Return the address of a tournament that is open for registration."""
    return begun(api, who, registration="open", **({"entrants": []} | members))


def entrants(tournament: Json) -> list[tuple[str, str | None]]:
    return [(entrant["name"], entrant["player"]) for entrant in tournament["entrants"]]


def test_players_register_by_themselves_and_withdraw_until_the_organiser_starts(api: Api) -> None:
    lupe, ana, beto = organiser(api), person(api, "Ana"), person(api, "Beto")
    where = opened(api, lupe)
    made = expect(api.client.get(where), 200)
    assert (made["state"], made["entrants"], made["planned"]) == ("registering", [], None)
    expect(ana.post(f"{where}/registrations"), 200)
    refused(ana.post(f"{where}/registrations"), 409, "already_registered")
    refused(lupe.post(f"{where}/start", {}), 409, "too_few_entrants")
    answer = expect(beto.post(f"{where}/registrations"), 200)
    assert entrants(answer) == [("Ana", ana.id), ("Beto", beto.id)]
    expect(beto.delete(f"{where}/registrations/{beto.id}"), 200)
    refused(beto.delete(f"{where}/registrations/{beto.id}"), 409, "not_registered")
    started = expect(lupe.post(f"{where}/start", {"bots": 2, "bot": "random"}), 200)
    assert started["state"] == "running"
    assert entrants(started) == [("Ana", ana.id), ("random 1", None), ("random 2", None)]
    assert started["paired"] == 3
    refused(beto.post(f"{where}/registrations"), 409, "registration_closed")
    refused(lupe.post(f"{where}/start", {}), 409, "registration_closed")


def test_equal_names_of_players_are_told_apart_by_the_end_of_the_id(api: Api) -> None:
    where = opened(api, organiser(api))
    first, other = person(api, "Ana"), person(api, "Ana")
    expect(first.post(f"{where}/registrations"), 200)
    answer = expect(other.post(f"{where}/registrations"), 200)
    assert entrants(answer) == [("Ana", first.id), (f"Ana ({other.id[-4:]})", other.id)]


def test_only_the_organiser_removes_others_starts_and_ends_what_has_not_begun(api: Api) -> None:
    lupe, luis, ana = organiser(api), organiser(api, "Luis"), person(api, "Ana")
    where = opened(api, lupe)
    expect(ana.post(f"{where}/registrations"), 200)
    refused(person(api, "Beto").delete(f"{where}/registrations/{ana.id}"), 403, "scope_missing")
    refused(luis.delete(f"{where}/registrations/{ana.id}"), 403, "forbidden")
    refused(luis.post(f"{where}/start", {"bots": 1, "bot": "random"}), 403, "forbidden")
    for rest in ("pause", "resume"):
        refused(lupe.post(f"{where}/{rest}"), 409, "not_started")
    refused(lupe.post(f"{where}/forfeits", {"entrant": 0, "text": "x"}), 409, "not_started")
    refused(lupe.post(f"{where}/start", {"bots": 1, "bot": "nobody"}), 422, "validation_failed")
    assert expect(lupe.delete(f"{where}/registrations/{ana.id}"), 200)["entrants"] == []
    assert expect(lupe.post(f"{where}/abort"), 200)["state"] == "aborted"


def test_nobody_registers_for_a_tournament_with_a_list_of_entrants(api: Api) -> None:
    where = begun(api, organiser(api))
    refused(person(api).post(f"{where}/registrations"), 409, "registration_closed")
    body = {"name": "Copa", "variant": "north-american", "registration": "open"}
    for kind in ({"type": "gauntlet"}, {"type": "sprt", "elo0": 0, "elo1": 5}):
        refused(organiser(api).post(PATH, {**body, "format": kind}), 422, "manifest_value")


def test_entrants_of_the_manifest_take_part_beside_those_who_register(api: Api) -> None:
    lupe, ana = organiser(api), person(api, "Ana")
    where = opened(api, lupe, entrants=[{"name": "Ana", "bot": "random"}])
    expect(ana.post(f"{where}/registrations"), 200)
    started = expect(lupe.post(f"{where}/start", {}), 200)
    assert entrants(started) == [("Ana", None), (f"Ana ({ana.id[-4:]})", ana.id)]
    assert all(entrant["trial"] is None for entrant in started["entrants"])


def test_a_setting_lets_every_player_organise_tournaments_of_its_own(redis_url: str) -> None:
    with running(redis_url, organisers=Organisers.ALL) as api:
        assert expect(api.client.get("/version"), 200)["organisers"] == "all"
        ana, beto = person(api, "Ana"), person(api, "Beto")
        where = opened(api, ana, entrants=[{"name": "uno", "bot": "random"}])
        bots = {"bots": 1, "bot": "random"}
        refused(beto.post(f"{where}/start", bots), 403, "forbidden")
        assert expect(ana.post(f"{where}/start", bots), 200)["state"] == "running"
        ownerless, _ = api.parts.tournaments.tournament_service.create(read(manifest("De la consola")))
        refused(beto.post(f"{PATH}/{ownerless.log}/pause"), 403, "scope_missing")
        refused(api.client.post(PATH, json=manifest()), 401, "unauthenticated")


def listed(api: Api, query: str) -> list[str]:
    """Return the addresses of the tournaments that a filter lists."""
    return [
        f"{PATH}/{tournament['tournament']}"
        for tournament in expect(api.client.get(f"{PATH}?{query}"), 200)["tournaments"]
    ]


def test_the_tournaments_of_a_player_are_listed_newest_first_and_by_page(api: Api) -> None:
    lupe, ana = organiser(api), person(api, "Ana")
    first, second, third = (opened(api, lupe, name=name) for name in ("Uno", "Dos", "Tres"))
    for where in (second, first):
        expect(ana.post(f"{where}/registrations"), 200)
    assert set(listed(api, f"player={ana.id}")) == {first, second}
    assert set(listed(api, f"player={lupe.id}")) == {first, second, third}
    mine = expect(ana.get(f"{PATH}?player=me&limit=1"), 200)
    rest = expect(ana.get(f"{PATH}?player=me&limit=1&cursor={mine['next']}"), 200)
    names = [tournament["tournament"] for page in (mine, rest) for tournament in page["tournaments"]]
    assert [f"{PATH}/{name}" for name in names] == [first, second], "in the order of registration"
    assert rest["next"] is None
    expect(ana.delete(f"{first}/registrations/{ana.id}"), 200)
    assert listed(api, f"player={ana.id}") == [second]
    refused(api.client.get(f"{PATH}?player=me"), 401, "unauthenticated")
    for nobody in (person(api).id, "p-x", first.rpartition("/")[2]):
        assert listed(api, f"player={nobody}") == []


def test_a_refused_registration_lists_no_tournament(api: Api) -> None:
    ana = person(api, "Ana")
    where = begun(api, organiser(api))
    refused(ana.post(f"{where}/registrations"), 409, "registration_closed")
    assert listed(api, f"player={ana.id}") == []


def test_tournaments_of_an_earlier_version_are_found_after_a_pass_of_the_clock(api: Api) -> None:
    lupe, ana = organiser(api), person(api, "Ana")
    wheres = [opened(api, lupe, name=name) for name in ("Uno", "Dos", "Tres")]
    expect(ana.post(f"{wheres[1]}/registrations"), 200)
    api.redis.delete(*api.redis.scan_iter("cq:*:entered"))
    assert listed(api, f"player={lupe.id}") == []
    fill = earlier_tournaments(api.games.store, TournamentParts(api.redis), at_once=2)
    fill()
    assert api.redis.get("cq:entered") is None, "the first two of three"
    fill()
    assert set(listed(api, f"player={lupe.id}")) == set(wheres)
    assert listed(api, f"player={ana.id}") == [wheres[1]]


def test_tournaments_that_are_not_over_are_listed_apart_from_the_others(api: Api) -> None:
    lupe = organiser(api)
    wheres = [opened(api, lupe, name=name) for name in ("Uno", "Dos", "Tres", "Cuatro")]
    assert listed(api, "status=live") == wheres[::-1]
    expect(lupe.post(f"{wheres[2]}/abort"), 200)
    assert listed(api, "status=live") == [wheres[3], wheres[1], wheres[0]]
    assert listed(api, f"status=live&player={lupe.id}") == [wheres[3], wheres[1], wheres[0]]
    assert set(listed(api, "")) == set(wheres)
    first = expect(api.client.get(f"{PATH}?status=live&limit=2"), 200)
    rest = expect(api.client.get(f"{PATH}?status=live&limit=2&cursor={first['next']}"), 200)
    names = [tournament["tournament"] for page in (first, rest) for tournament in page["tournaments"]]
    assert [f"{PATH}/{name}" for name in names] == [wheres[3], wheres[1], wheres[0]]
    assert rest["next"] is None
    assert sum(api.redis.zcard(key) for key in api.redis.scan_iter("cq:*:unfinished")) == 3
    refused(api.client.get(f"{PATH}?status=over"), 422, "validation_failed")


def test_unfinished_tournaments_of_an_earlier_version_are_listed_after_a_pass_of_the_clock(api: Api) -> None:
    lupe = organiser(api)
    wheres = [opened(api, lupe, name=name) for name in ("Uno", "Dos", "Tres")]
    expect(lupe.post(f"{wheres[0]}/abort"), 200)
    api.redis.delete(*api.redis.scan_iter("cq:*:unfinished"))
    assert listed(api, "status=live") == []
    fill = earlier_unfinished(api.games.store, TournamentParts(api.redis), at_once=2)
    fill()
    assert api.redis.get("cq:unfinished") is None, "the first two of three"
    fill()
    assert listed(api, "status=live") == wheres[:0:-1]
    assert sum(api.redis.zcard(key) for key in api.redis.scan_iter("cq:*:unfinished")) == 2
