"""The pages of tournaments in a browser: the reason to wait is shown only while it applies."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import count
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Locator, Page, expect

from app.i18n import Language as Tongue
from app.i18n import translate
from app.server.embedded_store import url_in
from app.store.client import connect
from app.tournament.failures import FAILURE_TEXTS, NO_ANSWER, PAUSES, FailureKind
from app.tournament.state import WAIT_TEXTS, Wait
from app.web.words import words
from tests.bots.entrant_programs import python
from tests.server import helpers
from tests.web.service import Service
from tests.web.visiting import Language, Size, Visitor, in_width

Broken = Callable[[Path], AbstractContextManager[None]]

LOOKS_MS = 300_000
"""How long a worker and a page may take to look again; a bound against hanging, not a measurement."""


@contextmanager
def no_archive(data: Path) -> Iterator[None]:
    """No file can be written to the archive: where its directory would be stands a file."""
    folder, aside = data / "archive", data / "archive.aside"
    if folder.exists():
        folder.rename(aside)
    folder.touch()
    try:
        yield
    finally:
        folder.unlink()
        if aside.exists():  # a worker may have made the directory again by now
            copytree(aside, folder, dirs_exist_ok=True)


@contextmanager
def no_catalogue(data: Path) -> Iterator[None]:
    """Lock the catalogue, as another program that writes without end."""
    with closing(sqlite3.connect(data / "catalogue.sqlite", isolation_level=None, timeout=120)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def full_store(data: Path) -> Iterator[None]:
    """The store takes no entries."""
    url = url_in(data)
    assert url is not None
    redis = connect(url)
    redis.config_set("maxmemory", "1")
    try:
        yield
    finally:
        redis.config_set("maxmemory", "0")


def lines(own: Page, all_of_them: Page, tournament: str) -> tuple[Locator, Locator]:
    """Return where the page of a tournament and its row in the list say how it goes."""
    return own.locator("#progress p"), all_of_them.locator(f"[data-tournament={tournament}]")


@pytest.mark.parametrize(
    ("broken", "wait", "size", "language"),
    [
        (no_archive, Wait.ARCHIVE, "desktop", "en"),
        (no_catalogue, Wait.CATALOGUE, "phone", "es"),
    ],
)
def test_pages_show_the_reason_to_wait_of_a_tournament_until_it_continues(
    visit_own: Visitor, own_service: Service, broken: Broken, wait: Wait, size: Size, language: Language
) -> None:
    sentence, store = (translate(language, WAIT_TEXTS[reason]) for reason in (wait, Wait.STORE))
    over = words(Tongue(language))["tournament.games_of"].format(played=6, planned=6)
    organiser = own_service.organiser()
    with broken(own_service.data):
        tournament = own_service.tournament(organiser, name=f"Copa {wait}", decks_per_pairing=1)
        own = visit_own(f"/tournaments/{tournament}", size=size, language=language)
        places = lines(own, visit_own("/tournaments", size=size, language=language), tournament)
        for place in places:
            expect(place).to_contain_text(sentence, timeout=LOOKS_MS)
        with full_store(own_service.data):
            for place in places:
                expect(place).to_contain_text(store, timeout=LOOKS_MS)
        for place in places:
            expect(place).to_contain_text(sentence, timeout=LOOKS_MS)
    for place in places:
        expect(place).not_to_contain_text(sentence, timeout=LOOKS_MS)
        expect(place).to_contain_text(over, timeout=LOOKS_MS)


def test_the_page_of_a_running_tournament_is_live_and_announces_its_plots(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    tournament = service.tournament(organiser, decks_per_pairing=10_000)
    languages: tuple[Language, ...] = ("es", "en", "fr")
    pages = {language: visit(f"/tournaments/{tournament}", language=language) for language in languages}
    for language, page in pages.items():
        texts = words(Tongue(language))
        counted = re.compile(texts["tournament.games_of"].format(played=r"\d.*", planned="60.000"))
        expect(page.locator("#plots")).to_contain_text(texts["tournament.plots_at_end"])
        expect(page.locator("#plots")).to_contain_text(counted)
    counts = [page.locator("#standings tbody tr").first.locator("td").nth(2) for page in pages.values()]
    before = [games.inner_text() for games in counts]
    for games, played in zip(counts, before, strict=True):
        expect(games).not_to_have_text(played, timeout=LOOKS_MS)
    service.ask(f"/v1/tournaments/{tournament}/abort", {}, organiser)
    for language, page in pages.items():
        plots = page.locator("#plots")
        expect(plots.locator("svg")).to_have_count(3, timeout=LOOKS_MS)
        expect(plots).not_to_contain_text(words(Tongue(language))["tournament.plots_at_end"])


def test_the_page_shows_the_number_of_unrated_games(visit: Visitor, service: Service) -> None:
    organiser = service.organiser()
    person = service.ask("/v1/players", {"name": "Ana"})
    entrants = [{"name": name.title(), "bot": name} for name in ("careful", "greedy")]
    entrants.append({"name": "Ana", "player": person["player"]})  # no game begins before she has answered
    tournament = service.tournament(organiser, name="Sin Ana", decks_per_pairing=2, entrants=entrants)
    service.ask(f"/v1/tournaments/{tournament}/forfeits", {"entrant": 2, "text": "Went home."}, organiser)
    helpers.eventually(lambda: service.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
    helpers.eventually(lambda: "unrated" in service.ask(f"/v1/tournaments/{tournament}/standings"))
    count = service.ask(f"/v1/tournaments/{tournament}/standings")["unrated"]
    assert count > 1
    languages: tuple[Language, ...] = ("es", "en", "fr")
    for language in languages:
        page = visit(f"/tournaments/{tournament}", language=language)
        sentence = words(Tongue(language))["tournament.unrated_other"].format(count=count)
        expect(page.locator("#unrated")).to_have_text(sentence)


def test_names_of_players_are_links_to_their_pages_and_those_of_bots_are_not(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    ana = service.ask("/v1/players", {"name": "Ana"})["player"]
    entrants = [{"name": "Greedy", "bot": "greedy"}, {"name": "Ana", "player": ana}]
    tournament = service.tournament(organiser, name="Ana y un bot", decks_per_pairing=1, entrants=entrants)
    service.ask(f"/v1/tournaments/{tournament}/forfeits", {"entrant": 1, "text": "Went home."}, organiser)
    helpers.eventually(lambda: service.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
    page = visit(f"/tournaments/{tournament}", language="en")
    expect(page.locator("#plots svg").first).to_be_visible()
    for place in ("#standings", "#cross", "#pairings li:first-child", "#games li:first-child"):
        names = page.locator(f"{place} a.who")
        expect(page.locator(place)).to_contain_text("Greedy")
        expect(names).to_have_text(["Ana"])
        expect(names).to_have_attribute("href", f"/players/{ana}")
    page.get_by_role("button", name="Games: Round 1, table 1").first.click()
    expect(page.locator("#between")).to_have_text("Round 1, table 1")


def test_the_page_does_not_mention_unrated_games_if_there_are_none(visit: Visitor, service: Service) -> None:
    tournament = service.tournament(decks_per_pairing=1)
    page = visit(f"/tournaments/{tournament}")
    expect(page.locator("#standings tbody tr")).to_have_count(3)
    expect(page.locator("#unrated")).to_be_hidden()


def test_the_games_of_an_entrant_that_it_lost_are_listed_on_request(visit: Visitor, service: Service) -> None:
    tournament = service.tournament(decks_per_pairing=3)
    helpers.eventually(lambda: service.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
    page = visit(f"/tournaments/{tournament}", language="en")
    games = page.locator("#games li[data-fixture]")
    expect(games).to_have_count(18)
    expect(page.locator("#result")).to_be_disabled()
    page.locator("#of").select_option("Greedy")
    expect(games).to_have_count(12)
    page.locator("#result").select_option("lost")
    lost = service.ask(f"/v1/tournaments/{tournament}/games?entrant=1&result=lost")["games"]
    assert 0 < len(lost) < 12
    expect(games).to_have_count(len(lost))
    numbers = games.evaluate_all("all => all.map(one => Number(one.dataset.fixture))")
    assert numbers == [game["fixture"] for game in lost]
    answers = count(1)
    with page.expect_response(lambda answer: "/games?" in answer.url and next(answers) == 2):
        page.locator("#all").evaluate("one => { one.click(); one.click() }")
    expect(games).to_have_count(18)
    expect(page.locator("#of")).to_have_value("")


def test_the_list_of_games_shows_how_an_entrant_failed(
    visit: Visitor, service: Service, tmp_path: Path
) -> None:
    fails = "return legal[0] if self.asked < 2 else 1 / 0"
    entrants = [{"name": "Random", "bot": "random"}, python(tmp_path, fails)]
    plan = {
        "name": "Copa de fallas",
        "variant": "mexican-2",
        "format": {"type": "round_robin"},
        "entrants": entrants,
    }
    manifest = tmp_path / "plan.json"
    manifest.write_text(json.dumps(plan))
    service.operate("tournament", "run", str(manifest))
    (tournament,) = [
        one["tournament"]
        for one in service.ask("/v1/tournaments?limit=50")["tournaments"]
        if one["name"] == "Copa de fallas"
    ]
    languages: tuple[Language, ...] = ("es", "en", "fr")
    for language in languages:
        page = visit(f"/tournaments/{tournament}", language=language)
        sentence = translate(language, FAILURE_TEXTS[FailureKind.CRASHED])
        expect(page.locator("#games li[data-fixture] .badge").first).to_contain_text(sentence)
        expect(page.locator("#failures code")).to_have_text(
            f"GET /v1/tournaments/{tournament}/failures/details"
        )
    (first, *_) = failures = service.ask(f"/v1/tournaments/{tournament}/failures")["failures"]
    expect(page.locator("#failures li")).to_contain_text(f"× {len(failures)}")
    page.locator("#failures a").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/{first['game']}\?at={first['ply']}"))


def test_the_standings_and_a_round_are_printed_without_what_is_for_the_screen(
    visit: Visitor, service: Service
) -> None:
    page = visit(f"/tournaments/{service.tournament(decks_per_pairing=1)}", theme="dark")
    expect(page.locator("#about .badge").first).to_have_text("finished", timeout=LOOKS_MS)
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.get_by_role("button", name="Print the standings and this round").click()
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 990})  # of a sheet of paper between its margins
    in_width(page)
    for selector in ("#name", "#standings", "#pairings"):
        expect(page.locator(selector)).to_be_visible()
    for name in ("#print", "#plots", "#cross", "#games", "#before", ".pairing button"):
        expect(page.locator(name).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.querySelector('#standings td')).color") == "rgb(0, 0, 0)"


def test_the_page_shows_the_speed_of_entrants_and_the_games_that_would_separate_neighbours(
    visit: Visitor, service: Service
) -> None:
    tournament = service.tournament(decks_per_pairing=2)
    helpers.eventually(lambda: service.ask(f"/v1/tournaments/{tournament}")["state"] == "finished")
    helpers.eventually(lambda: "rows" in service.ask(f"/v1/tournaments/{tournament}/standings"))
    table = service.ask(f"/v1/tournaments/{tournament}/standings")
    rows = {row["name"]: row["time"] for row in table["rows"]}
    open_gaps = [gap for gap in table["neighbours"] if gap["more_games"] != 0]
    assert all(rows.values())
    assert open_gaps
    languages: tuple[Language, ...] = ("es", "en", "fr")
    for language in languages:
        page = visit(f"/tournaments/{tournament}", size="phone", language=language)
        texts = words(Tongue(language))
        lines = page.locator("#times tbody tr")
        expect(lines).to_have_count(len(rows))
        for line, (name, time) in zip(lines.all(), rows.items(), strict=True):
            expect(line).to_contain_text(name)
            expect(line.locator("td").last).to_have_text(str(time["decisions"]))
        expect(page.locator("#times")).to_contain_text(texts["tournament.median"])
        expect(page.locator("#neighbours h3")).to_have_text(texts["tournament.neighbours"])
        expect(page.locator("#neighbours li")).to_have_count(len(open_gaps))
        in_width(page)
        table_fits = "one => one.scrollWidth <= one.clientWidth"
        assert page.locator("#times .wide").evaluate(table_fits)


def test_the_page_has_no_times_of_bots_in_live_games(visit: Visitor, service: Service) -> None:
    organiser = service.organiser()
    robo = service.ask("/v1/players", {"name": "Robo", "bot": True})
    entrants = [{"name": "Robo", "player": robo["player"]}, {"name": "Beto", "bot": "greedy"}]
    page = visit(f"/tournaments/{service.tournament(organiser, name='Ida', entrants=entrants)}")
    expect(page.locator("#standings tbody tr")).to_have_count(2)
    expect(page.locator("#times")).to_be_hidden()
    expect(page.locator("#neighbours")).to_be_hidden()


def test_the_page_names_entrants_with_a_pending_or_missing_trial_answer(
    visit: Visitor, service: Service
) -> None:
    organiser = service.organiser()
    person = service.ask("/v1/players", {"name": "Ana"})
    robo = service.ask("/v1/players", {"name": "Robo", "bot": True}, person["key"])
    beto = {"name": "Beto", "bot": "greedy"}
    ana, silent = {"name": "Ana", "player": person["player"]}, {"name": "Robo", "player": robo["player"]}
    waits = service.tournament(organiser, name="Espera", entrants=[ana, beto])
    limits = {"decision_seconds": 1, "window_seconds": 1, "latency_seconds": 0}
    stops = service.tournament(organiser, name="Para", entrants=[silent, beto], limits=limits)
    helpers.eventually(lambda: service.ask(f"/v1/tournaments/{stops}")["state"] == "paused")
    languages: tuple[Language, ...] = ("es", "en", "fr")
    for language in languages:
        sentence = words(Tongue(language))["tournament.trial"].format(names="Ana")
        expect(visit(f"/tournaments/{waits}", language=language).locator("#progress p")).to_contain_text(
            sentence
        )
        sentence = translate(language, PAUSES[NO_ANSWER])
        expect(visit(f"/tournaments/{stops}", language=language).locator("#progress p")).to_contain_text(
            sentence
        )
    tournament = service.ask(f"/v1/tournaments/{stops}")
    trial = tournament["entrants"][0]["trial"]
    assert (tournament["paused_for"], trial["answered"], tournament["played"]) == (NO_ANSWER, False, 0)
    assert service.ask(f"/v1/games/{trial['game']}")["rematch_of"] is None
    (failure,) = service.ask(f"/v1/tournaments/{stops}/failures/details", None, person["key"])["failures"]
    assert (failure["fixture"], failure["entrant"], failure["kind"]) == (0, 0, "timed_out")
    assert failure["game"] == trial["game"]
