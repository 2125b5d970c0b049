"""Pages as people open them: a size, a theme, a language; and hidden errors in them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

PATIENCE_MS = 120_000
"""How long something on a page may take at most; a bound against hanging, not a measurement."""

SIZES = {"phone": (390, 844), "small": (320, 640), "tablet": (1024, 768), "desktop": (1920, 1080)}

Size = Literal["phone", "small", "tablet", "desktop"]
Theme = Literal["light", "dark"]
Language = Literal["en", "es", "fr"]
Motion = Literal["no-preference", "reduce"]

_FETCHED = """wanted => wanted.every(one => performance.getEntriesByType('resource')
  .some(({ name, initiatorType }) => initiatorType === 'fetch' && name.includes(one)))"""
BUDGET = 250 * 1024
"""Number of bytes that a page may load at most."""

_LOADED = """() => ['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
  .filter(({ name }) => !name.includes('/v1/')).map(one => [one.name, one.decodedBodySize])"""
_NO_WIDER = """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"""
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
        return [each for each in self.heard if not any(re.search(pattern, each) for pattern in self.allowed)]

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


def in_width(page: Page) -> None:
    """The page is no wider than its window, once it has settled."""
    page.wait_for_function(_NO_WIDER)


def weights(page: Page) -> dict[str, int]:
    """Return the bytes of all that the page has loaded besides answers of the API, by address."""
    loaded: list[tuple[str, int]] = page.evaluate(_LOADED)
    return dict(loaded)


@dataclass(frozen=True, slots=True)
class Look:
    """Properties of a page that do not belong to the profile in which it is opened."""

    size: Size
    theme: Theme = "light"
    motion: Motion = "reduce"

    @property
    def touches(self) -> bool:
        """Return whether the device has a touch screen."""
        return self.size in ("phone", "small")

    def page(self, context: BrowserContext) -> Page:
        """Return an empty page that looks like this."""
        page, (width, height) = context.new_page(), SIZES[self.size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=self.theme, reduced_motion=self.motion)
        return page


def context_of(browser: Browser, language: Language, touches: bool) -> BrowserContext:
    """Return a new profile of `browser`."""
    context = browser.new_context(locale=language, has_touch=touches)
    context.set_default_timeout(PATIENCE_MS)
    return context


class Profile:
    """A profile of a browser, with an empty page of the service that is open for as long as it is used.

    With it lives the process that has compiled the scripts of the service, which takes longer than a visit.
    """

    def __init__(self, browser: Browser, url: str, language: Language, touches: bool) -> None:
        self.kind = (language, touches)
        self.context = context_of(browser, language, touches)
        self._url = url
        self._open = self.context.new_page()
        self._open.goto(f"{url}/livez")
        self._tools = self.context.new_cdp_session(self._open)

    def clear(self) -> bool:
        """Close the pages of a visitor and remove what they have stored; False if the profile is closed."""
        if self._open.is_closed():
            return False
        for page in self.context.pages:
            if page is not self._open:
                page.close()
        self._tools.send("Storage.clearDataForOrigin", {"origin": self._url, "storageTypes": "all"})
        self.context.clear_cookies()
        return True


class Profiles:
    """Profiles of a browser at the service at `url`, each used by one visitor at a time."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self._browser = browser
        self._free: list[Profile] = []

    def new(self, language: Language, touches: bool) -> BrowserContext:
        """Return a profile that is used once."""
        return context_of(self._browser, language, touches)

    def take(self, language: Language, touches: bool) -> Profile:
        """Return a profile in which nothing is stored."""
        context = next((one for one in self._free if one.kind == (language, touches)), None)
        if context is None:
            return Profile(self._browser, self.url, language, touches)
        self._free.remove(context)
        return context

    def put_back(self, profile: Profile) -> None:
        """Keep a profile for the next visitor."""
        if profile.clear():
            self._free.append(profile)

    def close(self) -> None:
        """Close the profiles that no visitor has."""
        for profile in self._free:
            profile.context.close()


class Visitor:
    """Opens pages of the service of `profiles`, each in a profile of its own."""

    def __init__(self, profiles: Profiles) -> None:
        self.url = profiles.url
        self.visits: list[Visit] = []
        self._profiles = profiles
        self._taken: list[Profile] = []
        self._looks: dict[Page, Look] = {}

    def __call__(
        self,
        path: str = "/",
        *,
        size: Size = "tablet",
        theme: Theme = "light",
        language: Language = "en",
        motion: Motion = "reduce",
        allow: Iterable[str] = (),
        is_new: bool = False,
    ) -> Page:
        """The page at `path`, as a new visitor with these wishes finds it.

        With `is_new` the profile is used by this page only.
        """
        page = self.page(Look(size, theme, motion), language, is_new=is_new)
        self.watch(page, allow)
        page.goto(f"{self.url}{path}")
        return page

    def another(self, page: Page, path: str, *, allow: Iterable[str] = ()) -> Page:
        """A second tab of the visitor who has `page` open."""
        tab = self._looks[page].page(page.context)
        self.watch(tab, allow)
        tab.goto(f"{self.url}{path}")
        return tab

    def page(self, look: Look, language: Language, *, is_new: bool = False) -> Page:
        """Return an empty page in a profile of its own."""
        if is_new:
            context = self._profiles.new(language, look.touches)
        else:
            self._taken.append(self._profiles.take(language, look.touches))
            context = self._taken[-1].context
        page = look.page(context)
        self._looks[page] = look
        return page

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
        """Close all pages, and put back the profiles that others may use."""
        for context in {page.context for page in self._looks} - {visit.context for visit in self._taken}:
            context.close()
        for profile in self._taken:
            self._profiles.put_back(profile)
