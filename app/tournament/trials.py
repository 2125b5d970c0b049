"""Trial games of players over HTTP, one for each before the first game of a tournament.

They count for nothing. A tournament whose first entry has `trial` begins no game before each of its players
over HTTP has answered a question of its trial game. A player that does not answer in time pauses the
tournament; after each resumption, players without an answer get another trial game.
"""

from hashlib import sha256

from app.games.shuffle import length_prefixed
from app.store.keys import GameId, game_id_from


def trial_game(tournament: str, entrant: int, attempt: int) -> GameId:
    """Return the id of an entrant's trial game, after `attempt` resumptions of the tournament."""
    place = length_prefixed(tournament.encode()) + entrant.to_bytes(4, "big") + attempt.to_bytes(4, "big")
    return game_id_from(sha256(b"conquian/tournament-trial/1" + place).digest())
