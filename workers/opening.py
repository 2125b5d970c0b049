"""The keys of decks that several live games are dealt from: open when the last of the games has ended.

Whoever remembers a deck could else read in the reveal of one game what it is dealt in the next. The job of a
game that has ended looks at once, and the clock rings again for a game whose keys are still withheld, so that
neither a kill nor a game that is never made keeps keys shut. Once the tournament is over its seed says every
deck, and nothing is withheld any more. A game that another worker makes in the moment in which the tournament
is aborted, or the game adjudicated, may be played on an open deck: it counts nowhere.
"""

from typing import Final

from app.games.table.state import Table
from app.handler import Games, NoSuchGame
from app.store.keys import GameId
from app.tournament.tournament import ENDED
from replays.tournaments.hall import TournamentService
from replays.tournaments.playing import game_id

AGAIN_MS: Final = 20_000
"""How long after a look at keys that stay withheld the next one follows, if no game ends meanwhile."""


def open_deck(games: Games, tournament_service: TournamentService, ended: Table) -> None:
    """Opens the keys of every game on the deck of `ended`, unless one of them goes on or may yet begin."""
    state = tournament_service.current(GameId(str(ended.tournament))).state
    dealt = [one for one in state.fixtures if one.deck == ended.shared_deck]
    names = [game_id(state.id, one.number) for one in dealt]
    tables = [_table(games, name) for name in names]
    settled = [one.number in state.results or state.state in ENDED for one in dealt]
    pending = any(
        not (done if table is None else table.has_ended) for table, done in zip(tables, settled, strict=True)
    )
    if pending and not state.is_over:
        games.store.postpone(GameId(ended.game), AGAIN_MS)
        return
    for name, table in zip(names, tables, strict=True):
        if table is not None and table.withheld:
            games.open_keys(name)


def _table(games: Games, game: GameId) -> Table | None:
    try:
        return games.settle(game).table
    except NoSuchGame:
        return None
