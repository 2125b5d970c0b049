"""Record and audit over HTTP, on a real store."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from app.http.blueprint import Blueprint, document
from app.service.games import GameService
from app.store.entry import Entry
from app.store.entry_format import compressed, decompressed
from app.store.keys import GameId, log_key
from replays.audit.audit import audit
from replays.audit.report_json import as_json
from replays.notation.importing import imported
from replays.record.format import Proof
from replays.record.read import read_record

from .conftest import ServedStore, application
from .games import played, recorded
from .test_receipts import KEYS, kept

NOBODY = "g-00" + "0" * 22


def test_the_record_of_a_finished_game_is_sent_as_lines(client: FlaskClient, over: GameId) -> None:
    answer = client.get(f"/v1/games/{over}/record")
    assert answer.status_code == 200
    assert answer.data == recorded("mexican-3")
    assert answer.content_type == "application/x-ndjson"
    assert answer.headers["ETag"] == f'"{len(played("mexican-3"))}"'
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{over}.jsonl"'


@pytest.mark.parametrize(
    ("what", "accept"), [("record.txt", "*/*"), ("record", "text/plain"), ("record", "text/plain, */*;q=0.1")]
)
def test_the_record_can_be_had_in_the_notation(
    client: FlaskClient, over: GameId, what: str, accept: str
) -> None:
    answer = client.get(f"/v1/games/{over}/{what}", headers={"Accept": accept})
    assert answer.content_type == "text/plain; charset=utf-8"
    assert imported(answer.text).record == recorded("mexican-3")
    assert answer.headers["ETag"] == f'"{len(played("mexican-3"))}t"'
    assert "Accept" in answer.headers["Vary"]


def test_the_lines_have_a_separate_address(client: FlaskClient, over: GameId) -> None:
    answer = client.get(f"/v1/games/{over}/record.jsonl")
    assert answer.data == recorded("mexican-3")
    refused = client.get(f"/v1/games/{over}/record.jsonl", headers={"Accept": "text/plain"})
    assert refused.status_code == 406


def test_a_record_ends_with_the_signed_head_and_its_checkpoint(served: ServedStore) -> None:
    game = served.keep(played("persons"))
    proof = Proof(
        ({"v": 1} | dict.fromkeys(("key", "game", "digest", "signature"), "") | {"ply": 1, "time": 1},)
    )
    client = application(GameService(served.store, 16), lambda entries: proof).test_client()
    answer = client.get(f"/v1/games/{game}/record")
    assert read_record(answer.data).proof == proof
    assert answer.headers["ETag"] not in (f'"{len(played("persons"))}"', "")
    assert imported(client.get(f"/v1/games/{game}/record.txt").text).record == answer.data


@pytest.mark.parametrize("what", ["record", "audit"])
def test_a_record_that_the_reader_has_is_answered_with_304(
    client: FlaskClient, over: GameId, what: str
) -> None:
    tag = {"If-None-Match": f'"{len(played("mexican-3"))}"'}
    answer = client.get(f"/v1/games/{over}/{what}", headers=tag)
    assert (answer.status_code, answer.data) == (304, b"")


@pytest.mark.parametrize("what", ["record", "record.txt", "record.jsonl"])
def test_a_running_game_has_no_record_and_shows_no_hidden_card(
    client: FlaskClient, running: GameId, what: str
) -> None:
    answer = client.get(f"/v1/games/{running}/{what}")
    assert (answer.status_code, answer.json and answer.json["code"]) == (409, "not_before_end")
    assert answer.json is not None
    assert answer.json["ply"] == 20
    assert len(answer.data) < 300


@pytest.mark.parametrize("what", ["record", "record.txt", "record.jsonl", "audit"])
@pytest.mark.parametrize("game", [NOBODY, "g-ff" + "0" * 22, "nothing"])
def test_a_game_that_does_not_exist_is_not_found(client: FlaskClient, what: str, game: str) -> None:
    answer = client.get(f"/v1/games/{game}/{what}")
    assert (answer.status_code, answer.json and answer.json["code"]) == (404, "not_found")


def test_the_audit_of_a_finished_game_is_that_of_its_record(client: FlaskClient, over: GameId) -> None:
    answer = client.get(f"/v1/games/{over}/audit")
    assert answer.status_code == 200
    assert answer.json == as_json(audit(recorded("mexican-3")))
    assert answer.json["findings"] == []


def test_the_audit_is_available_as_text(client: FlaskClient, over: GameId) -> None:
    for lang, title in (("es", "Auditoría de"), ("en", "Audit of"), ("fr", "Audit de")):
        answer = client.get(f"/v1/games/{over}/audit?lang={lang}")
        assert answer.get_json()["page"].startswith(f"{title} {over}\n")
        assert answer.headers["ETag"] != client.get(f"/v1/games/{over}/audit").headers["ETag"]
    assert client.get(f"/v1/games/{over}/audit?lang=de").status_code == 422


def _given(proof: Proof, entries: Sequence[Entry]) -> Proof:
    return proof


def test_the_audit_trusts_the_keys_of_the_service(served: ServedStore) -> None:
    game = served.keep(played("persons"))
    head = kept(played("persons")[-1])
    for signed_head, clean in ((head, True), ({**head, "digest": "00" * 32}, False)):
        proof = Proof((signed_head,))
        games = GameService(served.store, 16)
        client = application(games, partial(_given, proof), lambda: KEYS).test_client()
        report = client.get(f"/v1/games/{game}/audit").get_json()
        assert (report["findings"] == []) is clean
        assert "receipts" in {done["check"] for done in report["checks"]}


def test_the_audit_of_a_running_game_covers_public_data(client: FlaskClient, running: GameId) -> None:
    report = client.get(f"/v1/games/{running}/audit").json
    assert report is not None
    assert (report["scope"], report["result"], report["plies"]) == ("public", "incomplete", 20)
    assert not {"seals", "decisions", "deal"} & {done["check"] for done in report["checks"]}


def test_a_log_that_was_altered_in_the_store_is_reported(
    served: ServedStore, client: FlaskClient, over: GameId
) -> None:
    redis: Any = served.store._redis
    key = log_key(over)
    rows = redis.xrange(key)
    redis.delete(key)
    for name, fields in rows:
        if name == b"12-0":
            line = decompressed(over, fields[b"z"]).replace(b'"time":0', b'"time":1')
            fields[b"z"] = compressed(over, line)
        redis.xadd(key, fields, id=name)
    report = client.get(f"/v1/games/{over}/audit").json
    assert report is not None
    assert [(finding["ply"], finding["check"]) for finding in report["findings"]] == [(12, "gaps")]


def test_both_resources_are_documented(client: FlaskClient) -> None:
    blueprints = cast(Iterable[Blueprint], client.application.blueprints.values())
    paths = document("Replays", "v1", blueprints)["paths"]
    lines, report = (paths[f"/v1/games/{{game}}/{what}"]["get"]["responses"] for what in ("record", "audit"))
    assert {"200", "404", "409"} <= set(lines)
    assert set(lines["200"]["content"]) == {"application/x-ndjson", "text/plain"}
    text = paths["/v1/games/{game}/record.txt"]["get"]["responses"]
    assert "text/plain" in text["200"]["content"]
    assert "example" in report["200"]["content"]["application/json"]
