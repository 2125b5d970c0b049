"""The harness of tests of pages: a page that breaks its policy, errs or leaves the service is noticed."""

import re

import pytest

from tests.server.helpers import eventually
from tests.web import axe, chromium
from tests.web.axe import PINNED
from tests.web.conftest import need
from tests.web.visiting import Visitor

PAGE = "/verifier"


def complaints(visit: Visitor, script: str) -> list[str]:
    """Return the complaints about a page that runs `script`; its visit is closed and does not count."""
    page = visit(PAGE)
    watched = visit.visits.pop()
    page.evaluate(script)

    def heard() -> bool:
        page.wait_for_timeout(20)  # only while it waits does it hear of anything
        return bool(watched.heard)

    eventually(heard)
    page.context.close()
    return watched.heard


def test_a_page_with_an_error_a_policy_breach_or_a_foreign_request_is_noticed(visit: Visitor) -> None:
    visit(PAGE)  # nothing is heard of a page that does nothing of the kind
    (message,) = complaints(visit, "console.error('a word')")
    assert message.startswith("a word")
    (thrown,) = complaints(visit, "setTimeout(() => { throw new Error('thrown') })")
    assert "thrown" in thrown
    inline = "const one = document.createElement('script'); one.text = '1'; document.body.append(one)"
    assert "Content Security Policy" in complaints(visit, inline)[0]
    outside = "const i = new Image(); i.src = 'http://127.0.0.2:1/x.png'; document.body.append(i); 0"
    assert complaints(visit, outside)


def test_the_visitor_has_the_size_theme_and_language_of_the_test(visit: Visitor) -> None:
    page = visit(PAGE, size="phone", theme="dark", language="fr", motion="reduce")
    seen = page.evaluate(
        "[innerWidth, navigator.language, matchMedia('(prefers-color-scheme: dark)').matches,"
        " matchMedia('(prefers-reduced-motion: reduce)').matches]"
    )
    assert seen == [390, "fr", True, True]


def test_axe_core_is_pinned_with_its_hash() -> None:
    assert '"integrity": "sha512-' in (PINNED / "package-lock.json").read_text()


@pytest.mark.parametrize("missing", [chromium.MISSING, axe.MISSING])
def test_a_missing_tool_is_reported_with_its_installation_and_fails_in_ci(
    monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=re.escape(missing)):
        need(None, missing)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(AssertionError, match=re.escape(missing)):
        need(None, missing)
    need("here", missing)
