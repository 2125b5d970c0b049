"""Reserved seats with an invitation code: shown once, used once, secret."""

from typing import Any
from uuid import uuid4

import pytest

from app.games.table.seats import opens
from app.http.credentials import invitation, mint_invitation
from app.observability.logs import redact
from replays.audit.audit import audit
from replays.record.write import write_record
from tests.api.helpers import Api, Json, Table, expect, refused, without_statement
from tests.api.player_requests import person
from tests.service.helpers import KEYS, play_on

GAMES = "/v1/games"
PLAN: Json = {"variant": "north-american", "seats": ["me", {"invitation": True}]}


@pytest.fixture
def made(api: Api) -> Json:
    """The answer to the making of a table with an invitation."""
    return expect(api.post(PLAN), 201)


def path(made: Json) -> str:
    return f"{GAMES}/{made['game']}"


def code_of(made: Json, seat: int = 1) -> str:
    code = made["seats"][seat]["invitation"]
    assert isinstance(code, str)
    return code


def sit(api: Api, made: Json, code: Any, **more: str) -> Any:
    headers = {name.replace("_", "-"): text for name, text in more.items()}
    return api.client.post(f"{path(made)}/seats", json={"invitation": code}, headers=headers)


def wrong_codes(made: Json) -> dict[str, str]:
    game, code = made["game"], code_of(made)
    return {
        "a word": "please",
        "a broken checksum": code[:-1] + ("0" if code[-1] != "0" else "1"),
        "made with another key": mint_invitation(b"x" * 32, game, 1),
        "of another seat": mint_invitation(KEYS.token, game, 0),
        "of a seat that does not exist": mint_invitation(KEYS.token, game, 9),
        "of another game": mint_invitation(KEYS.token, "g-00" + "z" * 22, 1),
        "a token": made["seats"][0]["token"],
        "the code and a blank": f"{code} ",
        "a shared code, where each seat has its own": mint_invitation(KEYS.token, game, None),
    }


def test_an_invitation_code_takes_its_seat_once_and_a_repeat_gets_the_same_answer(
    api: Api, made: Json
) -> None:
    key = str(uuid4())
    taken = sit(api, made, code_of(made), Idempotency_Key=key)
    assert expect(taken, 201)["seat"] == 1
    again = sit(api, made, code_of(made), Idempotency_Key=key)
    assert (again.data, again.headers["Idempotent-Replay"]) == (taken.data, "true")
    refused(sit(api, made, code_of(made)), 422, "invitation_invalid")
    table = Table(api, made["game"], {0: made["seats"][0]["token"], 1: taken.get_json()["token"]})
    assert table.view(1)["status"] == "playing"


def test_wrong_and_used_codes_get_the_same_bytes_and_write_nothing(api: Api, made: Json) -> None:
    answers = {name: sit(api, made, code) for name, code in wrong_codes(made).items()}
    for answer in answers.values():
        refused(answer, 422, "invitation_invalid")
    assert len({without_statement(answer.data) for answer in answers.values()}) == 1
    assert expect(api.client.get(path(made)), 200)["ply"] == 1
    expect(sit(api, made, code_of(made)), 201)
    used = {
        without_statement(sit(api, made, code).data) for code in (code_of(made), *wrong_codes(made).values())
    }
    assert len(used) == 1


def test_a_reserved_seat_is_refused_without_the_code(api: Api, made: Json) -> None:
    for body in ({}, {"seat": 1}):
        refused(api.client.post(f"{path(made)}/seats", json=body), 409, "seat_reserved")
    refused(person(api).post(f"{path(made)}/seats"), 409, "seat_reserved")
    both = {"seat": 1, "invitation": code_of(made)}
    refused(api.client.post(f"{path(made)}/seats", json=both), 422, "validation_failed")
    assert [seat["invited"] for seat in made["view"]["seats"]] == [False, True]


def test_a_client_that_asks_for_any_seat_gets_an_unreserved_one(api: Api) -> None:
    plan = {"variant": "mexican-3", "seats": [{"invitation": True}, "open", "me"]}
    made = expect(api.post(plan), 201)
    assert expect(api.client.post(f"{path(made)}/seats"), 201)["seat"] == 1
    refused(api.client.post(f"{path(made)}/seats"), 409, "seat_reserved")
    assert expect(sit(api, made, code_of(made, 0)), 201)["seat"] == 0


def test_a_player_takes_the_seat_with_its_key_and_plays_it_by_that(api: Api, made: Json) -> None:
    lupe = person(api)
    taken = expect(lupe.post(f"{path(made)}/seats", {"invitation": code_of(made)}), 201)
    assert taken["view"]["seats"][1]["player"] == lupe.id
    assert expect(lupe.get(path(made)), 200)["you"] == 1


def test_a_repeated_creation_is_the_only_answer_that_shows_the_code_again(api: Api) -> None:
    key = str(uuid4())
    first, again = (api.post(PLAN, Idempotency_Key=key) for _ in range(2))
    assert first.data == again.data
    made = expect(again, 201)
    code = code_of(made)
    for place in ("", "/events", "/positions/1", "/moves", "/seats"):
        headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        assert code not in api.client.get(path(made) + place, headers=headers).text
    rows = [redis_row for key in api.redis.scan_iter("*") for redis_row in [api.redis.dump(key) or b""]]
    assert not [row for row in rows if code.encode() in row]
    assert code not in redact(f"the code {code} was sent")
    refused(api.client.get(f"{path(made)}?after={code}"), 400, "token_in_url")


