"""Replays: every ply from every view, the verdict computed in the browser, forks."""

import json
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from replays.tournaments.playing import game_id
from tests.remote.service import Caller, Robot, robot
from tests.server.helpers import eventually
from tests.verifier.node import run
from tests.web.service import Service
from tests.web.visiting import Size, Visitor, fetched, in_width

APART = """([above, below]) => document.querySelector(below).getBoundingClientRect().top
  - document.querySelector(above).getBoundingClientRect().bottom"""
"""How many pixels lie between two elements."""

HELD = """([seat, cards]) => JSON.stringify(cards) === JSON.stringify(
  [...document.querySelectorAll(`.seat[data-seat="${seat}"] .held svg[data-card]`)]
    .map(one => one.dataset.card))"""
"""Whether these cards lie open in the hand of a seat."""


@pytest.fixture(scope="package")
def sitting(service: Service) -> str:
    """A finished game of two hands for a stake."""
    return service.bots_game("mexican-3", "greedy", "random", "greedy", options={"deals": 2, "stake": 5})


def at(page: Page, ply: int) -> None:
    """The page shows this ply, on its board too."""
    expect(page.locator("#viewer")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(".board")).to_have_attribute("data-ply", str(ply))


def plies(service: Service, game: str) -> int:
    return int(service.ask(f"/v1/games/{game}")["ply"])


def shows(page: Page, seat: int, cards: list[str]) -> None:
    """Wait until exactly these cards lie open in the hand of a seat, in this order."""
    page.locator(f'.seat[data-seat="{seat}"]').wait_for()
    page.wait_for_function(HELD, arg=[seat, cards])


def test_a_replay_is_controlled_by_slider_keys_moves_and_hands_and_updates_its_address(
    visit: Visitor, service: Service, sitting: str
) -> None:
    last = plies(service, sitting)
    page = visit(f"/replay/{sitting}?at=9&as=1")
    at(page, 9)
    expect(page.get_by_label("Seen by")).to_have_value(re.compile("Random"))
    there = service.ask(f"/v1/games/{sitting}/positions/9")
    shows(page, 1, there["revealed"]["hands"][1])
    shows(page, 0, [])

    page.keyboard.press("ArrowRight")
    at(page, 10)
    page.get_by_role("slider").fill("12")
    at(page, 12)
    expect(page).to_have_url(re.compile(r"\?at=12&as=1$"))
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("ArrowRight")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 1)
    page.get_by_role("button", name="Next ply").click()
    at(page, 2)
    expect(page.locator(".moves [aria-current=step]")).to_contain_text("Hand 1")
    page.locator(".moves").get_by_role("button").nth(6).click()
    at(page, 7)
    page.get_by_role("tab", name="Notation").click()
    expect(page.locator(".notation [aria-current=step] code")).to_contain_text(re.compile(r"^7\.\d:"))

    page.get_by_label("Seen by").select_option("everything open")
    expect(page).to_have_url(re.compile(r"\?at=7$"))
    there = service.ask(f"/v1/games/{sitting}/positions/7")
    for seat, hand in enumerate(there["revealed"]["hands"]):
        shows(page, seat, hand)
    page.get_by_text("Rule 4.", exact=False).first.click()
    expect(page.locator("details.rule[open] p")).to_contain_text(re.compile("[a-z]{3}"))

    page.get_by_label("Hand", exact=True).select_option(index=1)
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".moves [aria-current=step]")).to_contain_text("Hand 2")
    page.get_by_role("tab", name="Ledger").click()
    balances = [seat["balance"] for seat in service.ask(f"/v1/games/{sitting}")["seats"]]
    signs = ["+" if balance > 0 else "\N{MINUS SIGN}" if balance < 0 else "" for balance in balances]
    amounts = [f"{sign}{abs(balance)}" for sign, balance in zip(signs, balances, strict=True)]
    expect(page.locator(".ledger tfoot td")).to_have_text(amounts)


def test_a_replay_opens_at_the_first_decision(visit: Visitor, service: Service, sitting: str) -> None:
    entries = service.ask(f"/v1/games/{sitting}/events?limit=50")["events"]
    deals = [
        entry["ply"] for entry in entries if "dealt" in [event["type"] for event in entry["public"]["events"]]
    ]
    page = visit(f"/replay/{sitting}")
    at(page, deals[0])
    shows(page, 1, service.ask(f"/v1/games/{sitting}/positions/{deals[0]}")["revealed"]["hands"][1])


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_replay_begins_with_the_table_of_variants(visit: Visitor, sitting: str, size: Size) -> None:
    page = visit(f"/replay/{sitting}?at=1", language="es", size=size)
    page.locator(".rules summary", has_text="Regla 1.8").click()
    place = page.locator('.rules [data-rule="1.8"]')
    row = place.get_by_role("row", name="mexican-3").first
    expect(row.locator("td")).to_have_text(["mexican-3", "3", "8", "9", "baraja española de 40", "1", "E, S"])
    in_width(page)


