"""The QR code on a page: drawn by the service, with its text, and absent where it cannot be drawn."""

from playwright.sync_api import Page, Route, expect

from app.web import assets
from tests.web.visiting import Visitor

SHOWN = """async ({ script, path }) => {
  const { showQr } = await import(script);
  const place = document.createElement("div");
  place.id = "code";
  document.querySelector("main").prepend(place);
  await showQr(place, path);
}"""


def show(page: Page, path: str) -> None:
    """Have the page of a visitor show a code; it has none of its own."""
    expect(page.locator("#variant")).to_be_visible()
    page.evaluate(SHOWN, {"script": assets.address("js/qr.js"), "path": path})


def test_a_code_is_a_picture_with_a_text_in_the_reader_s_language(visit: Visitor) -> None:
    page = visit("/", theme="dark", language="es")
    show(page, "/play/g-1#invitation=cq_invite_1")
    picture = page.get_by_role("img", name="Código QR de este enlace, para la cámara de otro dispositivo")
    expect(picture).to_be_visible()
    assert picture.evaluate("async one => { await one.decode(); return one.naturalWidth > 0 }")


def test_without_a_picture_its_place_is_hidden(visit: Visitor) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503)

    page = visit("/", allow=["503"])
    expect(page.locator("#variant")).to_be_visible()
    page.route("**/qr", refuse)
    show(page, "/play/g-1")
    expect(page.locator("#code")).to_be_hidden()
