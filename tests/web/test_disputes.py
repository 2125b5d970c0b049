"""A dispute in the browser: opened from a replay, judged, answered, ruled on, and read by another visitor."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.scale import scaled
from tests.server.helpers import eventually
from tests.web.axe import violations
from tests.web.seats import keep_seat
from tests.web.service import Service
from tests.web.visiting import Language, Look, Size, Visitor, in_width


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game of two persons that is over, with the tokens of the seats 0 and 1."""

    game: str
    tokens: tuple[str, str]


@pytest.fixture
def sitting(service: Service) -> Sitting:
    """Return a game that is over because both seats have left."""
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
    game, host = made["game"], made["seats"][0]["token"]
    guest = service.ask(f"/v1/games/{game}/seats", {})["token"]
    for number, token in enumerate((host, guest)):
        service.ask(
            f"/v1/games/{game}/moves", {"type": "leave"}, key=token, Idempotency_Key=f"leave-{number}"
        )
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    return Sitting(game, (host, guest))


def seated(
    visit: Visitor, sitting: Sitting, seat: int, path: str, language: Language = "en", size: Size = "tablet"
) -> Page:
    """Return the page at `path` in the browser of a seat."""
    page = visit.page(Look(size), language)
    visit.watch(page)
    keep_seat(page, sitting.game, seat, sitting.tokens[seat])
    page.goto(f"{visit.url}{path}")
    return page


def disputed(service: Service, sitting: Sitting, claim: str = "illegal_move") -> str:
    """Return a dispute of seat 0 that the machine has judged."""
    body = {"ply": 5, "claim": claim, "text": "I saw it."}
    dispute = service.ask(f"/v1/games/{sitting.game}/disputes", body, key=sitting.tokens[0])["dispute"]
    eventually(lambda: service.ask(f"/v1/disputes/{dispute}")["verdict"] is not None)
    return str(dispute)


def test_a_dispute_is_opened_from_the_result_answered_and_ruled_on_and_another_person_reads_it(
    visit: Visitor, service: Service, sitting: Sitting
) -> None:
    page = seated(visit, sitting, 0, f"/play/{sitting.game}")
    page.get_by_role("link", name="Dispute this").click()
    form = page.get_by_role("dialog")
    expect(form.get_by_role("radio")).to_have_count(7)
    expect(form.get_by_label("Entry of the log")).to_have_value(
        str(service.ask(f"/v1/games/{sitting.game}")["ply"])
    )
    form.get_by_label("The hand was paid wrongly").check()
    dealt, *_ = form.locator("select option").all_inner_texts()
    assert re.search("^[0-9]+[.] Hand 1[.]", dealt), "the entries before the deal belong to no hand"
    form.get_by_label("Entry of the log").select_option("5")
    expect(form.locator("p.muted")).not_to_be_empty()
    form.get_by_label("What happened").fill("It should have been two.")
    form.get_by_role("button", name="Open the dispute").click()
    page.wait_for_url(re.compile("/disputes/d-"))
    expect(page.locator("#state")).to_have_attribute("data-state", "judged", timeout=60_000)
    report = page.locator("#report")
    expect(report).to_contain_text("It should have been two.")
    expect(report).to_contain_text("The claim was not borne out")
    expect(report.locator("details.rule[open]")).to_contain_text("9.")
    expect(page.locator("#viewer .board")).to_be_visible()
    expect(page.locator("#viewer")).to_have_attribute("data-ply", "5")

    page.get_by_role("button", name="Contest the verdict").click()
    expect(page.locator("#answer").get_by_role("alert")).to_have_text("Write a sentence first.")
    page.get_by_label("In your own words").fill("Look at the stake.")
    page.get_by_role("button", name="Contest the verdict").click()
    expect(page.locator("#state")).to_have_text("Waits for an arbiter")
    address = page.locator("#address").input_value()
    dispute = address.rpartition("/")[2]

    other = seated(visit, sitting, 1, f"/disputes/{dispute}?game={sitting.game}")
    other.get_by_label("In your own words").fill("The stake was one.")
    other.get_by_role("button", name="Make a statement").click()
    expect(other.locator("#report")).to_contain_text("The stake was one.")
    other.get_by_role("button", name="Accept the verdict").click()
    expect(other.locator("#report")).to_contain_text("Seat 1 accepts the verdict")

    arbiter = visit(f"/disputes/{dispute}", size="phone", theme="dark")
    arbiter.get_by_label("Your API key").fill(service.arbiter())
    arbiter.get_by_label("Ruling").select_option("upheld")
    arbiter.get_by_label("Reason").fill("The stake was two.")
    arbiter.get_by_label("Seat 0").fill("1")
    arbiter.get_by_label("Seat 1").fill("-1")
    arbiter.get_by_role("button", name="Give the ruling").click()
    expect(arbiter.locator("#state")).to_have_attribute("data-state", "ruled")
    assert service.ask(f"/v1/disputes/{dispute}")["correction"] == [1, -1]

    reader = visit(f"/disputes/{dispute}", language="es")
    expect(reader.locator("#report")).to_contain_text("The stake was two.")
    expect(reader.locator("#answer")).to_be_hidden()
    expect(reader.locator("#arbiter")).to_be_hidden()
    reader.locator("#log summary").click()
    expect(reader.locator("#log li")).to_have_count(6)