def test_the_verdict_is_found_in_the_browser_and_all_of_the_game_stays_without_a_network(
    visit: Visitor, sitting: str, tmp_path: Path
) -> None:
    page = visit(f"/replay/{sitting}", language="fr", size="phone", theme="dark", is_new=True)
    badge = page.locator(".verdict-badge")
    expect(badge).to_have_attribute("data-result", re.compile("clean|incomplete"))
    # Of the record that the page has: a checkpoint over its end may not be signed yet.
    result = badge.get_attribute("data-result")
    fetched(page, "/record.txt", "/verifier.js", "/v1/rulebooks/")
    kept = [{"command": {"type": "pass"}, "refusal": {"game": sitting, "ply": 3}}]
    page.evaluate(
        "([name, kept]) => localStorage.setItem(name, kept)",
        [f"conquian.refusals.{sitting}", json.dumps(kept)],
    )
    page.context.set_offline(True)
    with page.expect_download() as taken:
        page.get_by_role("button", name="Dossier avec vérificateur").click()
    badge.locator("summary").first.click()
    expect(badge.get_by_role("status")).to_contain_text("rien n'a été trouvé")
    expect(badge).to_contain_text("Ce qui ne peut être prouvé")
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.locator(".said")).to_contain_text("La partie est finie")
    page.locator(".rules summary", has_text="Règle 9.3").click()
    paid = page.locator('.rules [data-rule="9.3"]')
    expect(paid.locator("p[lang=fr]")).to_contain_text("chaque autre place paie l'enjeu")
    expect(paid.locator("p[lang=en]")).to_be_hidden()

    with ZipFile(BytesIO(taken.value.path().read_bytes())) as bundle:
        assert bundle.testzip() is None
        bundle.extractall(tmp_path)
    assert json.loads((tmp_path / "receipts.json").read_text()) == kept
    assert "--receipts receipts.json" in (tmp_path / "README.txt").read_text()
    done = run(
        "audit", str(tmp_path / "game.record"), "--keys", str(tmp_path / "keys-as-served.json"), "--json"
    )
    assert done.returncode == {"clean": 0, "incomplete": 3}[str(result)]
    assert json.loads(done.stdout)["game"] == sitting


def test_a_game_with_a_contradicted_receipt_or_a_dispute_is_never_called_right(
    visit: Visitor, service: Service, tmp_path: Path
) -> None:
    game = service.marked_game()
    record = tmp_path / "game.record"
    record.write_bytes(service.body(f"/v1/games/{game}/record"))

    page = visit(f"/replay/{game}")
    badge = page.locator(".verdict-badge")
    expect(badge).to_have_attribute("data-result", "findings")
    expect(badge.locator("summary .badge")).to_have_text(["2 findings", "1 dispute"])
    badge.locator("summary").first.click()
    expect(badge).to_contain_text("the service has signed two different entries for ply 4")
    expect(badge).to_contain_text("Only the service, or whoever has its key, could have caused it")
    expect(badge).to_contain_text("claims: the move is against the rules. The claim was not borne out")
    for above, below in ((".findings > ol", ".findings > ol + h3"), (".report p:has(+ .told)", ".told")):
        assert page.evaluate(APART, [above, below]) >= 8, below
    with page.expect_download() as taken:
        page.get_by_role("button", name="Bundle with verifier").click()
    with ZipFile(BytesIO(taken.value.path().read_bytes())) as bundle:
        assert [receipt["ply"] for receipt in json.loads(bundle.read("receipts.json"))] == [4, 4]

    page = visit("/audit", language="fr")
    expect(page.locator("#zone")).to_have_attribute("data-ready", "true")
    page.locator("#choose").set_input_files(record)
    page.get_by_role("button", name="Se fier aux clés").click()
    # A checkpoint may have been signed since the game; the record alone knows neither receipts nor disputes.
    expect(page.locator("#report .verdict")).to_have_attribute(
        "data-result", re.compile("^(incomplete|clean)$")
    )
    page.get_by_role("button", name="Demander à ce service").click()
    report = page.locator("#report")
    expect(report.locator(".verdict")).to_have_attribute("data-result", "findings")
    expect(report).to_contain_text("reçus : le service a signé deux entrées différentes pour le numéro 4")
    expect(report).to_contain_text("Litiges")
    expect(page.locator("#given")).to_contain_text("reçus : 2, litiges : 1")

    page = visit("/", allow=["status of 500"])
    page.route("**/receipts", lambda route: route.fulfill(status=500))
    page.goto(f"{service.url}/replay/{game}")
    expect(page.locator(".verdict-badge")).to_have_attribute("data-result", "incomplete")
    page.locator(".verdict-badge summary").first.click()
    expect(page.locator(".verdict-badge")).to_contain_text("did not say whether the log of this game")


