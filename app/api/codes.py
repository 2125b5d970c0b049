"""Error codes of players, webhooks and tournaments; those of every request are in app.http.errors."""

from collections.abc import Mapping
from typing import Final

from app.games.registry import reasons
from app.http.errors import Code, register

_PLAYERS: Final[Mapping[str, Code]] = {
    "player_unknown": Code(422, "There is no such player", "Name a player who exists, by id."),
    "player_twice": Code(422, "One player has two seats", "Give a player one seat at a table."),
    "player_closed": Code(
        409, "This player was closed", "Leave the player as it is: closing cannot be undone."
    ),
    "code_invalid": Code(
        422,
        "This code is not valid",
        "Make a new code where the player is signed in: each is valid once, for ten minutes.",
    ),
    "key_limit": Code(
        409,
        "No more keys for this player",
        "Register another player: this one can get no more keys.",
    ),
}

_WEBHOOKS: Final[Mapping[str, Code]] = {
    "webhook_changes": Code(
        409,
        "This webhook was changed too often",
        "Wait a day, or create another webhook: this one was changed as often as is allowed.",
    ),
    "webhook_disabled": Code(409, "This webhook is off", "Enable the webhook first."),
    "webhook_url": Code(
        422,
        "This address cannot receive webhooks",
        "Use an http or https address of the public internet, on port 443, 80 or above 1024.",
    ),
    "webhook_games": Code(
        422,
        "This webhook cannot follow that game",
        "Name games in which you have a seat; an organiser may name others that it may see.",
    ),
}

_TOURNAMENTS: Final[Mapping[str, Code]] = {
    "manifest_member_unknown": Code(
        422,
        "The manifest has an unknown member",
        "Leave out what a manifest, or a format of this kind, does not have.",
    ),
    "manifest_member_missing": Code(
        422, "A member of the manifest is missing", "Add the members that are missing."
    ),
    "manifest_value": Code(
        422, "A value in the manifest is not valid", "Give every member a value that it can have."
    ),
    "manifest_name_twice": Code(
        422, "Two entrants have the same name", "Give every entrant a name of its own."
    ),
    "manifest_entrants": Code(
        422, "Wrong number of entrants", "Name as many entrants as the format can play with."
    ),
    "manifest_seat_orders": Code(
        422, "Too many seats for all orders", "Play all orders of the seats with four seats at most."
    ),
    "manifest_engine": Code(
        422,
        "It is not clear who plays for an entrant",
        "Give each entrant one of bot, python, command, player, and a budget only to a bot.",
    ),
    "manifest_format": Code(422, "There is no such format", "Choose a format that there is."),
    "entrant_malformed": Code(
        422,
        "An entrant is not described correctly",
        "Describe the entrant as in the guide on tournaments, /docs/tournaments.",
    ),
    "entrant_local_only": Code(
        422,
        "This entrant plays on your machine only",
        "Run tournaments of programs and objects with conquian tournament run.",
    ),
    "entrant_unknown_bot": Code(422, "There is no such bot", "Name a bot that GET /v1/bots lists."),
    "entrant_unknown": Code(
        422, "There is no such entrant", "Name an entrant by its number in the manifest, from 0."
    ),
    "entrant_out": Code(
        409, "The entrant is out of the tournament", "Do nothing: this entrant takes no further part."
    ),
    "fixture_unknown": Code(422, "There is no such fixture", "Name a fixture that is paired; see /games."),
    "fixture_over": Code(
        409, "The fixture has its result", "Dispute its game instead: this fixture has its result."
    ),
    "not_extendable": Code(
        422,
        "The format is not extended by this",
        "Name a parameter of the format that extendable of the tournament lists; see /docs/tournaments.",
    ),
    "extension_too_large": Code(422, "The extension is too large", "Add less at once."),
    "time_not_limited": Code(
        409, "The table waits without a limit", "Do nothing: this table waits for its players."
    ),
    "result_seats": Code(422, "Wrong number of balances", "Give one balance for each seat of the fixture."),
    "round_too_large": Code(
        422,
        "The round would have too many games",
        "Play fewer decks for each pairing: a round has 20000 games at most.",
    ),
    "tournament_over": Code(
        409, "The tournament has ended", "Read the standings: this tournament accepts no more commands."
    ),
    "already_paused": Code(409, "The tournament is paused", "Resume the tournament when it is to go on."),
    "not_started": Code(
        409, "The tournament has not begun", "Start the tournament first: players still register."
    ),
    "registration_closed": Code(
        409, "Nobody can register", "Look for another tournament: this one takes no players now."
    ),
    "registration_full": Code(
        409, "The tournament is full", "Let fewer take part: a tournament has 256 entrants at most."
    ),
    "already_registered": Code(
        409, "The player is registered", "Do nothing: this player takes part already."
    ),
    "not_registered": Code(409, "The player is not registered", "Name a player who has registered."),
    "too_few_entrants": Code(
        409, "There are too few entrants", "Wait for more players, or let bots fill up the tables."
    ),
    "not_paused": Code(409, "The tournament is not paused", "Read the tournament: it goes on already."),
}

MANIFEST: Final = (
    *(code for code in _TOURNAMENTS if code.startswith("manifest_")),
    *("entrant_malformed", "entrant_local_only", "entrant_unknown_bot", "round_too_large"),
)
"""Codes of refused manifests."""


def install() -> None:
    """Register the codes."""
    for rows in (_PLAYERS, _WEBHOOKS, _TOURNAMENTS):
        register(rows)


def tournament_remedy(code: str) -> str:
    """Return the remedy for a refusal of a tournament or of its rules, in English."""
    return _TOURNAMENTS[code].remedy if code in _TOURNAMENTS else reasons()[code].sentence
