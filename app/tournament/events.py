"""Events of a tournament's log. Their names are stored and never change."""

from dataclasses import dataclass

from app.games.codec import for_nobody
from app.tournament.commands import Json


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    """The tournament was created. `commitment` binds it to its deck seed, this entry's seal to both seeds."""

    tournament: str
    manifest: Json
    pairing_seed: str
    organiser_seeded: bool
    commitment: str
    at: int
    owner: str | None = None
    deck_seed: str = for_nobody(default="")
    bot_seed: str = for_nobody(default="")
    folder: str | None = for_nobody(default=None)
    version: int | None = None
    trial: bool | None = None
    rulebook: int | None = None


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Pairings and fixtures of a round."""

    round: int
    pairings: tuple[Json, ...]
    fixtures: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class BatchPlayed:
    """Results of fixtures, recorded at `at` (ms since 1970)."""

    results: tuple[Json, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Paused:
    """No more games start. `text` is the reason if the service paused the tournament."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """The tournament continues."""


@dataclass(frozen=True, slots=True)
class FixtureAdjudicated:
    """The organiser set the result of a fixture."""

    result: Json
    text: str


@dataclass(frozen=True, slots=True)
class EntrantForfeited:
    """An entrant is withdrawn. `text` is `failed`, or the organiser's reason."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Every game has its result."""

    at: int


@dataclass(frozen=True, slots=True)
class Aborted:
    """The tournament ended before every game had its result."""

    at: int


@dataclass(frozen=True, slots=True)
class TrialAnswered:
    """A player over HTTP has answered a question of its trial game."""

    entrant: int
    game: str


@dataclass(frozen=True, slots=True)
class EntrantRegistered:
    """A player takes part as the last entrant, under a name of its own."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class EntrantUnregistered:
    """A player that had registered does not take part."""

    player: str


@dataclass(frozen=True, slots=True)
class TournamentStarted:
    """Registration is over. The bots in `added`, as a manifest has them, take part after the others."""

    added: tuple[Json, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Extended:
    """A parameter of the format has this value from now on."""

    parameter: str
    value: int


@dataclass(frozen=True, slots=True)
class TimeGiven:
    """The kept seats of a fixture's game wait so many minutes longer; given at `at` (ms since 1970)."""

    fixture: int
    minutes: int
    at: int


@dataclass(frozen=True, slots=True)
class NoRoundDue:
    """No round was due after commands of the organiser; it is not asked again before the next of them."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seeds are public; last event of a log."""

    deck_seed: str
    bot_seed: str


Event = (
    TournamentCreated
    | RoundPaired
    | BatchPlayed
    | Paused
    | Resumed
    | FixtureAdjudicated
    | EntrantForfeited
    | Finished
    | Aborted
    | TrialAnswered
    | EntrantRegistered
    | EntrantUnregistered
    | TournamentStarted
    | Extended
    | TimeGiven
    | NoRoundDue
    | Revealed
)

EVENTS: dict[str, type[Event]] = {
    "created": TournamentCreated,
    "round-paired": RoundPaired,
    "batch-played": BatchPlayed,
    "paused": Paused,
    "resumed": Resumed,
    "fixture-adjudicated": FixtureAdjudicated,
    "entrant-forfeited": EntrantForfeited,
    "finished": Finished,
    "aborted": Aborted,
    "trial-answered": TrialAnswered,
    "entrant-registered": EntrantRegistered,
    "entrant-unregistered": EntrantUnregistered,
    "started": TournamentStarted,
    "extended": Extended,
    "time-given": TimeGiven,
    "no-round-due": NoRoundDue,
    "revealed": Revealed,
}
"""The events by their stored names."""
