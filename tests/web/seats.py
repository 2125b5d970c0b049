"""Seats at tables for tests of pages: kept in a browser, in positions taken from games of bots."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from tests.web.service import Service
from tests.web.visiting import Language, Look, Size, Theme, Visitor

Event = dict[str, Any]
Log = list[tuple[int, list[Event]]]
"""By ply the events of an entry."""
Wanted = Callable[[Log], tuple[int, int] | None]
"""The ply of a log to play on from, and the seat; None if there is none."""


def take(
    visit: Visitor,
    game: str,
    seat: int,
    token: str,
    *,
    size: Size = "tablet",
    theme: Theme = "light",
    language: Language = "en",
    allow: tuple[str, ...] = (),
    is_new: bool = False,
) -> Page:
    """Return the table page of the player with this seat."""
    page = visit.page(Look(size, theme), language, is_new=is_new)
    visit.watch(page, allow)
    keep_seat(page, game, seat, token)
    page.goto(f"{visit.url}/play/{game}")
    return page


def keep_seat(page: Page, game: str, seat: int, token: str) -> None:
    """Let the browser of `page` have a seat."""
    kept = json.dumps({"seat": seat, "token": token, "since": 1})
    page.add_init_script(f"localStorage.setItem('conquian.seat.{game}', {json.dumps(kept)})")


def forked(service: Service, variant: str, bots: tuple[str, ...], wanted: Wanted) -> tuple[str, int, str]:
    """A hand that bots have begun, the same in every run, to be played on by a person: game, seat and token.

    What comes after its position is dealt anew.
    """
    for summary in service.bots_games(variant, *bots):
        game = summary["game"]
        place = wanted(log(service, game))
        if place is not None:
            ply, seat = place
            seats = ["me" if at == seat else {"bot": bots[bot]} for at, bot in enumerate(summary["seats"])]
            made = service.ask(f"/v1/games/{game}/forks", {"ply": ply, "seats": seats})
            assert "game" in made, made
            return str(made["game"]), seat, str(made["seats"][seat]["token"])
    raise AssertionError(f"no game of {bots} comes to such a position: let them play more decks")


def log(service: Service, game: str) -> Log:
    """The beginning of a game's log."""
    entries = service.ask(f"/v1/games/{game}/events?limit=200")["events"]
    return [(entry["ply"], entry["public"]["events"]) for entry in entries]


def asked(phase: str) -> Wanted:
    """Return where a seat is asked in this phase."""

    def of(log: Log) -> tuple[int, int] | None:
        return next(((ply, event["awaited"][0]) for ply, event in _events(log, "asked", phase=phase)), None)

    return of


def opening(log: Log) -> tuple[int, int] | None:
    """Return where a seat, asked alone, opens with two cards of its hand."""
    for ply, event in _events(log, "melded"):
        opens = len(event["used"]) == 2 and len(event["table"]) == 1 and "discard" in event
        if opens and _alone(log, ply - 1, event["seat"]):
            return ply - 1, event["seat"]
    return None


def going_out(log: Log) -> tuple[int, int] | None:
    """Return where a seat, asked alone, is about to lay its last cards."""
    for ply, event in _events(log, "melded"):
        if "discard" not in event and _alone(log, ply - 1, event["seat"]):
            return ply - 1, event["seat"]
    return None


def passing(log: Log) -> tuple[int, int] | None:
    """Return the ply and the seat of a pass that was forced: asked alone, `greedy` lays what it can."""
    return next(
        (
            (ply - 1, event["seat"])
            for ply, event in _events(log, "passed")
            if _alone(log, ply - 1, event["seat"])
        ),
        None,
    )


def _alone(log: Log, ply: int, seat: int) -> bool:
    (events,) = [events for at, events in log if at == ply]
    return any(event["type"] == "asked" and event["awaited"] == [seat] for event in events)


def claiming(log: Log) -> tuple[int, int] | None:
    """Return the ply and the seat of a claim window that stays open until its first seat claims."""
    opened, first = 0, None
    for ply, events in log:
        for event in events:
            if event["type"] == "asked" and event["phase"] == "claim_window":
                opened, first = ply, event["awaited"][0]
            if event["type"] == "claims-closed" and first is not None and event.get("seat") == first:
                return opened, first
    return None


def _events(log: Log, kind: str, **members: Any) -> Iterator[tuple[int, Event]]:
    for ply, events in log:
        for event in events:
            if event["type"] == kind and all(event[name] == value for name, value in members.items()):
                yield ply, event


def short(service: Service, variant: str, **more: Any) -> tuple[str, int, str]:
    """Create a game by the rules of a variant, but for three, whose hands leave four cards in the stock.

    `more` are further fields of its sheet. The deck belongs to the name of the test: id and key of the game
    follow from the secret of the service and the idempotency key.
    """
    sheet = {"variant": variant, "players_min": 3, "players_max": 3, "packs": 1, "hand_sizes": [12], **more}
    seats = ["me", {"bot": "greedy"}, {"bot": "greedy"}]
    made = service.ask("/v1/games", {"rules": sheet, "seats": seats}, Idempotency_Key=str(uuid4()))
    assert "game" in made, made
    return str(made["game"]), 0, str(made["seats"][0]["token"])
