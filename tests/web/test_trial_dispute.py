"""A disputed hand, from the table to the verifiers: five persons, each in a browser, by clicks only."""

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.verifier import node
from tests.web.axe import violations
from tests.web.playing import play_together
from tests.web.service import Service
from tests.web.test_joining import come, invite, join, ready
from tests.web.test_players import kept, named
from tests.web.visiting import Visitor, in_width


def disputed(host: Page) -> str:
    """Dispute an entry of the hand from its replay, and return the address of the dispute."""
    host.get_by_role("link", name="Replay the game").click()
    entry = host.locator(".moves button", has_text="passes").last
    entry.click()
    ply = entry.get_attribute("data-ply") or ""
    host.get_by_role("button", name="Dispute this").click()
    form = host.get_by_role("dialog")
    expect(form.get_by_label("Entry of the log")).to_have_value(ply)
    form.get_by_label("A move was accepted that the rules forbid").check()
    form.get_by_label("What happened").fill("A pass was not allowed here.")
    form.get_by_role("button", name="Open the dispute").click()
    expect(host.locator("#report")).to_contain_text("A pass was not allowed here.")
    expect(host.locator("#state")).to_have_text("Judged: the seats may answer")
    return host.get_by_label("Link to this dispute").input_value()


def answered(guest: Page) -> None:
    """Come to the dispute from the end of the game, and contest the verdict."""
    guest.get_by_role("link", name="Replay the game").click()
    expect(guest.locator("#verdict")).to_contain_text("1 dispute")
    guest.get_by_role("link", name="Open the dispute").click()
    guest.get_by_label("In your own words").fill("I had no meld.")
    guest.get_by_role("button", name="Contest the verdict").click()
    expect(guest.locator("#state")).to_have_text("Waits for an arbiter")


def ruled(service: Service, arbiter: Page, address: str) -> None:
    """Become an arbiter, find the dispute of `address` in the list, and rule on it."""
    named(arbiter, "Ibarra").get_by_role("button", name="Keep this name").click()
    expect(arbiter.get_by_text("You play as Ibarra.")).to_be_visible()
    disputes = arbiter.get_by_role("contentinfo").get_by_role("link", name="Disputes")
    disputes.click()
    expect(arbiter.locator("#own-key")).to_contain_text("The operator of this service has to allow it")
    service.operate("players", "grant", (kept(arbiter) or {})["player"], "audit")
    arbiter.reload()
    arbiter.get_by_role("button", name="Make a key for Ibarra").click()
    expect(arbiter.get_by_text("The key was made and entered.")).to_be_visible()
    arbiter.get_by_role("button", name="Show", exact=True).click()
    dispute = re.search(r"/disputes/(d-[\w-]+)", address)
    assert dispute is not None
    arbiter.locator(f"#listed [data-dispute='{dispute[1]}']").get_by_role("link").click()
    arbiter.get_by_label("Ruling").select_option("The claim is not right")
    arbiter.get_by_label("Reason").fill("Whoever has no meld may pass.")
    arbiter.get_by_label("Paragraph of the rulebook").fill("4.4")
    arbiter.get_by_role("button", name="Give the ruling").click()
    expect(arbiter.locator("#state")).to_have_text("Ruled")
    expect(arbiter.locator("#report details[open]")).to_have_attribute("data-rule", "4.4")
    expect(arbiter.locator("#report details[open] p").first).not_to_be_empty()


def test_a_hand_is_disputed_answered_and_ruled_on_and_its_link_opened_by_another(
    visit: Visitor, service: Service, axe_script: str, tmp_path: Path
) -> None:
    host = named(visit("/"), "Lupe")
    _, link = invite(host)
    guest = join(named(come(visit, link, size="phone", theme="dark"), "Luis"))
    for page in (host, guest):
        ready(page)
    play_together(host, guest)
    address = disputed(host)
    answered(guest)
    arbiter = visit("/me", size="phone")
    ruled(service, arbiter, address)

    reader = visit(address.removeprefix(visit.url), language="fr", theme="dark")
    expect(reader.locator("html")).to_have_attribute("lang", "fr")
    expect(reader.locator("#state")).to_have_attribute("data-state", "ruled")
    for text in ("I had no meld.", "Whoever has no meld may pass."):
        expect(reader.locator("#report")).to_contain_text(text)
    expect(reader.locator("#viewer .board")).to_be_visible()
    with reader.expect_download() as saving:
        reader.get_by_role("button", name="Dossier de preuves avec le vérificateur").click()
    bundle, keys = tmp_path / saving.value.suggested_filename, tmp_path / "keys.json"
    saving.value.save_as(bundle)
    keys.write_bytes(service.body("/.well-known/conquian-keys.json"))
    for page in (host, guest, arbiter, reader):
        assert violations(page, axe_script) == []
        in_width(page)
    words = ["audit", str(bundle), "--keys", str(keys)]
    ours = subprocess.run(
        [sys.executable, "-m", "app.cli", *words], capture_output=True, text=True, check=False
    )
    theirs = node.run(*words)
    assert (ours.returncode, theirs.returncode) == (0, 0), ours.stdout + ours.stderr + theirs.stdout
    assert re.search("whoever has no meld may pass", ours.stdout, re.IGNORECASE)
