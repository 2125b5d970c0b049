"""The report on a game that is told without its keys: the rules have allowed every move of it, no more."""

from replays.audit.report import Check, Report, ReportBuilder, Scope, Unchecked
from replays.notation.importing import Imported


def judged(told: Imported) -> Report:
    """What is proved by having been decided again: the moves, and where every card and all money went."""
    builder = ReportBuilder()
    builder.looked(Check.DECISIONS, Check.CARDS, Check.MONEY, plies=len(told.tables))
    builder.absent(Unchecked.DECK)
    game = told.tables[-1].game if "Id" in told.text.tags else None
    return builder.report(Scope.MOVES, game, len(told.tables), None)
