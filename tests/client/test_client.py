"""The typed client that the service serves has a method for each operation, and plays a whole game."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

import pytest

from app.api.clients.generate import generate
from app.api.clients.pages import JAVASCRIPT, PYTHON
from tests.client.document import document, served

TYPED = """
from conquian_client import Client, HoldemView, Move, View

def resign(client: Client, game: str) -> View | HoldemView:
    move: Move = {"type": "fold"}
    client.moves_move(game, move, if_match=3)
    return client.games_show(game)
"""


@pytest.fixture(scope="module")
def text() -> str:
    """Return the client for Python as the service serves it."""
    return served(PYTHON).decode()


@pytest.fixture(scope="module")
def client(text: str) -> Any:
    """Return the module of the client."""
    module = ModuleType("conquian_client")
    exec(compile(text, "conquian_client.py", "exec"), vars(module))
    return module


def test_the_client_is_made_from_the_document(text: str) -> None:
    assert generate(document()) == text


def test_the_client_is_served_with_its_media_type(url: str) -> None:
    for address, media_type in ((PYTHON, "text/x-python"), (JAVASCRIPT, "text/javascript")):
        with urlopen(url + address) as answer:
            assert answer.headers.get_content_type() == media_type
            assert answer.read() == served(address)


def test_the_client_is_typed_strictly(text: str, tmp_path: Path) -> None:
    (tmp_path / "conquian_client.py").write_text(text)
    for name, call in (("right.py", "if_match=3"), ("wrong.py", "if_match='3'")):
        (tmp_path / name).write_text(TYPED.replace("if_match=3", call))
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "right.py", "wrong.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout
    assert {line.partition(":")[0] for line in done.stdout.splitlines()[:-1]} == {"wrong.py"}, done.stdout


def test_the_client_uses_only_the_standard_library(text: str) -> None:
    tree = ast.parse(text)
    plain = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    other = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {str(name).split(".")[0] for name in plain | other} <= set(sys.stdlib_module_names)


def test_every_operation_of_the_api_has_a_method(client: Any) -> None:
    paths = {path: item for path, item in document()["paths"].items() if path.startswith("/v1/")}
    operations = [method for item in paths.values() for method in item if method != "parameters"]
    methods = [name for name in vars(client.Client) if not name.startswith("_")]
    assert len(methods) == len(operations) + 1, "and the list of keys"


def test_a_whole_game_is_played_with_the_client(client: Any, url: str) -> None:
    lupe = client.Client(url, client.Client(url).players_register({"name": "Lupe"})["key"])
    bot = lupe.players_register({"name": "Robo", "bot": True})
    robo = client.Client(url, bot["key"])
    made = lupe.games_create(
        {"variant": "north-american", "seats": [{"bot": "greedy"}, {"player": bot["player"]}]}
    )
    game = made["game"]
    while lupe.games_show(game)["status"] != "finished":
        for decision in robo.decisions(wait=1)["decisions"]:
            move = decision["moves"][0]["example"]
            done = robo.moves_move(decision["game"], move, if_match=decision["decision"])
            assert done["ply"] > decision["decision"]
    assert robo.decisions()["latency"]["decisions"] > 0
    assert lupe.replays_audit_game(game)["findings"] == []
    assert game in lupe.replays_record_lines(game)
    assert [entry["ply"] for entry in lupe.events(game, limit=3)["events"]] == [1, 2, 3]


def test_a_hand_of_holdem_is_played_with_the_client(client: Any, url: str) -> None:
    guest = client.Client(url)
    made = guest.games_create({"variant": "caesars-holdem", "seats": ["me", "open", "open"]})
    game = made["game"]
    taken = [guest.seats_sit(game, {"buy_in": chips}) for chips in (20, 40)]
    seats = [client.Client(url, seat["token"]) for seat in (made["seats"][0], *taken)]
    while (view := guest.games_show(game))["status"] == "playing":
        moves = seats[view["turn"]].moves(game)
        levels = [move["to"] for move in moves["moves"] if move["type"] in ("bet", "raise")]
        assert levels == view["levels"]
        seats[view["turn"]].moves_move(game, moves["moves"][0]["example"], if_match=moves["decision"])
    assert view["result"]["showdown"]
    bought = seats[1].moves_move(game, {"type": "buy", "chips": 30}, if_match=view["ply"])
    assert bought["view"]["seats"][1]["brought"] == view["seats"][1]["stack"] + 30


def test_a_refusal_is_raised_with_its_code_and_a_repeated_write_counts_once(client: Any, url: str) -> None:
    guest = client.Client(url, patience=5.0)
    with pytest.raises(client.Refused) as refused:
        guest.players_me()
    assert (refused.value.status, refused.value.code) == (401, "unauthenticated")
    key = str(uuid4())
    made = [guest.players_register({"name": "Lupe"}, idempotency_key=key) for _ in range(2)]
    assert made[0] == made[1]


def test_a_refusal_by_the_rules_is_kept_with_its_signature(client: Any, url: str) -> None:
    lupe = client.Client(url, client.Client(url).players_register({"name": "Lupe"})["key"])
    game = lupe.games_create({"variant": "north-american", "seats": ["me", "open"]})["game"]
    with pytest.raises(client.Refused) as refused:
        lupe.moves_move(game, {"type": "pass"}, if_match=1)
    refusal = refused.value.refusal
    assert (refusal["game"], refusal["code"]) == (game, refused.value.code)
    assert lupe.receipts_confront(game, refusal)["consistent"]
    with pytest.raises(client.Refused) as stale:
        lupe.moves_move(game, {"type": "pass"}, if_match=9)
    assert stale.value.refusal is None


def test_a_service_that_is_away_is_waited_for_only_so_long(client: Any) -> None:
    with pytest.raises(OSError, match="refused"):
        client.Client("http://127.0.0.1:1", patience=0.1).players_me()
