"""Texts of the home page, and those of every page: its frame, and errors."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

COMMON: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "common.skip": Message("Skip to the content"),
        "common.play": Message("Play"),
        "common.tournaments": Message("Tournaments"),
        "common.audit": Message("Audit"),
        "common.learn": Message("How to play"),
        "common.disputes": Message("Disputes"),
        "common.api": Message("API"),
        "common.pages": Message("Pages"),
        "common.language": Message("Language"),
        "common.theme": Message("Theme"),
        "common.theme_auto": Message("Auto"),
        "common.theme_light": Message("Light"),
        "common.theme_dark": Message("Dark"),
        "common.needs_script": Message(
            "This page needs JavaScript. All that it shows can be asked of the API as well."
        ),
        "common.unreachable": Message("The service cannot be reached."),
        "common.unreachable_detail": Message("Nothing is lost: try again as soon as the connection is back."),
        "common.missing": Message("There is nothing here", "page"),
        "common.missing_sentence": Message(
            "No page has this address. Perhaps a part of the link is missing."
        ),
        "common.incomplete": Message("The archive does not answer now: what it holds is missing here."),
        "common.first_hand": Message("A first hand with help"),
        "common.loading": Message("Loading…"),
        "common.dealt_fairly": Message("Every deck is committed to before the deal. Anybody can check it."),
        "common.your_name": Message("Your name, if you like"),
        "common.your_name_why": Message(
            "It is shown at your tables and in their replays. Without a name you play as a guest."
        ),
        "common.me": Message("Me", "page"),
        "common.plays_as": Message("You play as {name}."),
        "common.bot": Message("{bot} (bot)"),
        "common.level_easy": Message("easy"),
        "common.level_normal": Message("normal"),
        "common.level_hard": Message("hard"),
        "common.level_expert": Message("expert"),
        "common.level_master": Message("master"),
        "common.qr": Message("QR code of this link, for the camera of another device"),
        "common.label": Message("{label}:"),
        "common.guides": Message("Guides for programmers"),
    }
)

RULES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "rules.title": Message("Rulebook"),
        "rules.edition": Message("Edition {edition}"),
    }
)

HOME: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "home.title": Message("Conquián: play now"),
        "home.lead": Message(
            "Sit down against a bot or with friends. No account: the hand is dealt at once."
        ),
        "home.play_now": Message("Play now"),
        "home.variant": Message("Variant"),
        "home.seats": Message("Players"),
        "home.opponents": Message("Against whom"),
        "home.friends": Message("Friends"),
        "home.friends_sentence": Message("One link for all seats, that only you hand out."),
        "home.anybody": Message("Whoever comes"),
        "home.anybody_sentence": Message(
            "The table stands in the list and play begins when everybody is ready."
        ),
        "home.seat_by_seat": Message("Seat by seat"),
        "home.seat": Message("Seat {seat}"),
        "home.same": Message("As above"),
        "home.house_rules": Message("House rules"),
        "home.changed_one": Message("{count} change"),
        "home.changed_other": Message("{count} changes"),
        "home.paragraph": Message("Rules, {rule}"),
        "home.no_number": Message("no fixed number"),
        "home.limit": Message("Time for a decision"),
        "home.limit_20": Message("20 seconds"),
        "home.limit_60": Message("1 minute"),
        "home.limit_180": Message("3 minutes"),
        "home.limit_600": Message("10 minutes"),
        "home.limit_3600": Message("1 hour"),
        "home.limit_86400": Message("1 day"),
        "home.unlisted": Message("Not in the list: only those with the link see it"),
        "home.play": Message("Play"),
        "home.making": Message("Dealing…"),
        "home.refused": Message("That did not work"),
        "home.expected": Message("a seat is kept for you"),
        "home.to_table": Message("Go to the table"),
        "home.mine": Message("My games"),
        "home.mine_sentence": Message("The seats that this browser keeps."),
        "home.your_turn": Message("Your turn"),
        "home.forget": Message("Forget"),
        "home.forget_name": Message("Forget the game {game}"),
        "home.code": Message("Invitation code"),
        "home.code_bad": Message("That is no invitation."),
        "home.join": Message("Join", "game"),
        "home.open": Message("Open tables"),
        "home.open_none": Message("No table waits for players. Open one: choose “Whoever comes”."),
        "home.sit": Message("Sit down"),
        "home.live": Message("Being played"),
        "home.live_none": Message("No public game is being played."),
        "home.watch": Message("Watch"),
        "home.finished": Message("Finished", "games"),
        "home.finished_none": Message("No game has ended yet."),
        "home.replay": Message("Replay"),
        "home.more": Message("Older ones"),
        "home.filter": Message("Only the variant"),
        "home.who": Message("Between"),
        "home.who_all": Message("everybody"),
        "home.who_only": Message("people only"),
        "home.who_some": Message("at least one person"),
        "home.filters": Message("More filters"),
        "home.event": Message("With"),
        "home.event_forced": Message("a forced card"),
        "home.event_drawn": Message("a drawn hand"),
        "home.event_disputed": Message("a dispute"),
        "home.result": Message("Result"),
        "home.result_won": Message("won", "game"),
        "home.result_tablas": Message("all hands drawn"),
        "home.since": Message("From", "date"),
        "home.until": Message("To", "date"),
        "home.length_min": Message("At least so many plies"),
        "home.length_max": Message("At most so many plies"),
        "home.bot": Message("With the bot"),
        "home.player_id": Message("Player (name or id)"),
        "home.player_which": Message("Several players have this name. Which one?"),
        "home.player_none": Message("No player has this name."),
        "home.player_one": Message("{name} ({id}), registered {time}"),
        "home.player_more": Message("More players"),
        "home.note_people": Message(
            "People only: a person in every seat. At least one person: bots may play as well."
        ),
        "home.note_forced": Message(
            "A forced card: an opponent made a player use a card. Found once the game is archived."
        ),
        "home.note_drawn": Message("A drawn hand: at least one hand ended without a winner."),
        "home.note_disputed": Message(
            "A dispute: a player has disputed a hand. Found once the dispute is over and archived."
        ),
        "home.note_tournament": Message("Id of a tournament: its games, once they are archived."),
        "home.note_player": Message("Player: the whole name, without regard to case and accents, or the id."),
        "home.tournament_id": Message("Id of a tournament"),
        "home.game_id": Message("Id of the game"),
        "home.find": Message("Find"),
        "home.no_filters": Message("Remove the filters"),
        "home.found_none": Message("No game matches these filters."),
        "home.every": Message("all"),
        "home.plies_one": Message("{count} ply"),
        "home.plies_other": Message("{count} plies"),
        "home.person": Message("person"),
        "home.free": Message("free"),
        "home.won_by": Message("won by {names}"),
        "home.tablas": Message("tablas (drawn)"),
        "home.status_waiting": Message("waits for players"),
        "home.status_committing": Message("adds chance"),
        "home.status_revealing": Message("reveals chance"),
        "home.status_playing": Message("being played"),
        "home.status_between_hands": Message("between hands"),
        "home.status_finished": Message("finished", "game"),
        "home.status_void": Message("void"),
        "home.status_frozen": Message("frozen"),
        "home.programs": Message("For programmers"),
        "home.programs_sentence": Message(
            "All that these pages do they do with the public API: make games, play, follow them."
        ),
        "home.guide_bots": Message("Write a bot"),
        "home.rules": Message("Rulebook"),
        "home.verifier": Message("Independent verifier"),
        "home.reference": Message("API reference"),
    }
)
