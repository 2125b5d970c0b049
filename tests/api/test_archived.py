"""Games that have left the store for the archive: same addresses, same bytes, same refusals."""

from dataclasses import replace
from uuid import uuid4

import pytest
from flask import Flask

from app.cli.archive.kinds import FORMS
from app.store.encryption import StorageCipher
from app.store.keys import GameId, idem_key, log_key, state_key
from app.store.log import EventStore
from replays.archive.archiver import Archiver, ArchiveRound
from replays.archive.checking import damages
from replays.archive.opening import open_archive
from replays.archive.removing import Remover
from tests.api.disputing import dispute_of, judged, say
from tests.api.disputing import ended as disputed
from tests.api.helpers import Api, Table, expect, process, refused, without_statement
from tests.api.streaming import entry_bytes, stream
from tests.service.helpers import KEYS, play_on


@pytest.fixture
def over(api: Api) -> Table:
    """A game of a person with a bot that is over."""
    made = expect(api.post({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    play_on(api.games, made["game"], seed=3)
    return table


def pages(table: Table) -> dict[str, object]:
    """Everything that can be read of a game, by whom and where, with its tag."""
    plies = expect(table.get(), 200)["ply"]
    paths = ["", "/events", "/events?after=3&limit=2", "/record", "/audit", "/moves"]
    paths += [f"/positions/{ply}" for ply in (1, 2, plies // 2, plies)]
    answers: dict[str, object] = {}
    for seat in (None, 0):
        for path in paths:
            answer = table.get(path, seat)
            # A record has gained its checkpoint, an audit the check of that; their tags say so.
            if path == "/record":
                answers[f"{seat} {path}"] = answer.data.splitlines()[:-1]
                continue
            if path == "/audit":
                report = expect(answer, 200)
                report["checks"] = [check for check in report["checks"] if check["check"] != "inclusion"]
                report["not_checked"] = [check for check in report["not_checked"] if check != "checkpoint"]
                report |= {"result": None, "clean": None} if not report["findings"] else {}
                answers[f"{seat} {path}"] = report
                continue
            answers[f"{seat} {path}"] = answer.status_code, answer.headers.get("ETag"), answer.data
    return answers


def test_an_archived_game_reads_under_its_addresses_as_it_did_before(
    api: Api, archiver: Archiver, over: Table
) -> None:
    before = pages(over)
    assert archiver.round() == ArchiveRound(archived=1, forgotten=1)
    assert not api.redis.exists(state_key(over.id))
    assert pages(over) == before
    fresh = replace(over, api=replace(api, app=_restarted(api)))
    assert pages(fresh) == before


def _restarted(api: Api) -> Flask:
    return process(api.settings, api.redis)


def test_the_stream_of_an_archived_game_is_complete_and_ends(
    api: Api, archiver: Archiver, over: Table
) -> None:
    before = {seat: [thing.body for thing in stream(over, "?after=2", seat)] for seat in (None, 0)}
    archiver.round()
    assert not api.redis.exists(state_key(over.id))
    for seat, expected in before.items():
        assert [thing.body for thing in stream(over, "?after=2", seat)] == expected
        assert expected[:-1] == entry_bytes(over, seat)[2:]
        assert expected[-1].startswith(b'{"end":"finished"')


def test_a_move_in_an_archived_game_is_refused_as_in_any_that_is_over(
    api: Api, archiver: Archiver, over: Table
) -> None:
    before = over.post(0, {"type": "pass"})
    archiver.round()
    after = over.post(0, {"type": "pass"})
    assert refused(before, 409, "game_over").keys() == refused(after, 409, "game_over").keys()
    assert without_statement(after.data) == without_statement(before.data)
    keyed = over.post(0, {"type": "pass"}, Idempotency_Key="again")
    refused(keyed, 409, "game_over")


def test_the_key_of_a_creation_never_makes_its_game_a_second_time(api: Api, archiver: Archiver) -> None:
    body, key = {"variant": "mexican-3", "seats": [{"bot": "random"}] * 3}, str(uuid4())
    game = expect(api.post(body, Idempotency_Key=key), 201)["game"]
    api.bots(game)
    archiver.round()
    api.redis.delete(idem_key(game))  # a day later
    refused(api.post(body, Idempotency_Key=key), 409, "idempotency_key_expired")
    assert not api.redis.exists(state_key(game))


@pytest.mark.parametrize("keep_ms", [600_000, 0])
def test_a_repeated_key_gets_its_first_answer_before_and_after_its_game_has_left_the_store(
    api: Api, archiver: Archiver, keep_ms: int
) -> None:
    made = expect(api.post({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    api.bots(table.id)
    body = next(move for move in table.moves(0) if move["type"] != "fold")
    first = table.post(0, body, Idempotency_Key="once")
    play_on(api.games, made["game"], seed=3)
    done = replace(archiver, keep_ms=keep_ms).round()
    assert done == ArchiveRound(archived=1, forgotten=int(not keep_ms))
    assert api.redis.exists(log_key(table.id)) == bool(keep_ms)
    for app in (api.app, _restarted(api)):
        again = replace(table, api=replace(api, app=app)).post(0, body, Idempotency_Key="once")
        assert (again.status_code, again.data) == (200, first.data)
        assert again.headers["Idempotent-Replay"] == "true"
        other = replace(table, api=replace(api, app=app)).post(0, {"type": "fold"}, Idempotency_Key="once")
        refused(other, 422, "idempotency_key_reused")
    if not keep_ms:
        assert 86_000_000 < api.redis.pttl(idem_key(table.id)) <= 86_400_000
        api.redis.delete(idem_key(table.id))  # a day later
        refused(table.post(0, body, Idempotency_Key="once"), 409, "game_over")


def test_a_stranger_s_token_is_refused_in_an_archived_game_too(
    api: Api, archiver: Archiver, over: Table
) -> None:
    archiver.round()
    other = expect(api.post({"variant": "north-american", "seats": ["me", "open"]}), 201)
    headers = {"Authorization": f"Bearer {other['seats'][0]['token']}"}
    refused(api.client.get(over.path, headers=headers), 404, "not_found")


def test_a_removed_record_leaves_its_leaf_in_the_log(api: Api, archiver: Archiver, over: Table) -> None:
    archiver.round()
    late = replace(archiver, remove_ms=0, clock=lambda: archiver.clock() + 1)
    assert late.round().removed == 1
    archived = replace(over, api=replace(api, app=_restarted(api)))
    for path in ("", "/events", "/record", "/audit", "/positions/1"):
        refused(archived.get(path), 410, "record_removed")
    proof = expect(api.client.get(f"/v1/log/proof/inclusion?game={over.id}"), 200)
    assert proof["leaf"]["game"] == over.id


def removed(api: Api, archiver: Archiver, game: str) -> None:
    """The operator removes a game, from a process of its own."""
    after, archive = archiver.after, open_archive(api.settings)
    Remover(EventStore(api.redis, StorageCipher(KEYS.vault)), after, archive, lambda name: False).remove(
        GameId(game)
    )
    archive.close()


def test_a_removed_game_is_gone_in_every_process_and_its_leaf_remains(
    api: Api, archiver: Archiver, over: Table
) -> None:
    replace(archiver, keep_ms=600_000).round()
    assert pages(over)
    removed(api, archiver, over.id)
    for app in (api.app, _restarted(api)):
        there = replace(over, api=replace(api, app=app))
        for path in ("", "/events", "/record", "/audit", "/positions/1", "/head", "/record.txt"):
            refused(there.get(path), 410, "record_removed")
            refused(there.get(path, 0), 410, "record_removed")
        proof = expect(app.test_client().get(f"/v1/log/proof/inclusion?game={over.id}"), 200)
        assert proof["leaf"]["game"] == over.id
        assert expect(app.test_client().get("/v1/games"), 200)["games"] == []
    assert [finding.detail for finding in damages(archiver.archive, FORMS, lambda: None)] == []


def test_the_fork_of_a_removed_game_is_audited_without_it(api: Api, archiver: Archiver, over: Table) -> None:
    at = {"ply": 4, "seats": ["me", {"bot": "greedy"}]}
    made = expect(api.client.post(f"{over.path}/forks", json=at, headers=over.headers(0)), 201)
    archiver.round()
    removed(api, archiver, over.id)
    fork = Table(api, made["game"])
    report = expect(fork.get("/audit"), 200)
    assert report["findings"] == []


def test_a_dispute_that_is_over_is_archived_like_a_game(api: Api, archiver: Archiver) -> None:
    table = disputed(api)
    name = judged(api, table)["dispute"]
    expect(say(table, name, 0, "withdraw"), 200)
    before = dispute_of(table, name)
    assert archiver.round() == ArchiveRound(archived=2, forgotten=2)
    assert dispute_of(table, name) == before
    assert not api.redis.exists(state_key(name))
    proof = expect(api.client.get(f"/v1/log/proof/inclusion?game={name}"), 200)
    assert proof["leaf"]["game"] == name
    assert [finding.detail for finding in damages(archiver.archive, FORMS, lambda: None)] == []
    assert [game["game"] for game in expect(api.client.get("/v1/games"), 200)["games"]] == [table.id]
