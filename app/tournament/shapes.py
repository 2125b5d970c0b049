"""Shapes of what a tournament shows: the members of its views, with their descriptions for the API."""

from typing import Annotated, NotRequired, TypedDict

from app.games.codec import Json
from app.tournament.sprt import Decision, Model
from app.tournament.state import TournamentPhase, Wait


class TrialView(TypedDict):
    """The trial question of a player over HTTP."""

    game: Annotated[str, "The trial game, which counts for nothing"]
    answered: Annotated[bool, "Whether the player has answered a question in it"]


class EntrantView(TypedDict):
    """An entrant."""

    entrant: Annotated[int, "Its number in the manifest, from 0"]
    name: str
    engine: Annotated[str, {"enum": ["bot", "python", "command", "player"]}]
    player: Annotated[str | None, "The id of a player over HTTP; null for others"]
    out: Annotated[str | None, "Why it takes no more part: `failed`, or the organiser's words"]
    trial: Annotated[
        TrialView | None, "Of a player over HTTP: no game begins before each has answered; null for others"
    ]


class SeedsView(TypedDict):
    """Seeds of a finished tournament."""

    deck_seed: str
    bot_seed: str


class CountedView(TypedDict):
    """Progress of a tournament."""

    tournament: str
    name: str
    variant: str
    state: Annotated[str, {"enum": [str(one) for one in TournamentPhase]}]
    played: Annotated[int, "Games with a result"]
    planned: Annotated[int | None, "All games, where that is known before the end"]
    started: Annotated[int, "ms since 1970"]
    ended: Annotated[int | None, "ms since 1970"]


class MoreTimeView(TypedDict):
    """More time for the players of a game to come."""

    fixture: int
    minutes: int


class TournamentSummary(CountedView):
    """State of a tournament, without its ply and what it waits for."""

    format: Annotated[Json, "As in the manifest"]
    paused_for: Annotated[str | None, "Why the service has paused it, as a code"]
    entrants: list[EntrantView]
    round: Annotated[int, "The last round that is paired"]
    rounds: Annotated[int | None, "All rounds, where that is known before the end"]
    paired: Annotated[int, "Games that are paired"]
    games_per_second: Annotated[float | None, "Games played per second lately"]
    eta_seconds: Annotated[float | None, "How long it still takes at that speed"]
    owner: Annotated[str | None, "The player who organises it"]
    duplicates: Annotated[bool, "Whether decks are played in several orders"]
    memory_accepted: Annotated[bool, "Whether players over HTTP, who may remember a deck, meet it again"]
    reproducible: Annotated[bool, "Whether no decision depends on a clock or on somebody remote"]
    organiser_seeded: Annotated[bool, "Whether the organiser chose the decks"]
    commitment: Annotated[str, "What the deck seed was committed to"]
    seeds: Annotated[SeedsView | None, "Once it is over"]
    manifest: Annotated[Json, "The manifest without its seeds"]
    extendable: Annotated[list[str], "Parameters of the format by which it can be extended"]
    more_time: Annotated[list[MoreTimeView], "Games without a result whose players have more time to come"]


class TournamentView(TournamentSummary):
    """State of a tournament."""

    ply: Annotated[int, "The last entry of its log"]
    waits_for: Annotated[
        str | None,
        "What it waits for while it is `running`, as its worker found it within the last minute: then no"
        " games are added, and it goes on by itself",
        {"enum": [*map(str, Wait)]},
    ]


class BriefView(CountedView):
    """A tournament in a list."""

    format: str
    entrants: Annotated[int, "How many take part"]
    paused_for: Annotated[str | None, "Why the service has paused it, as a code"]
    waits_for: Annotated[
        str | None,
        "What it waits for while it is `running`, as its worker found it within the last minute: then no"
        " games are added, and it goes on by itself",
        {"enum": [*map(str, Wait)]},
    ]


class TimeView(TypedDict):
    """Statistics of an entrant's measured decision times."""

    decisions: int
    median_ms: float | None
    p95_ms: Annotated[float | None, "The 95th percentile"]


class NeighboursView(TypedDict):
    """Two entrants with neighbouring ratings, the better one first."""

    entrants: list[int]
    difference: Annotated[float, "Of their ratings"]
    margin: Annotated[float, "Half the width of its interval at 95 %"]
    more_games: Annotated[
        int | None,
        "About so many more games of the tournament would make the interval as narrow as the"
        " difference: 0 where it is; null for more than a million",
    ]


