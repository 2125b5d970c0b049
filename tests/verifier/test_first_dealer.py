"""Both audits on tables whose first entry names the first dealer, honest and forged (RULES 3.4)."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from app.games.codec import Json
from replays.record.format import Proof
from tests.replays.forging import Page, pages
from tests.verifier.agreement import check_honest, fault
from tests.verifier.holdem_sittings import holdem_plan
from tests.verifier.node import Auditor
from tests.verifier.sittings import plan
from tests.verifier.sittings import sitting as random_sitting
from tests.verifier.tampered import Game, Tampered, corpus_game, reforged

BEFORE = "g-0a0123456789abcdefghijkl"
NAMES = ("rematch-of-an-evening", "rematch-sits-out", "holdem-rematch")


def begun(book: list[Page]) -> tuple[int, Json]:
    """The ply of the first deal and its event."""
    return next(
        (ply, event)
        for ply, page in enumerate(book, 1)
        for event in page.public["events"]
        if event["type"] == "hand-begun"
    )


def both(**members: object) -> Callable[[list[Page]], object]:
    """Change these members of the first entry, in the command and in the event."""

    def change(book: list[Page]) -> None:
        book[0].public["command"].update(members)
        book[0].public["events"][0].update(members)

    return change


def another_dealer(book: list[Page]) -> None:
    event = begun(book)[1]
    event["order"] = [*event["order"][1:], event["order"][0]]
    event["dealer"] = event["order"][-1]


def another_named(book: list[Page]) -> None:
    first = book[0].public["command"]["first_dealer"]
    both(first_dealer=(first + 1) % 3)(book)


def another_in_the_event(book: list[Page]) -> None:
    event = book[0].public["events"][0]
    event["first_dealer"] = (event["first_dealer"] + 1) % 3


def none_named(book: list[Page]) -> None:
    for body in (book[0].public["command"], book[0].public["events"][0]):
        del body["first_dealer"]


AT_THE_DEAL = {"another dealer": another_dealer, "another one named": another_named, "none named": none_named}
AT_THE_FIRST = {
    "another one in the event": another_in_the_event,
    "a seat too many": both(first_dealer=3),
    "a seat below the first": both(first_dealer=-1),
    "no number": both(first_dealer="1"),
    "true": both(first_dealer=True),
    "a table that follows none": both(rematch_of=None, evening=None),
}


def check(verifier: Auditor, name: str, ply: int | None, change: Callable[[list[Page]], object]) -> None:
    book = deepcopy(pages(corpus_game(name).log))
    change(book)
    findings = fault(verifier, Tampered(reforged(corpus_game(name), book), ply))
    assert findings is None, findings


@pytest.mark.parametrize("name", NAMES)
def test_both_find_nothing_where_the_named_seat_deals(verifier: Auditor, name: str) -> None:
    book = pages(corpus_game(name).log)
    assert begun(book)[1]["dealer"] == book[0].public["command"]["first_dealer"]
    check_honest(verifier, corpus_game(name))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", AT_THE_DEAL)
def test_both_find_a_deal_by_another_than_the_first_entry_names(
    verifier: Auditor, what: str, name: str
) -> None:
    check(verifier, name, begun(pages(corpus_game(name).log))[0], AT_THE_DEAL[what])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", AT_THE_FIRST)
def test_both_find_a_first_entry_that_cannot_name_a_dealer_so(
    verifier: Auditor, what: str, name: str
) -> None:
    check(verifier, name, 1, AT_THE_FIRST[what])


@pytest.mark.parametrize("seed", range(6))
def test_both_find_nothing_in_random_games_that_name_their_first_dealer(verifier: Auditor, seed: int) -> None:
    rng = Random(f"first dealer {seed}")
    chosen = holdem_plan(rng) if seed % 3 == 2 else plan(6 * seed + 4, rng)
    named = {"rematch_of": BEFORE, "first_dealer": rng.randrange(len(chosen.seats))}
    log = random_sitting(replace(chosen, fork=named, odds=0.1), rng)
    check_honest(verifier, Game(f"first dealer {seed}", log, Proof()))
