"""The games a table can play, and what is asked of all of them: variants and refusal codes."""

from collections.abc import Mapping
from typing import Any, Final

from app.games.conquian.game import CONQUIAN
from app.games.descriptions import Reason, VariantRow
from app.games.errors import GameError
from app.games.game import Game
from app.games.holdem.game import HOLDEM
from app.i18n import Message

USUAL: Final = CONQUIAN.name
"""The game where none is named."""

GAMES: dict[str, Game] = {USUAL: CONQUIAN, HOLDEM.name: HOLDEM}
"""The games by the name stored in the first entry of a log."""


def variants() -> Mapping[str, VariantRow]:
    """Return every variant of every game by its id."""
    return {name: row for game in GAMES.values() for name, row in game.variants.items()}


def game_of(variant: object) -> Game:
    """Return the game that has `variant`, else the usual one."""
    return next((game for game in GAMES.values() if variant in game.variants), GAMES[USUAL])


def game_in(document: Mapping[str, Any]) -> Game:
    """Return the game of the variant that `document` names as `variant`, or in its sheet `rules`.

    A sheet of no variant is of the game that has most of its members, the usual one where it leaves it open.
    """
    sheet = document.get("rules")
    if not isinstance(sheet, Mapping):
        return game_of(document.get("variant"))
    if sheet.get("variant") in variants():
        return game_of(sheet["variant"])
    return max(GAMES.values(), key=lambda game: sum(member in game.fields for member in sheet))


def reasons() -> Mapping[str, Reason]:
    """Return every refusal code of every game; where games share one, as the first of them describes it."""
    return {code: reason for game in reversed(GAMES.values()) for code, reason in game.reasons.items()}


def reason(code: str) -> Reason | None:
    """Return the description of a refusal code; None for a code of none of the games."""
    return next((game.reasons[code] for game in GAMES.values() if code in game.reasons), None)


def sentence(refusal: GameError) -> Message:
    """Return the sentence of a refusal in its game."""
    return GAMES[refusal.play or USUAL].sentence(refusal)


def paragraph(refusal: GameError) -> str:
    """Return the paragraph that a refusal stands on, in the rulebook of its game."""
    return refusal.rule or GAMES[refusal.play or USUAL].reasons[refusal.code].rule
