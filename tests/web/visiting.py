"""Pages as people open them: a size, a theme, a language; and hidden errors in them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

PATIENCE_MS = 60_000
"""How long something on a page may take at most; a bound against hanging, not a measurement."""

SIZES = {"phone": (390, 844), "small": (320, 640), "tablet": (1024, 768), "desktop": (1920, 1080)}

Size = Literal["phone", "small", "tablet", "desktop"]
Theme = Literal["light", "dark"]
Language = Literal["en", "es", "fr"]
Motion = Literal["no-preference", "reduce"]

_FETCHED = """wanted => wanted.every(one => performance.getEntriesByType('resource')
  .some(({ name, initiatorType }) => initiatorType === 'fetch' && name.includes(one)))"""
_REFUSED = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


@dataclass
class Visit:
    """One open page, and everything it complained of: errors of scripts, of the policy, of requests.

    A refusal of the API is no complaint, nor is what one of the patterns in `allowed` matches.
    """

    page: Page
    home: str
    allowed: tuple[str, ...] = ()
    heard: list[str] = field(default_factory=list)

    def listen(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.heard.append(f"uncaught: {error}"))
        self.page.on("request", self._asked)

    def complaints(self) -> list[str]:
        """Return what was heard and is not allowed."""
        return [each for each in self.heard if not any(re.search(one, each) for one in self.allowed)]

    def _said(self, message: ConsoleMessage) -> None:
        where = str(message.location.get("url", ""))
        refused = _REFUSED.match(message.text) and urlsplit(where).path.startswith("/v1/")
        if message.type == "error" and not refused:
            self.heard.append(f"{message.text} ({where})")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"{self.home}/", "data:", "blob:")):
            self.heard.append(f"asked an outside address: {request.url}")


def fetched(page: Page, *addresses: str) -> None:
    """The page has what it fetches beforehand from addresses with these parts: it needs no network for it."""
    page.wait_for_function(_FETCHED, arg=list(addresses))


class Visitor:
    """Opens pages of the service at `url`, each in a browser profile of its own."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.visits: list[Visit] = []
        self._browser = browser

    def __call__(
        self,
        path: str = "/",
        *,
        size: Size = "tablet",
        theme: Theme = "light",
        language: Language = "en",
        motion: Motion = "reduce",
        allow: Iterable[str] = (),
    ) -> Page:
        """The page at `path`, as a new visitor with these wishes finds it."""
        page = self.profile(size, theme, language, motion).new_page()
        self.watch(page, allow)
        page.goto(f"{self.url}{path}")
        return page

    def another(self, page: Page, path: str, *, allow: Iterable[str] = ()) -> Page:
        """A second tab of the visitor who has `page` open."""
        tab = page.context.new_page()
        self.watch(tab, allow)
        tab.goto(f"{self.url}{path}")
        return tab

    def profile(self, size: Size, theme: Theme, language: Language, motion: Motion) -> BrowserContext:
        width, height = SIZES[size]
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            locale=language,
            reduced_motion=motion,
            has_touch=size in ("phone", "small"),
        )
        context.set_default_timeout(PATIENCE_MS)
        return context

    def watch(self, page: Page, allow: Iterable[str] = ()) -> Visit:
        """The page, watched from now on."""
        visit = Visit(page, self.url, tuple(allow))
        visit.listen()
        self.visits.append(visit)
        return visit

    def complaints(self) -> list[str]:
        """Return what all pages complained of."""
        return [f"{visit.page.url}: {each}" for visit in self.visits for each in visit.complaints()]

    def close(self) -> None:
        for context in {visit.page.context for visit in self.visits}:
            context.close()
