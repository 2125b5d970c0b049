"""Texts of the form that creates a tournament and of what its organiser can do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

ORGANISE: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "organise.new": Message("Create a tournament"),
        "organise.new_lead": Message(
            "An organiser creates a tournament with an API key with the scope organise, which the operator of"
            " the service grants. On a service for friends the key of every player may do."
        ),
        "organise.key": Message("Your API key with the scope organise"),
        "organise.key_kept": Message("This browser keeps it and sends it to this service only."),
        "organise.name": Message("Name of the tournament"),
        "organise.preset": Message("Who takes part"),
        "organise.preset_bots": Message("Bots"),
        "organise.preset_players": Message("Players"),
        "organise.preset_both": Message("Players and bots"),
        "organise.preset_club": Message("A club evening"),
        "organise.sentence_bots": Message("Bots of the service play each other at tables of two."),
        "organise.sentence_players": Message(
            "Registered players, persons or their own bots, play each other at tables of two."
        ),
        "organise.sentence_both": Message(
            "Registered players and bots of the service play each other at tables of two."
        ),
        "organise.sentence_club": Message(
            "Registered players, for example ten, sit at tables of 3 to 5. In each round the tables are"
            " mixed, until all have met each other as evenly as possible; who has no place sits out in turn."
        ),
        "organise.variant": Message("Variant"),
        "organise.seats": Message("Seats at a table"),
        "organise.format": Message("Format"),
        "organise.bots": Message("Bots that take part"),
        "organise.open": Message("Players register by a link"),
        "organise.open_sentence": Message(
            "The page of the tournament has the link and a QR code for it. You start it there."
        ),
        "organise.expected": Message("Players that you expect"),
        "organise.players": Message("Players that take part"),
        "organise.players_how": Message("One a line: a name, a space, and the id of the player (p-…)."),
        "organise.players_wrong": Message(
            "Each line of the players needs a name, a space and an id that begins with p-."
        ),
        "organise.players_none": Message("Enter at least one player."),
        "organise.too_few_one": Message("At least {count} entrant is needed."),
        "organise.too_few_other": Message("At least {count} entrants are needed."),
        "organise.decks": Message("Decks for each pairing"),
        "organise.decks_how": Message("How many games are played each time the same entrants meet."),
        "organise.seconds": Message("Seconds for a decision"),
        "organise.minutes": Message("Minutes that a game takes, as you expect"),
        "organise.duplicates": Message("Duplicate decks"),
        "organise.duplicates_sentence": Message(
            "Each deck is played again with the seats exchanged, so that good cards help everybody alike."
        ),
        "organise.remembered": Message(
            "Each game has a deck of its own, because a player could remember a deck."
        ),
        "organise.asked": Message("Before the first game each player answers a question in a trial game."),
        "organise.absent": Message("Players who do not come to their table"),
        "organise.absent_wait": Message("The table waits"),
        "organise.absent_forfeit": Message("They forfeit the game"),
        "organise.absent_bot": Message("A bot plays until they come"),
        "organise.absent_sentence_wait": Message(
            "The seat is kept for a day. You can set the result or withdraw the player meanwhile."
        ),
        "organise.absent_sentence_forfeit": Message(
            "The game is not played, and they lose it to everybody else at the table. Who forfeits three"
            " games is out."
        ),
        "organise.absent_sentence_bot": Message(
            "The others play on. A player who comes plays again from then on; one who is not back at the end"
            " loses the game to everybody else, and is out after three such games."
        ),
        "organise.absent_minutes": Message("Minutes until then"),
        "organise.absent_with": Message("Which bot plays for them"),
        "organise.extend": Message("Play on for longer"),
        "organise.extend_sentence": Message(
            "Before the last game has ended, or while the tournament is paused: the end reveals the decks."
        ),
        "organise.extend_by": Message("How many more"),
        "organise.extend_what": Message("What is added"),
        "organise.extend_rounds": Message("Rounds"),
        "organise.extend_cycles": Message("Cycles: everybody meets everybody again"),
        "organise.extend_games": Message("Games"),
        "organise.extend_minutes": Message("Minutes"),
        "organise.extensions": Message("Extend"),
        "organise.give_time": Message("More time to come to a table"),
        "organise.give_time_sentence": Message("The rule for absent players then follows later."),
        "organise.give_time_table": Message("Table"),
        "organise.give_time_at": Message("Round {round}, table {table}, until {time}: {names}"),
        "organise.give_time_minutes": Message("Minutes more"),
        "organise.times": Message("Give time"),
        "organise.done_extensions": Message("The tournament is extended."),
        "organise.done_times": Message("The table has more time."),
        "organise.estimate": Message("Rounds: {rounds}. Games: {games}."),
        "organise.estimate_least": Message(
            "Rounds: at least {rounds}. Games: at least {games}. Often it takes two or three times as many,"
            " until all have met; once it is created its page shows the number."
        ),
        "organise.time_players": Message("Time: about {time}, if the games of a round are played at once."),
        "organise.time_bots": Message("Time: about {time} at the speed of earlier tournaments here."),
        "organise.time_unknown": Message("Its page shows the time left as soon as games are played."),
        "organise.create": Message("Create the tournament"),
        "organise.title": Message("Organise"),
        "organise.lead": Message("For the organiser of this tournament."),
        "organise.pause": Message("Pause"),
        "organise.resume": Message("Go on"),
        "organise.end": Message("End the tournament"),
        "organise.end_sentence": Message(
            "No further game begins, the present results stay, and the seeds are revealed. This cannot be"
            " undone."
        ),
        "organise.abort": Message("End it now"),
        "organise.forfeit": Message("Withdraw an entrant"),
        "organise.forfeit_sentence": Message("Its opponents win its remaining games without playing."),
        "organise.forfeits": Message("Withdraw"),
        "organise.adjudicate": Message("Set the result of a game"),
        "organise.adjudicate_sentence": Message(
            "For a game that is not played. The log marks it as adjudicated and has the reason."
        ),
        "organise.adjudications": Message("Set the result"),
        "organise.game": Message("Game"),
        "organise.game_at": Message("Game {number}, round {round}, table {table}: {names}"),
        "organise.wins": Message("{name} wins or pays"),
        "organise.reason": Message("Reason"),
        "organise.done_pause": Message("The tournament is paused."),
        "organise.done_resume": Message("The tournament goes on."),
        "organise.done_abort": Message("The tournament has ended."),
        "organise.done_forfeits": Message("The entrant is withdrawn."),
        "organise.done_adjudications": Message("The result is set."),
    }
)
