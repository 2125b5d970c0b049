"""One service and one browser for all tests of pages; a page that complains fails its test.

def test_...(visit: Visitor, service: Service) -> None:
    page = visit("/play/" + game, size="phone", theme="dark", language="es")
    page.get_by_role("button", name="…").click()
"""

import os
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import axe
from tests.web import chromium as browsers
from tests.web.service import Service, running
from tests.web.visiting import PATIENCE_MS, Profiles, Visitor

_LOG_SHOWN: Final = 10_000


def need(here: object, missing: str) -> None:
    """Skips the test where something is missing, with the sentence that says so; fails it in CI."""
    if not here:
        assert "CI" not in os.environ, missing
        pytest.skip(missing)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add what the service has logged to the report of a test that failed."""
    report = yield
    services = [one for one in item.funcargs.values() if isinstance(one, Service)]
    if report.failed:
        report.sections += [("log of the service", one.logged()[-_LOG_SHOWN:]) for one in services]
    return report


# Not of the session: while Playwright runs no other event loop can run in this process.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    program = browsers.program()
    need(program, browsers.MISSING)
    assert program is not None
    expect.set_options(timeout=PATIENCE_MS)
    with browsers.chromium(program) as browser:
        yield browser


@pytest.fixture(scope="package")
def service(browser: Browser) -> Iterator[Service]:
    """Return the service that all tests share; tests that break its parts use `own_service`."""
    with running() as service:
        yield service


@pytest.fixture(scope="module")
def own_service(browser: Browser) -> Iterator[Service]:
    """A service of one module, whose parts its tests may break for a while."""
    with running() as service:
        yield service


@pytest.fixture(scope="package")
def profiles(browser: Browser, service: Service) -> Iterator[Profiles]:
    """Profiles of the browser at the shared service."""
    with closing(Profiles(browser, service.url)) as profiles:
        yield profiles


@pytest.fixture
def visit(profiles: Profiles) -> Iterator[Visitor]:
    """Opens pages of the shared service; none of them may have complained in the end."""
    yield from _visitor(profiles)


@pytest.fixture
def visit_own(browser: Browser, own_service: Service) -> Iterator[Visitor]:
    """Opens pages of the service of this module; none of them may have complained in the end."""
    with closing(Profiles(browser, own_service.url)) as profiles:
        yield from _visitor(profiles)


def _visitor(profiles: Profiles) -> Iterator[Visitor]:
    visitor = Visitor(profiles)
    try:
        yield visitor
        assert visitor.complaints() == []
    finally:
        visitor.close()


@pytest.fixture
def page(visit: Visitor) -> Page:
    """A page at the home of the service, in English, light, of a tablet's size."""
    return visit("/")


@pytest.fixture(scope="session")
def axe_script() -> str:
    """The text of axe-core."""
    need(axe.SCRIPT.exists(), axe.MISSING)
    return axe.SCRIPT.read_text()
