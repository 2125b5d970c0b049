"""A seat played by clicking on the table page only."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from playwright.sync_api import Page, TimeoutError, expect

from tests.server.helpers import eventually

_STATE: Final = """() => ({
  status: document.getElementById('board').dataset.status ?? null,
  asked: document.getElementById('tray').dataset.asked ?? null,
  mode: document.getElementById('tray').dataset.mode ?? null,
  chips: document.querySelectorAll('.chip').length,
  actions: [...document.querySelectorAll('.actions button:enabled, #lobby button:enabled')]
    .map(one => one.dataset.action),
})"""
Step = Callable[[Page, dict[str, Any]], list[str] | None]
"""What is done at a page that offers something: the names of it, None where nothing is on offer."""
_OVER: Final = ("finished", "void")
_MOST: Final = 1_000
_LONGEST_S: Final = 1_200
"""The seconds for a game between pages; a bound against hanging."""
_CLICK: Final = """selector => {
  const one = document.querySelector(selector);
  if (!one || one.disabled) return false;
  one.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (topmost?.closest(selector) !== one) return false;
  one.click();
  return true;
}"""
_PAUSE_MS: Final = 50
"""The time between two looks of a page at what is on offer; one at each frame would be most of the work."""
_PLAYS_ON: Final = f"""over => {{
  const offer = {_STATE};
  const click = {_CLICK};
  let chosen = false;  // whether a card lies ready for the button
  const look = () => {{
    const {{ status, asked, mode, chips, actions }} = offer();
    if (over.includes(status)) return;
    setTimeout(look, {_PAUSE_MS});
    const [card, button] = asked === "exchange" ? [".hand [role=option]", "give"]
      : mode === "discard" ? [".hand .lit", "discard"] : [];
    if (button && actions.includes(button)) {{
      if (!chosen) chosen = click(card);
      else if (click(`[data-action=${{button}}]`)) chosen = false;
      return;
    }}
    chosen = false;
    const action = actions.find(one => one.startsWith("force") || one === "pass");
    if (chips) click(".chip");
    else if (action) click(`[data-action='${{action}}']`);
  }};
  look();
}}"""


def state(page: Page) -> dict[str, Any]:
    """Return what the page offers at this moment."""
    return dict(page.evaluate(_STATE))


def otherwise(page: Page, before: dict[str, Any]) -> None:
    """The page offers something else than it did."""
    changed = f"before => JSON.stringify(({_STATE})()) !== JSON.stringify(before)"
    page.wait_for_function(changed, arg=before, polling=_PAUSE_MS)


def play(page: Page, until: Callable[[dict[str, Any]], bool] = lambda now: False) -> list[str]:
    """Plays to the end, or until something is so: lays the first meld on offer, forces, else passes.

    What was done, in order.
    """
    return _played(page, until, click_on)


def play_a_round(*pages: Page, by: Mapping[Page, Step] = MappingProxyType({})) -> None:
    """Answer what is asked at each of the pages; `by` is how those play who do not click."""
    for page in pages:
        _played(page, lambda now: not now["actions"], by.get(page, click_on))


def play_together(*pages: Page, by: Mapping[Page, Step] = MappingProxyType({})) -> None:
    """Play a game to its end at the pages of its persons, as `play_a_round` does."""

    def ended() -> bool:
        play_a_round(*pages, by=by)
        return all(state(page)["status"] in _OVER for page in pages)

    eventually(ended, _LONGEST_S)


def play_on(page: Page) -> None:
    """Let the page answer all that it is asked until the end of its game, as `play` does.

    It looks and clicks by itself, so that several pages play at a time, and none waits for this process.
    """
    page.evaluate(_PLAYS_ON, _OVER)


def over(*pages: Page) -> None:
    """The game at each of the pages comes to its end."""
    eventually(lambda: all(state(page)["status"] in _OVER for page in pages), _LONGEST_S)


def _played(
    page: Page,
    until: Callable[[dict[str, Any]], bool],
    step: Step,
) -> list[str]:
    """Takes a step whenever the page offers something, and waits while it offers nothing."""
    done: list[str] = []
    for _ in range(_MOST):
        now = state(page)
        if now["status"] in _OVER or until(now):
            return done
        taken = step(page, now)
        if taken is None:
            otherwise(page, now)
        else:
            done += taken
    raise AssertionError(f"no end after {done}")


def click_on(page: Page, now: dict[str, Any]) -> list[str] | None:
    """Return what was done; None where nothing is on offer."""
    actions = now["actions"]
    with suppress(TimeoutError):
        if now["asked"] == "exchange" and "give" in actions:
            return [give(page)]
        if now["mode"] == "discard" and "discard" in actions:
            return [discard(page)]
        if now["chips"]:
            return ["meld"] if _click(page, ".chip") else None
        chosen = next(
            (action for action in actions if action.startswith("force") or action in ("pass", "ready")), None
        )
        return [str(chosen)] if chosen and _click(page, f"[data-action='{chosen}']") else None
    return []


def _click(page: Page, selector: str) -> bool:
    """Click the first match if nothing lies on it, and return whether it was clicked.

    Others may close a window at any moment, so the page looks and clicks in one step; Playwright's own click
    would scroll the page in search of a part that has gone.
    """
    return bool(page.evaluate(_CLICK, selector))


def _click_once_open(page: Page, selector: str) -> None:
    """Click the first match as soon as nothing lies on it."""
    page.wait_for_function(_CLICK, arg=selector)


def give(page: Page) -> str:
    """Passes on the first card of the hand."""
    _click_once_open(page, ".hand [role=option]")
    _click_once_open(page, "[data-action='give']")
    return "exchange"


def discard(page: Page) -> str:
    """Discards the first card that may be."""
    _click_once_open(page, ".hand .lit")
    _click_once_open(page, "[data-action='discard']")
    return "discard"


def meld(page: Page) -> None:
    """Lays the first meld on offer, with the discard that it takes, until none is on offer."""
    for _ in range(_MOST):
        now = state(page)
        if now["mode"] == "discard" and "discard" in now["actions"]:
            discard(page)
        elif now["chips"]:
            page.locator(".chip").first.click()
        elif now["mode"] == "pick":
            return
        else:
            otherwise(page, now)
    raise AssertionError("the meld is never laid")


def expect_in_log(page: Page, sentence: str) -> None:
    """The list of what has happened says this."""
    expect(page.get_by_role("log")).to_contain_text(sentence)


def play_by_keys(page: Page) -> list[str]:
    """Plays to the end as `play` does, without ever pointing at anything; the keys that did something."""
    return _played(page, lambda now: False, press_keys)


def press_keys(page: Page, now: dict[str, Any]) -> list[str] | None:
    actions = now["actions"]
    if now["asked"] == "exchange" and "give" in actions:
        return _press(page, "Enter")
    if now["mode"] == "discard" and "discard" in actions:
        first = page.evaluate(
            "[...document.querySelectorAll('.hand [role=option]')].findIndex(one => one.matches('.lit'))"
        )
        return _press(page, "h", "Home", *["ArrowRight"] * first, " ", "Enter")
    if now["chips"]:
        return tab_to(page, ".chip")
    if any(action.startswith("force") for action in actions):
        return _press(page, "f")
    return _press(page, "p") if "pass" in actions else None


def _press(page: Page, *keys: str) -> list[str]:
    for key in keys:
        page.keyboard.press(key)
    return [keys[-1]]


def tab_to(page: Page, selector: str, press: str = "Enter") -> list[str]:
    """Press a key, if any, on what the tab key comes to that matches; nothing if it has gone meanwhile."""
    for _ in range(_MOST):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return _press(page, press) if press else []
        if not page.locator(selector).count():
            return []
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")