@pytest.mark.parametrize("asked", [False, 1, "true", None, {}, []])
def test_an_invitation_is_requested_by_true_or_the_word_shared(asked: Any, api: Api) -> None:
    problem = refused(api.post({**PLAN, "seats": ["me", {"invitation": asked}]}), 422, "validation_failed")
    assert problem["errors"][0]["pointer"] == "/seats/1"


def test_a_private_table_is_not_found_by_clients_without_a_seat(api: Api) -> None:
    made = expect(api.post({**PLAN, "visibility": "private"}), 201)
    nowhere = api.client.post("/v1/games/g-00" + "z" * 22 + "/seats")
    answers = [sit(api, made, code) for code in wrong_codes(made).values()]
    answers += [api.client.post(f"{path(made)}/seats", json=body) for body in ({}, {"seat": 1}, {"seat": 7})]
    assert {(answer.status_code, answer.data) for answer in answers} == {(404, nowhere.data)}
    assert expect(sit(api, made, code_of(made)), 201)["seat"] == 1
    refused(api.client.post(f"{path(made)}/seats"), 404, "not_found")


def test_the_record_of_an_invited_game_audits_clean_and_proves_the_code(api: Api, made: Json) -> None:
    expect(sit(api, made, code_of(made)), 201)
    play_on(api.games, made["game"], seed=3)
    entries = api.games.entries(made["game"], 0)
    report = audit(b"".join(write_record(entries)))
    assert report.sound, report.findings
    assert invitation(code_of(made)).proof_for(1).encode() in entries[1].public
    assert code_of(made).encode() not in b"".join(write_record(entries))


@pytest.fixture
def shared(api: Api) -> Json:
    """The answer to the making of a table whose other seats share a code."""
    return expect(api.post({"variant": "paco", "seats": ["me", *[{"invitation": "shared"}] * 3]}), 201)


def test_a_shared_code_takes_the_next_free_seat_until_there_is_none(api: Api, shared: Json) -> None:
    code = code_of(shared)
    assert [seat.get("invitation") for seat in shared["seats"]] == [None, code, code, code]
    assert [seat["invited"] for seat in shared["view"]["seats"]] == [False, True, True, True]
    key = str(uuid4())
    first = sit(api, shared, code, Idempotency_Key=key)
    assert expect(first, 201)["seat"] == 1
    assert sit(api, shared, code, Idempotency_Key=key).data == first.data
    assert [expect(sit(api, shared, code), 201)["seat"] for _ in range(2)] == [2, 3]
    refused(sit(api, shared, code), 422, "invitation_invalid")


def test_a_shared_code_takes_the_seat_that_is_chosen_among_the_free_ones(api: Api, shared: Json) -> None:
    def choose(seat: int) -> Any:
        return api.client.post(f"{path(shared)}/seats", json={"invitation": code_of(shared), "seat": seat})

    assert expect(choose(3), 201)["seat"] == 3
    for seat in (0, 3):
        refused(choose(seat), 422, "invitation_invalid")
    refused(choose(4), 422, "seat_unknown")
    assert expect(sit(api, shared, code_of(shared)), 201)["seat"] == 1


def test_what_a_seat_shows_of_a_shared_code_opens_no_other_one(api: Api, shared: Json) -> None:
    game, code = shared["game"], invitation(code_of(shared))
    expect(sit(api, shared, code.text), 201)
    table = api.games.current(game).table
    assert code.proof_for(1) in api.games.entries(game, 1)[0].public.decode()
    assert [opens(table, seat, code.proof_for(1)) for seat in table.seats] == [False] * 4
    assert [opens(table, seat, code.proof_for(seat)) for seat in table.seats] == [False, False, True, True]


def test_a_seat_of_its_own_code_and_those_of_a_shared_one_are_kept_apart(api: Api) -> None:
    seats: list[Any] = ["me", {"invitation": True}, {"invitation": "shared"}]
    made = expect(api.post({"variant": "mexican-3", "seats": seats}), 201)
    own, shared = code_of(made, 1), code_of(made, 2)
    assert own != shared
    assert expect(sit(api, made, shared), 201)["seat"] == 2
    refused(sit(api, made, shared), 422, "invitation_invalid")
    assert expect(sit(api, made, own), 201)["seat"] == 1


def test_the_record_of_a_game_with_a_shared_code_audits_clean(api: Api, shared: Json) -> None:
    for _ in range(3):
        expect(sit(api, shared, code_of(shared)), 201)
    play_on(api.games, shared["game"], seed=5)
    record = b"".join(write_record(api.games.entries(shared["game"], 0)))
    report = audit(record)
    assert report.sound, report.findings
    assert code_of(shared).encode() not in record
    assert code_of(shared) not in redact(f"the code {code_of(shared)} was sent")
