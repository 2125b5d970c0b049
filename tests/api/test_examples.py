"""Each request of the OpenAPI document is sent to a running service, which gives the answer beside it.

What a service draws, measures or signs is another each time; every other value has to be that of the example.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.games.conquian.reasons import REASONS
from app.games.registry import GAMES
from app.http.openapi_components import operations
from app.players.state import KeyScope
from tests.api import organising
from tests.api.disputing import dispute, dispute_service, ended
from tests.api.documents import published, resolved
from tests.api.helpers import Api, Json, Table, expect
from tests.api.player_requests import Person, operator, person

Sent = Callable[[str, Any], TestResponse]
Ready = Callable[[Api], tuple[str, Sent]]

DRAWN = {
    # ids, secrets, signatures
    "digest", "dispute", "deck_commitment", "game", "key", "player", "prefix", "secret", "seed", "signature",
    "id", "token", "tournament", "webhook", "commitment", "owner", "deck_seed", "bot_seed",
    # times and what follows from them
    "asked", "at", "deadline", "ended", "made", "since", "started", "time", "until",
    # the deal, and what the bots of the example have played by then
    "banks", "centre", "dealer", "discards", "hand", "phase", "ply", "signed", "standing", "stock_count",
    "turn", "awaited", "answer", "answered", "decision", "hand_number",
}  # fmt: skip


def plain(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of JSON with its place, without what is drawn, measured or signed."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name not in DRAWN:
                yield from plain(member, f"{place}/{name}")
    elif isinstance(value, list):
        for at, member in enumerate(value):
            yield from plain(member, f"{place}/{at}")
    else:
        yield place, value


def by(who: Person, path: str) -> tuple[str, Sent]:
    """The address, and who sends to it."""
    return path, lambda method, body: who.api.client.open(
        path, method=method, json=body, headers=who.headers()
    )


def of(path: str, scope: KeyScope | None = None) -> Ready:
    """A player, with a key for `scope` too, who sends to the address itself."""

    def ready(api: Api) -> tuple[str, Sent]:
        who = person(api)
        if scope is not None:
            api.players.grant(who.id, scope)
            who = who.with_scopes(scope)
        return by(who, path)

    return ready


def as_seat(table: Table, seat: int | None, path: str, **more: str) -> tuple[str, Sent]:
    headers = table.headers(seat, more)
    return path, lambda method, body: table.api.client.open(path, method=method, json=body, headers=headers)


def a_free_seat(api: Api) -> tuple[str, Sent]:
    made = expect(api.post({"variant": "mexican-2", "seats": ["me", "open"]}), 201)
    path = f"/v1/games/{made['game']}/seats"
    return path, lambda method, body: api.client.open(path, method=method, json=body)


def a_seat(api: Api) -> tuple[str, Sent]:
    table = api.table("me open")
    return as_seat(table, 0, f"{table.path}/phrases")


def a_finished_game(rest: str, seat: int | None = None, variant: str = "mexican-2") -> Ready:
    def ready(api: Api) -> tuple[str, Sent]:
        table = ended(api, variant)
        return as_seat(table, seat, f"{table.path}/{rest}")

    return ready


def a_webhook(api: Api) -> tuple[str, Sent]:
    who = person(api)
    body = published()["paths"]["/v1/webhooks"]["post"]["requestBody"]["content"]["application/json"]
    made = expect(who.post("/v1/webhooks", body["example"]), 201)
    return by(who, f"/v1/webhooks/{made['webhook']}")


def a_player(api: Api) -> tuple[str, Sent]:
    return by(operator(api), f"/v1/operator/players/{person(api).id}")


def a_tournament(rest: str) -> Ready:
    def ready(api: Api) -> tuple[str, Sent]:
        who = organising.organiser(api)
        body = published()["paths"]["/v1/tournaments"]["post"]["requestBody"]["content"]["application/json"]
        made = expect(who.post("/v1/tournaments", body["example"]), 201)
        return by(who, f"/v1/tournaments/{made['tournament']}/{rest}")

    return ready


READY: dict[str, Ready] = {
    "games_create": of("/v1/games"),
    "seats_sit": a_free_seat,
    "forks_fork": a_finished_game("forks", 0),
    "phrases_say_phrase": a_seat,
    "rules_check": of("/v1/rules"),
    "players_register": of("/v1/players"),
    "players_add_key": of("/v1/players/me/keys"),
    "operators_change_player": a_player,
    "disputes_open_dispute": a_finished_game("disputes", 0),
    "webhooks_register": of("/v1/webhooks"),
    "webhooks_change": a_webhook,
    "tournaments_begin": of("/v1/tournaments", KeyScope.ORGANISE),
    "tournaments_adjudicate": a_tournament("adjudications"),
    "tournaments_forfeit": a_tournament("forfeits"),
    "tournaments_extend": a_tournament("extensions"),
}
"""By operation how the service is made ready for its example: whose request it is, and where it goes."""

OTHERWISE = {
    "moves_move": "each kind of move in a test of its own",
    "tournaments_start": "its answer is that of every other command, and the tests of registration send it",
    "tournaments_give_time": "its table needs a rule for absent players, and the tests of writes send it",
    "disputes_say": "each kind of answer in a test of its own",
    "receipts_confront": "a receipt is of one service and one game",
    "players_redeem": "a code is drawn by chance",
    "imports_send": "the text is cut short in the document",
}
"""Operations whose examples cannot be sent to every service, and why."""


def requests() -> dict[str, tuple[str, Json]]:
    """Every operation with a body, by name."""
    return {
        operation["operationId"]: (method, operation)
        for _, method, _, operation in operations(published())
        if "requestBody" in operation
    }


def test_every_request_in_the_document_has_an_example_and_is_tried(api: Api) -> None:
    described = requests()
    assert set(described) == set(READY) | set(OTHERWISE)
    for _, operation in described.values():
        for content in operation["requestBody"]["content"].values():
            assert {"example", "examples"} & set(content), operation["operationId"]


@pytest.mark.parametrize("name", READY)
def test_the_example_of_a_request_gets_the_example_of_its_answer(api: Api, name: str) -> None:
    method, operation = requests()[name]
    path, send = READY[name](api)
    answer = send(method, operation["requestBody"]["content"]["application/json"]["example"])
    (status,) = (one for one in operation["responses"] if one.startswith("2"))
    assert answer.status_code == int(status), answer.text
    described = resolved(published(), operation["responses"][status])
    example, actual = described["content"]["application/json"]["example"], answer.get_json()
    if name == "rules_check":  # of the forty parameters the document shows none
        actual["parameters"] = actual["parameters"][: len(example["parameters"])]
    assert dict(plain(example)) == dict(plain(actual)), path


def test_the_name_of_a_thing_leads_nowhere_and_the_id_of_an_import_to_imports(api: Api) -> None:
    made = {name: operation["responses"].get("201", {}) for name, (_, operation) in requests().items()}
    links = {name: set(answer.get("links", {})) for name, answer in made.items()}
    assert {"imports_tell", "imports_record"} <= links["imports_send"]
    assert not {"variants_variant", "ratings_show"} & set().union(*links.values())


def test_the_game_of_the_example_has_the_stake_of_the_example(api: Api) -> None:
    _, operation = requests()["games_create"]
    asked = operation["requestBody"]["content"]["application/json"]["example"]
    answer = operation["responses"]["201"]["content"]["application/json"]["example"]
    assert answer["view"]["stake"] == asked["options"]["stake"] == 5


@pytest.mark.parametrize("name", ["moves_move", "disputes_say"])
def test_each_kind_of_command_in_the_document_is_understood(api: Api, name: str) -> None:
    _, operation = requests()[name]
    examples = operation["requestBody"]["content"]["application/json"]["examples"]
    game = ended(api)
    made = expect(dispute(game, 0), 201)
    dispute_service(api).settle(made["dispute"])
    table = api.table("me open", "mexican-2")
    path = f"{table.path}/moves" if name == "moves_move" else f"/v1/disputes/{made['dispute']}/moves"
    seated = table if name == "moves_move" else game
    assert len(examples) >= 5
    of_others = tuple(f"{name}_" for name in GAMES)
    for kind, example in examples.items():
        if kind.startswith(of_others):
            continue
        _, send = as_seat(seated, 0, path, **{"Idempotency-Key": kind})
        answer = send("post", example["value"])
        code = answer.get_json(force=True).get("code", "")
        assert answer.status_code == 200 or code in REASONS or code.startswith("dispute_"), (
            kind,
            answer.text,
        )
