"""Disputes over HTTP: answers, rulings of arbiters, evidence, the log of a dispute, and its end."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from app.players.state import KeyScope
from app.service.job_queue import JobQueue, QueuedName
from app.store.keys import GameId, disputes_key
from replays.api.schemas import disputes as dispute_schemas
from replays.archive.archiver import Archiver
from replays.disputes.commands import Accept
from replays.disputes.decide import STATEMENTS_MAX, DisputeRefused
from replays.disputes.words import STALE
from replays.record.receipts import KEYS_PATH, key_list, verify
from tests.api.disputing import dispute, dispute_of, dispute_service, ended, finish, judged, say
from tests.api.documents import differences
from tests.api.helpers import CARD, Api, Json, Table, expect, refused
from tests.api.player_requests import Person, person
from tests.api.test_idempotency import at_once
from workers.clock import relay
from workers.jobs import by_kind


def test_every_answer_to_a_party_of_a_dispute_is_signed(api: Api, table: Table) -> None:
    keys = key_list(expect(api.client.get(KEYS_PATH), 200))
    name = judged(api, table)["dispute"]
    answers = [say(table, name, 1, "statement", text="no"), say(table, name, 1, "accept")]
    for made in (*(expect(answer, 200) for answer in answers), dispute_of(table, name)):
        signed = made["signed"]
        assert verify(signed, keys) is None
        assert (signed["game"], signed["ply"], signed["digest"]) == (name, made["ply"], made["digest"])
    again = say(table, name, 1, "accept")
    assert (again.data, again.headers["Idempotent-Replay"]) == (answers[1].data, "true")


def test_the_log_of_a_dispute_is_a_chain_whose_first_entry_names_the_game(api: Api, table: Table) -> None:
    verdict = judged(api, table)
    expect(say(table, verdict["dispute"], 1, "statement", text="no"), 200)
    page = expect(table.api.client.get(f"/v1/disputes/{verdict['dispute']}/events"), 200)
    digest, raw = bytes(32), dispute_service(api).entries(GameId(verdict["dispute"]))
    for entry, row in zip(raw, page["events"], strict=True):
        digest = sha256(digest + entry.public).digest()
        assert row["digest"] == digest.hex()
    first = page["events"][0]["public"]
    assert first["game"] == verdict["dispute"]
    assert first["events"][0]["game"] == table.id
    assert {row["public"]["actor"] for row in page["events"]} == {"seat:0", "system", "seat:1"}


def test_a_disputed_hand_is_provisional_until_the_dispute_is_over(api: Api, table: Table) -> None:
    before = table.get()
    known: Any = {"If-None-Match": before.headers["ETag"]}
    assert table.get(**known).status_code == 304
    verdict = judged(api, table)
    view = expect(table.get(**known), 200)
    assert view["provisional"] == [{"hand_number": 1, "dispute": verdict["dispute"], "state": "judged"}]
    assert (view["corrections"], view["corrected"]) == ([], [seat["balance"] for seat in view["seats"]])
    expect(say(table, verdict["dispute"], 0, "withdraw"), 200)
    assert expect(table.get(), 200)["provisional"] == []


def test_a_dispute_ends_once_all_parties_accept_the_verdict(api: Api, table: Table) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    first = expect(say(table, name, 0, "accept"), 200)
    assert (first["state"], first["parties"][0]["answer"]) == ("judged", "accepted")
    refused(
        table.api.client.post(
            f"/v1/disputes/{name}/moves",
            json={"type": "accept", "expected_ply": first["ply"]},
            headers=table.headers(0),
        ),
        409,
        "dispute_answered",
    )
    last = expect(say(table, name, 1, "accept"), 200)
    assert (last["state"], last["closed"], last["correction"], last["until"]) == (
        "closed",
        "accepted",
        None,
        None,
    )
    refused(say(table, name, 1, "statement", text="late"), 409, "dispute_closed")


def test_an_arbiter_rules_where_a_seat_contests_and_corrects_the_ledger(
    api: Api, table: Table, arbiter: Person
) -> None:
    name = judged(api, table, "wrong_payment")["dispute"]
    path = f"/v1/disputes/{name}/moves"
    ruling = {"type": "rule", "outcome": "upheld", "reason": "as agreed at the table", "correction": [3, -3]}
    refused(arbiter.post(path, ruling, Idempotency_Key="1"), 409, "dispute_uncontested")
    contested = expect(say(table, name, 1, "contest", text="we had agreed otherwise"), 200)
    assert contested["for_arbiter"]
    assert contested["statements"][-1]["by"] == "seat:1"
    for wrong in ([3, -2], [3, -3, 0]):
        problem = arbiter.post(path, {**ruling, "correction": wrong}, Idempotency_Key=f"wrong{len(wrong)}")
        refused(problem, 422, "dispute_correction")
    nowhere = arbiter.post(path, {**ruling, "paragraph": "99.99"}, Idempotency_Key="nowhere")
    assert refused(nowhere, 422, "validation_failed")["errors"][0]["pointer"] == "/paragraph"
    ruled = expect(arbiter.post(path, ruling, Idempotency_Key="2"), 200)
    assert (ruled["state"], ruled["ruling"]["by"]) == ("ruled", arbiter.id)
    assert (ruled["ruling"]["reason"], ruled["correction"]) == ("as agreed at the table", [3, -3])
    again = arbiter.post(path, ruling, Idempotency_Key="2")
    assert (expect(again, 200), again.headers["Idempotent-Replay"]) == (ruled, "true")
    view = table.view()
    balances = [seat["balance"] for seat in view["seats"]]
    assert view["corrected"] == [balances[0] + 3, balances[1] - 3]
    assert view["corrections"] == [{"hand_number": 1, "dispute": name, "amounts": [3, -3]}]
    assert table.get("/record", Accept="*/*").status_code == 200
    assert expect(table.get("/audit"), 200)["findings"] == []


def test_only_an_arbiter_without_a_seat_may_rule(api: Api, arbiter: Person) -> None:
    lupe = Person(api, arbiter.id, arbiter.key)
    table = ended(api)
    other = person(api, "Luis")
    name = judged(api, table)["dispute"]
    path = f"/v1/disputes/{name}/moves"
    ruling = {"type": "rule", "outcome": "rejected", "reason": "no"}
    refused(say(table, name, 0, "rule", outcome="rejected", reason="mine"), 403, "dispute_party")
    refused(other.post(path, ruling, Idempotency_Key="1"), 403, "forbidden")
    refused(api.client.post(path, json=ruling, headers={"Idempotency-Key": "1"}), 401, "unauthenticated")
    expect(lupe.post(path, {"type": "statement", "text": "I look at it"}, Idempotency_Key="2"), 200)
    assert expect(lupe.post(path, ruling, Idempotency_Key="3"), 200)["state"] == "ruled"


def test_an_arbiter_with_a_seat_in_the_game_may_not_rule(api: Api) -> None:
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    made = expect(lupe.post("/v1/games", {"variant": "mexican-2", "seats": ["me", {"bot": "random"}]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    finish(api, table)
    name = judged(api, table)["dispute"]
    wide = expect(lupe.post("/v1/players/me/keys", {"scopes": ["play", "view", "audit"]}), 201)["key"]
    ruling = {"type": "rule", "outcome": "upheld", "reason": "for me"}
    ruler = Person(api, lupe.id, wide)
    refused(ruler.post(f"/v1/disputes/{name}/moves", ruling, Idempotency_Key="1"), 403, "dispute_party")
    answer = ruler.post(f"/v1/disputes/{name}/moves", {"type": "statement", "text": "x"}, Idempotency_Key="2")
    assert expect(answer, 200)["statements"][-1]["by"] == "seat:0"


def test_a_dispute_without_an_answer_ends_with_the_verdict_of_the_service(api: Api, table: Table) -> None:
    verdict = judged(api, table, "deck_chosen")
    name = GameId(verdict["dispute"])
    assert dispute_service(api).settle(name) == "judged"
    assert dispute_service(api, verdict["until"] + 1).settle(name) == "closed"
    closed = dispute_of(table, name)
    assert (closed["closed"], closed["correction"]) == ("expired", None)
    assert dispute_service(api, verdict["until"] + 2).settle(name) == "closed"


def test_moves_after_the_deadline_are_refused_even_before_the_job_ran(api: Api, table: Table) -> None:
    verdict = judged(api, table, "deck_chosen")
    late = dispute_service(api, verdict["until"] + 1)
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        late.act(GameId(verdict["dispute"]), "seat:0", Accept(), None, None)


def test_a_dispute_during_a_sitting_waits_for_the_reveal_where_cards_are_hidden(api: Api) -> None:
    table = api.table("me open", "mexican-2", options={"deals": 2})
    while table.view()["status"] != "between_hands":
        finish(api, table, plies=1)
    made = expect(dispute(table, 0, "deck_chosen"), 201)
    name = GameId(made["dispute"])
    assert dispute_service(api).settle(name) == "awaiting_reveal"
    assert dispute_service(api).settle(name) == "awaiting_reveal"
    refused(say(table, name, 1, "accept"), 409, "dispute_unjudged")
    expect(say(table, name, 1, "statement", text="wait and see"), 200)
    public = expect(dispute(table, 1, "wrong_payment"), 201)["dispute"]
    assert dispute_service(api).settle(GameId(public)) == "judged"
    opened = dispute_of(table, public)
    assert (opened["verdict"]["revealed"], opened["verdict"]["legal"]) == (False, None)
    assert not CARD.findall(str(opened).replace("'", '"'))
    assert [one["state"] for one in table.view()["provisional"]] == ["awaiting_reveal", "judged"]
    finish(api, table)
    assert dispute_service(api).settle(name) == "judged"
    assert dispute_of(table, name)["verdict"]["outcome"] == "undecided"


@pytest.mark.parametrize("withdrawn", [False, True])
def test_a_dispute_of_the_first_judge_takes_no_evidence_and_is_opened_again_with_it(
    api: Api, table: Table, monkeypatch: pytest.MonkeyPatch, withdrawn: bool
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("replays.disputes.service.JUDGE", None)  # as disputes were opened once
        first = judged(api, table, "history_altered")
    assert (first["verdict"]["outcome"], "judge" in first) == ("rejected", False)
    receipt = expect(table.get("/head"), 200)["receipt"]
    refused(say(table, first["dispute"], 0, "evidence", receipt=receipt), 409, "dispute_evidence")
    if withdrawn:
        expect(say(table, first["dispute"], 0, "withdraw"), 200)
    verdict = judged(api, table, "history_altered", receipt=receipt)
    assert verdict["dispute"] != first["dispute"]
    assert (verdict["verdict"]["outcome"], verdict["verdict"]["facts"]["receipt_holds"]) == (
        "undecided",
        True,
    )
    assert dispute_of(table, first["dispute"])["closed"] == "withdrawn"
    refused(dispute(table, 0, "history_altered", receipt=receipt), 409, "dispute_repeated")


def test_a_dispute_that_is_over_is_opened_again_with_the_evidence_that_it_lacked(
    api: Api, table: Table
) -> None:
    first = judged(api, table, "history_altered")["dispute"]
    receipt = expect(table.get("/head"), 200)["receipt"]
    refused(dispute(table, 0, "history_altered", receipt=receipt), 409, "dispute_repeated")
    for seat in (0, 1):
        expect(say(table, first, seat, "accept"), 200)
    again = judged(api, table, "history_altered", receipt=receipt)
    assert again["dispute"] != first
    assert again["verdict"]["code"] == "evidence_borne_out"


def test_ten_equal_statements_at_once_are_each_recorded_once(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    numbers = iter(range(10))
    answers = at_once(10, lambda: say(table, name, 1, "statement", text=str(next(numbers))))
    heard = {answer.status_code for answer in answers}
    texts = [statement["text"] for statement in dispute_of(table, name)["statements"]]
    assert heard <= {200, 409}
    assert len(texts) == len(set(texts)) == [answer.status_code for answer in answers].count(200)


def test_the_examples_have_the_shape_that_is_documented(document: Json) -> None:
    shapes = document["components"]["schemas"]
    for name, example in (
        ("Dispute", dispute_schemas.DISPUTE_EXAMPLE),
        ("Disputes", dispute_schemas.OF_GAME_EXAMPLE),
        ("Log", dispute_schemas.LOG_EXAMPLE),
    ):
        shape = next(shape for key, shape in shapes.items() if key.startswith(f"{name}View"))
        assert not list(differences(document, shape, example)), name
    assert set(dispute_schemas.DISPUTE_EXAMPLE) == set(shapes["DisputeView"]["properties"])
    assert set(dispute_schemas.DISPUTE_EXAMPLE["verdict"]) <= set(shapes["VerdictView"]["properties"])


def test_a_move_needs_a_precondition_that_is_not_stale(api: Api, table: Table) -> None:
    verdict = judged(api, table)
    path = f"/v1/disputes/{verdict['dispute']}/moves"
    body = {"type": "statement", "text": "x"}
    post = table.api.client.post
    refused(post(path, json=body, headers=table.headers(0)), 428, "precondition_required")
    stale = post(path, json=body, headers=table.headers(0, {"If-Match": '"1"'}))
    answer = refused(stale, 412, "stale_ply")
    assert (answer["ply"], answer["detail"]) == (verdict["ply"], str(STALE))
    for language, word in (("es", "disputa"), ("fr", "litige")):
        spoken = table.headers(0, {"If-Match": '"1"', "Accept-Language": language})
        assert word in refused(post(path, json=body, headers=spoken), 412, "stale_ply")["detail"]
    good = post(path, json=body, headers=table.headers(0, {"If-Match": f'"{verdict["ply"]}"'}))
    assert good.headers["ETag"] == f'"{verdict["ply"] + 1}"'


def test_the_number_of_statements_of_a_party_is_limited(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    for number in range(STATEMENTS_MAX):
        expect(say(table, name, 0, "statement", text=str(number)), 200)
    refused(say(table, name, 0, "statement", text="more"), 409, "dispute_statements")
    expect(say(table, name, 1, "statement", text="me"), 200)


def test_only_the_player_who_opened_a_dispute_withdraws_it(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    refused(say(table, name, 1, "withdraw"), 403, "dispute_party")
    assert expect(say(table, name, 0, "withdraw"), 200)["closed"] == "withdrawn"


def test_the_disputes_of_a_private_game_are_for_its_seats_and_arbiters(api: Api, arbiter: Person) -> None:
    made = expect(
        api.post({"variant": "mexican-2", "seats": ["me", {"bot": "random"}], "visibility": "private"}), 201
    )
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    finish(api, table)
    name = expect(dispute(table, 0), 201)["dispute"]
    for path in (f"/v1/disputes/{name}", f"/v1/disputes/{name}/events", f"{table.path}/disputes"):
        refused(api.client.get(path), 404, "not_found")
        refused(person(api).get(path), 404, "not_found")
        expect(arbiter.get(path), 200)
        expect(api.client.get(path, headers=table.headers(0)), 200)


def test_a_worker_judges_disputes_that_the_clock_reports(api: Api, table: Table) -> None:
    name = expect(dispute(table, 0), 201)["dispute"]
    rung: list[str] = []
    relay(api.games.store, Bell(rung), "clock-test")
    assert rung.count(name) == 1
    desk, played = dispute_service(api), list[str]()
    job = by_kind(played.append, lambda log: desk.settle(GameId(log)))
    for log in rung:
        job(log)
    assert dispute_of(table, name)["state"] == "judged"
    assert name not in played
    assert [each.game for each in api.games.store.overdue(10) if each.game == name] == []


@dataclass
class Bell(JobQueue):
    rung: list[str]

    def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
        self.rung += [ring.name for ring in names]


def test_disputes_of_a_store_that_was_restored_are_found_in_the_archive(
    api: Api, table: Table, archiver: Archiver
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    for seat in (0, 1):
        expect(say(table, name, seat, "accept"), 200)
    before = expect(table.get("/disputes"), 200)
    assert archiver.round().archived == 2
    api.redis.delete(disputes_key(table.id))
    assert expect(table.get("/disputes"), 200) == before
    assert table.view()["provisional"] == []


def test_a_repeated_or_needless_job_changes_nothing(api: Api, table: Table) -> None:
    verdict = judged(api, table)
    assert dispute_service(api).settle(GameId(verdict["dispute"])) == "judged"
    assert dispute_service(api).settle(GameId("d-00" + "z" * 22)) is None
    assert dispute_of(table, verdict["dispute"]) == verdict
