"""Both audits on tables whose persons get ready: honest, and with each value changed."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.replays.forging import Page, pages
from tests.verifier.agreement import check_honest, fault
from tests.verifier.node import Auditor
from tests.verifier.tampered import Tampered, corpus_game, reforged

Json = dict[str, Any]


def kinds(name: str) -> list[str]:
    return [page.public["command"].get("type", "") for page in pages(corpus_game(name).log)]


def started(value: str | None) -> Callable[[list[Page]], object]:
    """Another word, or none, on how the game starts."""

    def change(book: list[Page]) -> None:
        for body in (book[0].public["command"], book[0].public["events"][0]):
            body.pop("start")
            body.update({} if value is None else {"start": value})

    return change


def at(ply: int, change: Callable[[Json], object]) -> Callable[[list[Page]], object]:
    return lambda book: change(book[ply - 1].public)


def spoken_by(actor: str, seat: int) -> Callable[[Json], object]:
    """Another actor, of the seat that the event names as well."""

    def change(body: Json) -> None:
        body["actor"] = actor
        body["events"][0]["seat"] = seat

    return change


BEGUN: dict[str, tuple[int, Callable[[list[Page]], object]]] = {
    "a start before all are ready": (4, lambda book: book.pop(3)),
    "a start before the host begins": (4, lambda book: book.pop(2)),
    "a deal in place of the last ready": (4, at(4, lambda body: body.update(command={"type": "deal"}))),
    "the ready of a bot's seat": (4, at(4, spoken_by("seat:2", 2))),
    "the ready of a seat that is ready": (4, at(4, spoken_by("seat:0", 0))),
    "the ready of another seat in the event": (4, at(4, lambda body: body["events"][0].update(seat=0))),
    "a ready without its event": (4, at(4, lambda body: body.update(events=[]))),
    "a commitment that nobody asks for": (
        4,
        at(4, lambda body: body["command"].update(entropy_commitment="ab" * 32)),
    ),
    "a guest that begins": (3, at(3, lambda body: body.update(actor="seat:1"))),
    "an open seat that begins": (3, at(3, lambda body: body.update(actor="seat:2"))),
    "the service that begins": (3, at(3, lambda body: body.update(actor="system"))),
    "the maker's name that begins": (3, at(3, lambda body: body.update(actor="host"))),
    "another bot in the event": (3, at(3, lambda body: body["events"][0].update(bot="careful"))),
    "a person in the event": (3, at(3, lambda body: body["events"][0].pop("bot"))),
    "a bot that is no word": (3, at(3, lambda body: body["command"].update(bot=7))),
    "no bot named": (3, at(3, lambda body: body["command"].pop("bot"))),
    "a bot on a taken seat": (3, at(3, lambda body: body["events"][0].update(seat=1))),
    "a seat left free": (3, at(3, lambda body: body["events"].pop(0))),
    "a host that is not ready": (3, at(3, lambda body: body["events"].pop())),
    "a ready in place of begin": (3, at(3, lambda body: body.update(command={"type": "ready"}))),
    "a seat that a bot has taken of itself": (2, at(2, lambda body: body["events"][0].update(bot="greedy"))),
    "nothing said of the start": (3, started(None)),
    "the usual start": (3, started("full")),
    "a start that there is not": (1, started("later")),
    "a start in the command alone": (1, at(1, lambda body: body["events"][0].pop("start"))),
}

READY: dict[str, tuple[int, Callable[[list[Page]], object]]] = {
    "a ready before the seat is taken": (3, lambda book: book.insert(2, book.pop(3))),
    "no question after the last ready": (6, at(6, lambda body: body["events"].pop())),
    "chance opened before all are ready": (6, lambda book: book.pop(5)),
    "a commitment that is no hash": (
        4,
        at(4, lambda body: body["command"].update(entropy_commitment="please")),
    ),
    "seats asked as if they were to commit": (
        6,
        at(6, lambda body: body["events"][-1].update(status="committing")),
    ),
    "nothing said of the start": (3, started(None)),
}


def check(verifier: Auditor, name: str, ply: int, change: Callable[[list[Page]], object]) -> None:
    book = deepcopy(pages(corpus_game(name).log))
    change(book)
    findings = fault(verifier, Tampered(reforged(corpus_game(name), book, renumber=True), ply))
    assert findings is None, findings


def test_both_find_nothing_in_the_honest_records(verifier: Auditor) -> None:
    assert kinds("begun")[:5] == ["create", "sit", "begin", "ready", "deal"]
    assert kinds("ready")[:9] == [
        "create",
        "sit",
        "sit",
        "ready",
        "ready",
        "ready",
        "reveal",
        "reveal",
        "deal",
    ]
    for name in ("begun", "ready"):
        check_honest(verifier, corpus_game(name))


@pytest.mark.parametrize("what", BEGUN)
def test_both_name_the_ply_at_which_a_game_began_otherwise(verifier: Auditor, what: str) -> None:
    check(verifier, "begun", *BEGUN[what])


@pytest.mark.parametrize("what", READY)
def test_both_name_the_ply_of_a_changed_request_for_entropy(verifier: Auditor, what: str) -> None:
    check(verifier, "ready", *READY[what])
