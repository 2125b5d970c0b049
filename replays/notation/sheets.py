"""Rules sheets in tags: a variant and its options, or the whole sheet."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.games.codec import Json
from app.games.conquian.variants import recognised
from app.games.registry import GAMES
from app.games.table.state import Table


def sheet_tags(create: Json, table: Table) -> Iterator[tuple[str, Any]]:
    """Yield the tags for the rules sheet of a table."""
    known = recognised(table.rules)
    yield "Variant", table.rules.variant
    if known and known[0] == table.rules.variant:
        yield from [("Options", known[1])] if known[1] else []
    else:
        yield "Sheet", create["rules"]


def sheet(play: str, tags: Mapping[str, Any]) -> Json:
    """Return the sheet of the tags. Raises ConfigRefused if they are inconsistent."""
    game = GAMES[play]
    if "Sheet" in tags:
        return game.rules_to_json(game.custom(tags["Sheet"]))
    return game.rules_to_json(game.sheet(tags["Variant"], tags.get("Options", {})))
