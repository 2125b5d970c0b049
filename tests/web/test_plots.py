"""The plots of a tournament on its page: by pointer, by keys and as tables, in any width and language."""

import pytest
from playwright.sync_api import Locator, Page, expect

from app.i18n import Language as Tongue
from app.web.words import words
from tests.remote.service import Json
from tests.server.helpers import eventually
from tests.web.service import Service
from tests.web.visiting import Language, Size, Visitor, in_width

PLOTS = ("ratings", "seats", "lengths")
READABLE_PX = 12


def ended(service: Service) -> str:
    """A tournament of bots that is over."""
    tournament = service.tournament(decks_per_pairing=2)
    eventually(lambda: service.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
    return tournament


def points_of(service: Service, tournament: str, plot: str) -> list[Json]:
    """The points of a plot, once a worker has made their numbers."""
    points: list[Json] = []

    def made() -> bool:
        points[:] = service.ask(f"/v1/tournaments/{tournament}/plots/{plot}.json").get("series", [[]])[0]
        return bool(points)

    eventually(made)
    return points


def figures(page: Page) -> list[Locator]:
    """The figures of the plots, once they are drawn."""
    expect(page.locator("#plots figure svg")).to_have_count(len(PLOTS))
    return page.locator("#plots figure").all()


@pytest.mark.parametrize(
    ("size", "language"), [("phone", "es"), ("small", "fr"), ("desktop", "en")], ids=lambda one: str(one)
)
def test_a_plot_is_read_by_keys_and_by_pointer_and_has_its_points_in_a_table(
    visit: Visitor, service: Service, size: Size, language: Language
) -> None:
    tournament = ended(service)
    page = visit(f"/tournaments/{tournament}", size=size, language=language)
    texts = words(Tongue(language))
    plots = [points_of(service, tournament, plot) for plot in PLOTS]
    for figure, points in zip(figures(page), plots, strict=True):
        reading, rows = figure.get_by_role("status"), figure.locator("tbody tr")
        expect(reading).to_have_text(texts["tournament.plot_hint"])
        figure.locator("summary").click()
        expect(rows).to_have_count(len(points))
        figure.locator(".plot").focus()
        page.keyboard.press("Home")
        first = rows.first.locator("td").last.inner_text()
        expect(reading).to_contain_text(first)
        page.keyboard.press("End")
        expect(reading).to_contain_text(rows.last.locator("th").inner_text())
        page.keyboard.press("ArrowLeft")
        expect(reading).to_contain_text(rows.nth(len(points) - 2).locator("td").last.inner_text())
        for text in figure.locator("svg text").all():
            assert float(text.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= READABLE_PX
    ratings = figures(page)[0]
    dots = ratings.locator("svg .dot")
    expect(dots).to_have_count(len(plots[0]))
    dots.last.hover()
    expect(ratings.get_by_role("status")).to_contain_text(str(plots[0][-1]["name"]))
    expect(ratings.get_by_role("status")).to_contain_text("±")
    in_width(page)


def test_a_plot_is_drawn_again_for_another_width_and_keeps_what_is_read(
    visit: Visitor, service: Service
) -> None:
    page = visit(f"/tournaments/{ended(service)}", size="desktop")
    lengths = figures(page)[-1]
    svg, spot, reading = lengths.locator("svg"), lengths.locator(".spot"), lengths.get_by_role("status")
    lengths.locator(".plot").focus()
    page.keyboard.press("End")
    sentence, before = reading.inner_text(), svg.get_attribute("width") or ""
    page.set_viewport_size({"width": 390, "height": 844})
    expect(svg).not_to_have_attribute("width", before)
    expect(spot).to_have_attribute("visibility", "visible")
    expect(reading).to_have_text(sentence)
    in_width(page)
