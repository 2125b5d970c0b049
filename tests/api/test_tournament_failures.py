"""Failures of entrants over HTTP: kind and place, and no card."""

import csv
from io import StringIO
from pathlib import Path
from typing import Any

from app.bots.errors import EntrantFailed, FailureReason
from app.tournament.failures import TRIAL, Failure, FailureKind
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending
from app.tournament.state import TournamentPhase
from tests.api.documents import differences, published
from tests.api.helpers import Api, expect, refused
from tests.api.organising import PATH, made, manifest, organiser, playing, with_failing_entrant
from tests.api.player_requests import Person, person
from tests.bots.entrant_programs import python


def test_failures_are_listed_with_their_kind_and_place_and_without_cards(api: Api, tmp_path: Path) -> None:
    player, name = with_failing_entrant(api, tmp_path)
    assert expect(api.client.get(f"{PATH}/{name}/failures"), 200)["failures"] == []
    player(name)
    state = player.tournament_service.current(name).state
    assert state.state is TournamentPhase.FINISHED
    answer = expect(api.client.get(f"{PATH}/{name}/failures?limit=1"), 200)
    (first,) = answer["failures"]
    assert first == {
        "fixture": 1,
        "game": state.results[1].game,
        "seat": 1,
        "entrant": 1,
        "kind": "crashed",
        "ply": state.results[1].plies - 1,
    }
    following = expect(api.client.get(f"{PATH}/{name}/failures?cursor={answer['next']}"), 200)
    assert ([failure["fixture"] for failure in following["failures"]], following["next"]) == ([2], None)


def test_games_and_files_report_how_an_entrant_failed(api: Api, tmp_path: Path) -> None:
    player, name = with_failing_entrant(api, tmp_path)
    player(name)
    played = player.tournament_service.current(name).state.results
    kinds = {
        number: "crashed" if result.ending is Ending.FORFEIT else None for number, result in played.items()
    }
    assert "crashed" in kinds.values()
    games = expect(api.client.get(f"{PATH}/{name}/games"), 200)["games"]
    assert {game["fixture"]: game["failure"] for game in games} == kinds
    whole = expect(made(api, f"{PATH}/{name}/export.json"), 200)
    assert {game["fixture"]: game["failure"] for game in whole["games"]} == kinds
    lines = csv.DictReader(StringIO(made(api, f"{PATH}/{name}/export.csv").text))
    at_fault = {number: result.at_fault if kinds[number] else () for number, result in played.items()}
    for line in lines:
        failed = int(line["seat"]) in at_fault[int(line["fixture"])]
        assert line["failure"] == ("crashed" if failed else "")


def test_a_failure_without_a_forfeit_is_not_reported(api: Api) -> None:
    player = playing(api)
    name = player.tournament_service.create(read(manifest()))[0].log
    player(name)
    some: dict[str, Any] = {"game": "g", "seat": 0, "entrant": 0, "ply": 3}
    player.filing.failures.note(name, [Failure(fixture=1, kind=FailureKind.ILLEGAL, **some)])
    assert expect(api.client.get(f"{PATH}/{name}/failures"), 200)["failures"] == []
    games = expect(api.client.get(f"{PATH}/{name}/games"), 200)["games"]
    assert {game["failure"] for game in games} == {None}


def _failed(api: Api, folder: Path, owner: str | None) -> str:
    """The address of a tournament in which a program has failed."""
    plan = manifest(limits={"restarts": 0})
    fails = "return legal[0] if self.asked < 2 else 1 / 0"
    plan["entrants"] = [plan["entrants"][0], python(folder, fails)]
    player = playing(api)
    name = player.tournament_service.create(read(plan), owner, folder=str(folder))[0].log
    player(name)
    return f"{PATH}/{name}"


