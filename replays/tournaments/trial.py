"""Trial question to each entrant that runs on this machine, before the first game of a tournament.

It is the first question of a game in memory with the tournament's rules, on a deck of its own; the game is
not stored.
"""

import hmac
from pathlib import Path
from typing import Final

from app.bots.entrants import LOCAL, kind_of, opened
from app.bots.errors import EntrantError
from app.bots.limits import limits_in
from app.bots.roster import decided
from app.bots.witness import Witness
from app.games.table.commands import Create
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.store.keys import game_id_from
from app.tournament.failures import TRIAL, Failure
from app.tournament.manifest import Entrant, Manifest
from replays.tournaments.playing import PLAY, how_it_failed, question

_KEY: Final = hmac.digest(b"conquian/trial-question/1", b"", "sha256")


def tried(manifest: Manifest, folder: Path | None) -> dict[int, EntrantError]:
    """Return the errors of programs and Python objects that do not answer, by entrant."""
    failures = (
        (number, _tried(manifest, entrant, folder)) for number, entrant in enumerate(manifest.entrants)
    )
    return {number: failure for number, failure in failures if failure is not None}


def _tried(manifest: Manifest, entrant: Entrant, folder: Path | None) -> EntrantError | None:
    if kind_of(entrant.plan, local=True) not in LOCAL:
        return None
    table, observer = _asking(manifest)
    seat = awaited(table)[0]
    seen = observer.seen(table, seat)
    asked = question(table, seat, seen)
    try:
        with opened(entrant.plan, folder, limits_in(manifest.limits)) as make:
            decided(make(), asked["view"], asked["legal"], _KEY, seen)
    except EntrantError as failure:
        return failure
    return None


def failure_at_trial(manifest: Manifest, at: int, problem: EntrantError) -> Failure:
    """Return the failure of entrant `at`, which did not answer the trial question."""
    table, observer = _asking(manifest)
    seat = awaited(table)[0]
    asked, how = question(table, seat, observer.seen(table, seat)), how_it_failed(problem)
    return Failure(fixture=TRIAL, game="", seat=at, entrant=at, ply=table.ply, question=asked, **how)


def _asking(manifest: Manifest) -> tuple[Table, Witness]:
    """Return a table with the first question, and the events before it."""
    observer = Witness()
    table = fold(None, 1, create(_command(manifest)))
    while (due := pending(table)) is not None:
        events = decide(table, None, due)
        table = fold(table, table.ply + 1, events)
        observer.hear(events)
    return table, observer


def _command(manifest: Manifest) -> Create:
    return Create(
        game=game_id_from(_KEY),
        play=PLAY,
        rules=manifest.rules,
        seats=({"kind": "bot", "bot": "trial"},) * manifest.seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * manifest.seats,
        game_key=_KEY.hex(),
    )
