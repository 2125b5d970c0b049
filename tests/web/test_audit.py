"""Files checked in the browser: alterations are found, named in the reader's language, and shown."""

import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from app.service.rulebook import current
from app.store.canonical import canonical
from replays.disputes import bundle
from tests.corpus.test_corpus import CORPUS
from tests.corpus.test_corpus import kept as old
from tests.replays.test_receipts import DOCUMENT, LOG, kept
from tests.server.helpers import eventually
from tests.verifier.agreement import game
from tests.verifier.bundling import whole
from tests.verifier.proofs import DOCUMENT as TRUSTED
from tests.verifier.proofs import given
from tests.web.service import Service
from tests.web.visiting import Language, Visitor, fetched

NAME = "mexican-3-04"
CHANGED = 16
"""The ply of a meld, in which another card is discarded."""


def opened(page: Page) -> None:
    """Wait until the page takes files."""
    expect(page.locator("#zone")).to_have_attribute("data-ready", "true")


@pytest.fixture
def tampered(tmp_path: Path) -> Path:
    """A record in which a card was changed afterwards."""
    lines = old("v2", NAME).splitlines(keepends=True)
    whole = lines[CHANGED + 1]
    lines[CHANGED + 1] = whole.replace(b'"discard":"Ad"', b'"discard":"Kd"')
    assert lines[CHANGED + 1] != whole
    path = tmp_path / "changed.record"
    path.write_bytes(b"".join(lines))
    return path


@pytest.mark.parametrize(
    ("language", "verdict", "open_it", "refused", "rule"),
    [
        ("es", "Hallazgos: ", "Ver la entrada 16", "Descarta una carta", "descarta una carta de su mano"),
        ("en", "Findings: ", "See entry 16", "Discard a card that is left", None),
        (
            "fr",
            "Constats : ",
            "Voir l'entrée 16",
            "Défaussez-vous d'une carte",
            "se défausse d'une carte de sa main",
        ),
    ],
)
def test_a_changed_record_is_found_out_without_a_network_and_opens_at_its_ply(
    visit: Visitor,
    tampered: Path,
    language: Language,
    verdict: str,
    open_it: str,
    refused: str,
    rule: str | None,
) -> None:
    page = visit("/audit", language=language, size="phone" if language == "es" else "tablet", is_new=True)
    opened(page)
    if language != "en":
        books = {game: current(game).edition for game in ("conquian", "holdem")}
        fetched(page, f"/v1/rulebooks/{books['conquian']}", f"/v1/rulebooks/{books['holdem']}?play=holdem")
    page.context.set_offline(True)
    page.locator("#choose").set_input_files(tampered)
    report = page.locator("#report")
    expect(report.locator(".verdict")).to_contain_text(verdict)
    expect(report).to_contain_text(refused)
    page.locator("#viewer").get_by_role("slider").fill("3")
    expect(page.locator(".viewer")).to_have_attribute("data-ply", "3")
    report.get_by_role("button", name=open_it).first.click()
    expect(page.locator(".viewer")).to_have_attribute("data-ply", "16")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator(".moves .found")).to_have_attribute("data-ply", "16")
    report.locator("details.rule summary").first.click()
    binding = report.locator("details.rule[open] p[lang=en]")
    if rule is not None:
        expect(report.locator(f"details.rule[open] p[lang={language}]")).to_contain_text(rule)
        expect(binding).to_be_hidden()
        report.locator("details.rule[open] .binding summary").click()
    expect(binding).to_be_visible()
    expect(binding).to_contain_text("discards one card from its hand")


def test_a_paragraph_of_another_rulebook_is_shown_as_in_the_record(visit: Visitor, tampered: Path) -> None:
    lines = tampered.read_bytes().splitlines(keepends=True)
    book = lines[1].replace(b"discards one card from its hand", b"discards two cards from its hand")
    tampered.write_bytes(b"".join([lines[0], book, *lines[2:]]))
    page = visit("/audit", language="es")
    opened(page)
    page.locator("#choose").set_input_files(tampered)
    rule = page.locator("#report details.rule", has=page.get_by_text("Regla 6.4")).first
    rule.locator("summary").first.click()
    expect(rule.locator("p")).to_have_attribute("lang", "en")
    expect(rule.locator("p")).to_contain_text("discards two cards from its hand")