def test_the_other_seat_is_told_that_the_dispute_has_changed(
    visit: Visitor, service: Service, sitting: Sitting
) -> None:
    dispute = disputed(service, sitting)
    page = seated(visit, sitting, 1, f"/disputes/{dispute}?game={sitting.game}", language="fr")
    expect(page.locator("#answer")).to_be_visible()
    body = {"type": "statement", "text": "Wait."}
    service.ask(f"/v1/disputes/{dispute}/moves", body, key=sitting.tokens[0], Idempotency_Key="wait")
    page.get_by_role("button", name="Accepter le verdict").click()
    expect(page.locator("#notice")).to_be_visible()
    expect(page.locator("#report")).to_contain_text("Wait.")
    page.get_by_role("button", name="Accepter le verdict").click()
    eventually(lambda: _answers(service, dispute) == [None, "accepted"])


def test_what_is_typed_stays_while_others_change_the_dispute(
    visit: Visitor, service: Service, sitting: Sitting
) -> None:
    dispute = disputed(service, sitting)
    page = seated(visit, sitting, 1, f"/disputes/{dispute}?game={sitting.game}")
    arbiter = visit(f"/disputes/{dispute}")
    words, ruling = page.get_by_label("In your own words"), arbiter.locator("#arbiter")
    words.fill("Look at the stake.")
    ruling.locator("summary").click()
    arbiter.get_by_label("Your API key").fill(service.arbiter())
    arbiter.get_by_label("Ruling").select_option("rejected")
    arbiter.get_by_label("Reason").fill("The stake was one.")

    body = {"type": "contest", "text": "Wait."}
    service.ask(f"/v1/disputes/{dispute}/moves", body, key=sitting.tokens[0], Idempotency_Key="wait")
    page.get_by_role("button", name="Contest the verdict").click()
    expect(page.locator("#notice")).to_be_visible()
    expect(words).to_have_value("Look at the stake.")
    page.get_by_role("button", name="Contest the verdict").click()
    expect(page.locator("#report")).to_contain_text("Look at the stake.")
    expect(words).to_have_value("")

    give = arbiter.get_by_role("button", name="Give the ruling")
    give.click()
    expect(arbiter.locator("#notice")).to_be_visible()
    expect(arbiter.get_by_label("Reason")).to_have_value("The stake was one.")
    give.click()
    expect(arbiter.locator("#state")).to_have_attribute("data-state", "ruled")
    assert service.ask(f"/v1/disputes/{dispute}")["ruling"]["outcome"] == "rejected"


def _answers(service: Service, dispute: str) -> list[str | None]:
    return [party["answer"] for party in service.ask(f"/v1/disputes/{dispute}")["parties"]]


