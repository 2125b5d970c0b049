"""Report on a game without keys: the rules allow every move."""

from replays.audit.report import Check, Report, ReportBuilder, Scope, Unchecked
from replays.notation.importing import Imported


def judged(game_read: Imported) -> Report:
    """Return the report on decided moves, and the accounts of cards and money."""
    builder = ReportBuilder()
    builder.looked(Check.DECISIONS, Check.CARDS, Check.MONEY, plies=len(game_read.tables))
    builder.absent(Unchecked.DECK)
    name = game_read.tables[-1].game if "Id" in game_read.text.tags else None
    return builder.report(Scope.MOVES, name, len(game_read.tables), None)
