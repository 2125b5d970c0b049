"""Parts of the pages of a replay that differ by game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.cli.replay.cards import Style
from app.games.codec import Json

Narration = Callable[[Any, Style], str]
"""Returns a sentence about an event, which has the centre card before it as `centre`."""

Lines = Iterable[tuple[str, str]]
"""Labels and texts of lines."""


@dataclass(frozen=True, slots=True)
class GamePage:
    """The parts of a page that differ by game; each function gets the view, some a seat of it as well.

    `sentences` has one for each event by its stored name. `marks` are words about a seat with the condition
    of each, `seat` the lines below a seat beside its hand, `middle` the lines about the middle of the table,
    `question` what the awaited seats are asked, `outcome` how the last hand ended.
    """

    sentences: Mapping[str, Narration]
    marks: Callable[[Json, Json], Mapping[str, bool]]
    seat: Callable[[Json, Json, Style], Lines]
    middle: Callable[[Json, Style], Lines]
    question: Callable[[Json], str]
    outcome: Callable[[Json], str]
