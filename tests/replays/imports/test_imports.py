"""Imports on a real store and catalogue: stored once, audited, distinct from games of the service."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, select

from app.cli.replay.commands import import_
from app.http.body import USUAL, BodySize
from app.http.errors import Problem
from app.http.problems import install
from app.service.games import GameService
from app.store.canonical import canonical, parse
from replays.api.imports import blueprint, our_log
from replays.archive.files import Directory
from replays.catalogue import tables
from replays.catalogue.connecting import reading
from replays.imports.foreign import id_of
from replays.imports.storage import ImportStorage
from replays.notation.exporting import text_of
from replays.notation.printing import written
from tests.loopback import on_loopback
from tests.replays.conftest import ServedStore
from tests.replays.forging import forged
from tests.replays.games import played, recorded
from tests.replays.notation.test_document import GAMES

RECORD, TEXT = "application/x-ndjson", "text/plain"
NOW_MS = 1_790_000_000_000
HAND = GAMES[0]


Open = Callable[..., FlaskClient]


@pytest.fixture
def service(served: ServedStore, engine: Engine, tmp_path: Path) -> Open:
    """Opens the service: with so much room, and games that `admit` lets the reader see."""

    def opened(room: int = 10**7, admit: Any = lambda position: None) -> FlaskClient:
        app = Flask(__name__)
        install(app)
        storage = ImportStorage(Directory(tmp_path / "archive"), engine, room, lambda: NOW_MS)
        ours = our_log(GameService(served.store, 16), admit)
        app.register_blueprint(blueprint(lambda: storage, ours, lambda size: None, lambda: None))
        return app.test_client()

    return opened


@pytest.fixture
def client(service: Open) -> FlaskClient:
    """A client of that service."""
    return service()


def sent(client: FlaskClient, data: bytes | str, media_type: str, status: int = 201) -> Any:
    """The answer to an import."""
    answer = client.post("/v1/imports", data=data, content_type=media_type)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def test_an_imported_record_is_audited_stored_and_read_again(client: FlaskClient) -> None:
    data = recorded("mexican-3")
    document = sent(client, data, RECORD)
    game = played("mexican-3")
    assert document["import"] == id_of(data)
    assert (document["game"], document["variant"], document["plies"]) == (
        game[0].game,
        "mexican-3",
        len(game),
    )
    assert (document["format"], document["size"], document["imported"]) == ("record", len(data), NOW_MS)
    assert (document["keyed"], document["head"], document["ours"]) == (True, game[-1].digest.hex(), None)
    assert document["report"]["findings"] == []
    path = f"/v1/imports/{document['import']}"
    assert client.get(path).get_json() == document
    assert client.get(f"{path}/record").data == data
    text = client.get(f"{path}/record", headers={"Accept": TEXT})
    assert text.text == written(text_of(game))
    assert text.content_type == "text/plain; charset=utf-8"


def test_a_repeated_import_is_stored_once(service: Open, engine: Engine, tmp_path: Path) -> None:
    first = sent(service(), recorded("void"), RECORD)
    assert sent(service(), recorded("void"), RECORD) == first
    assert len(list((tmp_path / "archive").rglob("*.zst"))) == 1
    with reading(engine) as connection:
        assert len(connection.execute(select(tables.foreign_records)).all()) == 1


def test_an_import_changes_no_game_of_the_service(client: FlaskClient, engine: Engine) -> None:
    sent(client, recorded("mexican-2"), RECORD)
    sent(client, HAND, TEXT)
    with reading(engine) as connection:
        for table in (tables.games, tables.players, tables.hands, tables.blobs, tables.leaves):
            assert connection.execute(select(table)).all() == []


def test_a_text_with_its_keys_is_a_record(client: FlaskClient) -> None:
    document = sent(client, written(text_of(played("mexican-2"))), TEXT)
    assert (document["format"], document["keyed"]) == ("text", True)
    assert document["report"]["findings"] == []
    assert client.get(f"/v1/imports/{document['import']}/record").data == recorded("mexican-2")


def test_moves_and_decks_alone_are_judged_by_the_rules(client: FlaskClient) -> None:
    document = sent(client, HAND, TEXT)
    assert (document["keyed"], document["head"], document["game"]) == (False, None, None)
    assert (document["report"]["scope"], document["report"]["result"]) == ("moves", "incomplete")
    path = f"/v1/imports/{document['import']}"
    assert client.get(f"{path}/record", headers={"Accept": TEXT}).text == HAND
    refused = client.get(f"{path}/record")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "no_record")


def test_positions_show_every_card(client: FlaskClient) -> None:
    name = sent(client, HAND, TEXT)["import"]
    answer = client.get(f"/v1/imports/{name}/positions/5").get_json()
    assert (answer["ply"], answer["view"]["centre"]["card"]) == (5, "6E")
    assert len(answer["revealed"]["hands"][1]) == 5
    assert "6C" not in answer["revealed"]["hands"][1]
    assert answer["view"]["seats"][1]["table"] == [["6C", "7C", "10C"]]
    for ply in (0, 99):
        assert client.get(f"/v1/imports/{name}/positions/{ply}").status_code == 404


def test_an_invalid_record_is_stored_with_its_findings(client: FlaskClient) -> None:
    def change(book: Any) -> None:
        book[20].public["events"][0] = {"type": "passed", "seat": 2}

    document = sent(client, forged(played("mexican-3"), change), RECORD)
    assert document["report"]["findings"]
    assert document["report"]["findings"][0]["ply"] == 21
    lost = client.get(f"/v1/imports/{document['import']}/positions/{document['plies']}")
    assert lost.status_code in (200, 422)
    assert client.get(f"/v1/imports/{document['import']}/positions/20").status_code == 200


def test_a_game_of_the_service_is_distinguished_from_one_that_only_claims_it(
    served: ServedStore, client: FlaskClient
) -> None:
    game = served.keep(played("mexican-3"))
    plies, head = len(played("mexican-3")), played("mexican-3")[-1].digest.hex()
    ours = {"game": game, "plies": plies, "head": head}
    same = sent(client, recorded("mexican-3"), RECORD)["ours"]
    assert same == ours | {"same_head": True, "differs_at": None}
    text = written(text_of(played("mexican-3")))
    assert sent(client, text, TEXT)["ours"] == same

    def later(book: Any) -> None:
        for page in book[29:]:
            page.public["time"] = 7

    other = sent(client, forged(played("mexican-3"), later), RECORD)
    assert other["ours"] == ours | {"same_head": False, "differs_at": 30}
    assert client.get(f"/v1/imports/{other['import']}").get_json()["ours"] == other["ours"]


def test_a_private_game_of_the_service_is_not_revealed_by_an_import(
    served: ServedStore, service: Open
) -> None:
    def nobody(position: Any) -> None:
        raise Problem("not_found")

    served.keep(played("mexican-3"))
    assert sent(service(admit=nobody), recorded("mexican-3"), RECORD)["ours"] is None


@pytest.mark.parametrize(
    ("data", "media_type", "detail"),
    [
        (b"\n", RECORD, "Line 1"),
        (b"{}\n", RECORD, "Line 1"),
        (recorded("void")[:-40], RECORD, "Line"),
        (b"\xff", TEXT, "UTF-8"),
        (b"\n", TEXT, "Line 1, column 1"),
        (
            HAND.replace("1:7C+6C10C/6E", "1:7C+6C10C/6B").encode(),
            TEXT,
            "Line 11, column 1: the rules refuse",
        ),
        (recorded("void"), TEXT, "Line 1"),
        (HAND.encode(), RECORD, "Line 1"),
    ],
)
def test_a_file_without_a_game_is_refused_with_the_place_of_the_error(
    client: FlaskClient, engine: Engine, data: bytes, media_type: str, detail: str
) -> None:
    problem = sent(client, data, media_type, 422)
    assert problem["code"] == "not_a_game"
    assert detail in problem["detail"]
    with reading(engine) as connection:
        assert connection.execute(select(tables.foreign_records)).all() == []


def test_a_refused_move_names_its_paragraph(client: FlaskClient) -> None:
    problem = sent(client, HAND.replace("1:7C+6C10C/6E", "1:7C+6C10C/6B"), TEXT, 422)
    assert problem["rule"] == "6.4"


def test_more_than_the_limit_is_refused_before_it_is_read(client: FlaskClient) -> None:
    answer = client.post(
        "/v1/imports",
        data=b"x",
        content_type=TEXT,
        environ_overrides={"CONTENT_LENGTH": str(USUAL[BodySize.IMPORT] + 1)},
    )
    assert (answer.status_code, answer.get_json()["code"]) == (413, "body_too_large")
    assert sent(client, b"x", "application/json", 415)["code"] == "unsupported_media_type"


def test_imports_above_the_quota_are_refused(service: Open) -> None:
    client = service(room=len(recorded("void")) + 10)
    name = sent(client, recorded("void"), RECORD)["import"]
    assert sent(client, HAND, TEXT, 503)["code"] == "imports_full"
    assert sent(client, recorded("void"), RECORD)["import"] == name


def test_a_file_that_changed_is_not_passed_on(service: Open, tmp_path: Path) -> None:
    name = sent(service(), HAND, TEXT)["import"]
    (path,) = (tmp_path / "archive").rglob("*.zst")
    path.write_bytes(path.read_bytes()[:-5])
    assert service().get(f"/v1/imports/{name}/record", headers={"Accept": TEXT}).status_code >= 500


@pytest.mark.parametrize("name", ["x-" + "0" * 24, "x-zz", "g-00" + "0" * 22, "..", "x-" + "0" * 23 + "{"])
@pytest.mark.parametrize("what", ["", "/record", "/positions/1"])
def test_an_unknown_import_is_not_found(client: FlaskClient, name: str, what: str) -> None:
    answer = client.get(f"/v1/imports/{name}{what}")
    assert answer.status_code == 404


@pytest.fixture
def url(client: FlaskClient) -> Iterator[str]:
    """The address at which the service answers."""
    with on_loopback(client.application) as address:
        yield address


def test_a_file_is_sent_by_the_command(url: str, tmp_path: Path) -> None:
    files = {"game.jsonl": recorded("void"), "hand.txt": HAND.encode(), "bad.txt": b"0:-"}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    ends = [CliRunner().invoke(import_, [str(tmp_path / name), "--url", url]) for name in files]
    assert [end.exit_code for end in ends] == [0, 0, 2]
    assert [json.loads(end.stdout)["import"] for end in ends[:2]] == [*map(id_of, list(files.values())[:2])]
    assert "not_a_game" in ends[2].stderr
    assert "Line 1, column 1" in ends[2].stderr


def test_any_value_in_any_place_is_handled(client: FlaskClient) -> None:
    lines = recorded("mexican-2").splitlines()
    for at, value in ((2, []), (2, {"type": "create"}), (5, None), (7, {"type": 7})):
        document = parse(lines[at])
        document["public"]["command"] = value
        data = b"".join(line + b"\n" for line in [*lines[:at], canonical(document), *lines[at + 1 :]])
        name = sent(client, data, RECORD)["import"]
        for ply in (1, at, 20):
            assert client.get(f"/v1/imports/{name}/positions/{ply}").status_code in (200, 422)
        assert client.get(f"/v1/imports/{name}/record", headers={"Accept": TEXT}).status_code in (200, 422)
