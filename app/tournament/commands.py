"""Commands and events of a tournament's log. Their names are stored and never change.

Seeds are 32 bytes in lower-case hex. Fixtures and results are JSON objects with the members of
`app.tournament.schedule.Fixture` and `Result`; a missing member has its default value.
"""

from dataclasses import dataclass
from typing import Any

from app.games.codec import for_nobody

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CreateTournament:
    """Create a tournament from a manifest in normal form, without its seeds. `owner` is the player who asks.

    `folder` is the base of the entrants' relative paths on the machine that plays; None if there are none.
    `version` is that of the log's rules (default 1): from 2 on a report names open fixtures only, each once
    and in order; from 3 on the random numbers of bots follow from deck, seat and decision alone; from 4 on
    the first round of an arena is drawn, without a search; from 5 on commands of organisers pair nobody,
    which `PairEntrants` does. With `trial` players over HTTP answer a trial
    question before the first game (`app.tournament.state`). `rulebook` is the edition of the rulebook that
    its games name (default 8).
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
    rulebook: int | None = None


@dataclass(frozen=True, slots=True)
class ReportResults:
    """Record results of open fixtures, in the order of the fixtures (system).

    In logs of version 1 they may come in any order, and those of other fixtures are ignored.
    """

    results: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class PairEntrants:
    """Pair the free entrants, or the next round if one is due; end the tournament if none is left (system).

    After commands of the organiser the log says also that no round was due.
    """


@dataclass(frozen=True, slots=True)
class Pause:
    """Start no more games. `text` is the reason if the service pauses the tournament."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class Resume:
    """Continue a paused tournament."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End the tournament before all games are played."""


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Set the result of a fixture that was not played: balances by seat, and the reason."""

    fixture: int
    balances: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Withdraw an entrant; its opponents win by walkover."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """Reveal the seeds of an aborted tournament whose last game is over (system)."""


@dataclass(frozen=True, slots=True)
class AnswerTrial:
    """Record that these players over HTTP, in ascending order, have answered a trial question (system)."""

    entrants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RegisterEntrant:
    """Register a player for a tournament that is open; the player itself asks for it, by its name."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class UnregisterEntrant:
    """Take back the registration of a player, who or whose organiser asks for it."""

    player: str


@dataclass(frozen=True, slots=True)
class StartTournament:
    """End registration and pair the first round, after adding `bots` times the bot of that name."""

    bots: int = 0
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class ExtendTournament:
    """Add `by` to a parameter of the format that limits how much is played (`app.tournament.extending`)."""

    parameter: str
    by: int


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Let the kept seats of a fixture's game wait longer for their players, by so many minutes."""

    fixture: int
    minutes: int


Command = (
    CreateTournament
    | ReportResults
    | PairEntrants
    | Pause
    | Resume
    | Abort
    | Adjudicate
    | Forfeit
    | CloseTournament
    | AnswerTrial
    | RegisterEntrant
    | UnregisterEntrant
    | StartTournament
    | ExtendTournament
    | GiveTime
)

COMMANDS: dict[str, type[Command]] = {
    "create": CreateTournament,
    "report": ReportResults,
    "pair": PairEntrants,
    "pause": Pause,
    "resume": Resume,
    "abort": Abort,
    "adjudicate": Adjudicate,
    "forfeit": Forfeit,
    "close": CloseTournament,
    "answer-trial": AnswerTrial,
    "register": RegisterEntrant,
    "unregister": UnregisterEntrant,
    "start": StartTournament,
    "extend": ExtendTournament,
    "give-time": GiveTime,
}
"""The commands by their stored names."""
