"""Line-by-line player of one seat: prints events and positions, numbers the legal moves, sends commands."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.cli.play.seat import CommandRefused, Json, SeatInterface
from app.cli.play.speech import Speech
from app.games.cards import PACKS
from app.i18n import Language


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


Out = Callable[[str, bool], object]
"""Function that prints a line; a loud one is emphasised."""

Ask = Callable[[str], str | None]
"""Function that returns the next line typed after a prompt, None at the end of the input."""

OVER: Final = ("finished", "void", "frozen")
_LOUD: Final = ("forced", "claims-closed", "hand-ended")
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


class TerminalPlayer:
    """Plays the seat of `sitting` with typed commands."""

    def __init__(self, sitting: SeatInterface, say: Speech, out: Out, ask: Ask) -> None:
        self._sitting, self._say, self._out, self._ask = sitting, say, out, ask
        self._after = 0
        self._amounts: list[Sequence[int]] = []
        self._names: list[str] = []
        self._refused: CommandRefused | None = None

    def play(self) -> bool:
        """Play; return whether the game is over, False if the user left before."""
        self._begin()
        while True:
            view = self._caught_up()
            if view["status"] in OVER or view["frozen"]:
                self._end(view)
                return True
            if view["decision"] is None:
                self._hear(wait=True)
            elif not self._answer(view):
                return False

    def _begin(self) -> None:
        view = self._seen()
        others = ", ".join(name for at, name in enumerate(self._names) if at != view["you"])
        self._out(self._say("play.against", variant=self._say.variant(view["variant"]), names=others), False)
        self._out(self._say("play.how"), False)
        if legend := self._say.legend(view["pack"]):
            self._out(legend, False)

    def _seen(self) -> Json:
        view = self._sitting.view()
        self._names = self._say.names(view)
        return view

    def _caught_up(self) -> Json:
        """Return the view, after printing everything up to it."""
        while (view := self._seen())["ply"] > self._after:
            self._hear(wait=False)
        return view

    def _hear(self, wait: bool) -> None:
        view = self._seen()
        for entry in self._sitting.told(self._after, wait):
            self._after = entry["ply"]
            for event in entry["events"]:
                if event["type"] == "hand-settled":
                    self._amounts.append(event["amounts"])
                for sentence in self._say.told([event], self._names, view["you"]):
                    self._out(sentence, event["type"] in _LOUD)

    def _answer(self, view: Json) -> bool:
        """Return True if an answer was accepted or the question is gone, False if the user has left."""
        listed = choices(self._say, self._sitting.moves(), view, self._names)
        self._show(view, listed)
        while (line := self._ask("> ")) is not None and line.strip() != "q":
            body = self._typed(line.strip(), view, listed)
            if body is not None and self._sent(body, view["ply"]):
                return True
        return False

    def _show(self, view: Json, listed: Sequence[MenuLine]) -> None:
        self._out("", False)
        for line in position(self._say, view, self._names):
            self._out(line, False)
        loud = view["phase"] in _WINDOWS and view["status"] == "playing"
        asked = question(self._say, view, self._names)
        if view["phase"] in _OFFERED and not any(move.body["type"] == "meld" for move in listed):
            asked = f"{asked} {self._say('table.fits_nothing')}"
        self._out(asked, loud)
        if view.get("deadline") and view["status"] != "waiting":
            seconds_left = max(0, round(view["deadline"] / 1000 - time.time()))
            self._out(f"{self._say('table.time_left')}: {seconds_left} s", False)
        for number, choice in enumerate(listed, 1):
            self._out(f"{number:>3}  {choice.label}", False)

    def _typed(self, line: str, view: Json, listed: Sequence[MenuLine]) -> Json | None:
        """Return the command in a line; None if it is a request for information, which is answered."""
        if line.isascii() and line.isdigit():
            return self._chosen(int(line), listed)
        if line.startswith("?"):
            self._explain(line[1:].strip(), view)
        elif line == "":
            self._show(view, listed)
        elif line == "h":
            self._out(self._say("play.help"), False)
        elif line == "l":
            self._ledger()
        elif line == "d":
            self._dead(view)
        else:
            return self._cards(line, view)
        return None

    def _chosen(self, number: int, listed: Sequence[MenuLine]) -> Json | None:
        if not 1 <= number <= len(listed):
            self._out(self._say("play.no_number"), False)
            return None
        choice = listed[number - 1]
        if choice.body["type"] == "fold" and not self._sure():
            return None
        if len(choice.discards) < 2:
            return {**choice.body, **({"discard": choice.discards[0]} if choice.discards else {})}
        return self._with_discard(choice)

    def _sure(self) -> bool:
        answer = self._ask(f"{self._say('table.fold_sure')} ({self._say('play.sure')}) ")
        return answer is not None and answer.strip().lower() == self._say("play.yes")

    def _with_discard(self, choice: MenuLine) -> Json | None:
        numbered = (f"{at} {self._say.card(card)}" for at, card in enumerate(choice.discards, 1))
        self._out(f"{self._say('table.ask_discard')}: {'  '.join(numbered)}", False)
        answer = (self._ask("> ") or "").strip()
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choice.discards):
            return {**choice.body, "discard": choice.discards[int(answer) - 1]}
        if answer:
            self._out(self._say("play.no_number"), False)
        return None

    def _cards(self, line: str, view: Json) -> Json | None:
        """Parse `5O 6O / 3C` as a meld of those hand cards with the centre card, and a discard."""
        use, _, discard = _SLASH.sub("/", line).partition("/")
        body: Json = {"type": "meld", "use": []}
        for text in use.split():
            if (card := _code(text, view["pack"])) is None:
                self._out(self._say("play.no_card", text=text), False)
                return None
            body["use"].append(card)
        if discard:
            body["discard"] = _code(discard, view["pack"]) or discard
        return body

    def _sent(self, body: Json, ply: int) -> bool:
        """Return whether the command was accepted, or is outdated; print a refusal."""
        try:
            self._sitting.act(body, ply)
        except CommandRefused as refused:
            self._refused = refused
            self._out(self._say("play.refused", why=refused), True)
            if refused.rule:
                self._out(self._say("play.explain", rule=refused.rule), False)
            return bool(self._sitting.view()["ply"] != ply)
        self._refused = None
        return True

    def _explain(self, wish: str, view: Json) -> None:
        """Print the requested paragraph, by default that of the refusal or the question;

        `en` after it: in English.
        """
        number = wish.removesuffix(Language.EN).rstrip()
        binding = number != wish
        default = self._refused.rule if self._refused else _PARAGRAPHS.get(view["phase"] or "")
        number = number or default or "11.4"
        paragraph = self._sitting.paragraph(number)
        if paragraph is None:
            self._out(self._say("play.no_paragraph", number=number), False)
        elif paragraph.translation is None or binding:
            self._out(f"{number} {paragraph.text}", False)
        else:
            self._out(f"{number} {paragraph.translation}", False)
            self._out(self._say("play.binding", number=number), False)

    def _ledger(self) -> None:
        if not self._amounts:
            self._out(self._say("play.no_ledger"), False)
        for number, amounts in enumerate(self._amounts, 1):
            text = ", ".join(f"{name} {amount:+d}" for name, amount in zip(self._names, amounts, strict=True))
            self._out(self._say("play.ledger", number=number, amounts=text), False)

    def _dead(self, view: Json) -> None:
        cards = view.get("discards")
        if cards is None:
            self._out(self._say.count("board.dead", view["discard_count"]), False)
        else:
            self._out(self._say.cards(cards) or self._say("play.no_dead"), False)

    def _end(self, view: Json) -> None:
        result = view["result"]
        if view["status"] == "finished" and result is not None:
            self._out(self._outcome(result["winner"], view["you"]), True)
        self._ledger()

    def _outcome(self, winner: int | None, you: int) -> str:
        if winner is None:
            return self._say("table.ended_tablas")
        return self._say("table.ended_won" if winner == you else "table.ended_lost", name=self._names[winner])


def _code(text: str, pack: str) -> str | None:
    """Return the card of a pack that a text names, in upper or lower case; None if it names none."""
    known = {face.lower(): str(face) for face in PACKS[pack].faces()}
    return known.get(text.lower())
