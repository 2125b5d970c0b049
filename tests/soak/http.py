"""Whole games against a real service by HTTP alone: views are consistent, listed moves are accepted."""

import re
from collections import Counter
from random import Random
from typing import Any

from app.games.cards import PACKS
from app.games.conquian.reasons import REASONS
from app.games.conquian.words.details import DETAILS
from app.i18n import translate
from tests.soak.client import Client, Json, Player, Service, choose, make

_SITTINGS: tuple[tuple[str, list[Any], Json], ...] = (
    ("north-american", ["me", "open"], {}),
    ("north-american", ["me", {"bot": "greedy"}], {"deals": 2, "stake": 5}),
    ("mexican-2", ["open", "me"], {"keep_centre": True}),
    ("mexican-2", [{"bot": "random"}, "me"], {}),
    ("mexican-3", ["me", "open", "open"], {"me_sirve": True}),
    ("mexican-3", ["me", {"bot": "greedy"}, {"bot": "random"}], {}),
    ("paco", ["me", "open", {"bot": "greedy"}], {}),
    ("french-page", ["me", "open"], {"deals": 2}),
)


def games(rng: Random, service: Service, *, count: int = 2) -> int:
    """Two games from the first ply to the audit; the number of plies that were looked at."""
    client = Client(service.port)
    try:
        return sum(_game(rng, client) for _ in range(count))
    finally:
        client.close()


def _game(rng: Random, client: Client) -> int:
    variant, seats, options = rng.choice(_SITTINGS)
    player = make(client, rng, {"variant": variant, "seats": seats, "options": options})
    looked = 0
    while (view := player.get())["status"] not in ("finished", "void"):
        looked += 1
        seat = player.turn(view)
        if seat is None:
            player.get(f"/events?after={view['ply']}&wait=20")
            continue
        _look(player, view["ply"])
        _move(rng, player, seat)
    _finished(player, view)
    return looked


def _move(rng: Random, player: Player, seat: int) -> None:
    """One listed move is taken; before it, what is not listed is refused and changes nothing."""
    listed = player.get("/moves?expand=1", seat)
    if rng.random() < 0.3:
        _refused(rng, player, seat, listed["moves"])
    if not listed["moves"]:
        return
    chosen = choose(rng, listed["moves"])
    reply = player.post(seat, chosen, f"{rng.getrandbits(64):x}")
    if reply.status == 409 and reply.json["ply"] > listed["ply"]:
        # A bot has answered the same window in the meantime, and closed it.
        return
    assert reply.status == 200, (chosen, reply.data)
    assert reply.json["ply"] > listed["ply"]
    assert reply.json["view"]["you"] == seat


def _refused(rng: Random, player: Player, seat: int, listed: list[Json]) -> None:
    view = player.get("", seat)
    hand = view["hand"] or []
    guess: Json = {"type": "meld", "use": sorted(rng.sample(hand, min(len(hand), rng.randrange(4))))}
    if hand and rng.random() < 0.8:
        guess["discard"] = rng.choice(hand)
    same = [{**row, "use": sorted(row["use"])} for row in listed if row["type"] == "meld"]
    if guess in same:
        return
    problem = player.post(seat, {**guess, "expected_ply": view["ply"]}, f"{rng.getrandbits(64):x}")
    assert problem.status in (409, 422), (guess, problem.data)
    code = problem.json["code"]
    if code == "stale_ply":
        return
    assert problem.json["rule"] in (REASONS[code].rule, "10.2", "10.3", "11.1")
    assert _is_said(problem.json["detail"], code)
    assert player.get()["ply"] >= problem.json["ply"] >= view["ply"]


def _is_said(detail: str, code: str) -> bool:
    """Return True if `detail` is the sentence of the code, or of one of the causes that a code may have."""
    causes = (re.sub(r"\\\{\w+\\\}", ".+", re.escape(translate("en", words))) for words in DETAILS.values())
    return detail == REASONS[code].sentence or any(re.fullmatch(cause, detail) for cause in causes)


def _look(player: Player, ply: int) -> None:
    """Every view of this ply shows a lawful position, each as much as its reader may see."""
    for seat in (None, *player.tokens):
        view = player.get("", seat)
        if view["ply"] == ply and view["phase"] is not None:
            _check_cards(view)


def _check_cards(view: Json) -> None:
    pack = PACKS[view["pack"]]
    laid = [card for seat in view["seats"] for meld in seat["table"] for card in meld]
    centre = [view["centre"]["card"]] if view["centre"] else []
    dead = view.get("discard_count", len(view.get("discards", ())))
    held = sum(seat["hand_count"] for seat in view["seats"])
    total = held + len(laid) + len(centre) + dead + view["stock_count"]
    faces = len(pack.ranks) * len(pack.suits)
    assert total % faces == 0, (total, faces)
    known = Counter([*laid, *centre, *(view["hand"] or ()), *view.get("discards", ())])
    assert max(known.values(), default=0) <= total // faces, known
    if view["hand"] is not None:
        assert len(view["hand"]) == view["seats"][view["you"]]["hand_count"]


def _finished(player: Player, view: Json) -> None:
    """The ledger sums to zero, the log has no gap, and the audit finds nothing."""
    assert sum(seat["balance"] for seat in view["seats"]) == 0
    after, plies = 0, []
    while after < view["ply"]:
        page = player.get(f"/events?after={after}&limit=200")
        plies += [entry["ply"] for entry in page["events"]]
        after = page["next"]
    assert plies == list(range(1, view["ply"] + 1))
    player.audit()
