"""A data directory of an older version starts under this one: its games end, and all of it audits clean."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from app.cli import main
from tests.corpus.old_directory import (
    ARCHIVE,
    COPIED_AT,
    FACTS,
    OldGame,
    bearer,
    digest_of,
    editions,
    game_of,
    results,
    service_on,
    unpack,
)
from tests.server.helpers import eventually
from tests.soak.client import Client, Json, Service, insist

LIMIT = 3_000_000
"""The most bytes that the archive has."""

EDITION = 8
"""The edition of the rulebook when the directory was made."""

OVER = ("finished", "void")
FOUND: Json = json.loads(FACTS.read_text())


@pytest.fixture(scope="module")
def running() -> Iterator[Service]:
    """A service on a copy of the directory; whatever the time is, the limits of its games may have passed."""
    with TemporaryDirectory(prefix="cq-") as folder:
        unpack(Path(folder))
        with service_on(Path(folder)) as service:
            yield service


@pytest.fixture
def client(running: Service) -> Iterator[Client]:
    """A connection to the service."""
    client = Client(running.port)
    yield client
    client.close()


def games(client: Client, beginning: str) -> list[OldGame]:
    """The games of the directory whose name begins so."""
    known = FOUND["games"].items()
    return [game_of(client, game) for name, game in known if name.startswith(beginning)]


def audited(service: Service, name: str, *options: str) -> str:
    """Return what `conquian audit` says first of a game, a tournament or a bundle."""
    url = f"http://127.0.0.1:{service.port}"
    keys = f"{url}/.well-known/conquian-keys.json"
    verdict = CliRunner().invoke(main, ["audit", name, "--url", url, "--keys", keys, "--json", *options])
    assert verdict.exit_code in (0, 1, 3), verdict.output
    result: str = json.loads(verdict.output)["result"]
    return result


def test_the_archive_is_small() -> None:
    assert ARCHIVE.stat().st_size < LIMIT


def test_every_answer_that_may_not_change_is_the_same(client: Client) -> None:
    answers = FOUND["answers"]
    assert len(answers) > 50
    changed = [
        answer["path"]
        for answer in answers
        if digest_of(client, answer["path"], answer["token"]) != answer["sha256"]
    ]
    assert changed == []


def test_old_receipts_are_consistent_with_the_logs(client: Client) -> None:
    lost = 0
    for name, known in FOUND["games"].items():
        game = game_of(client, known)
        for receipt in game.receipts:
            own = bearer(game.tokens[0])
            seen = insist(lambda: client.send("POST", f"{game.path}/receipts", receipt, **own))  # noqa: B023
            held = name != "frozen" or receipt["ply"] <= COPIED_AT
            assert (seen.status, seen.json["consistent"]) == (200, held), seen.data
            lost += not held
    assert lost > 0


def test_old_keys_belong_to_their_players(client: Client) -> None:
    for player in FOUND["players"].values():
        me = insist(lambda: client.send("GET", "/v1/players/me", **bearer(player["key"])))  # noqa: B023
        assert (me.status, me.json["player"]) == (200, player["id"])
    own = bearer(FOUND["players"]["Ana"]["key"])
    hooks = insist(lambda: client.send("GET", "/v1/webhooks", **own)).json["webhooks"]
    assert [hook["webhook"] for hook in hooks] == [FOUND["webhook"]["id"]]
    listed = insist(lambda: client.send("GET", f"/v1/webhooks/{hooks[0]['webhook']}/deliveries", **own))
    assert listed.json["deliveries"]


def test_an_old_move_that_is_repeated_gets_its_old_answer(client: Client) -> None:
    for game in games(client, "live-"):
        last = game.last
        assert last is not None
        ply = last["answer"]["ply"]
        reply = game.post(last["seat"], last["body"], last["key"])
        assert (reply.status, reply.json["ply"]) == (200, ply)
        assert reply.json == last["answer"]


def test_live_games_are_played_to_their_end_and_audit_clean(running: Service, client: Client) -> None:
    live = games(client, "live-")
    assert len(live) == 5
    for game in live:
        assert game.play(Random(game.id))["status"] == "finished"
    for game in live:
        assert game.get("/audit", game.reader)["findings"] == []
        if game.get(seat=game.reader)["visibility"] == "public":
            eventually(lambda: audited(running, game.id) == "clean")  # noqa: B023


def test_archived_games_audit_clean(running: Service, client: Client) -> None:
    ended = games(client, "ended")
    assert len(ended) == 6
    assert {audited(running, game.id) for game in ended} == {"clean"}


def test_a_frozen_game_stays_frozen_until_the_operator_voids_it(running: Service, client: Client) -> None:
    (game,) = games(client, "frozen")
    assert game.get()["status"] == "frozen"
    running.operate("games", "void", game.id)
    eventually(lambda: game.get()["status"] == "void")
    causes = {finding["cause"] for finding in game.get("/audit")["findings"]}
    assert {"frozen"} <= causes <= {"frozen", "contradiction", "two_signatures"}


def test_a_game_that_waits_for_chance_of_its_seats_is_there(client: Client) -> None:
    (game,) = games(client, "committing")
    view = game.get()
    assert view["status"] in ("committing", "revealing", "playing", *OVER)
    assert game.get("/audit")["findings"] == []


@pytest.mark.parametrize("name", FOUND["disputes"])
def test_a_dispute_keeps_its_verdict_and_its_bundle_audits(
    running: Service, client: Client, name: str, tmp_path: Path
) -> None:
    path, about = f"/v1/disputes/{FOUND['disputes'][name]}", FOUND["games"]["ended-disputed"]
    own = bearer(about["tokens"]["0"])
    dispute = insist(lambda: client.send("GET", path, **own)).json
    assert dispute["verdict"]["outcome"] == ("rejected" if name == "waiting" else "undecided")
    assert (dispute["closed"] == "accepted") == (name == "accepted")
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(insist(lambda: client.send("GET", f"{path}/bundle", **own)).data)
    assert audited(running, str(bundle)) in ("clean", "incomplete")


def test_the_tournament_ends_as_it_would_have_ended(running: Service, client: Client) -> None:
    known = FOUND["tournament"]
    outcome, named = results(client, known["path"]), editions(client, known["path"])
    assert outcome == {"standings": known["standings"], "digests": known["digests"]}
    assert named == dict.fromkeys(known["digests"], EDITION)
    name = known["path"].rpartition("/")[2]
    eventually(lambda: audited(running, name) == "clean")
