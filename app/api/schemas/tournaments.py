"""Schemas of the responses of tournaments."""

from typing import Any, Final

from marshmallow import INCLUDE, Schema, fields

from app.api.schemas.logs import TournamentEntryView
from app.api.schemas.tournament_requests import MANIFEST_EXAMPLE
from app.tournament.failures import FailureKind
from app.tournament.sprt import Decision, Model
from app.tournament.state import TournamentPhase, Wait
from replays.api.schemas.marks import MarksView
from replays.archive.unavailable import Incomplete

_ID: Final = "t-17b3v0w1x5z8k2m4n6p7q9r0"
_GAME: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"


def _nullable(description: str, **more: Any) -> dict[str, Any]:
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
    out = fields.String(**_nullable("Why it takes no more part: `failed`, or the organiser's words"))
    trial = fields.Nested(
        TrialView,
        **_nullable("Of a player over HTTP: no game begins before each has answered; null for others"),
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
        **_nullable(
            "What it waits for while it is `running`, as its worker found it within the last minute: then no"
            " games are added, and it goes on by itself",
            enum=[*map(str, Wait), None],
        )
    )
    played = fields.Integer(metadata={"description": "Games with a result"})
    planned = fields.Integer(**_nullable("All games, where that can be told"))
    started = fields.Integer(metadata={"description": "ms since 1970"})
    ended = fields.Integer(**_nullable("ms since 1970"))


class TournamentView(_CountedView):
    """State of a tournament."""

    ply = fields.Integer(metadata={"description": "The last entry of its log"})
    format = fields.Dict(metadata={"description": "As in the manifest"})
    paused_for = fields.String(**_nullable("Why the service has paused it, as a code"))
    entrants = fields.List(fields.Nested(EntrantView))
    round = fields.Integer(metadata={"description": "The last round that is paired"})
    rounds = fields.Integer(**_nullable("All rounds, where that can be told"))
    paired = fields.Integer(metadata={"description": "Games that are paired"})
    games_per_second = fields.Float(**_nullable("Games played per second lately"))
    eta_seconds = fields.Float(**_nullable("How long it still takes at that speed"))
    owner = fields.String(**_nullable("The player who organises it"))
    duplicates = fields.Boolean(metadata={"description": "Whether decks are played in several orders"})
    memory_accepted = fields.Boolean(
        metadata={"description": "Whether players over HTTP, who may remember a deck, meet it again"}
    )
    reproducible = fields.Boolean(
        metadata={"description": "Whether no decision depends on a clock or on somebody remote"}
    )
    organiser_seeded = fields.Boolean(metadata={"description": "Whether the organiser chose the decks"})
    commitment = fields.String(metadata={"description": "What the deck seed was committed to"})
    seeds = fields.Nested(SeedsView, **_nullable("Once it is over"))
    manifest = fields.Dict(metadata={"description": "The manifest without its seeds"})


BRIEF_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
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
    next = fields.String(**_nullable("The value of `cursor` for the next page"))


class TimeView(Schema):
    """Statistics of an entrant's measured decision times."""

    decisions = fields.Integer()
    median_ms = fields.Float(allow_none=True)
    p95_ms = fields.Float(**_nullable("The 95th percentile"))


class NeighboursView(Schema):
    """Two entrants with neighbouring ratings, the better one first."""

    entrants = fields.List(fields.Integer())
    difference = fields.Float(metadata={"description": "Of their ratings"})
    margin = fields.Float(metadata={"description": "Half the width of its interval at 95 %"})
    more_games = fields.Integer(
        **_nullable(
            "About so many more games of the tournament would make the interval as narrow as the"
            " difference: 0 where it is; null for more than a million"
        )
    )


class RowView(Schema):
    """A row of the standings."""

    rank = fields.Integer()
    entrant = fields.Integer()
    name = fields.String()
    points = fields.Float(metadata={"description": "Of meetings in a Swiss tournament, else of games"})
    score = fields.Float(metadata={"description": "What was made of each game that counts, 0 to 1"})
    games = fields.Integer()
    wins = fields.Integer()
    draws = fields.Integer()
    losses = fields.Integer()
    chips = fields.Integer()
    byes = fields.Integer()
    forfeits = fields.Integer()
    walkovers = fields.Integer()
    voids = fields.Integer()
    disputed = fields.Integer(metadata={"description": "Games that count, but may change"})
    open = fields.Integer(metadata={"description": "Games that are paired and wait"})
    rating = fields.Float(**_nullable("See rating_system; null while no game of it counts for ratings"))
    margin = fields.Float(**_nullable("Half the width of the interval at 95 %"))
    tie_breaks = fields.Dict(metadata={"description": "Those that were needed, by name"})
    time = fields.Nested(
        TimeView,
        **_nullable(
            "Of its decisions in games played in memory; of a player over HTTP, of its answers in live "
            "games, from the question in the log to the answer. Bots at live tables are not measured. "
            "Null where there are none"
        ),
    )


