"""Texts of the pages of tournaments, of the registration, and of a player's way to its tables."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message
from app.tournament.failures import FAILURE_TEXTS, PAUSES
from app.tournament.state import WAIT_TEXTS

TOURNAMENT: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "tournament.title": Message("Tournament"),
        "tournament.tournaments": Message("Tournaments"),
        "tournament.lead": Message("Tournaments: who leads, why they meet, and every replay."),
        "tournament.none": Message("There are no tournaments yet."),
        "tournament.unknown": Message("There is no tournament at this address."),
        "tournament.state_registering": Message("open for registration"),
        "tournament.state_running": Message("running"),
        "tournament.state_paused": Message("paused"),
        "tournament.state_finished": Message("finished", "tournament"),
        "tournament.state_aborted": Message("aborted"),
        "tournament.format_round_robin": Message("round robin"),
        "tournament.format_gauntlet": Message("gauntlet"),
        "tournament.format_swiss": Message("Swiss"),
        "tournament.format_single_elimination": Message("single elimination"),
        "tournament.format_double_elimination": Message("double elimination"),
        "tournament.format_arena": Message("arena"),
        "tournament.format_league": Message("league"),
        "tournament.format_sit_and_go": Message("sit-and-go"),
        "tournament.format_sprt": Message("sequential test (SPRT)"),
        "tournament.entrants_one": Message("{count} entrant"),
        "tournament.entrants_other": Message("{count} entrants"),
        "tournament.progress": Message("Progress"),
        "tournament.games_of": Message("{played} of {planned} games"),
        "tournament.games_one": Message("{count} game"),
        "tournament.games_other": Message("{count} games"),
        "tournament.speed": Message("{speed} games a second"),
        **{f"tournament.waits_{part}": words for part, words in WAIT_TEXTS.items()},
        **{f"tournament.paused_{reason}": words for reason, words in PAUSES.items()},
        "tournament.trial": Message(
            "Before the first game it waits for the answer to a trial question of: {names}"
        ),
        "tournament.left": Message("{time} left"),
        "tournament.round": Message("Round"),
        "tournament.round_of": Message("round {round} of {rounds}"),
        "tournament.round_number": Message("round {round}"),
        "tournament.standings": Message("Standings"),
        "tournament.provisional": Message("provisional"),
        "tournament.memory": Message("memory accepted"),
        "tournament.memory_title": Message(
            "Entrants who may remember a deck meet it again, because the organiser accepts that"
        ),
        "tournament.rank": Message("Rank"),
        "tournament.entrant": Message("Entrant"),
        "tournament.points": Message("Points"),
        "tournament.chips": Message("Chips in 100 hands"),
        "tournament.played": Message("Games"),
        "tournament.wins": Message("Won"),
        "tournament.draws": Message("Drawn"),
        "tournament.losses": Message("Lost"),
        **{f"tournament.failed_{kind}": text for kind, text in FAILURE_TEXTS.items()},
        "tournament.failures": Message("Games forfeited by failures"),
        "tournament.failures_why": Message("The organiser and the owner of the bot see why at"),
        "tournament.failure_at": Message("game {number}, ply {ply}"),
        "tournament.forfeits": Message("Forfeits"),
        "tournament.unrated_one": Message(
            "{count} forfeit or walkover counts for points and not for ratings."
        ),
        "tournament.unrated_other": Message(
            "{count} forfeits and walkovers count for points and not for ratings."
        ),
        "tournament.rating": Message("Rating, 95 %"),
        "tournament.elo": Message("Elo, 95 %"),
        "tournament.times": Message("Time per decision"),
        "tournament.times_sentence": Message(
            "Half and 95 % of the decisions take no longer; of bots, in games without a clock."
        ),
        "tournament.median": Message("Median, ms"),
        "tournament.most": Message("95 %, ms"),
        "tournament.decisions": Message("Decisions"),
        "tournament.neighbours": Message("What is missing to tell neighbours apart"),
        "tournament.gap_apart": Message("{name} is {elo} ± {margin} Elo before {other}:"),
        "tournament.gap_one": Message("about {count} more game like these would tell them apart."),
        "tournament.gap_other": Message("about {count} more games like these would tell them apart."),
        "tournament.gap_beyond": Message("more than {count} games would be needed to tell them apart."),
        "tournament.gap_none": Message("Each entrant is told apart from its neighbour at 95 %."),
        "tournament.sprt": Message(
            "Likelihood ratio {llr}, between {lower} and {upper}, after {units} units."
        ),
        "tournament.sprt_H0": Message("Decided: the difference is too small (H0)."),
        "tournament.sprt_H1": Message("Decided: the difference is there (H1)."),
        "tournament.cross_table": Message("Cross-table"),
        "tournament.cross_table_sentence": Message(
            "What each row made against each column: points of the games played."
        ),
        "tournament.cell": Message("{name} against {other}: {points} of {games}"),
        "tournament.print": Message("Print the standings and this round"),
        "tournament.rounds": Message("Rounds"),
        "tournament.rounds_none": Message("No round has been paired yet."),
        "tournament.before": Message("Previous round"),
        "tournament.after": Message("Next round"),
        "tournament.bye": Message("bye"),
        "tournament.why": Message("Why these pairings?"),
        "tournament.games": Message("Games"),
        "tournament.result": Message("Result"),
        "tournament.fixture": Message("game {number} · round {round} · deck {deck}"),
        "tournament.replay": Message("Replay"),
        "tournament.replay_of": Message("Replay of game {number}"),
        "tournament.games_between": Message("Only {one} and {other}"),
        "tournament.games_at": Message("Round {round}, table {table}"),
        "tournament.games_all": Message("All"),
        "tournament.games_none": Message("No game has a result yet."),
        "tournament.more": Message("More games"),
        "tournament.ending_finished": Message("played"),
        "tournament.ending_void": Message("void"),
        "tournament.ending_adjudicated": Message("adjudicated"),
        "tournament.ending_forfeit": Message("forfeit"),
        "tournament.ending_walkover": Message("walkover"),
        "tournament.plots": Message("Plots"),
        "tournament.plot_ratings": Message("Rating of each entrant with its interval"),
        "tournament.plot_llr": Message("Likelihood ratio of the test"),
        "tournament.plot_seats": Message("Advantage of each seat"),
        "tournament.plot_lengths": Message("Length of the games"),
        "tournament.plot_hint": Message("Point at the plot or press the arrow keys to read its values."),
        "tournament.plot_table": Message("As a table"),
        "tournament.plot_seat": Message("Seat, from 0"),
        "tournament.plot_share": Message("Share made, 95 %"),
        "tournament.plot_seat_at": Message("Seat {seat}: {share}"),
        "tournament.plot_units": Message("Units"),
        "tournament.plot_llr_at": Message("After {units} units: {llr}"),
        "tournament.plot_plies": Message("Plies a deal"),
        "tournament.plot_length_at": Message("{plies} plies a deal: {games}"),
        "tournament.plots_at_end": Message("Plots and files are made when the tournament is over."),
        "tournament.making": Message("This is being made; it takes some seconds."),
        "tournament.downloads": Message("Downloads"),
        "tournament.live": Message("live"),
        "tournament.reconnecting": Message("reconnecting…"),
        "tournament.refused": Message("That did not work"),
        "tournament.hours": Message("{hours} h"),
        "tournament.minutes": Message("{minutes} min"),
        "tournament.seconds": Message("{seconds} s"),
    }
)

REGISTRATION: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "registration.title": Message("Take part"),
        "registration.lead": Message(
            "Players register here until the organiser starts the tournament. Then this page shows each"
            " player the way to the table."
        ),
        "registration.register": Message("Register"),
        "registration.registered": Message("You take part as {name}."),
        "registration.withdraw": Message("Withdraw", "registration"),
        "registration.name_first": Message("Enter your name first."),
        "registration.who": Message("Registered so far"),
        "registration.nobody": Message("Nobody has registered yet."),
        "registration.you": Message("you"),
        "registration.invite": Message("Invite others"),
        "registration.link": Message("Link to this page"),
        "registration.copy": Message("Copy the link"),
        "registration.copied": Message("The link is copied."),
        "registration.ready": Message("Your table is ready"),
        "registration.ready_title": Message("Your table is ready · {name}"),
        "registration.sit": Message("To your table: game {number}, round {round}"),
        "registration.go_on": Message("Back to your table: game {number}, round {round}"),
        "registration.until": Message("Come by {time}."),
        "registration.wait": Message("Your next table appears here as soon as it is ready."),
        "registration.out": Message("You take no more part in this tournament."),
        "registration.start": Message("Start the tournament"),
        "registration.start_sentence": Message(
            "Nobody registers any more, and the first round is paired. Bots of the service can fill up."
        ),
        "registration.bots": Message("How many bots fill up"),
        "registration.bot": Message("Which bot"),
        "registration.begin": Message("Start it now"),
        "registration.remove": Message("Remove a player"),
        "registration.removes": Message("Remove"),
        "registration.done_start": Message("The tournament has started."),
        "registration.done_remove": Message("The player is removed."),
    }
)
