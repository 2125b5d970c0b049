"""Schemas of the responses of tournaments."""

from typing import Any, Final

from marshmallow import Schema, fields

from app.api.schemas.logs import TournamentEntryView
from app.api.schemas.tournament_requests import MANIFEST_EXAMPLE
from app.http.pagination import Incomplete
from app.tournament.state import TournamentPhase, Wait

TOURNAMENT_ID: Final = "t-17b3v0w1x5z8k2m4n6p7q9r0"

GAME_ID: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"


def nullable(description: str, **more: Any) -> dict[str, Any]:
    """Return the arguments of a field that may be null."""
    return {"allow_none": True, "metadata": {"description": description, **more}}


class TrialView(Schema):
    """The trial question of a player over HTTP."""

    game = fields.String(metadata={"description": "The trial game, which counts for nothing"})
    answered = fields.Boolean(metadata={"description": "Whether the player has answered a question in it"})


class EntrantView(Schema):
    """An entrant."""

    entrant = fields.Integer(metadata={"description": "Its number in the manifest, from 0"})
    name = fields.String()
    engine = fields.String(metadata={"enum": ["bot", "python", "command", "player"]})
    out = fields.String(**nullable("Why it takes no more part: `failed`, or the organiser's words"))
    trial = fields.Nested(
        TrialView,
        **nullable("Of a player over HTTP: no game begins before each has answered; null for others"),
    )


class SeedsView(Schema):
    """Seeds of a finished tournament."""

    deck_seed = fields.String()
    bot_seed = fields.String()


class _CountedView(Schema):
    """Progress of a tournament."""

    tournament = fields.String()
    name = fields.String()
    variant = fields.String()
    state = fields.String(metadata={"enum": [str(one) for one in TournamentPhase]})
    waits_for = fields.String(
        **nullable(
            "What it waits for while it is `running`, as its worker found it within the last minute: then no"
            " games are added, and it goes on by itself",
            enum=[*map(str, Wait), None],
        )
    )
    played = fields.Integer(metadata={"description": "Games with a result"})
    planned = fields.Integer(**nullable("All games, where that can be told"))
    started = fields.Integer(metadata={"description": "ms since 1970"})
    ended = fields.Integer(**nullable("ms since 1970"))


class TournamentView(_CountedView):
    """State of a tournament."""

    ply = fields.Integer(metadata={"description": "The last entry of its log"})
    format = fields.Dict(metadata={"description": "As in the manifest"})
    paused_for = fields.String(**nullable("Why the service has paused it, as a code"))
    entrants = fields.List(fields.Nested(EntrantView))
    round = fields.Integer(metadata={"description": "The last round that is paired"})
    rounds = fields.Integer(**nullable("All rounds, where that can be told"))
    paired = fields.Integer(metadata={"description": "Games that are paired"})
    games_per_second = fields.Float(**nullable("Games played per second lately"))
    eta_seconds = fields.Float(**nullable("How long it still takes at that speed"))
    owner = fields.String(**nullable("The player who organises it"))
    duplicates = fields.Boolean(metadata={"description": "Whether decks are played in several orders"})
    memory_accepted = fields.Boolean(
        metadata={"description": "Whether players over HTTP, who may remember a deck, meet it again"}
    )
    reproducible = fields.Boolean(
        metadata={"description": "Whether no decision depends on a clock or on somebody remote"}
    )
    organiser_seeded = fields.Boolean(metadata={"description": "Whether the organiser chose the decks"})
    commitment = fields.String(metadata={"description": "What the deck seed was committed to"})
    seeds = fields.Nested(SeedsView, **nullable("Once it is over"))
    manifest = fields.Dict(metadata={"description": "The manifest without its seeds"})


BRIEF_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "name": "Copa de primavera",
    "variant": "north-american",
    "format": "round_robin",
    "state": "running",
    "waits_for": None,
    "entrants": 2,
    "played": 40,
    "planned": 100,
    "started": 1_790_000_000_000,
    "ended": None,
}

EXAMPLE: Final[dict[str, Any]] = {
    **BRIEF_EXAMPLE,
    "ply": 4,
    "format": {"type": "round_robin"},
    "paused_for": None,
    "entrants": [
        {"entrant": 0, "name": "uno", "engine": "bot", "out": None, "trial": None},
        {"entrant": 1, "name": "dos", "engine": "bot", "out": None, "trial": None},
    ],
    "round": 1,
    "rounds": 1,
    "paired": 100,
    "games_per_second": 31.5,
    "eta_seconds": 1.9,
    "owner": "p-0c1d2e3f4g5h6i7j8k9l0m1n",
    "duplicates": True,
    "memory_accepted": False,
    "reproducible": True,
    "organiser_seeded": False,
    "commitment": "9c" * 32,
    "seeds": None,
    "manifest": MANIFEST_EXAMPLE,
}

BEGUN_EXAMPLE: Final[dict[str, Any]] = {**EXAMPLE, "played": 0, "games_per_second": None, "eta_seconds": None}

ADJUDICATED_EXAMPLE: Final[dict[str, Any]] = {**BEGUN_EXAMPLE, "played": 1}

FORFEITED_EXAMPLE: Final[dict[str, Any]] = {
    **BEGUN_EXAMPLE,
    "played": 100,
    "state": "finished",
    "ended": BRIEF_EXAMPLE["started"] + 5_000,
    "entrants": [EXAMPLE["entrants"][0], {**EXAMPLE["entrants"][1], "out": "Went home."}],
    "seeds": {"deck_seed": "5b" * 32, "bot_seed": "6c" * 32},
}
"""A tournament that has just begun, with a game adjudicated, and with one of its two entrants withdrawn."""


class BriefView(_CountedView):
    """A tournament in a list."""

    format = fields.String()
    entrants = fields.Integer(metadata={"description": "How many take part"})


class TournamentsView(Incomplete):
    """Tournaments, the newest first."""

    tournaments = fields.List(fields.Nested(BriefView))
    summing_up = fields.Integer(
        metadata={
            "description": "How many of this page are left out: a worker sums them up, because an earlier"
            " version of the service played them; ask again soon"
        }
    )
    next = fields.String(**nullable("The value of `cursor` for the next page"))


class TournamentEventsView(Schema):
    """A page of the log."""

    tournament = fields.String()
    ply = fields.Integer(metadata={"description": "The last entry the log has"})
    events = fields.List(fields.Nested(TournamentEntryView))
    next = fields.Integer(metadata={"description": "The value of `after` for the next page"})


EVENTS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "ply": 1,
    "events": [
        {
            "ply": 1,
            "digest": "5e" * 32,
            "public": {
                "v": 1,
                "game": TOURNAMENT_ID,
                "ply": 1,
                "time": 1_790_000_000_000,
                "actor": "p-0c1d2e3f4g5h6i7j8k9l0m1n",
                "command": {"type": "create"},
                "events": [{"type": "created"}],
                "seals": [[255, "7a" * 32]],
            },
        }
    ],
    "next": 1,
}