def test_a_paragraph_that_a_later_edition_has_changed_is_translated_from_the_edition_of_the_game(
    visit: Visitor, service: Service, tampered: Path
) -> None:
    later = service.ask(f"/v1/rulebooks/{current('conquian').edition}?lang=es")
    later["edition"] += 1
    later["paragraphs"]["6.4"] = "Discard. Two cards."
    later["translation"]["paragraphs"]["6.4"] = "Descarte. Dos cartas."
    page = visit("/", language="es")
    page.route("**/v1/rulebooks", lambda route: route.fulfill(json={"current": later["edition"]}))
    page.route(f"**/v1/rulebooks/{later['edition']}", lambda route: route.fulfill(json=later))
    page.goto(f"{service.url}/audit")
    opened(page)
    page.locator("#choose").set_input_files(tampered)
    rule = page.locator("#report details.rule", has=page.get_by_text("Regla 6.4")).first
    rule.locator("summary").first.click()
    expect(rule.locator("p[lang=es]")).to_contain_text("descarta una carta de su mano")


def test_a_record_with_its_keys_is_proved_and_the_parent_of_a_fork_is_recognised(visit: Visitor) -> None:
    page = visit("/audit")
    opened(page)
    files = [CORPUS / "v2" / name for name in ("fork-same.record", "keys.json", "signed.record")]
    page.locator("#choose").set_input_files(files)
    expect(page.locator("#given li")).to_have_count(3)
    expect(page.locator("#report .verdict")).to_contain_text(
        "Clean: everything was checked and nothing was found"
    )
    expect(page.locator("#report")).to_contain_text("The position it starts from is that of its parent.")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#report")).to_be_empty()


def test_a_file_that_is_no_record_is_refused(visit: Visitor, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Notation 1]\n[Variant "mexican-2"]\n')
    (tmp_path / "other.zip").write_bytes(b"PK\x03\x04" + bytes(60))
    page = visit("/audit")
    opened(page)
    page.locator("#choose").set_input_files([tmp_path / name for name in ("game.txt", "other.zip")])
    expect(page.locator("#complaints")).to_contain_text(re.compile("game.txt: this is the notation"))
    expect(page.locator("#complaints")).to_contain_text("other.zip: ")
    dropped = page.evaluate_handle(
        "() => { const all = new DataTransfer(); all.items.add(new File([0], 'notes.txt')); return all }"
    )
    page.dispatch_event("#zone", "drop", {"dataTransfer": dropped})
    expect(page.locator("#report")).to_contain_text("this is not a record")