class ChipRateView(TypedDict):
    """Chips for each hand."""

    hands: int
    mean: Annotated[float, "Of a row: what a seat of it has won; of a cell: what it has won more"]
    margin: Annotated[float | None, "Half the width of the interval at 95 %, by how the decks scatter"]


class RowView(TypedDict):
    """A row of the standings."""

    rank: int
    entrant: int
    name: str
    points: Annotated[float, "Of meetings in a Swiss tournament, else of games"]
    score: Annotated[float, "What was made of each game that counts, 0 to 1"]
    games: int
    wins: int
    draws: int
    losses: int
    chips: int
    byes: int
    forfeits: int
    walkovers: int
    voids: int
    disputed: Annotated[int, "Games that count, but may change"]
    open: Annotated[int, "Games that are paired and wait"]
    rating: Annotated[float | None, "See rating_system; null while no game of it counts for ratings"]
    margin: Annotated[float | None, "Half the width of the interval at 95 %"]
    tie_breaks: Annotated[Json, "Those that were needed, by name"]
    time: Annotated[
        TimeView | None,
        "Of its decisions in games played in memory; of a player over HTTP, of its answers in live "
        "games, from the question in the log to the answer. Bots at live tables are not measured. "
        "Null where there are none",
    ]
    per_hand: NotRequired[ChipRateView]


class SprtView(TypedDict):
    """The test so far."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, {"enum": [str(model) for model in Model]}]
    llr: Annotated[float, "The log-likelihood ratio"]
    lower: float
    upper: float
    units: Annotated[int, "How many units were looked at"]
    counts: Annotated[list[int], "Units by score, from all games lost to all games won"]
    decision: Annotated[str | None, "What was decided", {"enum": [str(one) for one in Decision]}]
    elo: Annotated[float, "The difference that the units speak for"]
    margin: Annotated[float, "Half the width of its interval at 95 %"]


class StandingsTable(TypedDict):
    """The standings, without the ply."""

    tournament: str
    provisional: Annotated[bool, "Whether it can still change"]
    memory_accepted: Annotated[bool, "Whether entrants who may remember a deck have met it again"]
    rating_system: Annotated[str, {"enum": ["elo", "plackett_luce"]}]
    unrated: Annotated[
        int, "Games that ended by a forfeit or a walkover: they count for points and not for ratings"
    ]
    rows: list[RowView]
    neighbours: Annotated[
        list[NeighboursView], "How far neighbours by rating are apart; empty where ratings are not Elo"
    ]
    sprt: Annotated[SprtView | None, "Of a tournament that is such a test"]


class CellView(TypedDict):
    """Results of an entrant against another."""

    points: float
    score: Annotated[float, "What it made of a game, from 0 to 1"]
    margin: Annotated[
        float | None, "Half the width of the interval of score at 95 %, by how the decks scatter"
    ]
    games: int
    wins: int
    draws: int
    losses: int
    per_hand: NotRequired[ChipRateView]


class CrossTable(TypedDict):
    """Results by entrant and opponent; null where they did not meet."""

    tournament: str
    names: list[str]
    rows: list[list[CellView | None]]


class FixtureOutcome(TypedDict):
    """The result of a game of the schedule; all is null until there is one."""

    game: Annotated[str | None, "The id of the game, with all that /v1/games has of it"]
    digest: Annotated[str | None, "The last digest of the game"]
    ending: Annotated[
        str | None, "How it ended", {"enum": ["finished", "void", "adjudicated", "forfeit", "walkover"]}
    ]
    balances: Annotated[list[int] | None, "By seat what was won"]
    scores: Annotated[list[float] | None, "By seat the share of the others that was beaten"]
    at_fault: Annotated[list[int] | None, "The seats that lost without being beaten"]
    plies: int | None
    hands: int | None
    text: Annotated[str | None, "Why it was adjudicated"]


class FixtureRow(FixtureOutcome):
    """A game of the schedule without its marks and failures."""

    fixture: Annotated[int, "Its number, from 1"]
    round: int
    table: int
    deck: Annotated[int, "Fixtures with one deck are dealt the same cards"]
    seats: Annotated[list[int], "By seat the entrant"]
    names: list[str]


class PairingView(TypedDict):
    """Entrants at a table of a round, with their points there."""

    table: int
    entrants: list[int]
    names: list[str]
    bye: Annotated[bool, "Whether the only entrant meets nobody"]
    played: int
    planned: int
    points: list[float]


class RoundView(TypedDict):
    """A round."""

    tournament: str
    round: int
    pairings: list[PairingView]
