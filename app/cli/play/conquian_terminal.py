"""The part of Conquián in the terminal player: melds, the card in the centre, and its moves."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.cli.play.game_terminal import MenuLine, NotTyped
from app.cli.play.seat import Json
from app.cli.play.speech import EventSentence, Speech, plain_sentence, seat_sentence
from app.games.cards import PACKS


def _position(say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
    """Yield the melds and cards of every seat, the middle of the table, and the own hand."""
    for seat in view["seats"]:
        yield _seat(say, view, seat, names[seat["seat"]])
    if view["stock_count"] is not None:
        yield _middle(say, view, names)
    if view["hand"]:
        yield say("play.hand", cards=say.hand(view["hand"]))


def _seat(say: Speech, view: Json, seat: Json, name: str) -> str:
    replaced = seat.get("replacement", {}).get("bot") is not None
    marks = {
        "board.dealer": view["dealer"] == seat["seat"],
        "board.turn": view["turn"] == seat["seat"] and view["status"] == "playing",
        "board.folded": seat["folded"],
        "board.sits_out": seat["sits_out"],
        "board.away": seat["away"] and not replaced,
        "board.bot_plays": replaced,
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


def _question(say: Speech, view: Json, names: Sequence[str]) -> str:
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


def _choices(say: Speech, rows: Iterable[Json], view: Json, names: Sequence[str]) -> list[MenuLine]:
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


def _melded(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    cards = say.the_cards(event["used"]) if event.get("used") else say("said.centre_only")
    if discard := event.get("discard"):
        return say.about("melded", event["seat"], names, you, cards=cards, discard=say.the(discard))
    return say.about("went_out", event["seat"], names, you, cards=cards)


def _forced(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    by, seat = event["by"], event["seat"]
    if by == you:
        return say("said.forced_by_you", name=names[seat])
    return say("said.forced_you" if seat == you else "said.forced", by=names[by], name=names[seat])


def _exchanged(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    given, received = (_mine(event.get(name), you) for name in ("given", "received"))
    if given and received:
        return say("said.exchanged_you", given=say.the(given), received=say.the(received))
    return say("said.exchanged")


def _mine(forms: Any, you: int) -> str | None:
    """The own one of cards by seat, which a seat may get alone or among those that it may not know."""
    sentence: str | None = forms if isinstance(forms, str) or forms is None else forms[you]
    return sentence


def _claimed(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    seat = event.get("seat")
    return say("said.unclaimed") if seat is None else say.about("claimed", seat, names, you)


def _ended(say: Speech, event: Json, names: Sequence[str], you: int) -> str:
    winner = event.get("winner")
    return say("said.tablas") if winner is None else say.about("hand_won", winner, names, you)


_SENTENCES: Final[Mapping[str, EventSentence]] = {
    "exchanged": _exchanged,
    "card-turned": seat_sentence("card_turned", "card"),
    "passed": seat_sentence("passed"),
    "declined": seat_sentence("passed"),
    "answered": seat_sentence("answered"),
    "melded": _melded,
    "forced": _forced,
    "kept": seat_sentence("kept", "card", "discard"),
    "folded": seat_sentence("folded"),
    "claims-closed": _claimed,
    "hand-ended": _ended,
    "restocked": plain_sentence("restocked"),
}

_WINDOWS: Final = ("force_window", "claim_window", "forced")
_OFFERED: Final = ("offer", "left", "new", "claim_window")
_PARAGRAPHS: Final = {
    "exchange": "3.3",
    "offer": "5.1",
    "left": "4.2",
    "new": "4.3",
    "force_window": "7.2",
    "forced": "7.4",
    "claim_window": "8.1",
}
"""Paragraph of RULES.md about the question of a phase."""

_SLASH: Final = re.compile(r"\s*/\s*")


def _code(text: str, pack: str) -> str | None:
    """Return the card of a pack that a text names, in upper or lower case; None if it names none."""
    known = {face.lower(): str(face) for face in PACKS[pack].faces()}
    return known.get(text.lower())


class ConquianTerminal:
    """Conquián in the terminal player, see `GameTerminal`."""

    name = "conquian"
    loud = ("forced", "claims-closed", "hand-ended")
    sentences = _SENTENCES

    def position(self, say: Speech, view: Json, names: Sequence[str]) -> Iterator[str]:
        return _position(say, view, names)

    def question(
        self, say: Speech, view: Json, names: Sequence[str], listed: Sequence[MenuLine]
    ) -> tuple[str, bool]:
        asked = _question(say, view, names)
        if view["phase"] in _OFFERED and not any(move.body["type"] == "meld" for move in listed):
            asked = f"{asked} {say('table.fits_nothing')}"
        return asked, view["phase"] in _WINDOWS and view["status"] == "playing"

    def choices(self, say: Speech, rows: Iterable[Json], view: Json, names: Sequence[str]) -> list[MenuLine]:
        """Return the legal moves in order; moves that differ only in the discard are combined."""
        return _choices(say, rows, view, names)

    def information(self, say: Speech, line: str, view: Json) -> str | None:
        """Return the dead cards for `d`."""
        if line != "d":
            return None
        cards = view.get("discards")
        if cards is None:
            return say.count("board.dead", view["discard_count"])
        return say.cards(cards) or say("play.no_dead")

    def typed(self, say: Speech, line: str, view: Json) -> Json:
        """Parse `5O 6O / 3C` as a meld of those hand cards with the centre card, and a discard."""
        use, _, discard = _SLASH.sub("/", line).partition("/")
        body: Json = {"type": "meld", "use": []}
        for text in use.split():
            if (card := _code(text, view["pack"])) is None:
                raise NotTyped(say("play.no_card", text=text))
            body["use"].append(card)
        if discard:
            body["discard"] = _code(discard, view["pack"]) or discard
        return body

    def paragraph(self, view: Json) -> str | None:
        return _PARAGRAPHS.get(view["phase"] or "")

    def outcome(self, say: Speech, view: Json, names: Sequence[str]) -> str:
        winner = view["result"]["winner"]
        if winner is None:
            return say("table.ended_tablas")
        return say("table.ended_won" if winner == view["you"] else "table.ended_lost", name=names[winner])