class SprtView(Schema):
    """The test so far."""

    elo0 = fields.Float()
    elo1 = fields.Float()
    alpha = fields.Float()
    beta = fields.Float()
    model = fields.String(metadata={"enum": [str(model) for model in Model]})
    llr = fields.Float(metadata={"description": "The log-likelihood ratio"})
    lower = fields.Float()
    upper = fields.Float()
    units = fields.Integer(metadata={"description": "How many units were looked at"})
    counts = fields.List(
        fields.Integer(), metadata={"description": "Units by score, from all games lost to all games won"}
    )
    decision = fields.String(**_nullable("What was decided", enum=[str(one) for one in Decision]))
    elo = fields.Float(metadata={"description": "The difference that the units speak for"})
    margin = fields.Float(metadata={"description": "Half the width of its interval at 95 %"})


class StandingsView(Incomplete):
    """The table."""

    tournament = fields.String()
    ply = fields.Integer(metadata={"description": "The last entry of the log that is counted"})
    provisional = fields.Boolean(metadata={"description": "Whether it can still change"})
    memory_accepted = fields.Boolean(
        metadata={"description": "Whether entrants who may remember a deck have met it again"}
    )
    rating_system = fields.String(metadata={"enum": ["elo", "plackett_luce"]})
    unrated = fields.Integer(
        metadata={
            "description": "Games that ended by a forfeit or a walkover: they count for points and not for"
            " ratings"
        }
    )
    rows = fields.List(fields.Nested(RowView))
    neighbours = fields.List(
        fields.Nested(NeighboursView),
        metadata={"description": "How far neighbours by rating are apart; empty where ratings are not Elo"},
    )
    sprt = fields.Nested(SprtView, **_nullable("Of a tournament that is such a test"))


_COUNTS: Final = dict.fromkeys(("chips", "byes", "forfeits", "walkovers", "voids", "disputed", "open"), 0)
STANDINGS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
    "ply": 4,
    "provisional": True,
    "memory_accepted": False,
    "rating_system": "elo",
    "unrated": 0,
    "rows": [
        {
            "rank": 1,
            "entrant": 1,
            "name": "dos",
            "points": 26.0,
            "score": 0.65,
            "games": 40,
            "wins": 26,
            "draws": 0,
            "losses": 14,
            "rating": 54.2,
            "margin": 60.1,
            **_COUNTS,
            "tie_breaks": {},
            "time": {"decisions": 410, "median_ms": 0.21, "p95_ms": 0.9},
        },
        {
            "rank": 2,
            "entrant": 0,
            "name": "uno",
            "points": 14.0,
            "score": 0.35,
            "games": 40,
            "wins": 14,
            "draws": 0,
            "losses": 26,
            "rating": -54.2,
            "margin": 60.1,
            **_COUNTS,
            "tie_breaks": {},
            "time": {"decisions": 410, "median_ms": 0.21, "p95_ms": 0.9},
        },
    ],
    "neighbours": [{"entrants": [1, 0], "difference": 108.4, "margin": 120.2, "more_games": 10}],
    "sprt": None,
}


class CellView(Schema):
    """Results of an entrant against another."""

    points = fields.Float()
    score = fields.Float(metadata={"description": "What it made of a game, from 0 to 1"})
    margin = fields.Float(
        **_nullable("Half the width of the interval of score at 95 %, by how the decks scatter")
    )
    games = fields.Integer()
    wins = fields.Integer()
    draws = fields.Integer()
    losses = fields.Integer()


class CrossTableView(Schema):
    """Results by entrant and opponent; null where they did not meet."""

    tournament = fields.String()
    ply = fields.Integer(metadata={"description": "The last entry of the log that is counted"})
    names = fields.List(fields.String())
    rows = fields.List(fields.List(fields.Nested(CellView, allow_none=True)))


_CELL: Final = {
    "points": 26.0, "score": 0.65, "margin": 0.1478, "games": 40, "wins": 26, "draws": 0, "losses": 14,
}  # fmt: skip
_OTHER: Final = {
    "points": 14.0, "score": 0.35, "margin": 0.1478, "games": 40, "wins": 14, "draws": 0, "losses": 26,
}  # fmt: skip
CROSS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
    "ply": 4,
    "names": ["uno", "dos"],
    "rows": [[None, _OTHER], [_CELL, None]],
}


