"""The command group `conquian tournament`: playing, watching, pausing and resuming tournaments.

A manifest file is prepared for this machine: bots that are local code get a `version`, the hash of their
files, unless the manifest sets one.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import orjson

from app.bots.errors import EntrantRefused
from app.bots.external.participants import LOCAL, kind_of, version
from app.bots.roster import BOTS
from app.cli.language import spoken
from app.cli.progress import print_table
from app.cli.terminal import json_option, print_json
from app.cli.tournament import planning
from app.cli.tournament.display import as_json, pictured, sentences, table
from app.cli.tournament.export import export, picture
from app.cli.tournament.following import End, Follower
from app.cli.tournament.inspect import explain, failures, games
from app.cli.tournament.planning import rehearse
from app.cli.tournament.session import TournamentSession, draft, open_session, refusal, tournament_id
from app.games.codec import Json
from app.i18n import Message
from app.settings.errors import StartError
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.errors import Unwelcome
from app.tournament.failures import counted
from app.tournament.manifest_members import MOST_ENTRANTS
from app.tournament.manifest_parser import Draft
from app.tournament.state import ENDED, Tournament, TournamentPhase


class BadFile(StartError):
    """A file is not a manifest; the text is one sentence."""


def manifest_at(path: Path, bots: Sequence[str] = ()) -> Json:
    """Return the document in the file at `path`, with `bots` (NAME=PATH.py:CLASS) added. Raises BadFile."""
    try:
        document = orjson.loads(path.read_bytes())
    except OSError as problem:
        raise BadFile(
            spoken(Message("{path} cannot be read: {reason}."), path=path, reason=problem.strerror)
        ) from None
    except orjson.JSONDecodeError as problem:
        raise BadFile(spoken(Message("{path} is not JSON: {reason}."), path=path, reason=problem)) from None
    if not isinstance(document, dict) or not isinstance(document.get("entrants"), list):
        raise BadFile(
            spoken(
                Message("{path} is no manifest: an object with a list of `entrants` is needed."), path=path
            )
        )
    entrants = _with(document["entrants"], dict(_bot(bot, path.parent) for bot in bots))
    return {**document, "entrants": [_versioned(entrant, path.parent) for entrant in entrants]}


def _bot(text: str, folder: Path) -> tuple[str, str]:
    """Return the name and the location of a bot, relative to `folder` instead of the working directory."""
    name, equals, place = text.partition("=")
    if not (name and equals and place):
        raise BadFile(spoken(Message("--bot {text}: write NAME=PATH.py:CLASS."), text=text))
    file, colon, made = place.rpartition(":")
    return name, os.path.relpath(file, folder) + colon + made if file.endswith(".py") else place


def _with(entrants: Sequence[Any], bots: Mapping[str, str]) -> list[Any]:
    """Return the participants; those in `bots` are Python objects, in their place or, new ones, at the
    end.
    """
    made = {name: {"name": name, "python": place} for name, place in bots.items()}
    merged = [made.pop(_name(entrant), entrant) for entrant in entrants]
    return [*merged, *made.values()]


def _name(entrant: Any) -> str:
    return str(entrant.get("name")) if isinstance(entrant, dict) else ""


def _versioned(entrant: Any, folder: Path) -> Any:
    """Return the participant with the version of its code, if it is local code without one."""
    if not isinstance(entrant, dict) or "version" in entrant:
        return entrant
    try:
        local = kind_of(entrant, local=True) in LOCAL
    except EntrantRefused:
        return entrant  # the check of the whole manifest reports the error
    code_version = version(entrant, folder) if local else None
    return entrant if code_version is None else {**entrant, "version": code_version}


_STATUS: Final = (
    "Exit status: 0 finished, 1 it cannot be played or the command was refused, 2 wrong usage, 3 paused,"
    " 4 aborted, 130 stopped by Ctrl-C and so paused."
)
_workers = click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    show_default=True,
    help="Worker processes, where no service runs.",
)


@click.group(epilog=_STATUS)
def tournament() -> None:
    """Play tournaments of bots: formats, duplicate deals, ratings, all of it archived.

    If `conquian serve` runs in the data directory, its store and its workers are used. Otherwise the command
    starts a store and workers that end with it.
    """


@tournament.command(epilog=_STATUS)
@click.argument("manifest", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_workers
@click.option(
    "--bot", "bots", multiple=True, metavar="NAME=PATH.py:CLASS", help="A Python object takes part."
)
@click.option(
    "--dry-run",
    is_flag=True,
    help="Only print how many games it has, how long they take, and what they can show.",
)
@json_option
def run(manifest: Path, workers: int, bots: tuple[str, ...], dry_run: bool, as_object: bool) -> None:
    """Play the tournament of MANIFEST to its end, or continue it.

    The same manifest is the same tournament: run again, the command continues it, or shows it if it is over.
    Ctrl-C pauses it. Whatever process was killed, the next run continues it.
    """
    folder = manifest.resolve().parent
    plan = draft(manifest_at(manifest, bots), folder)
    rehearse(plan.manifest, folder)
    if dry_run:
        _foresee(plan, folder, workers, as_object)
        return
    with open_session(workers, begins=True) as session:
        started = session.begin(plan, folder)
        _followed(session, started.log, started.state, as_object)


@tournament.command(epilog=_STATUS)
@click.argument("id_", metavar="ID")
@_workers
@json_option
def resume(id_: str, workers: int, as_object: bool) -> None:
    """Continue the tournament ID, and show it until its end."""
    named = tournament_id(id_)
    with open_session(workers) as session:
        state = session.state(named)
        if state.state not in ENDED:
            rehearse(state.manifest, Path(state.folder or "."))
        _followed(session, named, state, as_object)


def _foresee(plan: Draft, folder: Path, workers: int, as_object: bool) -> None:
    """Print the forecast of the tournament."""
    try:
        forecast = planning.forecast(plan, folder)
    except Unwelcome as refused:
        raise StartError(refusal(refused)) from None
    if as_object:
        print_json(planning.as_json(forecast, workers))
    else:
        click.echo("\n".join(planning.sentences(forecast, workers)))


def _followed(session: TournamentSession, named: GameId, state: Tournament, as_object: bool) -> None:
    """Follow the tournament to its end, print it, and exit with its status."""
    if state.state is TournamentPhase.PAUSED:
        session.act(named, tournament_commands.Resume())
    session.enqueue(named)
    if not as_object:
        click.echo(f"Tournament {named}", err=True)
    end = Follower(session.tournament_service, session.help, session.stop_signal).follow(named)
    _print(session, named, as_object)
    if end is End.STOPPED:
        click.echo(f"Paused; conquian tournament resume {named}", err=True)
    sys.exit(end)


@tournament.command()
@click.argument("id_", metavar="ID")
@json_option
def status(id_: str, as_object: bool) -> None:
    """Print the state of the tournament ID."""
    named = tournament_id(id_)
    with open_session() as session:
        _print(session, named, as_object)


@tournament.command()
@click.argument("id_", metavar="ID")
def pause(id_: str) -> None:
    """Pause the tournament ID: games in progress are finished, and no more games begin."""
    named = tournament_id(id_)
    with open_session() as session:
        _say(session.act(named, tournament_commands.Pause()))


@tournament.command()
@click.argument("id_", metavar="ID")
@click.option(
    "--bots",
    type=click.IntRange(0, MOST_ENTRANTS),
    default=0,
    show_default=True,
    help="Number of bots to add.",
)
@click.option("--bot", type=click.Choice([*BOTS]), default="greedy", show_default=True, help="Which bot.")
def start(id_: str, bots: int, bot: str) -> None:
    """Start the tournament ID, which is open for registration."""
    named = tournament_id(id_)
    with open_session() as session:
        command = tournament_commands.StartTournament(bots, bot if bots else None)
        _say(session.act(named, command))
        session.enqueue(named)


@tournament.command()
@click.argument("id_", metavar="ID")
@click.confirmation_option(prompt="It cannot be gone on with. Abort it?")
def abort(id_: str) -> None:
    """End the tournament ID as it stands."""
    named = tournament_id(id_)
    with open_session() as session:
        _say(session.act(named, tournament_commands.Abort()))


tournament.add_command(explain)
tournament.add_command(export)
tournament.add_command(failures)
tournament.add_command(games)
tournament.add_command(picture)


def _say(state: Tournament) -> None:
    click.echo(f"{state.id}: {state.state}")


def _print(session: TournamentSession, named: GameId, as_object: bool) -> None:
    state = session.state(named)
    times = session.failures.times(named)
    shown = pictured(
        state, session.tournament_service.waits_for(state), counted(session.failures.of(state)), times
    )
    if as_object:
        print_json(as_json(shown))
        return
    print_table(table(shown))
    for sentence in sentences(shown):
        click.echo(sentence)
    progress = shown.progress
    rounds = "1 round" if progress.rounds == 1 else f"{progress.rounds} rounds"
    click.echo(
        f"{state.state}: {progress.done} of the {progress.paired} games paired so far are played, in {rounds}"
    )
