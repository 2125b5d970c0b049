"""Texts of the page of the operator."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

OPERATOR: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "operator.title": Message("Operator", "page"),
        "operator.key": Message("API key with the scope operate"),
        "operator.key_why": Message(
            "It stays in this tab until you close it, and is sent to this service only. The operator of the "
            "machine grants the scope to a player:"
        ),
        "operator.open": Message("Open", "page"),
        "operator.again": Message("Look again"),
        "operator.leave": Message("Forget the key"),
        "operator.refused": Message("That did not work"),
        "operator.at": Message("As it was: {time}"),
        "operator.command": Message("On the machine of the service:"),
        "operator.none": Message("There are none."),
        "operator.more": Message("Show more"),
        # Health
        "operator.health": Message("Health"),
        "operator.health_ok": Message("Everything works."),
        "operator.health_warn": Message("The service works, but something needs your attention."),
        "operator.health_fail": Message("A part does not work that games need."),
        "operator.part_store": Message("Store of the games"),
        "operator.part_catalogue": Message("Catalogue"),
        "operator.part_archive": Message("Archive"),
        "operator.part_queue": Message("Queue of the jobs"),
        "operator.status_ok": Message("works", "part"),
        "operator.status_warn": Message("needs attention", "part"),
        "operator.status_fail": Message("does not work", "part"),
        "operator.late": Message("The clock is {seconds} s late: does its process run?"),
        # Games
        "operator.games": Message("Live games"),
        "operator.watch": Message("Watch"),
        "operator.games_live": Message("Not over: {count}"),
        "operator.games_frozen": Message("Frozen: the log contradicts what was signed"),
        "operator.games_unreadable": Message("Whose log cannot be read: {count}"),
        "operator.end": Message("End", "game"),
        "operator.end_of": Message("End the game without a result?"),
        "operator.end_why": Message(
            "Nobody wins or pays for the hand in play. It is written to the log, and cannot be taken back."
        ),
        "operator.games_all": Message("All live games"),
        # Players
        "operator.players": Message("Players"),
        "operator.players_count": Message("Registered: {named}; banned: {banned}; closed: {closed}"),
        "operator.name": Message("The name begins with"),
        "operator.state": Message("State", "player"),
        "operator.state_any": Message("open or banned"),
        "operator.state_open": Message("open", "player"),
        "operator.state_banned": Message("banned", "player"),
        "operator.state_closed": Message("closed", "player"),
        "operator.find": Message("Find"),
        "operator.bot": Message("bot", "player"),
        "operator.rename": Message("Rename"),
        "operator.ban": Message("Ban"),
        "operator.unban": Message("Lift the ban"),
        "operator.close": Message("Close", "player"),
        "operator.rename_of": Message("Rename {name}"),
        "operator.new_name": Message("New name"),
        "operator.ban_of": Message("Ban {name}?"),
        "operator.ban_why": Message(
            "Every API key, its seats and new games with this player are refused until you lift the ban. "
            "Games that are not over go on without it."
        ),
        "operator.close_of": Message("Close {name} for good?"),
        "operator.close_why": Message(
            "Its keys, its webhooks and its name end for good; its id stays at the seats of its games, in "
            "records and receipts, and its name in logs of tournaments, in backups made before, and in "
            "entries that an earlier version wrote."
        ),
        "operator.cancel": Message("Cancel"),
        "operator.done": Message("Done: {name}"),
        # Disputes, tournaments, storage, backup
        "operator.disputes": Message("Disputes that wait"),
        "operator.disputes_all": Message("All disputes"),
        "operator.tournaments": Message("Tournaments"),
        "operator.tournaments_ended": Message("Show tournaments that are over"),
        "operator.organise": Message("Pause, resume or end it"),
        "operator.tournaments_all": Message("All tournaments"),
        "operator.storage": Message("Storage"),
        "operator.archived": Message("Archived games"),
        "operator.backlog": Message("Finished games that wait for the archive"),
        "operator.not_archived": Message("Games that could not be archived"),
        "operator.unsigned": Message("Archived games under no checkpoint yet"),
        "operator.memory": Message("Memory of the store"),
        "operator.of": Message("{used} of {limit}"),
        "operator.disk": Message("Free disk"),
        "operator.waiting": Message("Jobs that wait"),
        "operator.backup": Message("Last backup"),
        "operator.backup_at": Message("The last complete backup ended: {time}"),
        "operator.backup_none": Message("No complete backup is known."),
    }
)
