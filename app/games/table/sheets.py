"""The rules of a table's sheet, which the first command and the first event of a log both carry."""

from typing import Any, Final

from app.games.codec import Json
from app.games.game import Game

_KEPT: Final = 64
_known: Final[dict[tuple[str, int], tuple[Json, Any]]] = {}


def rules(play: Game, sheet: Json) -> Any:
    """The rules that `sheet`, which nobody changes from now on, stands for; ConfigRefused if it is none.

    It is looked for by its identity first: the same one is asked about whenever its table is made.
    """
    known = play.name, id(sheet)
    found = _known.get(known)
    if found is None:
        made = play.rules_from_json(sheet)
        if len(_known) >= _KEPT:
            _known.clear()
        found = _known[known] = sheet, made
    return found[1]
