"""Disputes over HTTP: opened by a seat, judged by the machine, answered, ruled on, and their log."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from click.testing import CliRunner
from orjson import loads
from werkzeug.test import TestResponse

from app.handler import Games
from app.players.player import Scope
from app.signing import now_ms
from app.store.canonical import canonical
from app.store.keys import GameId, disputes_key
from app.store.links import Links
from replays.commands import audit
from replays.disputes.decide import STATEMENTS_MAX
from replays.disputes.dispute import Claim
from replays.disputes.docket import DAY_MS, Complaint, Docket
from replays.disputes.errors import DisputeRefused
from replays.disputes.sayings import Accept
from replays.disputes.words import ROWS
from tests.api.helpers import CARD, Api, Json, Table, expect, refused
from tests.api.people import Person, person
from tests.handler.helpers import KEYS, play_on

NOW = 4_000_000_000_000
TEXT = "that was wrong"


def docket(api: Api, now: int | None = None) -> Docket:
    """What a worker has of the disputes, at a time of its own."""
    clock: Any = {} if now is None else {"clock": lambda: now}
    return Docket(api.games, Links(api.redis), KEYS.ids, 7, **clock)


def ended(api: Api, variant: str = "mexican-2", **more: Any) -> Table:
    """A game that two persons have played to its end."""
    table = api.table("me open", variant, **more)
    finish(api, table)
    return table


def finish(api: Api, table: Table, plies: int = 10_000) -> None:
    """Plays on by the clock of the API, which is what the time for disputes is counted from."""
    play_on(Games(api.games.store, 16, now_ms), GameId(table.id), seed=1, plies=plies)


def dispute(table: Table, seat: int | None, claim: str = "other", ply: int = 5, **more: Any) -> TestResponse:
    headers = {name.replace("_", "-"): text for name, text in more.items() if name[0].isupper()}
    body = {"ply": ply, "claim": claim, "text": TEXT}
    body |= {name: value for name, value in more.items() if not name[0].isupper()}
    return table.api.client.post(f"{table.path}/disputes", json=body, headers=table.headers(seat, headers))


def judged(api: Api, table: Table, claim: str = "other", **more: Any) -> Json:
    """A dispute of seat 0 with the verdict of the machine."""
    made = expect(dispute(table, 0, claim, **more), 201)
    assert (made["state"], made["verdict"]) == ("open", None)
    assert docket(api).settle(GameId(made["dispute"])) is not None
    return shown(table, made["dispute"])


def shown(table: Table, name: str, seat: int | None = None) -> Json:
    return expect(table.api.client.get(f"/v1/disputes/{name}", headers=table.headers(seat)), 200)


def say(table: Table, name: str, seat: int | None, kind: str, **body: Any) -> TestResponse:
    key = sha256(f"{seat} {kind} {body}".encode()).hexdigest()
    headers = table.headers(seat, {"Idempotency-Key": key})
    path = f"/v1/disputes/{name}/moves"
    return table.api.client.post(path, json={"type": kind, **body}, headers=headers)


@pytest.fixture
def table(api: Api) -> Table:
    """A game that is over."""
    return ended(api)


@pytest.fixture
def arbiter(api: Api) -> Person:
    """A player whose key may rule."""
    lupe = person(api)
    api.players.grant(lupe.id, Scope.AUDIT)
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
    assert expect(table.get("/disputes"), 200)["disputes"] == [shown(table, made["dispute"])]


def test_the_log_of_a_dispute_is_a_chain_whose_first_entry_names_the_game(api: Api, table: Table) -> None:
    found = judged(api, table)
    expect(say(table, found["dispute"], 1, "statement", text="no"), 200)
    page = expect(table.api.client.get(f"/v1/disputes/{found['dispute']}/events"), 200)
    digest, raw = bytes(32), docket(api).entries(GameId(found["dispute"]))
    for entry, row in zip(raw, page["events"], strict=True):
        digest = sha256(digest + entry.public).digest()
        assert row["digest"] == digest.hex()
    first = page["events"][0]["public"]
    assert first["game"] == found["dispute"]
    assert first["events"][0]["game"] == table.id
    assert {row["public"]["actor"] for row in page["events"]} == {"seat:0", "system", "seat:1"}


@pytest.mark.parametrize(
    "claim", ["deck_chosen", "illegal_move", "history_altered", "wrong_payment", "time_out"]
)
def test_a_claim_that_is_not_true_is_rejected_with_its_paragraph(claim: str, api: Api, table: Table) -> None:
    found = judged(api, table, claim, ply=7)
    verdict = found["verdict"]
    assert (found["state"], verdict["outcome"], verdict["findings"]) == ("judged", "rejected", [])
    assert verdict["paragraph"]
    assert verdict["legal"]["ply"] == 6
    assert not found["for_arbiter"]


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
    assert expect(table.get("/audit"), 200)["clean"]


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
    api.players.grant(lupe.id, Scope.AUDIT)
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
    assert docket(api).settle(name) == "judged"
    assert docket(api, found["until"] + 1).settle(name) == "closed"
    closed = shown(table, name)
    assert (closed["closed"], closed["correction"]) == ("expired", None)
    assert docket(api, found["until"] + 2).settle(name) == "closed"


def test_nothing_is_said_after_the_time_even_before_the_job_has_come(api: Api, table: Table) -> None:
    found = judged(api, table, "deck_chosen")
    late = docket(api, found["until"] + 1)
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        late.act(GameId(found["dispute"]), "seat:0", Accept(), None, None)


def test_a_dispute_during_a_sitting_waits_for_the_reveal_where_cards_are_hidden(api: Api) -> None:
    table = api.table("me open", "mexican-2", options={"deals": 2})
    while table.view()["status"] != "between_hands":
        finish(api, table, plies=1)
    made = expect(dispute(table, 0, "deck_chosen"), 201)
    name = GameId(made["dispute"])
    assert docket(api).settle(name) == "awaiting_reveal"
    assert docket(api).settle(name) == "awaiting_reveal"
    refused(say(table, name, 1, "accept"), 409, "dispute_unjudged")
    expect(say(table, name, 1, "statement", text="wait and see"), 200)
    public = expect(dispute(table, 1, "wrong_payment"), 201)["dispute"]
    assert docket(api).settle(GameId(public)) == "judged"
    found = shown(table, public)
    assert (found["verdict"]["revealed"], found["verdict"]["legal"]) == (False, None)
    assert not CARD.findall(str(found).replace("'", '"'))
    assert [one["state"] for one in table.view()["provisional"]] == ["awaiting_reveal", "judged"]
    finish(api, table)
    assert docket(api).settle(name) == "judged"
    assert shown(table, name)["verdict"]["outcome"] == "rejected"


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
        "rejected",
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
    refused(dispute(table, 0), 409, "dispute_repeated")
    refused(dispute(table, 0, ply=6), 409, "dispute_repeated")
    refused(dispute(table, 0, text="other", Idempotency_Key="k"), 422, "idempotency_key_reused")
    expect(dispute(table, 1), 201)
    expect(dispute(table, 0, "time_out"), 201)
    assert len(expect(table.get("/disputes"), 200)["disputes"]) == 3


def test_after_seven_days_no_dispute_is_opened(api: Api, table: Table) -> None:
    position = api.games.current(GameId(table.id))
    complaint = Complaint(5, Claim.OTHER, TEXT)
    seat = position.table.seats[0]
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        docket(api, position.time + 7 * DAY_MS + 1).open(position, seat, complaint, None)
    docket(api, position.time + 7 * DAY_MS).open(position, seat, complaint, None)


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
    assert refused(stale, 412, "stale_ply")["ply"] == found["ply"]
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


def test_a_job_that_runs_twice_or_for_nothing_changes_nothing(api: Api, table: Table) -> None:
    found = judged(api, table)
    assert docket(api).settle(GameId(found["dispute"])) == "judged"
    assert docket(api).settle(GameId("d-00" + "z" * 22)) is None
    assert shown(table, found["dispute"]) == found


def test_a_dispute_is_said_in_three_languages_and_cites_its_paragraph(table: Table) -> None:
    for language, title in (("es", ROWS["dispute_ply"].es[0]), ("fr", ROWS["dispute_ply"].fr[0])):
        body = {"ply": 1, "claim": "other", "text": TEXT}
        headers = table.headers(0, {"Accept-Language": language})
        problem = refused(
            table.api.client.post(f"{table.path}/disputes", json=body, headers=headers), 422, "dispute_ply"
        )
        assert (problem["title"], problem["rule"]) == (title, "13.1")


def bundle_of(table: Table, name: str) -> bytes:
    response = table.api.client.get(f"/v1/disputes/{name}/bundle", headers=table.headers(0))
    assert (response.status_code, response.mimetype) == (200, "application/zip")
    data: bytes = response.data
    return data


def run(*words: str) -> Any:
    return CliRunner().invoke(audit, list(words))


def test_a_bundle_holds_everything_and_is_the_same_file_every_time(api: Api, table: Table) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    data = bundle_of(table, name)
    assert data == bundle_of(table, name)
    with ZipFile(BytesIO(data)) as file:
        names = file.namelist()
        readme = file.read("README.txt").decode()
        assert file.read("game.record") == table.get("/record", Accept="*/*").data
        assert loads(file.read("dispute.json")) == shown(table, name)
    assert {"dispute.record", "receipts.json", "proofs.json", "keys.json", "verifier.js"} <= set(names)
    assert all(each in readme for each in names if not each.startswith(("README", "verifier-")))


def test_a_bundle_is_audited_offline_and_says_whose_keys_were_trusted(
    api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    for kind in ("accept", "contest"):
        expect(say(table, name, 0, kind, **({"text": "no"} if kind == "contest" else {})), 200)
    path, keys = tmp_path / "dispute.zip", tmp_path / "keys.json"
    path.write_bytes(bundle_of(table, name))
    keys.write_bytes(api.client.get("/.well-known/conquian-keys.json").data)
    alone, known = run(str(path)), run(str(path), "--keys", str(keys))
    assert (alone.exit_code, known.exit_code) == (0, 0), alone.output
    assert table.id in alone.output
    assert name in alone.output
    assert "came with the bundle" in alone.output
    assert "came with the bundle" not in known.output
    assert known.output.count("signed by") == 2
    both = loads(run(str(path), "--json").output)
    assert (both["clean"], both["dispute"]["game"], both["game"]["game"]) == (True, name, table.id)


def rezipped(data: bytes, change: Callable[[str, bytes], bytes], how: int = ZIP_STORED) -> bytes:
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w", how) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return made.getvalue()


def in_verdict(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(old, new) if name == "dispute.record" else data


def relinked(record: bytes, old: bytes, new: bytes) -> bytes:
    """A dispute's record with a change, every digest made anew."""
    lines, digest = [], bytes(32)
    for line in record.replace(old, new).splitlines():
        document = loads(line)
        if "public" in document:
            digest = sha256(digest + canonical(document["public"])).digest()
            document["digest"] = digest.hex()
        lines.append(canonical(document) + b"\n")
    return b"".join(line for line in lines if b'{"proof"' not in line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"outcome":"rejected"', b'"outcome":"upheld"'),
        (b'"correction":null', b'"correction":[1,-1]'),
        (b'"actor":"seat:0","command":{"type":"accept"}', b'"actor":"seat:1","command":{"type":"accept"}'),
        (b"that was wrong", b"that was right"),
        (b'"seat":0,"seats":2', b'"seat":1,"seats":2'),
    ],
)
def test_a_dispute_that_was_changed_is_found_also_with_every_hash_made_anew(
    old: bytes, new: bytes, api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, name, 0, "accept"), 200)
    data = bundle_of(table, name)
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(data, in_verdict(old, new)))
    assert run(str(path)).exit_code == 1
    if old == b"that was wrong":
        return  # consistent in itself: only what the service has signed tells
    path.write_bytes(
        rezipped(data, lambda name, one: relinked(one, old, new) if name == "dispute.record" else one)
    )
    found = run(str(path), "--json")
    assert found.exit_code == 1, found.output
    assert loads(found.output)["dispute"]["findings"]


