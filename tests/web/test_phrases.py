"""Phrases of seats, as the others at the table and a spectator read them."""

from typing import Final

from playwright.sync_api import Page, expect

from tests.web.axe import violations
from tests.web.seats import take
from tests.web.service import Service
from tests.web.test_layout import in_sight
from tests.web.visiting import Visitor, in_width

RECORD: Final = """(() => {
  const Decoder = TextDecoderStream;
  window.streamed = "";
  window.TextDecoderStream = class {
    constructor() {
      const { readable, writable } = new Decoder();
      const transform = (text, next) => { window.streamed += text; next.enqueue(text); };
      const noted = new TransformStream({ transform });
      Object.assign(this, { readable: readable.pipeThrough(noted), writable });
    }
  };
  window.bubbles = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll("#board .saying")) {
      if (one.textContent) window.bubbles.push(`${one.closest(".seat").dataset.seat} ${one.textContent}`);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
})()"""
"""Keeps what the page has received in streams, and what bubbles, which are soon empty again, have shown."""

SPOKEN: Final = "#log li.phrase"


def say(page: Page, phrase: str) -> str:
    """Say a phrase by a click; return the id that the service has given it."""
    button = page.locator(f"[data-action='say-{phrase}']")
    with page.expect_response(lambda response_seen: response_seen.url.endswith("/phrases")) as response:
        button.click()
    assert response.value.status == 201
    return str(response.value.json()["id"])


def test_a_phrase_is_read_in_another_language_until_it_is_muted(
    visit: Visitor, service: Service, axe_script: str
) -> None:
    unhurried = {"decision_seconds": 3600}
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"], "options": unhurried})
    game = str(made["game"])
    guest_token = service.ask(f"/v1/games/{game}/seats", {})["token"]
    host = take(visit, game, 0, made["seats"][0]["token"], size="phone")
    guest = take(visit, game, 1, guest_token, size="desktop", language="es")
    spectator = visit(f"/watch/{game}", language="fr")
    guest.add_init_script(RECORD)
    guest.reload()
    host.locator("#speak summary").click()
    say(host, "hello")
    expect(host.locator(SPOKEN)).to_have_text(["You: Hello!"])
    expect(guest.locator(SPOKEN)).to_have_text(["Jugador 1: ¡Hola!"])
    guest.wait_for_function("window.bubbles.includes('0 ¡Hola!')")
    expect(spectator.locator("#moves")).to_contain_text("Bonjour !")
    assert spectator.locator("[data-action^=say-]").count() == 0

    guest.locator("#speak summary").click()
    guest.get_by_label("No mostrar lo que dicen los demás").check()
    unseen = say(host, "thanks")
    guest.wait_for_function("id => window.streamed.includes(id)", arg=unseen)
    say(guest, "well_played")  # what a person says is shown to that person at any time
    expect(guest.locator(SPOKEN)).to_have_text(["Jugador 1: ¡Hola!", "Tú: ¡Bien jugado!"])
    expect(host.locator(SPOKEN)).to_have_text(["You: Hello!", "You: Thank you!", "Player 2: Well played!"])
    assert "0 ¡Gracias!" not in guest.evaluate("window.bubbles")
    for page in (host, guest):
        in_width(page)
        assert violations(page, axe_script) == []
    in_sight(host, "#tray")
