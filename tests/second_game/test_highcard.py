"""Highcard is created over HTTP, played, streamed, archived, audited and replayed."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from app.cli.archive.kinds import FORMS
from app.service.entry_codec import advance
from app.service.signing import KeyRing
from app.store.encryption import StorageCipher
from app.store.signing_state import StoredGenerations
from replays.archive.archiver import ArchiveRound
from replays.archive.kinds import entries_in
from replays.archive.opening import open_archive, open_archiver, open_signer
from replays.audit.audit import audit
from replays.notation.exporting import text_of
from replays.notation.importing import imported
from replays.notation.printing import written
from replays.record.read import read_record
from tests.api.helpers import Api, Table, expect
from tests.api.streaming import NDJSON, stream
from tests.service.helpers import KEYS

STACK = 6


@pytest.fixture
def table(api: Api) -> Table:
    """A table of two guests: the maker has the usual chips, the other has bought more."""
    made = expect(api.post({"variant": "highcard", "seats": ["me", "open"], "options": {"stake": 2}}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    refused(api.client.post(f"{table.path}/seats", json={"buy_in": 1}), 422, "buy_too_small")
    refused(api.client.post(f"{table.path}/seats", json={"chips": 1}), 422, "unknown_field")
    table.sit({"buy_in": STACK})
    return table


def refused(response: TestResponse, status: int, code: str) -> None:
    """Check a refusal; the document that other tests compare with does not know this game."""
    problem = expect(response, status)
    assert (problem["code"], problem["type"]) == (code, f"/problems/{code}")


def chips(table: Table) -> list[int]:
    """The stack of each seat."""
    return [seat["chips"] for seat in table.view()["seats"]]


def play_hand(table: Table) -> None:
    """Let every seat stay until the hand is over."""
    hand = table.view()["hand_number"]
    while (view := table.view())["status"] == "playing" and view["hand_number"] == hand:
        (seat,) = view["awaited"]
        assert [move["type"] for move in table.moves(seat)] == ["stay", "drop"]
        expect(table.post(seat, {"type": "stay"}), 200)


def ready(table: Table) -> None:
    """Let every seat that is asked go on."""
    for seat in table.view()["awaited"]:
        expect(table.post(seat, {"type": "ready"}), 200)


def finished(table: Table) -> Table:
    """Play the three hands of a sitting, with chips bought after the first."""
    play_hand(table)
    expect(table.post(0, {"type": "buy", "amount": 7}), 200)
    for _ in range(2):
        ready(table)
        play_hand(table)
    assert table.view()["status"] == "finished"
    return table


def test_stacks_carry_over_from_hand_to_hand(table: Table) -> None:
    assert chips(table) == [5, STACK]
    refused(table.post(0, {"type": "buy", "amount": 5}), 409, "wrong_phase")
    refused(table.post(0, {"type": "pass"}), 422, "validation_failed")
    play_hand(table)
    first = chips(table)
    assert sorted(first) in ([3, 8], [4, 7])
    refused(table.post(0, {"type": "buy", "amount": 1}), 422, "buy_too_small")
    expect(table.post(0, {"type": "buy", "amount": 7}), 200)
    assert chips(table) == [first[0] + 7, first[1]]
    assert table.view()["awaited"] == [0, 1], "who buys is still asked"
    ready(table)
    assert chips(table) == [first[0] + 7, first[1]]


def test_a_sitting_ends_when_fewer_than_two_seats_have_chips(api: Api) -> None:
    options = {"stake": 5, "deals": None}
    made = expect(api.post({"variant": "highcard", "seats": ["me", "open"], "options": options}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    table.sit()
    play_hand(table)
    assert sorted(chips(table)) == [0, 10]
    ready(table)
    view = table.view()
    assert (view["status"], view["hand_number"]) == ("finished", 1)


def test_no_bot_of_another_game_sits_down(api: Api) -> None:
    refused(api.post({"variant": "highcard", "seats": ["me", {"bot": "greedy"}]}), 422, "config_option")
    made = expect(api.post({"variant": "highcard", "seats": ["me", "open"], "start": "ready"}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    refused(table.post(0, {"type": "begin", "bot": "greedy"}), 422, "validation_failed")


def test_a_seat_sees_only_its_cards(table: Table) -> None:
    hands = [table.view(seat)["hand"] for seat in (0, 1, None)]
    assert len(set(map(str, hands))) == 3
    assert hands[2] is None


def test_every_entry_is_streamed(table: Table) -> None:
    finished(table)
    plies = table.view()["ply"]
    kinds = [
        event["type"]
        for thing in stream(table, form=NDJSON)
        if thing.name == "entry"
        for event in thing.json["public"]["events"]
    ]
    assert {"bought", "dealt", "spoken", "shown"} <= set(kinds)
    assert len(expect(table.get("/events?limit=200"), 200)["events"]) == plies


def test_the_record_is_audited_archived_and_replayed(api: Api, table: Table) -> None:
    record = finished(table).get("/record").data
    report = audit(record)
    assert (report.findings, report.sound) == ((), True)
    position = advance(None, entries_in(record))
    assert position is not None
    assert position.table.chips == tuple(chips(table))

    archive = open_archive(api.settings)
    signer = open_signer(archive, api.redis, KeyRing(KEYS.sign, StoredGenerations(api.redis)))
    made = open_archiver(api.settings, archive, api.redis, StorageCipher(KEYS.vault), signer, FORMS)
    assert replace(made, keep_ms=0).round() == ArchiveRound(archived=1, forgotten=1)
    archive.engine.dispose()
    assert expect(table.get("/audit"), 200)["clean"]
    middle = expect(table.get(f"/positions/{table.view()['ply'] // 2}"), 200)
    assert {"hands", "stock"} <= set(middle["revealed"])
    (listed,) = expect(api.client.get("/v1/games"), 200)["games"]
    assert (listed["variant"], listed["hands"]) == ("highcard", 3)


def test_a_forged_card_is_found(table: Table) -> None:
    record = finished(table).get("/record").data
    at = record.index(b'"type":"spoken"')
    forged = record[:at].replace(b'"stays":true', b'"stays":false') + record[at:].replace(
        b'"stays":true', b'"stays":false', 1
    )
    assert not audit(forged).sound


def test_the_text_of_a_game_gives_its_record_again(table: Table) -> None:
    record = finished(table).get("/record").data
    entries = read_record(record).entries
    again = imported(written(text_of(entries)))
    assert [entry.digest for entry in again.entries] == [entry.digest for entry in entries]


def test_the_variant_is_explained_and_its_sheet_checked(api: Api) -> None:
    names = [row["variant"] for row in expect(api.client.get("/v1/variants?lang=en"), 200)["variants"]]
    assert names[-1] == "highcard"
    body = {"variant": "highcard", "options": {"stake": 3}}
    checked = expect(api.client.post("/v1/rules", json=body), 200)
    assert checked["equals"] == {"variant": "highcard", "options": {"stake": 3}}
    refused(api.post({**body, "seats": ["me"]}), 422, "config_players")


def test_a_finished_game_is_forked_and_played_again(table: Table) -> None:
    finished(table)
    hand = next(
        ply
        for ply in range(1, table.view()["ply"])
        if expect(table.get(f"/positions/{ply}"), 200)["view"]["status"] == "playing"
    )
    body = {"ply": hand, "seats": ["me", "open"]}
    made = expect(table.api.client.post(f"{table.path}/forks", json=body), 201)
    fork = Table(table.api, made["game"], {0: made["seats"][0]["token"]})
    fork.sit()
    play_hand(fork)
    assert fork.view()["status"] == "finished"
    rematch = expect(table.api.client.post(f"{table.path}/rematch", headers=table.headers(0)), 201)
    assert rematch["view"]["variant"] == "highcard"


def test_its_commands_have_a_separate_tag_in_the_document() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tests.second_game.document"], capture_output=True, check=True, text=True
    )
    document = json.loads(made.stdout)
    schemas = document["components"]["schemas"]
    assert {"HighcardMove_buy", "HighcardMove_stay", "HighcardView", "HighcardSeatView"} <= set(schemas)
    assert {"$ref": "#/components/schemas/Move_ready"} in schemas["HighcardMove"]["oneOf"]
    assert set(schemas["HighcardMove_buy"]["properties"]) == {"type", "amount", "expected_ply"}
    assert "chips" in schemas["HighcardSeatView"]["properties"]
    assert "highcard" in {tag["name"] for tag in document["tags"]}
    move = document["paths"]["/v1/games/{game}/moves"]["post"]
    assert "highcard" in move["tags"]
    sit = document["paths"]["/v1/games/{game}/seats"]["post"]
    assert "buy_too_small" in sit["x-problem-codes"]["422"]
    assert "buy_too_small" in move["x-problem-codes"]["422"]
    assert {"$ref": "#/components/schemas/HighcardMove"} in references(move["requestBody"])


def references(node: object) -> list[object]:
    """Every reference under `node`."""
    if isinstance(node, dict):
        own = [{"$ref": node["$ref"]}] if "$ref" in node else []
        return own + [reference for value in node.values() for reference in references(value)]
    return [reference for value in node for reference in references(value)] if isinstance(node, list) else []
