"""Places of players in the index of names, and search for players by the beginning of a name."""

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.players.state import Player
from app.store.index_filling import in_steps
from app.store.keys import GameId
from app.store.player_index import END, PlayerIndex, PlayerList, PlayerPlace


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
    *,
    whole: bool = False,
) -> PlayerPage:
    """Return a page of the players whose names begin with `name`: those in `state`, or all but closed ones.

    With `whole` the names of those players are `name` itself, compared as in `normal`. `find` returns a
    player by its id. A page may have fewer players than `limit`.
    """
    which = PlayerList.NAMED if state is None else _LISTS.get(state, PlayerList.NAMED)
    listed = index.page(which, normal(name) + END * whole, limit, after)
    matches = [
        player
        for place in listed
        if (player := find(place.player)) is not None
        and (which, place) in places(player)
        and state in (None, state_of(player))
    ]
    return PlayerPage(matches, listed[-1] if len(listed) == limit else None)


def earlier_players(
    players: Callable[[], Iterator[Player]],
    find: Callable[[str], Player | None],
    index: PlayerIndex,
    at_once: int = 500,
) -> Callable[[], None]:
    """Return a function that adds the players of an earlier version to the index, see `in_steps`.

    `find` returns a player by its id.
    """

    def add(some: list[Player]) -> None:
        index.add([place for player in some for place in places(player)])
        for player in some:  # one that was changed or closed meanwhile has no place under an old name
            current = find(player.id)
            index.drop(places(player) - (places(current) if current else set()))

    return in_steps(index.mark, players, add, at_once)
