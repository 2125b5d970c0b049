"""The typed client is what the document says, and plays a whole game with it."""

import ast
import sys
from typing import cast
from uuid import uuid4

import pytest
from conquian_client import Client, Move, Receipt, Refused

from tests.client.document import document
from tests.client.generate import TARGET, generate


def test_the_client_is_the_one_that_the_document_makes() -> None:
    assert TARGET.read_text() == generate(document()), "the document has changed: run `make client`"


def test_the_client_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(TARGET.read_text())
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    other = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {str(name).split(".")[0] for name in plain | other} <= set(sys.stdlib_module_names)


def test_every_operation_of_the_api_has_a_method() -> None:
    paths = {path: item for path, item in document()["paths"].items() if path.startswith("/v1/")}
    operations = [method for item in paths.values() for method in item if method != "parameters"]
    methods = [name for name in vars(Client) if not name.startswith("_")]
    assert len(methods) == len(operations) + 1, "and the list of keys"


def test_a_whole_game_is_played_with_the_client(url: str) -> None:
    lupe = Client(url, Client(url).players_register({"name": "Lupe"})["key"])
    bot = lupe.players_register({"name": "Robo", "bot": True})
    robo = Client(url, bot["key"])
    made = lupe.games_create(
        {"variant": "north-american", "seats": [{"bot": "greedy"}, {"player": bot["player"]}]}
    )
    game = made["game"]
    while lupe.games_show(game)["status"] != "finished":
        for one in robo.decisions(wait=1)["decisions"]:
            move: Move = one["moves"][0]["example"]
            done = robo.moves_move(one["game"], move, if_match=one["decision"])
            assert done["ply"] > one["decision"]
    assert robo.decisions()["latency"]["decisions"] > 0
    assert lupe.replays_audit_game(game)["findings"] == []
    assert game in lupe.replays_record_lines(game)
    assert [entry["ply"] for entry in lupe.events(game, limit=3)["events"]] == [1, 2, 3]


def test_a_refusal_is_raised_with_its_code_and_a_repeated_write_counts_once(url: str) -> None:
    guest = Client(url, patience=5.0)
    with pytest.raises(Refused) as refused:
        guest.players_me()
    assert (refused.value.status, refused.value.code) == (401, "unauthenticated")
    key = str(uuid4())
    made = [guest.players_register({"name": "Lupe"}, idempotency_key=key) for _ in range(2)]
    assert made[0] == made[1]


def test_what_the_rules_refuse_is_kept_as_the_service_has_signed_it(url: str) -> None:
    lupe = Client(url, Client(url).players_register({"name": "Lupe"})["key"])
    game = lupe.games_create({"variant": "north-american", "seats": ["me", "open"]})["game"]
    with pytest.raises(Refused) as refused:
        lupe.moves_move(game, {"type": "pass"}, if_match=1)
    said = cast(Receipt, refused.value.refusal)
    assert (said["game"], said["code"]) == (game, refused.value.code)
    assert lupe.receipts_confront(game, said)["consistent"]
    with pytest.raises(Refused) as stale:
        lupe.moves_move(game, {"type": "pass"}, if_match=9)
    assert stale.value.refusal is None


def test_a_service_that_is_away_is_waited_for_only_so_long() -> None:
    with pytest.raises(OSError, match="refused"):
        Client("http://127.0.0.1:1", patience=0.1).players_me()