def test_the_disputes_of_a_browser_and_of_an_arbiter_are_listed(
    visit: Visitor, service: Service, sitting: Sitting
) -> None:
    dispute = disputed(service, sitting)
    page = seated(visit, sitting, 0, "/disputes")
    own = page.locator("#own")
    expect(own.locator(f"[data-dispute='{dispute}']")).to_contain_text("A move was accepted")
    page.get_by_label("API key").fill(service.arbiter())
    page.get_by_role("button", name="Show").click()
    listed = page.locator("#listed").locator(f"[data-dispute='{dispute}'] a")
    expect(listed).to_be_visible()
    listed.click()
    page.wait_for_url(re.compile(dispute))
    expect(page.locator("#state")).to_have_text("Judged: the seats may answer")


def test_an_arbiter_finds_disputes_that_are_over(visit: Visitor, service: Service, sitting: Sitting) -> None:
    dispute, key = disputed(service, sitting), service.arbiter()
    body = {"type": "withdraw"}
    service.ask(f"/v1/disputes/{dispute}/moves", body, key=sitting.tokens[0], Idempotency_Key="withdraw")
    over = "/v1/disputes?over=1&limit=50"
    eventually(lambda: dispute in [one["dispute"] for one in service.ask(over, key=key)["disputes"]])
    page = visit("/disputes")
    expect(page.locator("#own")).to_have_attribute("aria-busy", "false")
    page.get_by_label("API key").fill(key)
    page.get_by_role("button", name="Show").click()
    listed = page.locator("#listed [data-list=over]")
    expect(listed.locator(f"[data-dispute='{dispute}']")).to_contain_text("Over")
    expect(page.locator(f"#listed [data-list=open] [data-dispute='{dispute}']")).to_have_count(0)


def test_an_entry_in_dispute_is_marked_in_the_replay_and_leads_to_the_dispute(
    visit: Visitor, service: Service, sitting: Sitting
) -> None:
    dispute = disputed(service, sitting)
    page = visit(f"/replay/{sitting.game}?at=5")
    expect(page.locator(".moves .found")).to_have_attribute("data-ply", "5")
    expect(page.locator(".moves .found .badge")).to_have_text("Dispute")
    expect(page.get_by_role("button", name="Dispute this")).to_be_hidden()
    page.get_by_role("link", name="Open the dispute").click()
    page.wait_for_url(re.compile(dispute))


def test_an_arbiter_may_correct_every_seat_also_those_of_bots(visit: Visitor, service: Service) -> None:
    made = service.game("mexican-3", "greedy", "greedy")
    token = made["seats"][0]["token"]
    service.ask(f"/v1/games/{made['game']}/moves", {"type": "leave"}, key=token, Idempotency_Key="leave-bots")
    eventually(lambda: service.ask(f"/v1/games/{made['game']}")["status"] == "finished")
    dispute = disputed(service, Sitting(made["game"], (token, token)))
    page = visit(f"/disputes/{dispute}")
    page.locator("#arbiter summary").click()
    expect(page.locator("#arbiter fieldset input")).to_have_count(3)


@pytest.mark.parametrize("size", scaled(["phone"], ["phone", "desktop"]))
def test_what_a_seat_finds_on_the_pages_of_disputes_is_accessible(
    visit: Visitor, service: Service, sitting: Sitting, axe_script: str, size: Size
) -> None:
    dispute = disputed(service, sitting)
    page = seated(visit, sitting, 0, f"/disputes/{dispute}?game={sitting.game}", size=size)
    expect(page.locator("#viewer .board")).to_be_visible()
    assert violations(page, axe_script) == []
    in_width(page)
    page = seated(visit, sitting, 0, f"/replay/{sitting.game}#dispute", size=size)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page, axe_script) == []
    page = seated(visit, sitting, 0, "/disputes", size=size)
    expect(page.locator("#own")).to_have_attribute("aria-busy", "false")
    assert violations(page, axe_script) == []
