"""Disputes over HTTP: opened by a seat, judged by the machine, answered, ruled on, and their log."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.i18n import Language, translate, translations
from app.players.state import KeyScope
from app.service.job_queue import QueuedName
from app.service.rulebook import BINDS, current, translated_paragraph
from app.store.canonical import parse
from app.store.keys import GameId, disputes_key
from replays.api import dispute_examples
from replays.archive.archiver import Archiver
from replays.disputes.commands import Accept
from replays.disputes.decide import STATEMENTS_MAX
from replays.disputes.errors import DisputeRefused
from replays.disputes.service import DAY_MS, Complaint
from replays.disputes.state import Claim
from replays.disputes.verdict_sentences import sentences
from replays.disputes.words import ROWS, STALE
from replays.record.receipts import KEYS_PATH, key_list, verify
from tests.api.disputing import TEXT, dispute, dispute_service, ended, finish, judged, say, shown
from tests.api.documents import differences
from tests.api.helpers import CARD, Api, Json, Table, expect, refused
from tests.api.people import Person, person
from tests.api.test_archived import archiver as archiver
from tests.api.test_once import at_once, check_one
from workers.clock import relay
from workers.jobs import by_kind


@pytest.fixture
def arbiter(api: Api) -> Person:
    """A player whose key may rule."""
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    return lupe.with_scopes("audit")


def test_a_dispute_names_its_game_entry_and_hand_and_both_sides_see_the_same(table: Table) -> None:
    response = dispute(table, 0, ply=7)
    made = expect(response, 201)
    assert response.headers["Location"] == f"/v1/disputes/{made['dispute']}"
    entry = table.get("/events?after=6&limit=1").get_json()["events"][0]
    about = made["about"]
    assert (about["game"], about["ply"], about["digest"]) == (table.id, 7, entry["digest"])
    assert (about["hand_number"], about["first"], about["last"]) == (1, 3, table.view()["ply"])
    path = f"/v1/disputes/{made['dispute']}"
    bodies = {table.api.client.get(path, headers=table.headers(seat)).data for seat in (0, 1, None)}
    assert len(bodies) == 1
    (listed,) = expect(table.get("/disputes"), 200)["disputes"]
    assert {**listed, "signed": made["signed"]} == shown(table, made["dispute"])


def test_every_answer_to_somebody_in_a_dispute_is_signed(api: Api, table: Table) -> None:
    keys = key_list(expect(api.client.get(KEYS_PATH), 200))
    name = judged(api, table)["dispute"]
    answers = [say(table, name, 1, "statement", text="no"), say(table, name, 1, "accept")]
    for made in (*(expect(one, 200) for one in answers), shown(table, name)):
        signed = made["signed"]
        assert verify(signed, keys) is None
        assert (signed["game"], signed["ply"], signed["digest"]) == (name, made["ply"], made["digest"])
    again = say(table, name, 1, "accept")
    assert (again.data, again.headers["Idempotent-Replay"]) == (answers[1].data, "true")


def test_the_log_of_a_dispute_is_a_chain_whose_first_entry_names_the_game(api: Api, table: Table) -> None:
    found = judged(api, table)
    expect(say(table, found["dispute"], 1, "statement", text="no"), 200)
    page = expect(table.api.client.get(f"/v1/disputes/{found['dispute']}/events"), 200)
    digest, raw = bytes(32), dispute_service(api).entries(GameId(found["dispute"]))
    for entry, row in zip(raw, page["events"], strict=True):
        digest = sha256(digest + entry.public).digest()
        assert row["digest"] == digest.hex()
    first = page["events"][0]["public"]
    assert first["game"] == found["dispute"]
    assert first["events"][0]["game"] == table.id
    assert {row["public"]["actor"] for row in page["events"]} == {"seat:0", "system", "seat:1"}


@pytest.mark.parametrize("claim", ["illegal_move", "wrong_payment", "time_out"])
def test_a_claim_that_is_not_true_is_rejected_with_its_paragraph(claim: str, api: Api, table: Table) -> None:
    found = judged(api, table, claim, ply=7)
    verdict = found["verdict"]
    assert (found["state"], verdict["outcome"], verdict["findings"]) == ("judged", "rejected", [])
    assert verdict["paragraph"]
    assert (verdict["legal"] or {}).get("ply") == (6 if claim == "illegal_move" else None)
    assert verdict["sentences"]["consequence"] == "The hand and the ledger stay as they are."
    assert not found["for_arbiter"]


@pytest.mark.parametrize(
    ("claim", "code", "words"),
    [
        ("deck_chosen", "deck_of_service_alone", "may have drawn keys until it liked one"),
        ("history_altered", "history_unproved", "a log made anew from its start would hold as well"),
        ("other", "for_arbiter", "an arbiter may"),
    ],
)
def test_what_is_not_proved_is_undecided_and_the_verdict_says_so(
    claim: str, code: str, words: str, api: Api, table: Table
) -> None:
    found = judged(api, table, claim, ply=7)
    verdict = found["verdict"]
    assert (found["judge"], verdict["outcome"], verdict["code"]) == (3, "undecided", code)
    assert words in verdict["sentences"]["reason"]
    assert (verdict["consequence"], verdict["correction"]) == ("arbiter", None)
    assert found["for_arbiter"]


@pytest.mark.parametrize("language", [Language("es"), Language("fr")])
def test_a_verdict_has_its_paragraph_in_the_language_that_is_asked_for(
    language: Language, api: Api, table: Table
) -> None:
    found = judged(api, table, "illegal_move", ply=7)
    rule, text = found["verdict"]["rule"], found["verdict"]["paragraph"]
    note, paragraph = translate(language, BINDS), translated_paragraph("conquian", rule, text, language)
    translation = {"language": language, "note": note, "paragraph": paragraph}
    why, follows = sentences(found["verdict"], language) or ("", "")
    assert (why, follows) != (sentences(found["verdict"], Language.EN))
    said = {"reason": why, "consequence": follows}
    headers = table.headers(0, {"Accept-Language": f"{language}-MX"})
    path = f"/v1/disputes/{found['dispute']}"
    answer = table.api.client.get(path, headers=headers)
    told = {**found["verdict"], "translation": translation, "sentences": said}
    assert expect(answer, 200) == {**found, "verdict": told}
    assert "Accept-Language" in answer.headers["Vary"]
    assert set(answer.headers["Content-Language"].split(", ")) == {"en", str(language)}
    listed = expect(table.api.client.get(f"{table.path}/disputes", headers=headers), 200)["disputes"]
    assert [one["verdict"]["translation"] for one in listed] == [translation]
    assert table.api.client.get(f"{path}/bundle", headers=headers).data == (
        table.api.client.get(f"{path}/bundle", headers=table.headers(0)).data
    )


def test_the_verdict_on_a_forced_meld_names_the_paragraph_on_forcing_and_why(api: Api) -> None:
    table = ended(api)
    entries = [parse(one.public) for one in api.games.entries(GameId(table.id), 0)]
    ply = next(one["ply"] for one in entries if any(event["type"] == "forced" for event in one["events"])) + 1
    assert entries[ply - 1]["command"]["type"] == "meld"
    found = judged(api, table, "illegal_move", ply=ply)
    verdict, seat = found["verdict"], found["verdict"]["facts"]["actor"]
    assert (verdict["outcome"], verdict["rule"], verdict["reason"]["rule"]) == ("rejected", "6.8", "7.4")
    assert verdict["reason"]["sentence"].startswith(
        f"Another seat had forced the centre card on seat {seat}: "
    )
    assert verdict["reason"]["paragraph"].startswith("Obeying")
    headers = table.headers(0, {"Accept-Language": "es"})
    spanish = expect(api.client.get(f"/v1/disputes/{found['dispute']}", headers=headers), 200)["verdict"]
    assert spanish["reason"]["sentence"].startswith(f"Otro lugar obligó al lugar {seat} ")
    other = judged(api, ended(api), "illegal_move", ply=7)
    assert "reason" not in other["verdict"]


def test_a_refusal_that_was_right_names_its_reason(api: Api, table: Table) -> None:
    found = judged(api, table, "wrong_refusal", ply=12, command={"type": "keep", "discard": "1O"})
    assert (found["verdict"]["outcome"], found["verdict"]["facts"]["refusal"]) == (
        "rejected",
        "keep_forbidden",
    )
    assert found["verdict"]["rule"] == "10.6"


def test_a_disputed_hand_is_provisional_until_the_dispute_is_over(api: Api, table: Table) -> None:
    before = table.get()
    known: Any = {"If-None-Match": before.headers["ETag"]}
    assert table.get(**known).status_code == 304
    found = judged(api, table)
    view = expect(table.get(**known), 200)
    assert view["provisional"] == [{"hand_number": 1, "dispute": found["dispute"], "state": "judged"}]
    assert (view["corrections"], view["corrected"]) == ([], [seat["balance"] for seat in view["seats"]])
    expect(say(table, found["dispute"], 0, "withdraw"), 200)
    assert expect(table.get(), 200)["provisional"] == []


def test_all_who_accept_the_verdict_end_the_dispute(api: Api, table: Table) -> None:
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


def test_who_may_rule_is_an_arbiter_without_a_seat(api: Api, arbiter: Person) -> None:
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


def test_an_arbiter_who_sat_at_the_table_may_not_rule(api: Api) -> None:
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
    said = ruler.post(f"/v1/disputes/{name}/moves", {"type": "statement", "text": "x"}, Idempotency_Key="2")
    assert expect(said, 200)["statements"][-1]["by"] == "seat:0"


def test_what_nobody_answers_ends_and_the_verdict_of_the_machine_stands(api: Api, table: Table) -> None:
    found = judged(api, table, "deck_chosen")
    name = GameId(found["dispute"])
    assert dispute_service(api).settle(name) == "judged"
    assert dispute_service(api, found["until"] + 1).settle(name) == "closed"
    closed = shown(table, name)
    assert (closed["closed"], closed["correction"]) == ("expired", None)
    assert dispute_service(api, found["until"] + 2).settle(name) == "closed"


def test_nothing_is_said_after_the_time_even_before_the_job_has_come(api: Api, table: Table) -> None:
    found = judged(api, table, "deck_chosen")
    late = dispute_service(api, found["until"] + 1)
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        late.act(GameId(found["dispute"]), "seat:0", Accept(), None, None)


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
    found = shown(table, public)
    assert (found["verdict"]["revealed"], found["verdict"]["legal"]) == (False, None)
    assert not CARD.findall(str(found).replace("'", '"'))
    assert [one["state"] for one in table.view()["provisional"]] == ["awaiting_reveal", "judged"]
    finish(api, table)
    assert dispute_service(api).settle(name) == "judged"
    assert shown(table, name)["verdict"]["outcome"] == "undecided"


def test_a_hand_that_is_played_cannot_be_disputed_yet(api: Api) -> None:
    table = api.table("me open", "mexican-2")
    refused(dispute(table, 0, ply=table.view()["ply"]), 409, "dispute_hand_open")
    assert "provisional" not in table.view()


def strangers(table: Table) -> Iterator[tuple[TestResponse, int, str]]:
    api, path = table.api, f"{table.path}/disputes"
    body = {"ply": 5, "claim": "other", "text": TEXT}
    other = api.table("me open")
    nobody = person(api)
    yield api.client.post(path, json=body), 401, "unauthenticated"
    yield api.client.post(path, json=body, headers=other.headers(0)), 404, "not_found"
    yield nobody.post(path, body), 403, "forbidden"
    yield nobody.with_scopes("spectate").post(path, body), 403, "forbidden"


def test_strangers_and_spectators_open_nothing(table: Table) -> None:
    for response, status, code in strangers(table):
        refused(response, status, code)
    assert expect(table.get("/disputes"), 200)["disputes"] == []
    assert not table.api.redis.exists(disputes_key(table.id))


def test_a_receipt_of_this_game_is_evidence_and_one_of_another_or_forged_is_none(
    api: Api, table: Table
) -> None:
    receipt = expect(table.get("/head"), 200)["receipt"]
    foreign = expect(ended(api).get("/head"), 200)["receipt"]
    forged = {**receipt, "digest": "00" * 32}
    for wrong in (foreign, {**foreign, "game": table.id}, forged, {**receipt, "more": 1}):
        refused(dispute(table, 0, "history_altered", receipt=wrong), 422, "dispute_receipt")
    found = judged(api, table, "history_altered", receipt=receipt)
    facts = found["verdict"]["facts"]
    assert (found["verdict"]["outcome"], facts["receipt_holds"], facts["chain_holds"]) == (
        "undecided",
        True,
        True,
    )
    assert found["receipt"] == receipt


@pytest.mark.parametrize("ply", [1, 2, 10_000])
def test_an_entry_outside_every_hand_cannot_be_disputed(ply: int, table: Table) -> None:
    refused(dispute(table, 0, ply=ply), 422, "dispute_ply")


def test_the_same_claim_twice_is_one_dispute(api: Api, table: Table) -> None:
    first = dispute(table, 0, Idempotency_Key="k")
    again = dispute(table, 0, Idempotency_Key="k")
    assert expect(first, 201) == expect(again, 201)
    assert again.headers["Idempotent-Replay"] == "true"
    repeated = dispute(table, 0)
    name = expect(first, 201)["dispute"]
    told = refused(repeated, 409, "dispute_repeated")["detail"]
    assert f"a move `evidence` to /v1/disputes/{name}/moves" in told
    assert repeated.headers["Location"] == f"/v1/disputes/{name}"
    refused(dispute(table, 0, ply=6), 409, "dispute_repeated")
    refused(dispute(table, 0, text="other", Idempotency_Key="k"), 422, "idempotency_key_reused")
    expect(dispute(table, 1), 201)
    expect(dispute(table, 0, "time_out"), 201)
    assert len(expect(table.get("/disputes"), 200)["disputes"]) == 3


def test_a_refusal_without_its_command_names_the_member(table: Table) -> None:
    problem = refused(dispute(table, 0, "wrong_refusal"), 422, "dispute_command")
    assert [error["pointer"] for error in problem["errors"]] == ["/command"]


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
    found = judged(api, table, "history_altered", receipt=receipt)
    assert found["dispute"] != first["dispute"]
    assert (found["verdict"]["outcome"], found["verdict"]["facts"]["receipt_holds"]) == ("undecided", True)
    assert shown(table, first["dispute"])["closed"] == "withdrawn"
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


def test_ten_equal_disputes_at_once_are_one(table: Table) -> None:
    answers = at_once(10, lambda: dispute(table, 0, Idempotency_Key="k"))
    check_one(answers, 201)
    assert len(expect(table.get("/disputes"), 200)["disputes"]) == 1


def test_ten_statements_at_once_are_all_heard_once(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    numbers = iter(range(10))
    answers = at_once(10, lambda: say(table, name, 1, "statement", text=str(next(numbers))))
    heard = {answer.status_code for answer in answers}
    texts = [one["text"] for one in shown(table, name)["statements"]]
    assert heard <= {200, 409}
    assert len(texts) == len(set(texts)) == [answer.status_code for answer in answers].count(200)


def test_the_examples_have_the_shape_that_is_documented(api: Api) -> None:
    document = expect(api.client.get("/openapi.json"), 200)
    shapes = document["components"]["schemas"]
    for name, example in (
        ("Dispute", dispute_examples.DISPUTE),
        ("Disputes", dispute_examples.OF_GAME),
        ("Log", dispute_examples.LOG),
    ):
        shape = next(shape for key, shape in shapes.items() if key.startswith(f"{name}View"))
        assert not list(differences(document, shape, example)), name
    assert set(dispute_examples.DISPUTE) == set(shapes["DisputeView"]["properties"])
    assert set(dispute_examples.DISPUTE["verdict"]) <= set(shapes["VerdictView"]["properties"])


def test_after_seven_days_no_dispute_is_opened(api: Api, table: Table) -> None:
    position = api.games.current(GameId(table.id))
    complaint = Complaint(5, Claim.OTHER, TEXT)
    seat = position.table.seats[0]
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        dispute_service(api, position.time + 7 * DAY_MS + 1).open(position, seat, complaint, None)
    dispute_service(api, position.time + 7 * DAY_MS).open(position, seat, complaint, None)


def test_there_is_no_dispute_about_a_dispute(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    body = {"ply": 1, "claim": "other", "text": TEXT}
    for path in (f"/v1/games/{name}/disputes", f"/v1/disputes/{name}/disputes"):
        refused(api.client.post(path, json=body, headers=table.headers(0)), 404, "not_found")
    for path in (f"/v1/games/{name}", f"/v1/disputes/{table.id}", "/v1/disputes/d-00" + "z" * 22):
        refused(api.client.get(path, headers=table.headers(0)), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"claim": "cheating"}, "validation_failed"),
        ({"text": ""}, "validation_failed"),
        ({"text": "x" * 2001}, "validation_failed"),
        ({"ply": 0}, "validation_failed"),
        ({"command": {"type": "pass"}}, "validation_failed"),
        ({"claim": "wrong_refusal"}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {"type": "create"}}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {"type": "keep", "discard": "99Z"}}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {}}, "dispute_command"),
        ({"verdict": {}}, "unknown_field"),
        ({"receipt": {"game": "g-00", "ply": 1}}, "dispute_receipt"),
    ],
)
def test_a_complaint_that_is_none_is_refused(body: Json, code: str, table: Table) -> None:
    refused(dispute(table, 0, **{"claim": "other", **body}), 422, code)


def test_a_move_needs_a_precondition_that_is_not_stale(api: Api, table: Table) -> None:
    found = judged(api, table)
    path = f"/v1/disputes/{found['dispute']}/moves"
    body = {"type": "statement", "text": "x"}
    post = table.api.client.post
    refused(post(path, json=body, headers=table.headers(0)), 428, "precondition_required")
    stale = post(path, json=body, headers=table.headers(0, {"If-Match": '"1"'}))
    told = refused(stale, 412, "stale_ply")
    assert (told["ply"], told["detail"]) == (found["ply"], str(STALE))
    for language, word in (("es", "disputa"), ("fr", "litige")):
        spoken = table.headers(0, {"If-Match": '"1"', "Accept-Language": language})
        assert word in refused(post(path, json=body, headers=spoken), 412, "stale_ply")["detail"]
    good = post(path, json=body, headers=table.headers(0, {"If-Match": f'"{found["ply"]}"'}))
    assert good.headers["ETag"] == f'"{found["ply"] + 1}"'


def test_nobody_speaks_without_end(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    for number in range(STATEMENTS_MAX):
        expect(say(table, name, 0, "statement", text=str(number)), 200)
    refused(say(table, name, 0, "statement", text="more"), 409, "dispute_statements")
    expect(say(table, name, 1, "statement", text="me"), 200)


def test_only_who_opened_a_dispute_withdraws_it(api: Api, table: Table) -> None:
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


def test_a_worker_judges_what_the_clock_rings_for(api: Api, table: Table) -> None:
    name = expect(dispute(table, 0), 201)["dispute"]
    rung: list[str] = []
    relay(api.games.store, Bell(rung), "clock-test")
    assert rung.count(name) == 1
    desk, played = dispute_service(api), list[str]()
    job = by_kind(played.append, lambda log: desk.settle(GameId(log)))
    for log in rung:
        job(log)
    assert shown(table, name)["state"] == "judged"
    assert name not in played
    assert [each.game for each in api.games.store.overdue(10) if each.game == name] == []


@dataclass
class Bell:
    rung: list[str]

    def enqueue_all(self, rings: Sequence[QueuedName]) -> None:
        self.rung += [ring.name for ring in rings]


def test_every_refusal_is_said_in_three_languages_and_its_paragraph_names_it() -> None:
    book = current("conquian").paragraphs
    for code, row in ROWS.items():
        assert f"`{code}`" in book[row.rule], code
        assert all(text[-1] == "." for text in translations(row.code.remedy).values())
        assert len({*translations(row.code.title).values()}) == 3


def test_every_claim_has_its_sentence_in_the_rulebook() -> None:
    assert all(f"`{claim}`:" in current("conquian").paragraphs["13.2"] for claim in Claim)


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


def test_a_job_that_runs_twice_or_for_nothing_changes_nothing(api: Api, table: Table) -> None:
    found = judged(api, table)
    assert dispute_service(api).settle(GameId(found["dispute"])) == "judged"
    assert dispute_service(api).settle(GameId("d-00" + "z" * 22)) is None
    assert shown(table, found["dispute"]) == found


def test_a_dispute_is_said_in_three_languages_and_cites_its_paragraph(table: Table) -> None:
    for language, title in translations(
        ROWS["dispute_ply"].code.title, Language("es"), Language("fr")
    ).items():
        body = {"ply": 1, "claim": "other", "text": TEXT}
        headers = table.headers(0, {"Accept-Language": language})
        problem = refused(
            table.api.client.post(f"{table.path}/disputes", json=body, headers=headers), 422, "dispute_ply"
        )
        assert (problem["title"], problem["rule"]) == (title, "13.1")
