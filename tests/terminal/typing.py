"""A player in a terminal: reads the listed moves and types a random number."""

import re
from dataclasses import dataclass, field
from random import Random

from app.cli.play.player import TerminalPlayer
from app.cli.play.seat import SeatInterface
from app.cli.play.speech import Speech
from app.i18n import Language

_LISTED = re.compile(r" *(\d+)  \S")
_OFFERED = re.compile(r"(\d+) \S")


@dataclass
class Typist:
    """Types numbers of what was listed last; `first` is typed before."""

    seed: int
    first: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    loud: list[str] = field(default_factory=list)
    stops_after: int = 10_000

    def __post_init__(self) -> None:
        self._chance = Random(self.seed)
        self._asked = 0

    def out(self, text: str, loud: bool) -> None:
        self.lines.append(text)
        if loud:
            self.loud.append(text)

    def ask(self, prompt: str) -> str | None:
        self._asked += 1
        if self._asked > self.stops_after:
            return None
        if self.first:
            return self.first.pop(0)
        if prompt != "> ":  # sure about folding?
            return "no"
        return str(self._chance.randint(1, self._many()))

    def _many(self) -> int:
        """Return how many numbers stand in the last list."""
        last = self.lines[-1]
        listed = _LISTED.match(last)
        return int(listed[1]) if listed else max(int(number) for number in _OFFERED.findall(last))

    def plays(self, sitting: SeatInterface, language: Language = Language.EN, signs: bool = False) -> bool:
        """Return True if the game was played to its end."""
        return TerminalPlayer(sitting, Speech(language, signs), self.out, self.ask).play()

    def text(self) -> str:
        return "\n".join(self.lines)
