"""Line-by-line player of one seat: prints events and positions, numbers the legal moves, sends commands."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from app.cli.play.conquian_terminal import ConquianTerminal
from app.cli.play.game_terminal import GameTerminal, MenuLine, NotTyped
from app.cli.play.holdem_terminal import HoldemTerminal
from app.cli.play.seat import CommandRefused, Json, SeatInterface
from app.cli.play.speech import Speech
from app.games.registry import game_of
from app.i18n import Language

TERMINALS: Final[Mapping[str, GameTerminal]] = {
    part.name: part for part in (ConquianTerminal(), HoldemTerminal())
}
"""The part of each game."""


Out = Callable[[str, bool], object]
"""Function that prints a line; a loud one is emphasised."""

Ask = Callable[[str], str | None]
"""Function that returns the next line typed after a prompt, None at the end of the input."""

OVER: Final = ("finished", "void", "frozen")


class TerminalPlayer:
    """Plays the seat of `sitting` with typed commands."""

    def __init__(self, sitting: SeatInterface, say: Speech, out: Out, ask: Ask) -> None:
        self._sitting, self._say, self._out, self._ask = sitting, say, out, ask
        self._game = TERMINALS[game_of(sitting.view()["variant"]).name]
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
        for entry in self._sitting.events_after(self._after, wait):
            self._after = entry["ply"]
            for event in entry["events"]:
                if event["type"] == "hand-settled":
                    self._amounts.append(event["amounts"])
                if sentence := self._say.event(event, self._names, view["you"], self._game.sentences):
                    self._out(sentence, event["type"] in self._game.loud)

    def _answer(self, view: Json) -> bool:
        """Return True if an answer was accepted or the question is gone, False if the user has left."""
        listed = self._game.choices(self._say, self._sitting.moves(), view, self._names)
        self._show(view, listed)
        while (line := self._ask("> ")) is not None and line.strip() != "q":
            body = self._typed(line.strip(), view, listed)
            if body is not None and self._sent(body, view["ply"]):
                return True
        return False

    def _show(self, view: Json, listed: Sequence[MenuLine]) -> None:
        self._out("", False)
        for line in self._game.position(self._say, view, self._names):
            self._out(line, False)
        self._out(*self._game.question(self._say, view, self._names, listed))
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
            self._out(self._say(f"play.help_{self._game.name}"), False)
        elif line == "l":
            self._ledger()
        elif (known := self._game.information(self._say, line, view)) is not None:
            self._out(known, False)
        else:
            try:
                return self._game.typed(self._say, line, view)
            except NotTyped as problem:
                self._out(str(problem), False)
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
        default = self._refused.rule if self._refused else self._game.paragraph(view)
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

    def _end(self, view: Json) -> None:
        if view["status"] == "finished" and view["result"] is not None:
            self._out(self._game.outcome(self._say, view, self._names), True)
        self._ledger()