def test_the_dispute_of_another_game_is_found_in_a_bundle(api: Api, table: Table, tmp_path: Path) -> None:
    other = ended(api)
    mine = bundle_of(table, judged(api, table)["dispute"])
    with ZipFile(BytesIO(bundle_of(other, judged(api, other)["dispute"]))) as file:
        theirs = file.read("dispute.record")
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(mine, lambda name, one: theirs if name == "dispute.record" else one))
    found = run(str(path), "--json")
    assert found.exit_code == 1
    assert {one["check"] for one in loads(found.output)["dispute"]["findings"]} >= {"parent"}


@pytest.mark.parametrize("how", ["empty", "compressed", "cut", "other"])
def test_a_zip_file_that_is_no_bundle_cannot_be_read(
    how: str, api: Api, table: Table, tmp_path: Path
) -> None:
    data = bundle_of(table, judged(api, table)["dispute"])
    spoilt = {
        "empty": rezipped(data, lambda name, one: b""),
        "compressed": rezipped(data, lambda name, one: one, ZIP_DEFLATED),
        "cut": data[: len(data) // 2],
        "other": b"PK\x03\x04 and nothing else",
    }[how]
    path = tmp_path / "dispute.zip"
    path.write_bytes(spoilt)
    assert run(str(path)).exit_code in ((1, 2) if how == "empty" else (2,))


def test_a_running_game_has_no_bundle_yet(api: Api) -> None:
    table = api.table("me open", "mexican-2", options={"deals": 2})
    while table.view()["status"] != "between_hands":
        finish(api, table, plies=1)
    name = expect(dispute(table, 0), 201)["dispute"]
    refused(api.client.get(f"/v1/disputes/{name}/bundle"), 409, "not_before_end")
