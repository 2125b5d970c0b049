"""Texts of the page of a player, and of what the page of one's own player has in common with it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

PLAYER: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "player.title": Message("Player"),
        "player.id": Message("Id: {id}"),
        "player.closed": Message("Closed player"),
        "player.closed_why": Message(
            "This player was closed, and the name is deleted. The games stay under the id."
        ),
        "player.none": Message("There is no player with this id."),
        "player.since": Message("Registered {time}"),
        "player.bot": Message("A program"),
        "player.owner": Message("The player whom it belongs to"),
        "player.archived_one": Message("{count} game in the archive"),
        "player.archived_other": Message("{count} games in the archive"),
        "player.unrevealed_one": Message(
            "{count} game is void because this player did not reveal its random number in time."
        ),
        "player.unrevealed_other": Message(
            "{count} games are void because this player did not reveal its random number in time."
        ),
        "player.games": Message("Games"),
        "player.no_games": Message("No public game yet."),
        "player.won": Message("Won", "game"),
        "player.lost": Message("Lost", "game"),
        "player.even": Message("Even"),
        "player.hands": Message("hands won: {won} of {hands}"),
        "player.tournaments": Message("Tournaments"),
        "player.no_tournaments": Message("No tournament yet."),
        "player.disputes": Message("Disputes"),
        "player.no_disputes": Message("No dispute."),
        "player.decided": Message("Decided"),
        "player.arbiter": Message("Disputes that wait for my ruling"),
        "player.arbiter_why": Message(
            "You may rule on disputes. With a key for that this browser lists them here; its key of now ends."
        ),
        "player.arbiter_do": Message("Get a key that may rule"),
    }
)
