"""Places of players in the index of names, and search for players by the beginning of a name."""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from app.players.state import Player
from app.store.keys import GameId
from app.store.player_index import PlayerIndex, PlayerList, PlayerPlace


class PlayerState(StrEnum):
    """State of a player in a search: `open` for one that is neither banned nor closed."""

    OPEN = "open"
    BANNED = "banned"
    CLOSED = "closed"


Places = set[tuple[PlayerList, PlayerPlace]]

_LISTS: Final = {PlayerState.BANNED: PlayerList.BANNED, PlayerState.CLOSED: PlayerList.CLOSED}


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Players in the order of their names, and the place after which the next page begins, if any."""

    players: list[Player]
    next: PlayerPlace | None


def normal(name: str) -> str:
    """Return the form of a name in which a search compares it: without case, accents and variants of
    characters.

    >>> normal("José  Ñ"), normal("ＪＯＳＥ")
    ('jose n', 'jose')
    """
    parts = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in parts if not unicodedata.combining(char))
    return " ".join(plain.casefold().split())


def places(player: Player) -> Places:
    """Return the places of a player in the index.

    A closed player is listed by its id.
    """
    place = PlayerPlace(normal(player.name), GameId(player.id))
    if player.closed is not None:
        return {(PlayerList.CLOSED, place)}
    lists = [PlayerList.NAMED, *([PlayerList.BANNED] if player.banned is not None else [])]
    return {(which, place) for which in lists}


def state_of(player: Player) -> PlayerState:
    """Return the state of a player."""
    if player.closed is not None:
        return PlayerState.CLOSED
    return PlayerState.OPEN if player.banned is None else PlayerState.BANNED


def search(
    index: PlayerIndex,
    find: Callable[[str], Player | None],
    name: str,
    state: PlayerState | None,
    limit: int,
    after: PlayerPlace | None,
) -> PlayerPage:
    """Return a page of the players whose names begin with `name`: those in `state`, or all but closed ones.

    `find` returns a player by its id. A page may have fewer players than `limit`.
    """
    which = PlayerList.NAMED if state is None else _LISTS.get(state, PlayerList.NAMED)
    listed = index.page(which, normal(name), limit, after)
    found = [
        player
        for place in listed
        if (player := find(place.player)) is not None
        and (which, place) in places(player)
        and state in (None, state_of(player))
    ]
    return PlayerPage(found, listed[-1] if len(listed) == limit else None)


class EarlierPlayers:
    """Adds the players that an earlier version registered to the index, some of them in each call.

    So no call takes long, however many players there are. A process that ends before it has seen all of
    `players` leaves the rest to the next one, which begins again.
    """

    def __init__(
        self, players: Callable[[], Iterator[Player]], index: PlayerIndex, at_once: int = 1_000
    ) -> None:
        self._players = players
        self._index = index
        self._at_once = at_once
        self._rest: Iterator[Player] | None = None

    def __call__(self) -> None:
        """Add the next players, if that is due. Raises StoreUnavailable; the call after that begins again."""
        rest, self._rest = self._rest, None
        if rest is None:
            if not self._index.is_due():
                return
            rest = self._players()
        some = list(islice(rest, self._at_once))
        self._index.add([place for player in some for place in places(player)])
        if len(some) < self._at_once:
            self._index.mark_filled()
        else:
            self._rest = rest
