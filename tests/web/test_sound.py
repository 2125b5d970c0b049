"""Sounds of the table: silent until the player turns them on, and on at every table from then on."""

from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.seats import short, take
from tests.web.service import Service
from tests.web.visiting import Visitor

RECORD = """
  window.tones = [];
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context, options) { super(context, options); window.tones.push(options.frequency); }
  };
"""
"""Keeps the frequency of each tone."""

TURN = [659, 880]


def heard(page: Page, tones: list[int]) -> None:
    """Wait until these tones have been heard, and no other before them."""
    same = "tones => JSON.stringify(window.tones.slice(0, tones.length)) === JSON.stringify(tones)"
    page.wait_for_function(same, arg=tones)


def test_a_table_is_silent_until_its_sounds_are_turned_on(visit: Visitor, service: Service) -> None:
    game, seat, token = short(service, "north-american")
    page = take(visit, game, seat, token)
    page.add_init_script(RECORD)
    page.reload()
    button = page.locator("[data-action='pass']")
    expect(button).to_be_visible()
    box = page.get_by_label("Play sounds")
    expect(box).not_to_be_checked()
    assert page.evaluate("window.tones") == []
    box.check()
    heard(page, TURN)
    button.click()
    playing.expect_in_log(page, "You pass")
    page.wait_for_function("() => window.tones.includes(330)")
    box.uncheck()
    count = page.evaluate("window.tones.length")
    page.reload()
    expect(page.get_by_label("Play sounds")).not_to_be_checked()
    assert count > len(TURN)
    assert page.evaluate("window.tones") == []
