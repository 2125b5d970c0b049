"""What can be said to a tournament, and what happened to it; the names are stored and never change.

Seeds are 32 bytes in lower-case hex. Fixtures and results are JSON objects with the members of
`app.tournament.schedule.Fixture` and `Result`, a member left out having its usual value.
"""

from dataclasses import dataclass
from typing import Any

from app.games.audience import for_nobody

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Create:
    """Begin a tournament by a manifest in normal form, without its seeds; `owner` is the player who asks.

    `folder` is where the paths of entrants begin, on the machine that plays; None where there are none.
    `version` is that of the log's rules: from 2 on a report names waiting fixtures only, each once and in
    their order, from 3 on the chance of bots follows from deck, seat and decision alone; absent is 1.
    With `trial` players over HTTP answer a trial question before the first game (`app.tournament.trials`).
    """

    tournament: str
    manifest: Json
    pairing_seed: str
    organiser_seeded: bool
    owner: str | None = None
    deck_seed: str = for_nobody(default="")
    bot_seed: str = for_nobody(default="")
    folder: str | None = for_nobody(default=None)
    version: int | None = None
    trial: bool | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """Results of fixtures that have none, in the order of the fixtures (system).

    In logs of version 1 they stand in any order, and those of other fixtures are passed over.
    """

    results: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Pair whoever is free, in a format that does not wait for rounds (system)."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Begin no more games; `text` says why, where the service says it."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End it as it stands."""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Say what a fixture that was not played came to, by seat, and why."""

    fixture: int
    balances: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Take an entrant out: whoever was to meet it walks over."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class Close:
    """Open the seeds of an aborted tournament whose last game is over (system)."""


@dataclass(frozen=True, slots=True)
class AnswerTrial:
    """Say that these players over HTTP, in ascending order, have answered a trial question (system)."""

    entrants: tuple[int, ...]


Command = Create | Report | Pair | Pause | Resume | Abort | Adjudicate | Forfeit | Close | AnswerTrial


@dataclass(frozen=True, slots=True)
class Created:
    """A tournament stands; `commitment` binds it to its deck seed, the seal of this entry to both seeds."""

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


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """Who meets whom in a round, and every game of it."""

    round: int
    pairings: tuple[Json, ...]
    fixtures: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class BatchPlayed:
    """These fixtures have their results, known at `at` (ms since 1970)."""

    results: tuple[Json, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Paused:
    """No more games begin, and why, where the service says so."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on."""


@dataclass(frozen=True, slots=True)
class FixtureAdjudicated:
    """The organiser said what a fixture came to, and why."""

    result: Json
    text: str


@dataclass(frozen=True, slots=True)
class EntrantForfeited:
    """An entrant is out, and why: `failed` by itself, or the organiser's words."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """Every game has its result."""

    at: int


@dataclass(frozen=True, slots=True)
class Aborted:
    """It ended before every game had its result."""

    at: int


@dataclass(frozen=True, slots=True)
class TrialAnswered:
    """A player over HTTP has answered a question of its trial game."""

    entrant: int
    game: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seeds are open; nothing follows."""

    deck_seed: str
    bot_seed: str


Event = (
    Created
    | RoundPaired
    | BatchPlayed
    | Paused
    | Resumed
    | FixtureAdjudicated
    | EntrantForfeited
    | Finished
    | Aborted
    | TrialAnswered
    | Revealed
)

COMMANDS: dict[str, type[Command]] = {
    "create": Create,
    "report": Report,
    "pair": Pair,
    "pause": Pause,
    "resume": Resume,
    "abort": Abort,
    "adjudicate": Adjudicate,
    "forfeit": Forfeit,
    "close": Close,
    "answer-trial": AnswerTrial,
}
"""The commands by their stored names."""

EVENTS: dict[str, type[Event]] = {
    "created": Created,
    "round-paired": RoundPaired,
    "batch-played": BatchPlayed,
    "paused": Paused,
    "resumed": Resumed,
    "fixture-adjudicated": FixtureAdjudicated,
    "entrant-forfeited": EntrantForfeited,
    "finished": Finished,
    "aborted": Aborted,
    "trial-answered": TrialAnswered,
    "revealed": Revealed,
}
"""The events by their stored names."""
