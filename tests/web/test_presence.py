"""Connected seats, as the lobby, the table and a spectator show them."""

from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.seats import take
from tests.web.service import Service
from tests.web.visiting import Visitor, in_width


def test_lobby_and_table_show_who_is_connected(visit: Visitor, service: Service, axe_script: str) -> None:
    made = service.ask("/v1/games", {"variant": "mexican-2", "seats": ["me", "open"], "start": "ready"})
    game = str(made["game"])
    guest_token = service.ask(f"/v1/games/{game}/seats", {})["token"]
    host = take(visit, game, 0, made["seats"][0]["token"])
    row = host.locator("#lobby .invitations li").nth(1)
    expect(row).to_contain_text("not connected")
    assert violations(host, axe_script) == []
    guest = take(visit, game, 1, guest_token, size="phone", language="es")
    expect(guest.locator("#lobby .invitations li").first).to_contain_text("en línea")
    expect(row.locator(".badge.here")).to_have_text("connected")
    expect(host.locator("#polite")).to_have_text("Player 2 is connected.")
    for page in (host, guest):
        page.locator("[data-action=ready]").click()
    for page, seat in ((host, 1), (guest, 0)):
        expect(page.locator(f"#board .seat[data-seat='{seat}'] .mark.here")).to_be_visible()
        assert violations(page, axe_script) == []
    in_width(guest)
    spectator = visit(f"/watch/{game}")
    expect(spectator.locator(".seat .mark.here")).to_have_count(2)