class FixtureView(MarksView):
    """A game of the schedule; all after `names` is null until it has its result."""

    fixture = fields.Integer(metadata={"description": "Its number, from 1"})
    round = fields.Integer()
    table = fields.Integer()
    deck = fields.Integer(metadata={"description": "Fixtures with one deck are dealt the same cards"})
    seats = fields.List(fields.Integer(), metadata={"description": "By seat the entrant"})
    names = fields.List(fields.String())
    game = fields.String(**_nullable("The id of the game, with all that /v1/games has of it"))
    digest = fields.String(**_nullable("The last digest of the game"))
    ending = fields.String(
        **_nullable("How it ended", enum=["finished", "void", "adjudicated", "forfeit", "walkover", None])
    )
    balances = fields.List(fields.Integer(), **_nullable("By seat what was won"))
    scores = fields.List(fields.Float(), **_nullable("By seat the share of the others that was beaten"))
    at_fault = fields.List(fields.Integer(), **_nullable("The seats that lost without being beaten"))
    failure = fields.String(
        **_nullable(
            "How the entrant failed that forfeited the game, if one did",
            enum=[*map(str, FailureKind), None],
        )
    )
    plies = fields.Integer(allow_none=True)
    hands = fields.Integer(allow_none=True)
    text = fields.String(**_nullable("Why it was adjudicated"))


class FixturesView(Incomplete):
    """Games in the order of the schedule."""

    tournament = fields.String()
    games = fields.List(fields.Nested(FixtureView))
    next = fields.Integer(**_nullable("The value of `cursor` for the next page"))


FIXTURE_EXAMPLE: Final[dict[str, Any]] = {
    "fixture": 1,
    "round": 1,
    "table": 1,
    "deck": 1,
    "seats": [0, 1],
    "names": ["uno", "dos"],
    "game": _GAME,
    "digest": "5e" * 32,
    "ending": "finished",
    "balances": [-1, 1],
    "scores": [0.0, 1.0],
    "at_fault": [],
    "failure": None,
    "plies": 31,
    "hands": 1,
    "text": None,
}


class PairingView(Schema):
    """Entrants at a table of a round, with their points there."""

    table = fields.Integer()
    entrants = fields.List(fields.Integer())
    names = fields.List(fields.String())
    bye = fields.Boolean(metadata={"description": "Whether the only entrant meets nobody"})
    played = fields.Integer()
    planned = fields.Integer()
    points = fields.List(fields.Float())


class PairingsView(Schema):
    """A round."""

    tournament = fields.String()
    round = fields.Integer()
    rounds = fields.Integer(allow_none=True)
    pairings = fields.List(fields.Nested(PairingView))


PAIRINGS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
    "round": 1,
    "rounds": 1,
    "pairings": [
        {
            "table": 1,
            "entrants": [0, 1],
            "names": ["uno", "dos"],
            "bye": False,
            "played": 40,
            "planned": 100,
            "points": [14.0, 26.0],
        }
    ],
}


class ReasonView(Schema):
    """Reason of a pairing: a code, the numbers that decided, and a sentence."""

    class Meta:
        """Options of marshmallow: the numbers differ from rule to rule."""

        unknown = INCLUDE

    rule = fields.String()
    text = fields.Dict(keys=fields.String(), values=fields.String())


class ReasonsView(Schema):
    """Reasons of a round's pairings."""

    tournament = fields.String()
    round = fields.Integer()
    reasons = fields.List(fields.Nested(ReasonView))


REASONS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
    "round": 1,
    "reasons": [
        {
            "rule": "circle",
            "table": 1,
            "entrants": [0, 1],
            "cycle": 1,
            "turn": 1,
            "turns": 1,
            "text": {"en": "Cycle 1, turn 1 of 1: the circle brings uno and dos together."},
        }
    ],
}


class TournamentEventsView(Schema):
    """A page of the log."""

    tournament = fields.String()
    ply = fields.Integer(metadata={"description": "The last entry the log has"})
    events = fields.List(fields.Nested(TournamentEntryView))
    next = fields.Integer(metadata={"description": "The value of `after` for the next page"})


EVENTS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": _ID,
    "ply": 1,
    "events": [
        {
            "ply": 1,
            "digest": "5e" * 32,
            "public": {
                "v": 1,
                "game": _ID,
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
