"""The games a table can play."""

from collections.abc import Mapping

from app.games.conquian.game import CONQUIAN
from app.games.game import Game

GAMES: Mapping[str, Game] = {"conquian": CONQUIAN}
"""The games by the name stored in the first entry of a log."""
