"""The browser of this machine that the pages are tested in."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

MISSING = "needs a browser (apt-get install chromium-headless-shell, or CONQUIAN_CHROMIUM names one)"

PROGRAMS = ("chromium-headless-shell", "/usr/bin/chromium", "chromium", "google-chrome")
"""What is looked for, in this order: the same engine without windows opens a page for a third of the CPU."""

FLAGS = (
    "--no-sandbox",  # containers have no user namespaces; it opens our own pages only
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program() -> str | None:
    """The path of a Chromium; None if there is none."""
    named = os.environ.get("CONQUIAN_CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium(path: str) -> Iterator[Browser]:
    """A running headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
