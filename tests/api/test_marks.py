"""Marks of a finished game: contradicted receipts and disputes."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, cast
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as command
from app.service.signing import receipt
from app.store.canonical import canonical
from app.store.indexes import MOST
from replays.audit.audit import audit
from replays.record.receipts import KEYS_PATH, key_list, verify
from tests.api.bundles import bundle_of, run
from tests.api.disputing import dispute, judged, say
from tests.api.helpers import Api, Json, Table, expect
from tests.loopback import on_loopback


def signed(api: Api, table: Table, ply: int) -> Json:
    """A receipt of the service for an entry `ply` that the log does not have."""
    return receipt(api.parts.ring, table.id, ply, b"\x01" * 32, 1_790_000_000_000)


def contradicted(api: Api, table: Table, ply: int) -> Json:
    """Such a receipt, which the service has been shown."""
    made = signed(api, table, ply)
    assert expect(table.confront(made), 200)["consistent"] is False
    return made


def pairs(table: Table) -> list[Json]:
    """The contradicted receipts and those of the log, as a file of receipts has them."""
    answer = table.get("/receipts")
    assert answer.status_code == 200
    return cast(list[Json], answer.get_json())


def listed(api: Api, table: Table) -> Json:
    rows = expect(api.client.get("/v1/games"), 200)["games"]
    return next(row for row in rows if row["game"] == table.id)


def test_a_contradicted_receipt_marks_a_finished_game_for_all_readers(api: Api, table: Table) -> None:
    assert "contradictions" not in table.view() | listed(api, table)
    made = contradicted(api, table, 4)
    held = expect(table.get("/events?after=3&limit=1"), 200)["events"][0]["digest"]
    mark = {"ply": 4, "digest": made["digest"], "held_ply": 4, "held_digest": held}
    for seat in (0, 1, None):
        assert table.view(seat)["contradictions"] == [mark]
    assert listed(api, table)["contradictions"] == [mark]
    assert (table.view()["status"], table.view()["frozen"]) == ("finished", None)


def test_the_file_of_contradicted_receipts_holds_two_signatures_for_one_ply(api: Api, table: Table) -> None:
    assert pairs(table) == []
    made = contradicted(api, table, 4)
    one, other = pairs(table)
    assert one == made
    answer = expect(table.confront(made), 200)["two_signatures"]
    sentence = "The service has signed two different entries for ply 4."
    assert answer == {"ply": 4, "detail": sentence, "receipts": [one, other]}
    assert (other["ply"], other["digest"]) != (one["ply"], one["digest"])
    keys = key_list(expect(api.client.get(KEYS_PATH), 200))
    assert [verify(one, keys), verify(other, keys)] == [None, None]
    report = audit(table.get("/record").data, None, keys, [one, other])
    assert [(finding.ply, finding.cause) for finding in report.findings] == [
        (4, "contradiction"),
        (4, "two_signatures"),
    ]
    assert report.findings[1].evidence == {"receipts": [one, other]}


def test_two_signatures_are_reported_in_the_requested_language(api: Api, table: Table) -> None:
    made = contradicted(api, table, 4)
    details = {
        "es-MX": ("es", "El servicio firmó dos entradas distintas con el número 4."),
        "fr": ("fr", "Le service a signé deux entrées différentes pour le numéro 4."),
        "de": ("en", "The service has signed two different entries for ply 4."),
    }
    for asked, (language, sentence) in details.items():
        headers = {"Accept-Language": asked}
        answer = api.client.post(f"{table.path}/receipts", json=made, headers=headers)
        assert expect(answer, 200)["two_signatures"]["detail"] == sentence
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]


def test_a_receipt_beyond_the_end_is_listed_at_the_last_entry(api: Api, table: Table) -> None:
    last = table.view()["ply"]
    contradicted(api, table, last + 3)
    assert "two_signatures" not in expect(table.confront(pairs(table)[0]), 200)  # not the same ply
    mark = table.view()["contradictions"][0]
    assert (mark["ply"], mark["held_ply"]) == (last + 3, last)


def test_the_audit_of_a_marked_game_finds_the_contradicted_receipt(api: Api, table: Table) -> None:
    before = table.get("/audit")
    contradicted(api, table, 4)
    after = table.get("/audit", If_None_Match=before.headers["ETag"])
    answer = expect(after, 200)
    assert not answer["clean"]
    findings = [(finding["ply"], finding["cause"], finding["detail"]) for finding in answer["findings"]]
    assert findings[1] == (4, "two_signatures", "the service has signed two different entries for ply 4")
    assert [cause for _, cause, _ in findings] == ["contradiction", "two_signatures"]
    assert answer["contradictions"] == table.view()["contradictions"]


def test_an_audit_of_a_game_by_id_fetches_the_contradicted_receipts(
    api: Api, table: Table, tmp_path: Path
) -> None:
    (tmp_path / "keys.json").write_bytes(api.client.get(KEYS_PATH).data)
    made = contradicted(api, table, 4)
    (tmp_path / "kept.json").write_text(json.dumps(made))
    words = [table.id, "--keys", str(tmp_path / "keys.json"), "--json"]
    with on_loopback(api.app) as url:
        for more in ([], ["--receipts", str(tmp_path / "kept.json")]):
            done = CliRunner().invoke(command, [*words, "--url", url, *more])
            assert done.exit_code == 1
            causes = [finding["cause"] for finding in json.loads(done.stdout)["findings"]]
            assert causes == ["contradiction", "two_signatures"]


def test_an_audit_of_a_game_by_its_id_lists_the_disputes_as_the_service_does(api: Api, table: Table) -> None:
    with on_loopback(api.app) as url:

        def run_audit(*more: str) -> str:
            done = CliRunner().invoke(command, [table.id, "--url", url, *more])
            assert done.exit_code == 3, done.output
            return done.stdout

        assert "disputes" not in json.loads(run_audit("--json"))
        assert " Disputes " not in " ".join(run_audit().split())
        judged(api, table, "illegal_move")
        expect(dispute(table, 1, "other"), 201)
        assert json.loads(run_audit("--json"))["disputes"] == table.view()["disputes"]
        for lang, sentence in (
            ("en", "The service says so; the bundle of each dispute proves it"),
            ("es", "Así lo dice el servicio; el paquete de cada disputa lo prueba"),
            ("fr", "Le service le dit ; le dossier de chaque litige le prouve"),
        ):
            page = " ".join(run_audit("--lang", lang).split())
            theirs = " ".join(expect(table.get(f"/audit?lang={lang}"), 200)["page"].split())
            for one in table.view()["disputes"]:
                sentences = theirs.partition(one["dispute"])[2].partition(" - ")[0].partition("\n")[0]
                assert one["dispute"] + sentences[:100] in page
            assert sentence in page


def test_the_page_of_an_audit_lists_the_disputes_with_claim_and_outcome(api: Api, table: Table) -> None:
    opened = expect(dispute(table, 1, "other"), 201)["dispute"]
    decided = judged(api, table, "illegal_move")["dispute"]
    for lang, title, unjudged, outcome in (
        ("en", "Disputes", "The machine has not judged it yet.", "The claim was not borne out"),
        ("es", "Disputas", "La máquina no la ha juzgado todavía.", "El reclamo no se confirmó"),
        ("fr", "Litiges", "La machine ne l'a pas encore jugée.", "La réclamation n'est pas confirmée"),
    ):
        page = " ".join(expect(table.get(f"/audit?lang={lang}"), 200)["page"].split())
        rest = page.partition(f" {title} - ")[2]
        first, _, second = rest.partition(" - ")
        assert first.startswith(f"{opened}: ")
        assert first.endswith(unjudged)
        assert second.startswith(f"{decided}: ")
        assert outcome in second.partition(" - ")[0]


def test_marks_change_no_byte_of_a_record_and_link_to_their_source(api: Api, table: Table) -> None:
    before = [table.get(path) for path in ("/record", "/record.txt", "/record.jsonl")]
    assert not any("Link" in one.headers for one in before)
    contradicted(api, table, 4)
    judged(api, table, "deck_chosen")
    for answer in before:
        after = table.get(answer.request.path.removeprefix(table.path))
        assert (after.data, after.headers["ETag"]) == (answer.data, answer.headers["ETag"])
        assert after.headers["Link"] == table.get().headers["Link"]
        assert f'<{table.path}/receipts>; rel="related"' in after.headers["Link"]
        assert f'<{table.path}/disputes>; rel="related"' in after.headers["Link"]


def test_a_disputed_game_lists_claim_and_outcome_of_each_dispute(api: Api, table: Table) -> None:
    opened = expect(dispute(table, 1, "other"), 201)
    decided = judged(api, table, "illegal_move")
    about = {one["dispute"]: one for one in table.view()["disputes"]}
    assert about[opened["dispute"]]["outcome"] is None
    assert about[decided["dispute"]] == {
        "dispute": decided["dispute"],
        "seat": 0,
        "hand_number": 1,
        "claim": "illegal_move",
        "state": "judged",
        "outcome": decided["verdict"]["outcome"],
    }
    assert listed(api, table)["disputes"] == table.view()["disputes"]
    assert expect(table.get("/audit"), 200)["disputes"] == table.view()["disputes"]
    say(table, decided["dispute"], 0, "accept")


def test_a_game_keeps_the_first_contradiction_of_a_ply_and_no_more_than_a_few(api: Api, table: Table) -> None:
    first = contradicted(api, table, 3)
    for ply in range(3, 3 + MOST + 4):
        contradicted(api, table, ply)
    kept = pairs(table)
    assert len(kept) == 2 * MOST
    assert kept[0] == first


def test_a_game_that_a_process_knows_otherwise_is_served_as_stored_and_marked(api: Api, table: Table) -> None:
    """As after the log was made anew: the process does not call a game in doubt that is over."""
    games = api.parts.games
    known = games.current(table.id)  # type: ignore[arg-type]
    games.log.cache.keep(known.game, _other(known))
    answer = table.view()
    assert (answer["status"], answer["ply"]) == ("finished", known.ply)
    assert [one["ply"] for one in answer["contradictions"]] == [known.ply]


def test_the_bundle_of_a_dispute_has_the_contradicted_receipts(
    api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    before = bundle_of(table, name)
    contradicted(api, table, 4)
    after = bundle_of(table, name)
    with ZipFile(BytesIO(before)) as file:
        old = {one: file.read(one) for one in file.namelist()}
    with ZipFile(BytesIO(after)) as file:
        new = {one: file.read(one) for one in file.namelist()}
    assert new.pop("contradicted.json") == canonical(pairs(table)) + b"\n"
    assert b"contradicted.json" in new.pop("README.txt")
    assert b"contradicted.json" not in old.pop("README.txt")
    assert new == old
    (tmp_path / "dispute.zip").write_bytes(after)
    (tmp_path / "keys.json").write_bytes(api.client.get(KEYS_PATH).data)
    words = (str(tmp_path / "dispute.zip"), "--keys", str(tmp_path / "keys.json"))
    (tmp_path / "kept.json").write_text(json.dumps(pairs(table)))
    for more in ((), ("--receipts", str(tmp_path / "kept.json"))):
        output = json.loads(run(*words, "--json", *more).output)
        assert [finding["cause"] for finding in output["game"]["findings"]] == [
            "contradiction",
            "two_signatures",
        ]
        assert output["dispute"]["findings"] == []


def _other(known: Any) -> Any:
    """The position `known`, reached by an entry of another digest."""
    return replace(known, digest=b"\x02" * 32)


@pytest.mark.parametrize("path", ["/receipts", "/audit", ""])
def test_marks_are_shown_to_readers_of_the_game_only(api: Api, path: str) -> None:
    body = {"variant": "mexican-2", "seats": ["me", "open"], "visibility": "private"}
    made = expect(api.post(body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    assert table.get(path).status_code == 404
    assert table.get(path, 0).status_code == 200