def test_the_dispute_of_a_bundle_is_judged_again(visit: Visitor, service: Service, tmp_path: Path) -> None:
    made = service.game("mexican-2")
    game, token = made["game"], made["seats"][0]["token"]
    service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key=token, Idempotency_Key="leave")
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    claim = {"ply": 5, "claim": "illegal_move", "text": "No."}
    dispute = service.ask(f"/v1/games/{game}/disputes", claim, key=token)["dispute"]
    eventually(lambda: service.ask(f"/v1/disputes/{dispute}", key=token)["verdict"] is not None)
    contest = {"type": "contest", "text": "Look at it."}
    service.ask(f"/v1/disputes/{dispute}/moves", contest, key=token, Idempotency_Key="contest")
    with urlopen(f"{service.url}/v1/disputes/{dispute}/bundle") as sent:
        (tmp_path / "dispute.zip").write_bytes(sent.read())

    page = visit("/audit")
    opened(page)
    page.locator("#choose").set_input_files(tmp_path / "dispute.zip")
    expect(page.locator("#given li")).to_have_count(4)
    verdict = page.locator("#report .verdict").first
    expect(verdict).to_contain_text("Incomplete: nothing was found, but these were not checked")
    expect(verdict).to_contain_text("no list of keys was given that you got elsewhere")
    section = page.locator("#report section", has=page.get_by_role("heading", name="The dispute"))
    expect(section).to_contain_text(
        "Seat 0 disputes entry 5, in hand 1, and claims: the move is against the rules."
    )
    expect(section).to_contain_text("In its own words: No.")
    expect(section).to_contain_text("The claim was not borne out (rules")
    expect(section).to_contain_text("Judged anew here, it is the same verdict")
    expect(section).to_contain_text("The hand and the ledger stay as they are.")
    expect(section).to_contain_text("Seat 0 contests the verdict.")
    expect(section).to_contain_text("It waits for the ruling of an arbiter, until")
    expect(section).to_contain_text("Incomplete: nothing was found")
    section.get_by_role("button", name="See entry 5").click()
    expect(page.locator(".viewer")).to_have_attribute("data-ply", "5")

    page = visit("/verifier")
    page.locator("#conquian-record").set_input_files(tmp_path / "dispute.zip")
    expect(page.locator("h2", has_text=f"Audit of the dispute {dispute}")).to_be_visible()
    expect(page.locator(".verdict.incomplete")).to_have_count(2)
    expect(page.locator("main")).to_contain_text("Judged anew here, it is the same verdict")
    expect(page.locator("main")).to_contain_text("Seat 0 said: Look at it.")
    expect(page.locator("main")).to_contain_text("These keys came with the bundle")

    page = visit(f"/replay/{game}")
    beneath = page.locator("#disputes section")
    expect(beneath).to_contain_text("claims: the move is against the rules.")
    expect(beneath).to_contain_text("It waits for the ruling of an arbiter, until")
    expect(beneath.get_by_text("Seat 0 said: Look at it.")).to_be_hidden()
    beneath.get_by_text("The whole report on the dispute").click()
    expect(beneath.get_by_text("Seat 0 said: Look at it.")).to_be_visible()


def test_contradicted_receipts_in_a_bundle_are_held_against_its_record(
    visit: Visitor, tmp_path: Path
) -> None:
    files = whole(Random("an honest bundle"), game("disputes 2", 2))
    entry = game("disputes 2", 2).log[2]
    receipts = [given(replace(entry, digest=b"\x07" * 32)), given(entry)]
    packed = bundle.zipped({**files, bundle.CONTRADICTED: canonical(receipts) + b"\n"})
    (tmp_path / "dispute.zip").write_bytes(packed)
    (tmp_path / "keys.json").write_text(json.dumps(TRUSTED))
    page = visit("/audit")
    opened(page)
    page.locator("#choose").set_input_files([tmp_path / "dispute.zip", tmp_path / "keys.json"])
    report = page.locator("#report")
    expect(report).to_contain_text("the service has signed two different entries for ply 3")
    expect(report.get_by_role("button", name="Save the two receipts")).to_be_visible()


def test_two_receipts_alone_show_that_a_ply_was_signed_twice_and_are_saved(
    visit: Visitor, tmp_path: Path
) -> None:
    two = [kept(LOG[7]), kept(LOG[7], digest="ab" * 32)]
    (tmp_path / "two.json").write_text(json.dumps(two))
    (tmp_path / "keys.json").write_text(json.dumps(DOCUMENT))
    page = visit("/audit")
    opened(page)
    page.locator("#choose").set_input_files([tmp_path / "two.json", tmp_path / "keys.json"])
    report = page.locator("#report")
    expect(report.locator(".verdict")).to_have_attribute("data-result", "findings")
    expect(report).to_contain_text("the service has signed two different entries for ply 8")
    expect(report).to_contain_text("Only the service, or whoever has its key, could have caused it")
    with page.expect_download() as saved:
        report.get_by_role("button", name="Save the two receipts").click()
    assert json.loads(saved.value.path().read_text()) == two
