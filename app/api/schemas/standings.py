"""Schemas of the standings and the cross table of a tournament."""

from typing import Any, Final

from marshmallow import Schema, fields

from app.api.schemas.tournaments import TOURNAMENT_ID, nullable
from app.http.pagination import Incomplete
from app.tournament.sprt import Decision, Model


class TimeView(Schema):
    """Statistics of an entrant's measured decision times."""

    decisions = fields.Integer()
    median_ms = fields.Float(allow_none=True)
    p95_ms = fields.Float(**nullable("The 95th percentile"))


class NeighboursView(Schema):
    """Two entrants with neighbouring ratings, the better one first."""

    entrants = fields.List(fields.Integer())
    difference = fields.Float(metadata={"description": "Of their ratings"})
    margin = fields.Float(metadata={"description": "Half the width of its interval at 95 %"})
    more_games = fields.Integer(
        **nullable(
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
    rating = fields.Float(**nullable("See rating_system; null while no game of it counts for ratings"))
    margin = fields.Float(**nullable("Half the width of the interval at 95 %"))
    tie_breaks = fields.Dict(metadata={"description": "Those that were needed, by name"})
    time = fields.Nested(
        TimeView,
        **nullable(
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
    decision = fields.String(**nullable("What was decided", enum=[str(one) for one in Decision]))
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
    sprt = fields.Nested(SprtView, **nullable("Of a tournament that is such a test"))


_COUNTS: Final = dict.fromkeys(("chips", "byes", "forfeits", "walkovers", "voids", "disputed", "open"), 0)

STANDINGS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
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
        **nullable("Half the width of the interval of score at 95 %, by how the decks scatter")
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
    "tournament": TOURNAMENT_ID,
    "ply": 4,
    "names": ["uno", "dos"],
    "rows": [[None, _OTHER], [_CELL, None]],
}