def test_the_organiser_reads_the_question_and_the_last_output(api: Api, tmp_path: Path) -> None:
    lupe = organiser(api)
    at = _failed(api, tmp_path, lupe.id)
    public = expect(api.client.get(f"{at}/failures"), 200)["failures"]
    answer = expect(lupe.get(f"{at}/failures/details?limit=1"), 200)
    assert not list(differences(published(), {"$ref": "#/components/schemas/FailureDetailsView"}, answer))
    (first,) = answer["failures"]
    assert {name: first[name] for name in public[0]} == public[0]
    assert first["question"]["legal"]
    assert first["question"]["view"]["ply"] == first["ply"]
    assert first["question"]["view"]["hand"]
    assert "ZeroDivisionError" in first["stderr"]
    assert (first["answer"], answer["next"]) == (None, first["fixture"])
    following = expect(lupe.get(f"{at}/failures/details?entrant=1&cursor={answer['next']}"), 200)
    assert [failure["fixture"] for failure in following["failures"]] == [
        game["fixture"] for game in public[1:]
    ]
    assert expect(lupe.get(f"{at}/failures/details?entrant=0"), 200)["failures"] == []
    refused(lupe.get(f"{at}/failures/details?entrant=2"), 422, "entrant_unknown")


def test_other_players_cannot_read_the_details_of_failures(api: Api, tmp_path: Path) -> None:
    at = _failed(api, tmp_path, organiser(api).id)
    refused(api.client.get(f"{at}/failures/details"), 401, "unauthenticated")
    refused(organiser(api, "Memo").get(f"{at}/failures/details"), 403, "forbidden")
    refused(person(api).get(f"{at}/failures/details"), 403, "forbidden")


def test_any_organiser_reads_failures_of_a_tournament_of_the_operator(api: Api, tmp_path: Path) -> None:
    at = _failed(api, tmp_path, None)
    assert expect(organiser(api).get(f"{at}/failures/details"), 200)["failures"]
    refused(person(api).get(f"{at}/failures/details"), 403, "forbidden")


def test_a_player_and_its_owner_read_the_failures_of_their_entrant_alone(api: Api) -> None:
    lupe, memo, luz = organiser(api), person(api, "Memo"), person(api, "Luz")
    robo = expect(memo.post("/v1/players", {"name": "Robo", "bot": True}), 201)["player"]
    plan = manifest()
    plan["entrants"] = [
        {"name": "ana", "bot": "random"},
        {"name": "robo", "player": robo},
        {"name": "luz", "player": luz.id},
    ]
    player = playing(api)
    name = player.tournament_service.create(read(plan), lupe.id)[0].log
    tournament = expect(api.client.get(f"{PATH}/{name}"), 200)
    assert not list(differences(published(), {"$ref": "#/components/schemas/TournamentView"}, tournament))
    assert [entrant["trial"] and entrant["trial"]["answered"] for entrant in tournament["entrants"]] == [
        None,
        False,
        False,
    ]
    trials = [
        Failure(fixture=TRIAL, game="", seat=at, entrant=at, kind=FailureKind.TIMED_OUT, ply=4)
        for at in (1, 2)
    ]
    player.filing.failures.note_trial(name, trials)
    at = f"{PATH}/{name}/failures/details"

    def entrants(who: Person) -> list[int]:
        return [failure["entrant"] for failure in expect(who.get(at), 200)["failures"]]

    assert (entrants(lupe), entrants(memo), entrants(luz)) == ([1, 2], [1], [2])
    (first,) = expect(memo.get(at), 200)["failures"]
    assert (first["fixture"], first["seat"], first["game"], first["question"]) == (0, None, None, None)
    refused(memo.get(f"{at}?entrant=2"), 403, "forbidden")
    assert expect(api.client.get(f"{PATH}/{name}/failures"), 200)["failures"] == []


def test_failures_of_an_unknown_tournament_are_not_found(api: Api) -> None:
    refused(api.client.get(f"{PATH}/t-{'0' * 24}/failures"), 404, "not_found")


def test_every_reason_of_a_failure_is_one_of_the_kinds() -> None:
    assert {str(reason) for reason in FailureReason} | {"left"} == {str(kind) for kind in FailureKind}
    assert (
        FailureKind(EntrantFailed(FailureReason.MEMORY, "it ran out of memory").reason) is FailureKind.MEMORY
    )
