"""Both audits on seats with invitations and replaced tokens: honest, and with every value changed."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from replays.record.format import Proof
from tests.corpus.sittings import plans, sitting
from tests.replays.forging import Page, pages
from tests.verifier.agreement import check_honest, fault
from tests.verifier.node import Auditor
from tests.verifier.tampered import Game, Tampered, reforged

Json = dict[str, Any]
Change = Callable[[Page], object]


@cache
def invited() -> Game:
    """A sitting of the corpus: two seats kept for invitations, and the host's token replaced."""
    return Game("invited", sitting("invited", plans()["invited"]), Proof())


def public(change: Callable[[Json], object]) -> Change:
    return lambda page: change(page.public)


def both(name: str, value: Any) -> Change:
    """Another value in the command and in its event."""

    def change(page: Page) -> None:
        page.public["command"][name] = value
        page.public["events"][0][name] = value

    return change


def hidden(page: Page) -> None:
    """No hash of the new token anywhere."""
    page.parts.clear()
    page.public["seals"] = []


CHANGES: dict[str, tuple[str, Change]] = {
    "another proof": ("sit", public(lambda body: body["command"].update(invitation="00" * 32))),
    "no hash as proof": ("sit", public(lambda body: body["command"].update(invitation="please"))),
    "no proof": ("sit", public(lambda body: body["command"].pop("invitation"))),
    "a proof in the event": ("sit", public(lambda body: body["events"][0].update(invitation="7e" * 32))),
    "an event without its command": ("sit", public(lambda body: body["command"].update(type="ready"))),
    "a guest": ("rotate", public(lambda body: body.update(actor="seat:1"))),
    "the service": ("rotate", public(lambda body: body.update(actor="system"))),
    "a host who is none": ("rotate", public(lambda body: body.update(actor="host"))),
    "a generation left out": ("rotate", both("generation", 2)),
    "a generation again": ("rotate", both("generation", 0)),
    "a seat that is played": ("rotate", both("seat", 1)),
    "a seat that there is not": ("rotate", both("seat", 5)),
    "another seat in the event": ("rotate", public(lambda body: body["events"][0].update(seat=1))),
    "no hash": ("rotate", hidden),
    "a host who deals": ("deal", public(lambda body: body.update(actor="host"))),
}


def test_both_find_nothing_in_the_honest_record(verifier: Auditor) -> None:
    kinds = [page.public["command"].get("type") for page in pages(invited().log)]
    assert (kinds.count("sit"), kinds.count("rotate")) == (2, 1)
    check_honest(verifier, invited())


@pytest.mark.parametrize("what", CHANGES)
def test_both_name_the_ply_at_which_a_seat_was_had_otherwise(verifier: Auditor, what: str) -> None:
    kind, change = CHANGES[what]
    book = deepcopy(pages(invited().log))
    page = next(one for one in book if one.public["command"].get("type") == kind)
    change(page)
    findings = fault(verifier, Tampered(reforged(invited(), book), page.public["ply"]))
    assert findings is None, findings


def test_both_name_the_seat_with_a_changed_invitation(verifier: Auditor) -> None:
    book = deepcopy(pages(invited().log))
    for body in (book[0].public["command"], book[0].public["events"][0]):
        body["seats"][1]["invitation"] = "ab" * 32
    findings = fault(verifier, Tampered(reforged(invited(), book), 2))
    assert findings is None, findings