def test_a_fork_continues_from_the_shown_ply(visit: Visitor, service: Service, sitting: str) -> None:
    page = visit(f"/replay/{sitting}?at=8")
    at(page, 8)
    page.get_by_role("button", name="What if?").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("select")).to_have_count(3)
    dialog.get_by_role("button", name="Play").click()
    page.wait_for_url(re.compile("/play/g-"))
    fork = page.url.rpartition("/")[2]
    token = page.evaluate("game => JSON.parse(localStorage.getItem(`conquian.seat.${game}`)).token", fork)
    view = service.ask(f"/v1/games/{fork}", key=token)
    assert (view["fork_of"]["game"], view["fork_of"]["ply"]) == (sitting, 8)
    assert view["you"] is not None


def test_the_replay_of_a_running_game_shows_the_view_of_its_reader(visit: Visitor, service: Service) -> None:
    game = service.game("north-american")
    page = visit(f"/replay/{game['game']}")
    expect(page.get_by_text("The game is not over")).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    for seat in range(2):
        shows(page, seat, [])


def test_the_readable_part_of_a_damaged_game_is_replayed_and_marked(visit: Visitor, service: Service) -> None:
    made = service.game("mexican-2")
    game, token = made["game"], made["seats"][0]["token"]
    service.ask(f"/v1/games/{game}/moves", {"type": "leave"}, key=token, Idempotency_Key="leave-damaged")
    eventually(lambda: service.ask(f"/v1/games/{game}")["status"] == "finished")
    service.damage(game, 12)
    claim = {"ply": 5, "claim": "history_altered", "text": "No."}
    assert "dispute" in service.ask(f"/v1/games/{game}/disputes", claim, key=token)
    page = visit(f"/replay/{game}")
    marked = page.locator("#verdict")
    expect(marked.get_by_role("alert")).to_contain_text("The log of this game is damaged")
    expect(marked).to_contain_text("Entries 1 to 11 are shown here; from entry 12 on it cannot be read.")
    expect(marked).to_contain_text("what had been played was changed afterwards")
    at(page, 11)
    page.keyboard.press("Home")
    at(page, 1)
    for seat in range(2):
        shows(page, seat, [])
    page = visit(f"/replay/{game}", language="es")
    expect(page.locator("#verdict")).to_contain_text("Aquí se ven las entradas 1 a 11; desde la entrada 12")


def play_out(service: Service, bot: Robot, game: str) -> None:
    """The bot decides in this game until it has ended, and in no other."""
    caller = Caller(service.url, bot.key)
    while caller.ask(f"/v1/games/{game}").get("status") != "finished":
        for asked in caller.ask("/v1/players/me/decisions?wait=1")["decisions"]:
            if asked["game"] == game:
                chosen = next(move for move in asked["moves"] if move["type"] != "fold")["example"]
                ply = str(asked["decision"])
                caller.ask(f"/v1/games/{game}/moves", chosen, If_Match=f'"{ply}"', Idempotency_Key=ply)


def test_a_game_with_withheld_keys_says_so_and_so_does_its_tournament(
    visit: Visitor, service: Service
) -> None:
    bot = robot(service.url)
    entrants = [{"name": "Robo", "player": bot.id}, {"name": "Beto", "bot": "greedy"}]
    tournament = service.tournament(entrants=entrants, accept_memory=True)
    (trial,) = (
        entrant["trial"]
        for entrant in service.ask(f"/v1/tournaments/{tournament}")["entrants"]
        if entrant["trial"]
    )
    play_out(service, bot, trial["game"])
    game = game_id(tournament, 1)
    play_out(service, bot, game)
    page = visit(f"/replay/{game}")
    expect(page.locator("#verdict")).to_contain_text("others are dealt from its deck")
    at(page, plies(service, game))
    expect(page.locator(".seat .held svg[data-card]")).to_have_count(0)
    page = visit(f"/tournaments/{tournament}")
    expect(page.locator("#memory")).to_have_text("memory accepted")
    expect(page.locator("#about")).to_contain_text("Mexican Conquian for two")
    listed = visit("/tournaments").locator(f"[data-tournament={tournament}]")
    expect(listed).to_contain_text("Mexican Conquian for two")
    other = service.tournament(name="Without", decks_per_pairing=1)
    page = visit(f"/tournaments/{other}")
    expect(page.locator("#standings tbody tr")).to_have_count(3)
    expect(page.locator("#memory")).to_be_hidden()
