"""Verification of the public chain of a stored log, without the service secret or hidden parts."""

from typing import Final

from redis import Redis

from app.store.client import ask
from app.store.entry import START, At, Place
from app.store.errors import Tampered
from app.store.keys import GameId, log_key, state_key
from app.store.reading import chained, head_from

_PAGE: Final = 500


def last_of_chain(redis: Redis, game: GameId) -> Place | None:
    """The last place of a stored log, None if the store does not have it.

    Each digest is computed from the public part of its entry. Raises Tampered if the chain breaks or does not
    end at the head of the log.
    """
    head = head_from(ask(redis, ("HMGET", state_key(game), "n", "d", "s", "t")))
    if head is None:
        return None
    place: Place = START
    while rows := ask(redis, ("XRANGE", log_key(game), f"{place.ply + 1}-0", "+", "COUNT", _PAGE)):
        place = chained(game, place, rows)[-1]
    if (place.ply, place.digest) != (head.ply, head.digest):
        raise Tampered(game, min(place.ply + 1, head.ply))
    return At(place.ply, place.digest)
