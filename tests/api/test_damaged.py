"""A game whose stored log is damaged: readable entries are served, and its hands can be disputed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.service.games import GameService
from app.store.client import connect
from app.store.dispute_index import DisputeIndex
from app.store.keys import GameId
from replays.archive.archiver import Archiver
from replays.disputes.record import folded
from replays.disputes.service import DisputeService
from replays.disputes.state import Claim
from tests.api.attacking import started_anew
from tests.api.damaged_logs import AT, alter_hidden, cut, damage
from tests.api.disputing import dispute, dispute_of, dispute_service, say
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.test_marks import signed
from tests.closing import at_end
from tests.service.helpers import KEYS


class Ours:
    """The installation of a process whose parts are all its own."""

    def require(self) -> None:
        """Every part may be used."""

    def admit_store(self, identity: bytes | None) -> None:
        """The store is that of the process."""


def judged(api: Api, broken: Table, claim: str, **more: Any) -> Json:
    made = expect(dispute(broken, 0, claim, **more), 201)
    assert dispute_service(api).settle(GameId(made["dispute"])) is not None
    return dispute_of(broken, made["dispute"])


def test_the_entries_before_the_damage_are_served_and_marked(broken: Table) -> None:
    page = expect(broken.get("/events?limit=200", 0), 200)
    assert [entry["ply"] for entry in page["events"]] == list(range(1, AT))
    assert (page["ply"], page["damaged_at"], page["next"]) == (AT - 1, AT, AT - 1)
    some = broken.get("/events?after=3&limit=5")
    assert [entry["ply"] for entry in expect(some, 200)["events"]] == [4, 5, 6, 7, 8]
    assert 'rel="next"' in some.headers["Link"]
    assert expect(broken.get("/positions/19"), 200)["view"]["ply"] == AT - 1
    refused(broken.get("/positions/20"), 404, "not_found")


def test_a_process_with_a_cached_position_serves_the_readable_entries(api: Api, table: Table) -> None:
    table.view()
    damage(api, table, AT)
    page = expect(table.get("/events?limit=200", 0), 200)
    assert ([entry["ply"] for entry in page["events"]], page["damaged_at"]) == ([*range(1, AT)], AT)


def test_a_refusal_for_damage_says_what_the_player_can_do(broken: Table) -> None:
    for path in ("", "/record", "/head"):
        problem = refused(broken.get(path), 409, "quarantined")
        assert problem["ply"] == AT
        assert "you can dispute" in problem["detail"]


def test_cards_of_other_seats_stay_hidden_in_the_readable_entries(broken: Table) -> None:
    for row in expect(broken.get("/events?limit=200", 0), 200)["events"]:
        assert row.get("own", {"audience": 0})["audience"] == 0
    assert not any("own" in row for row in expect(broken.get("/events?limit=200"), 200)["events"])
    assert "revealed" not in expect(broken.get("/positions/19"), 200)


@pytest.mark.parametrize("ply", [5, AT, AT + 3])
def test_a_damaged_log_never_blocks_a_dispute(api: Api, broken: Table, ply: int) -> None:
    for claim in ("history_altered", "illegal_move"):
        dispute = judged(api, broken, claim, ply=ply)
        outcome = "upheld" if claim == "history_altered" else "undecided"
        assert (dispute["state"], dispute["verdict"]["outcome"]) == ("judged", outcome)
        assert dispute["verdict"]["facts"]["damaged_at"] == AT
        assert dispute["about"]["ply"] == ply
    listed = expect(broken.get("/disputes"), 200)["disputes"]
    assert {row["claim"] for row in listed} == {"history_altered", "illegal_move"}
    expect(say(broken, listed[0]["dispute"], 1, "contest", text="no"), 200)
    expect(broken.api.client.get(f"/v1/disputes/{listed[0]['dispute']}/events"), 200)


def test_the_log_of_such_a_dispute_is_sound(api: Api, broken: Table) -> None:
    name = judged(api, broken, "history_altered", ply=AT)["dispute"]
    state = folded(dispute_service(api).entries(GameId(name))).state
    assert (state.claim, state.hand_number, state.last) == (Claim.HISTORY_ALTERED, 1, state.last)
    assert state.first <= AT <= state.last


def test_a_receipt_is_evidence_in_such_a_dispute(api: Api, broken: Table) -> None:
    kept = signed(api, broken, AT + 1)
    verdict = judged(api, broken, "history_altered", ply=AT + 1, receipt=kept)
    assert kept in (verdict["receipt"], *verdict.get("receipts", ()))


def test_only_entries_that_the_log_had_are_disputed(broken: Table) -> None:
    refused(dispute(broken, 0, "other", 10_000), 422, "dispute_ply")
    refused(dispute(broken, None, "other", AT), 401, "unauthenticated")


def test_receipts_are_compared_with_the_readable_entries(api: Api, broken: Table) -> None:
    row = expect(broken.get("/events?after=4&limit=1"), 200)["events"][0]
    comparison = expect(broken.confront(signed(api, broken, AT + 1)), 200)
    assert (comparison["consistent"], comparison["damaged_at"]) == (None, AT)
    assert "two_signatures" not in comparison
    comparison = expect(broken.confront(signed(api, broken, 5)), 200)
    assert (comparison["consistent"], comparison["damaged_at"], comparison["ply"]) == (False, AT, AT - 1)
    answer = broken.get("/receipts")
    sentence = "The service has signed two different entries for ply 5."
    assert comparison["two_signatures"] == {"ply": 5, "detail": sentence, "receipts": answer.get_json()}
    assert [receipt["ply"] for receipt in answer.get_json()] == [5, 5]
    assert answer.get_json()[1]["digest"] == row["digest"]
    assert expect(broken.confront(answer.get_json()[1]), 200)["consistent"]


@pytest.mark.parametrize("harm", [damage, cut])
def test_a_process_that_remembers_a_damaged_game_answers_receipts_as_a_fresh_one(
    api: Api, table: Table, harm: Callable[[Api, Table, int], None]
) -> None:
    last = expect(table.get("/head"), 200)["receipt"]
    harm(api, table, AT)
    answer = expect(table.confront(last), 200)
    assert (answer["consistent"], answer["damaged_at"]) == (None, AT)
    assert expect(started_anew(table).confront(last), 200) == answer


def test_receipts_of_a_damaged_game_report_its_head(api: Api, broken: Table) -> None:
    assert expect(broken.confront(signed(api, broken, 5)), 200)["status"] == "finished"


def test_the_audit_of_a_damaged_game_lists_the_damage_and_earlier_findings(api: Api, broken: Table) -> None:
    report = expect(broken.get("/audit?lang=en"), 200)
    assert (report["scope"], report["result"], report["plies"]) == ("public", "findings", AT - 1)
    assert [(finding["ply"], finding["check"], finding["cause"]) for finding in report["findings"]] == [
        (AT, "gaps", "damage")
    ]
    assert {"check": "digests", "looked": AT - 1, "left_out": 0} in report["checks"]
    assert report["page"].splitlines()[1] == f"findings: 1; the first at entry {AT}"
    assert "Only what is before the damage can be read" in report["page"]
    assert "The game is not over" not in report["page"]
    expect(dispute(broken, 0, "history_altered", AT), 201)
    marked = broken.get("/audit")
    assert [one["claim"] for one in expect(marked, 200)["disputes"]] == ["history_altered"]
    assert marked.headers["ETag"] != broken.get("/audit?lang=en").headers["ETag"]


@pytest.fixture(params=["store", "hidden", "archive", "lost"])
def unread(
    api: Api, table: Table, archiver: Archiver, redis_url: str, request: pytest.FixtureRequest
) -> Table:
    """A finished game of which no entry can be read, where it is: in the store or in the archive alone."""
    if request.param == "hidden":
        alter_hidden(api, table)
        redis = connect(redis_url, Ours())
        at_end(redis.close)
        return started_anew(table, redis)
    if request.param == "store":
        damage(api, table, 1)
    else:
        assert archiver.round().forgotten == 1
        (blob,) = (api.settings.data / "archive" / "records").glob("*/*")
        blob.chmod(0o600)
        blob.write_bytes(blob.read_bytes()[::-1]) if request.param == "archive" else blob.unlink()
    return started_anew(table)


def court(table: Table) -> DisputeService:
    """Return the service for disputes of a worker, with the archive behind its store."""
    return DisputeService(GameService(table.api.parts.store, 16), DisputeIndex(table.api.redis), KEYS.ids, 7)


def test_players_of_an_unreadable_game_can_dispute_it(unread: Table) -> None:
    page = expect(unread.get("/events"), 200)
    assert (page["events"], page["damaged_at"]) == ([], 1)
    for claim, outcome in (("history_altered", "upheld"), ("wrong_payment", "undecided")):
        name = expect(dispute(unread, 0, claim), 201)["dispute"]
        court(unread).settle(GameId(name))
        opened = dispute_of(unread, name)
        assert (opened["state"], opened["verdict"]["outcome"]) == ("judged", outcome)
        assert opened["verdict"]["facts"] == {"damaged_at": 1}
        assert [party["seat"] for party in opened["parties"]] == [0, 1]
        expect(say(unread, name, 1, "contest", text="no"), 200)
    assert len(expect(unread.get("/disputes"), 200)["disputes"]) == 2
    refused(dispute(unread, 0, "other", 10_000), 422, "dispute_ply")
    refused(dispute(unread, None, "other"), 401, "unauthenticated")
    stranger = unread.api.table("me open", "mexican-2")
    refused(dispute(replace(unread, tokens=stranger.tokens), 0, "other"), 404, "not_found")


def test_receipts_of_an_unreadable_game_are_accepted(api: Api, unread: Table) -> None:
    kept = signed(api, unread, 7)
    answer = expect(unread.confront(kept), 200)
    assert (answer["consistent"], answer["damaged_at"], answer["status"], answer["ply"]) == (
        None,
        1,
        "finished",
        0,
    )
    assert unread.get("/receipts").get_json() == []
    made = expect(dispute(unread, 1, "history_altered", 7, receipt=kept), 201)
    assert made["receipt"] == kept


def test_the_audit_of_an_unreadable_game_reports_the_damage(unread: Table) -> None:
    report = expect(unread.get("/audit"), 200)
    findings = [(finding["ply"], finding["check"], finding["cause"]) for finding in report["findings"]]
    assert (report["game"], report["result"], report["plies"], findings) == (
        unread.id,
        "findings",
        0,
        [(1, "gaps", "damage")],
    )
