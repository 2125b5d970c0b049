"""Lists on the pages report that they are incomplete while the catalogue is unavailable."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from app.i18n import Language as Tongue
from app.web.words import words
from tests.web.service import Service
from tests.web.visiting import Language, Visitor

Path = Callable[[Service], str]


def _incomplete(route: Route) -> None:
    """The answer of the service as it is while the catalogue is away."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "missing": ["catalogue"]})


@pytest.mark.parametrize(
    ("path", "asked", "place", "language"),
    [
        (lambda service: "/", "**/v1/games?status=finished*", "finished-absent", "en"),
        (lambda service: "/", "**/v1/tournaments?*", "tournaments-absent", "es"),
        (lambda service: "/tournaments", "**/v1/tournaments?*", "told", "fr"),
        (
            lambda service: f"/tournaments/{service.tournament(decks_per_pairing=1)}",
            "**/v1/tournaments/*/games?*",
            "games-absent",
            "en",
        ),
        (lambda service: f"/replay/{service.bots_game()}", "**/v1/games/*/disputes", "disputes-absent", "en"),
    ],
)
def test_a_list_reports_that_it_is_incomplete(
    path: Path, asked: str, place: str, language: Language, visit: Visitor, service: Service
) -> None:
    address = path(service)
    page = visit(address, language=language)
    notice = page.locator(f"#{place} .notice")
    expect(notice).to_have_count(0)
    page.route(asked, _incomplete)
    page.reload()
    expect(notice).to_have_text(words(Tongue(language))["common.incomplete"])
    page.unroute_all(behavior="wait")
