"""An evening of four persons on four devices, two of whom drop out and come back, by clicks and keys only."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.scale import scaled
from tests.web.axe import violations
from tests.web.playing import over, play_a_round, play_by_keys, play_on, tab_to
from tests.web.service import Service
from tests.web.test_evenings import game_of
from tests.web.test_joining import CARDS, come
from tests.web.test_players import named
from tests.web.visiting import Visitor, in_width

VARIANT = "navajo-tens"  # its hands are the shortest of those for four
NAMES = ["Lupe", "Luis", "Maxi", "Ema"]
READY, NEXT = "[data-action=ready]", "[data-action=rematch]"


def invited(host: Page) -> str:
    """Open a table for four friends, who have ten minutes for a decision, and return the link to it."""
    host.locator("#variant").select_option(VARIANT)
    host.locator("#seats").select_option("4")
    host.get_by_role("radio", name="Friends").check()
    host.get_by_label("Time for a decision").select_option("600")
    host.get_by_role("button", name="Play", exact=True).click()
    host.wait_for_url(re.compile("/play/g-"))
    return host.locator(".inviting input").input_value()


class Evening:
    """The pages of four persons; `ema` uses her keyboard for every button, and for the whole first hand."""

    def __init__(self, visit: Visitor) -> None:
        self.lupe = named(visit("/"), "Lupe")
        link = invited(self.lupe)
        self.luis = come(visit, link, size="phone", language="es")
        self.maxi = come(visit, link, size="desktop", theme="dark", language="fr")
        self.ema = come(visit, link)
        for page, name in ((self.luis, "Luis"), (self.maxi, "Maxi")):
            page.locator(".who input").fill(name)
            page.locator("[data-action=join]").click()
        tab_to(self.ema, ".who input", press="")
        self.ema.keyboard.type("Ema")
        self.act(self.ema, "[data-action=join]")

    @property
    def pages(self) -> tuple[Page, ...]:
        return self.lupe, self.luis, self.maxi, self.ema

    def act(self, page: Page, selector: str) -> None:
        """Use a button as this person does."""
        expect(page.locator(selector)).to_be_enabled()
        if page is self.ema:
            tab_to(page, selector)
        else:
            page.locator(selector).click()

    def deal(self) -> str:
        """Answer that all are ready, and return the game once each has cards."""
        for page in self.pages:
            self.act(page, READY)
        for page in self.pages:
            expect(page.locator(CARDS).first).to_be_visible()
        assert len({game_of(page) for page in self.pages}) == 1
        return game_of(self.lupe)

    def play(self, *, by_keys: bool = False) -> None:
        """Play the hand to its end, where all find the way to the next one; Ema by keys alone if asked."""
        for page in self.pages:
            if not (by_keys and page is self.ema):
                play_on(page)
        if by_keys:
            play_by_keys(self.ema)
        over(*self.pages)
        for page in self.pages:
            expect(page.locator(NEXT)).to_be_visible()

    def follow(self) -> None:
        """Go from the end of a hand to the next table."""
        before = game_of(self.lupe)
        for page in self.pages:
            self.act(page, NEXT)
            page.wait_for_url(lambda url: "/play/g-" in url and before not in url)

    def restart(self, visit: Visitor) -> None:
        """Luis closes the browser in the middle of a hand, and finds his table on the first page again."""
        game = game_of(self.luis)
        before, self.luis = self.luis, visit.another(self.luis, "/")
        before.close()
        self.luis.locator(f"#mine a[href*='{game}']").first.click()
        expect(self.luis.locator(CARDS).first).to_be_visible()

    def move(self, visit: Visitor) -> None:
        """Maxi goes on with another device, by a code that the first one shows."""
        game = game_of(self.maxi)
        self.maxi.get_by_role("link", name="Conquián", exact=True).click()
        self.maxi.locator("#who a").click()
        self.maxi.get_by_role("button", name="Afficher un code").click()
        code = self.maxi.locator("#move-code")
        expect(code).to_have_text(re.compile(r"\w{5}-\w{5}"))
        device = visit("/", size="small", theme="dark", language="fr")
        device.get_by_role("contentinfo").get_by_role("link", name="Moi").click()
        device.locator("#entered").fill(code.inner_text())
        device.locator("#enter button").click()
        device.locator(f"a[href*='/play/{game}']").first.click()
        expect(device.locator(CARDS).first).to_be_visible()
        self.maxi.close()
        self.maxi = device


def amounts(cells: Locator) -> list[int]:
    """The amounts in cells of the ledger."""
    return [int(text.replace("−", "-")) for text in cells.all_inner_texts()]


def test_four_persons_play_an_evening_and_two_come_back(
    visit: Visitor, service: Service, axe_script: str
) -> None:
    evening = Evening(visit)
    expect(evening.lupe.locator("#lobby")).to_contain_text("Ema")
    games = [evening.deal()]
    evening.play(by_keys=True)
    for page in evening.pages:
        assert violations(page, axe_script) == []
        in_width(page)
    both = [evening.restart, evening.move]
    for in_one_hand in scaled([both], [[person] for person in both]):
        evening.follow()
        games.append(evening.deal())
        play_a_round(*evening.pages)
        for comes_back in in_one_hand:
            comes_back(visit)
        evening.play()
    evening.maxi.locator("#lobby a[href*='/evenings/']").click()
    evening.lupe.get_by_role("link", name="The evening so far").click()
    for page in (evening.lupe, evening.maxi):
        expect(page.locator("#ledger tbody tr")).to_have_count(len(games))
        expect(page.locator("#ledger thead th")).to_have_text(NAMES)
        assert violations(page, axe_script) == []
        in_width(page)
    rows = [amounts(row.locator("td")) for row in evening.lupe.locator("#ledger tbody tr").all()]
    sums = amounts(evening.lupe.locator("#ledger tfoot tr").first.locator("td"))
    assert sums == [sum(column) for column in zip(*rows, strict=True)]
    assert [sum(row) for row in rows] == [0] * len(games)
    answer = service.ask(f"/v1/evenings/{games[0]}")
    assert [table["game"] for table in answer["tables"]] == games
    assert [hand["changes"] for hand in answer["hands"]] == rows
