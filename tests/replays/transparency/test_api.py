"""The transparency log over HTTP, verified from its answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine

from app.http.blueprint import document
from app.http.errors import Problem
from app.http.problems import install
from replays.api.transparency import blueprint
from replays.catalogue.connecting import connect, prepare, writing
from replays.transparency import store
from replays.transparency.checkpoints import opened, read
from replays.transparency.merkle import Leaf, leaf_from
from replays.transparency.proofs import MEMBERS, extends, includes, problem
from tests.api.documents import differences, resolved
from tests.closing import at_end

from .rings import published, ring

RING = ring(0)
KEYS = published(RING)
PRIVATE = "g-00" + "p" * 22


def game(number: int) -> str:
    return f"g-{number % 64:02x}{number:022}"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """A catalogue whose tree was signed at 3, 4 and 9 leaves and has 10."""
    catalogue_engine = prepare(connect(f"sqlite:///{tmp_path}/catalogue.sqlite"))
    for begin, end in ((0, 3), (3, 4), (4, 9), (9, 10)):
        with writing(catalogue_engine) as connection:
            store.append(connection, [Leaf(game(n), n + 1, bytes([n]) * 32) for n in range(begin, end)])
            if end < 10:
                store.checkpoint(connection, RING, 1_000 * end)
    yield catalogue_engine
    catalogue_engine.dispose()


@pytest.fixture
def client(engine: Engine) -> FlaskClient:
    """A client of a service that has nothing but the log."""
    return client_of(engine)


def client_of(engine: Engine) -> FlaskClient:
    app = Flask(__name__)
    install(app)
    app.register_blueprint(blueprint(lambda: engine, admit))
    return app.test_client()


def described(engine: Engine) -> dict[str, Any]:
    """The OpenAPI document of the log."""
    return document("Log", "v1", [blueprint(lambda: engine, admit)])


def admit(name: str) -> None:
    if name == PRIVATE:
        raise Problem("not_found")


def test_the_latest_checkpoint_is_a_note_signed_by_the_service(client: FlaskClient) -> None:
    answer = client.get("/v1/log/checkpoint")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; charset=utf-8")
    assert opened(answer.text, KEYS).size == 9
    assert answer.headers["ETag"] == '"9"'
    assert "immutable" not in answer.headers["Cache-Control"]
    again = client.get("/v1/log/checkpoint", headers={"If-None-Match": '"9"'})
    assert (again.status_code, again.data) == (304, b"")


def test_before_the_first_game_has_ended_there_is_no_checkpoint(tmp_path: Path) -> None:
    empty = prepare(connect(f"sqlite:///{tmp_path}/catalogue.sqlite"))
    at_end(empty.dispose)
    client = client_of(empty)
    answer = client.get("/v1/log/checkpoint")
    assert (answer.status_code, answer.json and answer.json["code"]) == (404, "not_found")
    assert client.get("/v1/log/checkpoints").json == {"checkpoints": [], "next": 0}


def test_checkpoints_are_listed_page_by_page(client: FlaskClient) -> None:
    first = client.get("/v1/log/checkpoints?limit=2")
    assert first.json is not None
    assert [row["size"] for row in first.json["checkpoints"]] == [3, 4]
    assert "immutable" in first.headers["Cache-Control"]
    rest = client.get(f"/v1/log/checkpoints?cursor={first.json['next']}&limit=2")
    assert rest.json is not None
    assert [row["size"] for row in rest.json["checkpoints"]] == [9]
    assert "immutable" not in rest.headers["Cache-Control"]
    for row in (*first.json["checkpoints"], *rest.json["checkpoints"]):
        head = opened(row["note"], KEYS)
        assert (head.size, head.root.hex(), head.time_ms) == (row["size"], row["root"], row["time"])


@pytest.mark.parametrize("number", range(9))
def test_every_game_can_be_proved_from_the_answer_alone(client: FlaskClient, number: int) -> None:
    answer = client.get(f"/v1/log/proof/inclusion?game={game(number)}")
    inclusion = answer.json
    assert inclusion is not None
    leaf = leaf_from(inclusion["leaf"])
    assert leaf == Leaf(game(number), number + 1, bytes([number]) * 32)
    proof = {name: inclusion[name] for name in MEMBERS}
    assert problem(proof, leaf, KEYS) is None
    assert inclusion["size"] == (3 if number < 3 else 4 if number < 4 else 9)
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"


def test_a_proof_for_a_size_between_two_checkpoints_has_no_note(client: FlaskClient) -> None:
    answer = client.get(f"/v1/log/proof/inclusion?game={game(2)}&size=7").json
    whole = client.get("/v1/log/proof/consistency?old=7&new=9").json
    assert answer is not None
    assert whole is not None
    assert (answer["size"], answer["note"]) == (7, None)
    assert whole["path"]


def test_two_checkpoints_are_proved_to_be_of_one_log(client: FlaskClient) -> None:
    rows = client.get("/v1/log/checkpoints").json
    assert rows is not None
    heads = [read(row["note"]) for row in rows["checkpoints"]]
    for old in heads:
        for new in (head for head in heads if head.size >= old.size):
            answer = client.get(f"/v1/log/proof/consistency?old={old.size}&new={new.size}")
            assert answer.json is not None
            path = [bytes.fromhex(text) for text in answer.json["path"]]
            assert extends(old.size, new.size, old.root, new.root, path)
            assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        (f"inclusion?game={game(9)}", 409, "not_logged"),
        (f"inclusion?game={game(77)}", 409, "not_logged"),
        (f"inclusion?game={game(3)}&size=3", 409, "not_logged"),
        (f"inclusion?game={game(3)}&size=10", 404, "no_such_tree"),
        (f"inclusion?game={PRIVATE}", 404, "not_found"),
        ("inclusion?game=nothing", 422, "validation_failed"),
        (f"inclusion?game={game(3)}&size=0", 422, "validation_failed"),
        ("inclusion", 422, "validation_failed"),
        ("consistency?old=3&new=10", 404, "no_such_tree"),
        ("consistency?old=4&new=3", 404, "no_such_tree"),
        ("consistency?old=3", 422, "validation_failed"),
        ("consistency?old=-1&new=3", 422, "validation_failed"),
    ],
)
def test_a_proof_that_does_not_exist_is_refused(
    client: FlaskClient, address: str, status: int, code: str
) -> None:
    answer = client.get(f"/v1/log/proof/{address}")
    assert (answer.status_code, answer.json and answer.json["code"]) == (status, code)
    assert "immutable" not in answer.headers["Cache-Control"]


def test_a_proof_fails_with_any_wrong_leaf_index_size_path_note_or_keys(client: FlaskClient) -> None:
    answer = client.get(f"/v1/log/proof/inclusion?game={game(5)}").json
    other = client.get(f"/v1/log/proof/inclusion?game={game(6)}").json
    earlier = client.get(f"/v1/log/proof/inclusion?game={game(0)}").json
    assert answer is not None
    assert other is not None
    assert earlier is not None
    leaf, proof = leaf_from(answer["leaf"]), {name: answer[name] for name in MEMBERS}
    assert leaf is not None
    assert problem(proof, leaf) is None
    wrong = [
        proof | {"index": 6},
        proof | {"size": 8},
        proof | {"size": True},
        proof | {"path": other["path"]},
        proof | {"path": [*proof["path"], "00" * 32]},
        proof | {"path": [text.upper() for text in proof["path"]]},
        proof | {"note": earlier["note"]},
        proof | {"note": "?"},
        proof | {"more": 1},
        {},
        None,
    ]
    for proof_json in wrong:
        assert problem(proof_json, leaf) is not None
        assert problem(proof_json, leaf, KEYS) is not None
    for changed in (
        Leaf(leaf.game, leaf.plies + 1, leaf.digest),
        Leaf(game(6), leaf.plies, leaf.digest),
        Leaf(leaf.game, leaf.plies, bytes(32)),
    ):
        assert problem(proof, changed) is not None
    assert problem(proof, leaf, published(RING, origin="elsewhere")) is not None
    assert problem(proof, leaf, published(ring(0, seed=b"other"))) is not None
    assert includes(
        leaf.hash,
        answer["index"],
        answer["size"],
        list(map(bytes.fromhex, answer["path"])),
        read(answer["note"]).root,
    )


def test_the_resources_are_documented_with_examples(engine: Engine) -> None:
    paths = described(engine)["paths"]
    assert len(paths) == 4
    for path, item in paths.items():
        contents = item["get"]["responses"]["200"]["content"]
        assert all("example" in content for content in contents.values()), path


@pytest.mark.parametrize(
    "address", ["checkpoints", f"proof/inclusion?game={game(1)}", "proof/consistency?old=3&new=9"]
)
def test_answers_and_examples_have_the_documented_shape(
    client: FlaskClient, engine: Engine, address: str
) -> None:
    whole = described(engine)
    operation = whole["paths"][f"/v1/log/{address.partition('?')[0]}"]["get"]
    media = operation["responses"]["200"]["content"]["application/json"]
    answers: tuple[Any, ...] = (client.get(f"/v1/log/{address}").json, media["example"])
    for value in answers:
        assert not list(differences(whole, media["schema"], value))
        assert set(value) == set(resolved(whole, media["schema"])["properties"])
