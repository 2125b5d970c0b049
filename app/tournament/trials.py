"""Trial games of players over HTTP, one for each before the first game of a tournament.

They count for nothing. A tournament whose first entry has `trial` begins no game before each of its players
over HTTP has answered a question of its trial game. Who does not answer in time pauses the tournament; each
time it is resumed, the players who have not answered yet get another trial game.
"""

from hashlib import sha256

from app.games.shuffle import length_prefixed
from app.store.keys import GameId, game_id_from


def trial_game(tournament: str, entrant: int, attempt: int) -> GameId:
    """The id of the trial game of an entrant, after the tournament was resumed `attempt` times."""
    place = length_prefixed(tournament.encode()) + entrant.to_bytes(4, "big") + attempt.to_bytes(4, "big")
    return game_id_from(sha256(b"conquian/tournament-trial/1" + place).digest())
