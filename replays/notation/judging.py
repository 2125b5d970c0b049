"""The report on a game that is told without its keys: the rules have allowed every move of it, no more."""

from replays.findings import Check, Notes, Report, Scope, Unchecked
from replays.notation.importing import Imported


def judged(told: Imported) -> Report:
    """What is proved by having been decided again: the moves, and where every card and all money went."""
    notes = Notes()
    notes.looked(Check.DECISIONS, Check.CARDS, Check.MONEY, plies=len(told.tables))
    notes.absent(Unchecked.DECK)
    game = told.tables[-1].game if "Id" in told.text.tags else None
    return notes.report(Scope.MOVES, game, len(told.tables), None)
