"""The pages that explain how a variant is played."""

import re

import pytest
from playwright.sync_api import expect

from app.games.registry import variants
from tests.web.service import Service
from tests.web.visiting import Visitor


@pytest.mark.parametrize("variant", variants())
def test_every_variant_is_explained_by_its_own_numbers(
    visit: Visitor, service: Service, variant: str
) -> None:
    page = visit(f"/learn/{variant}")
    chapters = page.locator("#learn section")
    expect(chapters.first).to_be_visible()
    rules = service.ask(f"/v1/variants/{variant}")["rules"]
    text = page.locator("#learn").inner_text()
    assert not re.search(r"undefined|NaN|\{", text)
    if rules.get("hand_sizes"):
        assert f"{rules['hand_sizes'][0]}" in text
        assert ("Claim" in text or "claim" in text) == rules["claims"]
        forced = rules["force_by_turn_player"] or rules["force_by_opponents"]
        expect(page.get_by_role("heading", name="Forcing")).to_have_count(int(forced))
    paragraphs = service.ask(f"/v1/rulebooks/{_edition(service, rules)}{_of(rules)}")["paragraphs"]
    cited = page.locator("#learn a").all_text_contents()
    assert len(cited) > 5
    assert {text.removeprefix("Rule ") for text in cited} <= {*paragraphs}


def _of(rules: dict[str, object]) -> str:
    return "" if "hand_sizes" in rules else "?play=holdem"


def _edition(service: Service, rules: dict[str, object]) -> int:
    current: int = service.ask(f"/v1/rulebooks{_of(rules)}")["current"]
    return current


def test_an_example_goes_step_by_step_by_hand_or_by_itself(visit: Visitor) -> None:
    page = visit("/learn/mexican-2")
    example = page.locator("figure", has_text="Take the centre card")
    expect(example.locator(".now")).to_contain_text("Step 1 of 3")
    for step in (2, 3, 1):
        example.get_by_role("button").click()
        expect(example.locator(".now")).to_contain_text(f"Step {step} of 3")
    page = visit("/learn/mexican-2", motion="no-preference")
    example = page.locator("figure", has_text="Be forced")
    example.scroll_into_view_if_needed()
    expect(example.locator(".now")).to_contain_text("Step 2 of 3")


def test_on_paper_every_step_is_shown(visit: Visitor) -> None:
    page = visit("/learn/paco", language="es")
    expect(page.locator("figure").first).to_be_visible()
    page.emulate_media(media="print")
    for step in page.locator(".example-step").all():
        expect(step).to_be_visible()
    expect(page.get_by_role("button", name="Imprimir")).to_be_hidden()


def test_home_leads_to_the_page_of_the_chosen_variant_and_its_select_to_others(visit: Visitor) -> None:
    page = visit("/", language="fr")
    page.locator("#variant").select_option("paco")
    expect(page.locator("#learn")).to_have_attribute("href", "/learn/paco")
    page.locator("#learn").click()
    expect(page.locator("h1")).to_contain_text("Paco")
    page.locator("#variant").select_option("navajo-tens")
    page.wait_for_url("**/learn/navajo-tens")
    expect(page.locator("#learn")).to_contain_text("me sirve")


def test_a_sheet_of_its_own_says_so(visit: Visitor) -> None:
    page = visit("/learn/casa-de-lupe")
    expect(page.locator("#own-sheet")).to_be_visible()
    expect(page.locator("#learn section").first).to_be_visible()
