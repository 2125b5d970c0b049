"""Text of a position, and the numbered list of legal moves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.cli.play.seat import Json
from app.cli.play.speech import Speech


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of the list: its text, its command, and the discards to choose from."""

    label: str
    body: Json
    discards: tuple[str, ...] = field(default=())


def position(say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
    """Yield the melds and cards of every seat, the middle of the table, and the own hand."""
    for seat in view["seats"]:
        yield _seat(say, view, seat, names[seat["seat"]])
    if view["stock_count"] is not None:
        yield _middle(say, view, names)
    if view["hand"]:
        yield say("play.hand", cards=say.hand(view["hand"]))


def _seat(say: Speech, view: Json, seat: Json, name: str) -> str:
    marks = {
        "board.dealer": view["dealer"] == seat["seat"],
        "board.turn": view["turn"] == seat["seat"] and view["status"] == "playing",
        "board.folded": seat["folded"],
        "board.sits_out": seat["sits_out"],
        "board.away": seat["away"],
    }
    melds = " | ".join(say.cards(meld) for meld in seat["table"]) or say("play.nothing_laid")
    details = [
        say.count("board.cards", seat["hand_count"]),
        *(say(key) for key, is_set in marks.items() if is_set),
    ]
    if seat["balance"]:
        details.append(say("board.balance", amount=f"{seat['balance']:+d}"))
    return f"{say('play.melds', name=name, melds=melds)} ({', '.join(details)})"


def _middle(say: Speech, view: Json, names: Sequence[str]) -> str:
    dead = view["discard_count"] if "discard_count" in view else len(view["discards"])
    counts = f"{say.count('board.stock', view['stock_count'])}, {say.count('board.dead', dead)}"
    centre = view["centre"]
    if centre is None:
        return f"{say('board.no_centre')}. {counts}"
    origin = _whence(say, centre, names, view["you"])
    return f"{say('board.centre_card', card=say.card(centre['card']))} ({origin}). {counts}"


def _whence(say: Speech, centre: Json, names: Sequence[str], you: int) -> str:
    left_by, turned = centre["left_by"], centre["source"] == "stock"
    if left_by is None:
        return say("board.from_stock") if turned else say("board.discarded", name="?")
    key = "board.turned_left" if turned else "board.discarded"
    return say(f"{key}_you" if left_by == you else key, name=names[left_by])


def question(say: Speech, view: Json, names: Sequence[str]) -> str:
    """Return the question to the seat as a sentence."""
    phase = view["phase"] if view["status"] == "playing" else view["status"]
    centre = view["centre"] or {}
    card = say.the(centre["card"]) if centre else ""
    return say(f"table.ask_{phase}", card=card, name=_asked_of(view, names, centre.get("left_by")))


def _asked_of(view: Json, names: Sequence[str], left_by: int | None) -> str:
    """Return the player in the question: who gets the exchanged card, who left the card, or who is on
    turn.
    """
    if view["phase"] == "exchange":
        return names[_next(view)]
    seat = left_by if view["phase"] == "left" and left_by is not None else view["turn"]
    return "" if seat is None else names[seat]


def _next(view: Json) -> int:
    """Return the next seat that plays the hand."""
    playing: list[int] = [seat["seat"] for seat in view["seats"] if not seat["sits_out"]]
    return playing[(playing.index(view["you"]) + 1) % len(playing)]


def choices(say: Speech, rows: Iterable[Json], view: Json, names: Sequence[str]) -> list[MenuLine]:
    """Return the legal moves in order; moves that differ only in the discard are combined."""
    listed: list[MenuLine] = []
    keeps: list[str] = []
    for row in rows:
        if row["type"] == "keep":
            keeps.append(row["discard"])
        else:
            listed.append(_choice(say, row, view, names))
    if keeps:
        listed.append(MenuLine(say("table.keep"), {"type": "keep"}, tuple(keeps)))
    return sorted(listed, key=lambda choice: choice.body["type"] == "fold")


def _choice(say: Speech, row: Json, view: Json, names: Sequence[str]) -> MenuLine:
    kind = row["type"]
    if kind == "meld":
        cards = say.cards(row["use"]) if row["use"] else say("said.centre_only")
        key = "table.lay_cards" if row["discards"] else "table.lay_out_cards"
        return MenuLine(say(key, cards=cards), {"type": kind, "use": row["use"]}, tuple(row["discards"]))
    labels: dict[str, Callable[[], str]] = {
        "exchange": lambda: say("table.give_card", card=say.the(row["card"])),
        "force": lambda: say("table.force", name=names[row["seat"]]),
        "pass": lambda: say("table.pass"),
        "fold": lambda: say("table.fold"),
        "ready": lambda: say("table.ready" if view["hand_number"] else "table.ready_first"),
    }
    label = labels.get(kind)
    return MenuLine(label() if label else kind, row["example"])
