"""The causes and remedies of refusals that `/problems` explains.

A cause is the reason for a code; its title and its remedy stand with the code. The cause of a code of the
rules is its sentence, and its remedy that of its kind. A new code of another part is a new row here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.descriptions import RefusalKind
from app.i18n import Message

REMEDIES: Final[Mapping[RefusalKind, Message]] = MappingProxyType(
    {
        RefusalKind.NOT_NOW: Message(
            "Read the game: awaited lists the seats that are asked, decision is the ply of the "
            "question, and /moves lists the legal moves."
        ),
        RefusalKind.NEVER: Message("Send one of the commands that GET /v1/games/{game}/moves lists."),
        RefusalKind.CONFIGURATION: Message(
            "Correct the values that errors lists; /v1/variants has the options and their possible values."
        ),
    }
)
"""Remedies of refusals by the rules, by kind."""

_SEATS: Final = Message(
    "Read the game: seats says which seats are open, and for whom; then POST /v1/games/{game}/seats."
)
_NOTHING: Final = Message("Do nothing: the game has it already.")
_ENTROPY: Final = Message(
    "Send ready with the commitment before the first hand, and reveal when awaited names you."
)
_CHANCE: Final = Message(
    "Reveal exactly the bytes committed to. The commitment is SHA-256 over conquian/entropy/1, the length "
    "of the game's id in one byte, the id, the seat in one byte, and the bytes; /proof-vectors.json has a "
    "worked one, entropy_commitment. One made in another way cannot be opened: the game is void when its "
    "time is over."
)
_TOKENS: Final = Message(
    "Rotate the token from the seat itself; the host can rotate that of a seat that nobody plays."
)

OWN_REMEDIES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        **dict.fromkeys(("seat_taken", "seat_reserved"), _SEATS),
        **dict.fromkeys(("already_ready", "already_revealed"), _NOTHING),
        "entropy_closed": _ENTROPY,
        "seed_invalid": _CHANCE,
        "rotation_closed": _TOKENS,
        "not_host": Message("Ask the host to do it: host, in the game, names the seat."),
        "seat_unknown": Message("Name a seat of the game: GET /v1/games/{game} lists them in seats."),
        "seat_kept": Message(
            "Read the seats of the game: one has replacement where a bot can play for its person."
        ),
        "already_asked": _NOTHING,
        "already_seated": Message("Play with the seat that you have."),
        "already_standing": Message("Leave the answer as it is: it can be changed again in the next hand."),
        "already_left": Message("To play on, take the seat again: POST /v1/games/{game}/seats."),
        "invitation_invalid": Message("Ask the host for another invitation: each code opens one seat once."),
    }
)
"""Remedies of refusals by the rules that are not about a move."""

CAUSES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "bad_request": Message(
            "The request is not one of HTTP/1.0 or HTTP/1.1, or a header has no value that can be read."
        ),
        "malformed_json": Message(
            "The body is empty where one is needed, or its text is not JSON (RFC 8259)."
        ),
        "duplicate_key": Message("A name of the body or a parameter of the query was given twice."),
        "too_deep": Message("The body nests objects and arrays deeper than the service accepts."),
        "bad_encoding": Message("The body or the query is not clean UTF-8."),
        "incomplete_body": Message("The connection sent fewer bytes than announced, or paused for too long."),
        "bad_host": Message("Host is missing, given twice, malformed, or names no host of this service."),
        "token_in_url": Message("A token, or a parameter meant for one, is in the address."),
        "precondition_invalid": Message(
            "If-Match is weak, a list, * or no ply, or it contradicts expected_ply."
        ),
        "idempotency_key_invalid": Message(
            "The key is empty, too long or not visible ASCII, or it must be a random UUID "
            "(version 4) here, because the request has no token or API key."
        ),
        "unauthenticated": Message(
            "A token is needed and missing, or the token is malformed, unknown, rotated or "
            "revoked. All of these get the same answer."
        ),
        "forbidden": Message("The token is valid and its owner may see the game, but has no part in it."),
        "scope_missing": Message("The API key is valid, but lacks the scope that this needs."),
        "banned": Message(
            "The operator has banned the player of the key or the seat, or a player for whom a seat is to be "
            "kept. Games that are not over go on without it."
        ),
        "not_found": Message("There is nothing at this address, or nothing that the caller may know of."),
        "method_not_allowed": Message("The address exists and does not take this method."),
        "not_acceptable": Message("Accept names no media type that is offered at this address."),
        "request_timeout": Message(
            "The request came too slowly for a proxy; the service itself ends the connection."
        ),
        "conflict": Message(
            "Other requests wrote to the same log at the same time, several times in a row, so "
            "this one was not written."
        ),
        "bot_plays": Message(
            "The seat missed three decisions, and the host or most of the others let a bot play for it."
        ),
        "game_over": Message("The last hand of the game is over, or the game was voided."),
        "history_rolled_back": Message("The log of the game contradicts a receipt that the service signed."),
        "quarantined": Message("The stored log of this game is not what was written."),
        "foreign_key": Message(
            "No hidden part of this log opens under the secret of this service: it was written under another "
            "one, or this process has a wrong one."
        ),
        "not_before_end": Message(
            "The game is not over, or other games are dealt from its deck: its cards are still hidden."
        ),
        "too_late": Message(
            "The command came after the deadline, and the service has answered for the seat or is about to."
        ),
        "stale_ply": Message(
            "The game has gone on since the ply that the command names, and asks something else now."
        ),
        "record_removed": Message(
            "The time for which records are kept is over, or the operator removed the game."
        ),
        "length_required": Message("The body came chunked or without Content-Length."),
        "body_too_large": Message("The body is longer than this address accepts."),
        "uri_too_long": Message("The address is longer than any that exists here."),
        "unsupported_media_type": Message(
            "The body has a media type, a charset or a coding that this address does not accept."
        ),
        "validation_failed": Message(
            "A value has the wrong type, form or size; errors lists each of them with its place."
        ),
        "unknown_field": Message("The body or the query has a name that means nothing here."),
        "receipt_of_another_game": Message("The receipt names another game than the address."),
        "receipt_key_unknown": Message("The service never had the key that the receipt names."),
        "receipt_forged": Message("The signature is not of this key over this receipt."),
        "receipt_key_retired": Message("The key had been replaced at the time that the receipt names."),
        "name_invalid": Message("The name is empty, too long, or has characters that cannot be seen."),
        "fork_position": Message("At that ply no hand is being played, or the log does not reach it."),
        "fork_seats": Message("The number of seats is not that of the game."),
        "player_unknown": Message("A seat is kept for a player who does not exist."),
        "player_twice": Message("Two seats are for the same player."),
        "webhook_changes": Message(
            "The webhook was changed a thousand times, or got four secrets within the last day."
        ),
        "webhook_disabled": Message(
            "Its owner has disabled the webhook, or its receiver was gone or kept failing."
        ),
        "webhook_url": Message(
            "The address is malformed, or leads to a private network, this machine or another port."
        ),
        "webhook_games": Message(
            "There is no such game, or the player has no seat there and does not organise."
        ),
        "player_closed": Message("An operator has closed the player for good."),
        "key_limit": Message("The player has had as many API keys as a player may ever have."),
        "not_a_game": Message("What was sent is neither a record nor a text whose moves the rules allow."),
        "no_position": Message("The log that was sent makes no sense up to that ply."),
        "no_record": Message("The import is a text without keys, so that there is no record of it."),
        "imports_full": Message("The room for imports is used up."),
        "not_logged": Message(
            "The log of all games has no leaf for this game in a signed tree of that size."
        ),
        "no_such_tree": Message("The log of logs has not been that large."),
        "idempotency_key_reused": Message("The same key came before with another body."),
        "idempotency_key_expired": Message("The key created a game whose answers are no longer kept."),
        "precondition_required": Message(
            "The request names neither the ply on which the command was decided nor a key under"
            " which it counts once."
        ),
        "rate_limited": Message(
            "More requests came than the limit allows; the header RateLimit-Policy has the limit."
        ),
        "quota_exceeded": Message("The caller has reached the quota for this."),
        "headers_too_large": Message("A header, or all of them together, is too long."),
        "internal_error": Message("The service is at fault; its log has the details under the request id."),
        "not_implemented": Message("The request uses a feature of HTTP that the service does not support."),
        "store_unavailable": Message("The store could not be reached, or answered too late."),
        "newer_version": Message(
            "A newer version of the program has written what was asked for. During an upgrade some processes "
            "still run the version before."
        ),
        "archive_unavailable": Message(
            "The directory or the bucket with the records of finished games does not answer in time."
        ),
        "catalogue_unavailable": Message(
            "The database that says where each finished game is does not answer in time."
        ),
        "installation_mismatch": Message(
            "The store, the catalogue or the archive is of another installation or another secret."
        ),
        "store_full": Message("The store takes no more writes."),
        "outcome_unknown": Message(
            "The connection to the store broke while it wrote: the write may count or not."
        ),
        "store_unsafe": Message(
            "The store is not set up to keep every move through a power cut, and there is a stake."
        ),
        "manifest_member_unknown": Message("The manifest has a member that means nothing there."),
        "manifest_member_missing": Message(
            "The manifest lacks a member without which nothing can be played."
        ),
        "manifest_value": Message(
            "A member of the manifest has a value of another kind, or outside its bounds."
        ),
        "manifest_name_twice": Message(
            "Standings and pairings name entrants, so that each needs a name of its own."
        ),
        "manifest_entrants": Message(
            "There are too few entrants for a table, or too many, or not two for a test of two."
        ),
        "manifest_seat_orders": Message("All orders of more than four seats are more than anybody plays."),
        "manifest_engine": Message(
            "An entrant names nobody who decides, or several, or has a budget without a bot."
        ),
        "manifest_format": Message("The type of the format is none that is known here."),
        "entrant_malformed": Message(
            "An entrant lacks a member that its kind needs, or has one that it does not take."
        ),
        "entrant_local_only": Message(
            "An entrant names code on the machine of the service, which only its owner may."
        ),
        "entrant_unknown_bot": Message("The service has no bot of that name."),
        "entrant_unknown": Message("The manifest has no entrant of that number."),
        "entrant_out": Message("The entrant was taken out before, or has failed too often."),
        "fixture_unknown": Message("No round so far has a fixture of that number."),
        "fixture_over": Message("The fixture was already played, forfeited or adjudicated."),
        "not_extendable": Message(
            "The format has no such parameter, or it ends by its results, as an elimination does."
        ),
        "extension_too_large": Message("The value would be larger than a manifest may have."),
        "time_not_limited": Message(
            "The manifest has no rule for absent players, or no player sits in this game."
        ),
        "result_seats": Message("The number of balances is not that of the seats."),
        "round_too_large": Message("The pairings times the decks are more games than a round may have."),
        "tournament_over": Message("All rounds were played, or the organiser has ended it."),
        "already_paused": Message("The organiser has paused it, or the bot of an entrant cannot be started."),
        "not_started": Message("It is open for registration, and its organiser has not started it."),
        "registration_closed": Message(
            "The tournament was started already, or its entrants are those of the manifest."
        ),
        "registration_full": Message("The tournament has as many entrants as a tournament may have."),
        "already_registered": Message("The player has registered before, or is named by the manifest."),
        "not_registered": Message("The player has not registered, or has withdrawn."),
        "too_few_entrants": Message("There are fewer entrants than seats at a table, or only one."),
        "not_paused": Message("Only a paused tournament can be resumed."),
        "stream_limit": Message("As many streams and waiting readers are open as the service allows."),
        "dispute_party": Message("The caller has no seat in the game, or is an arbiter who has one."),
        "dispute_ply": Message(
            "The entry named is before the first hand, between hands or after the last entry."
        ),
        "dispute_hand_open": Message(
            "A hand can be disputed once it is over; a hand of a frozen game, once the operator"
            " has voided the game with `conquian games void`."
        ),
        "code_invalid": Message(
            "The code was mistyped, used, replaced by a newer one or ended by wrong tries, or its time is"
            " over."
        ),
        "dispute_closed": Message("The deadline has passed, or the dispute has been decided or withdrawn."),
        "dispute_repeated": Message("One seat makes one claim about a hand only once."),
        "dispute_command": Message(
            "Only the claim `wrong_refusal` takes a command, and it needs one: this one is missing, has"
            " another form, or comes with another claim."
        ),
        "dispute_receipt": Message(
            "The receipt names another game, or no key of this service has signed it."
        ),
        "dispute_refusal": Message(
            "The refusal is of another command, seat, hand or game, or no key of this service has signed it."
        ),
        "dispute_checkpoint": Message(
            "The proof does not lead from an end of this game to a checkpoint that this service has signed."
        ),
        "dispute_evidence": Message(
            "A dispute accepts evidence at most ten times, and none if the first version of the"
            " machine judges it."
        ),
        "dispute_unjudged": Message(
            "The machine judges first, and hidden cards may have to be revealed before that."
        ),
        "dispute_answered": Message("The seat has given the same answer before."),
        "dispute_statements": Message("The number of statements in a dispute is limited."),
        "dispute_uncontested": Message("The machine has decided, and no seat contests its verdict."),
        "dispute_correction": Message("The amounts are more or fewer than the seats, or do not sum to zero."),
    }
)
"""Causes of all codes that are not of the rules, by code."""
