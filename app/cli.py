"""The program `conquian`: the second composition root."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import click
import orjson
from rich.progress import track

from app import operating
from app import serve as service
from app.config import Settings, StartError, load, table
from app.embedded import url_in
from app.games.conquian.scenario import difference
from app.handler import Games
from app.http.keys import mint_key
from app.logs import configure
from app.players.command import players
from app.players.players import Players
from app.queue import ARCHIVE, PLAY, Doorbell, QueueUnavailable
from app.secret import Keys, keys
from app.signing import KeyRing, now_ms
from app.simulate.command import simulate
from app.store.afterlife import Afterlife
from app.store.client import connect
from app.store.generations import StoredGenerations
from app.store.keys import GameId
from app.store.lasting import LastingStore
from app.store.links import Links
from app.store.log import EventStore
from app.store.vault import Vault
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.opening import open_archive, open_archiver
from replays.archive_commands import archive
from replays.archive_forms import FORMS
from replays.catalogue.connecting import when_asked
from replays.commands import COMMANDS
from replays.disputes.docket import Docket
from replays.log_commands import log
from workers import archive as archiving
from workers import bots, checkpoints, disputes
from workers import clock as clocks
from workers import worker as jobs


class Program(click.Group):
    """Commands whose failure to start is one sentence and exit status 1."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs the chosen command."""
        try:
            return super().invoke(ctx)
        except StartError as problem:
            raise click.ClickException(str(problem)) from None


@click.group(cls=Program)
@click.version_option(package_name="conquian")
@click.pass_context
def main(context: click.Context) -> None:
    """Conquián: a game service with a replay archive."""
    context.obj = lambda: _located(load())


for command in COMMANDS:
    main.add_command(command)
main.add_command(log)
main.add_command(simulate)
main.add_command(archive)
main.add_command(players(lambda: _players()), "players")
main.add_command(operating.keys(lambda: _keys()), "keys")
main.add_command(operating.games(lambda: _games()), "games")


def _settings() -> str:
    """Every setting, for the help of `serve`."""
    rows = [f"{name}  {meaning}" + (f" [{default}]" if default else "") for name, default, meaning in table()]
    return "\b\nSettings, from the environment:\n" + "\n".join(rows)


@main.command(epilog=_settings())
def serve() -> None:
    """Run everything on this machine: store, API, workers and clock."""
    sys.exit(service.serve(load()))


@main.command()
def worker() -> None:
    """Run one job worker beside a store that REDIS_URL names."""
    settings = _configured()
    secrets = keys(settings)
    doorbell = Doorbell(settings.queue_url or "")
    ring = _again(doorbell)
    shelf = open_archive(settings)
    store = _lasting(settings, secrets, shelf)
    games = Games(store, settings.cache, rings=False, signer=_ring(settings, secrets))
    play = bots.player(games, secrets.bot, ring)
    docket = Docket(games, Links(connect(settings.redis_url or "")), secrets.ids, settings.dispute_days)
    job = disputes.beside(play, lambda log: docket.settle(GameId(log)))
    file = archiving.archiving(_archiver(settings, secrets, shelf), lambda name: ring(name, ARCHIVE))
    answered = partial(bots.answering, doorbell.answer)
    jobs.run(settings, jobs={PLAY: answered(job), ARCHIVE: answered(file)})


def _again(doorbell: Doorbell) -> Callable[..., None]:
    """Rings for what is left to do; without a queue the clock rings."""

    def ring(name: str, job: str = PLAY) -> None:
        with suppress(QueueUnavailable):
            doorbell.ring(name, job)

    return ring


@main.command()
def clock() -> None:
    """Ring for the games that wait for a bot, beside a store that REDIS_URL names."""
    settings = _configured()
    secrets = keys(settings)
    stop = clocks.stop_on_signals()
    sign = checkpoints.signer(when_asked(settings.catalogue), _ring(settings, secrets))
    doorbell = Doorbell(settings.queue_url or "")
    after = Afterlife(connect(settings.redis_url or ""), Vault(secrets.vault))
    keep = archiving.keeper(after, lambda name: doorbell.ring(name, ARCHIVE))
    clocks.run(settings, _store(settings, secrets), doorbell, sign, keep, stop)


@main.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
def vectors(files: tuple[Path, ...]) -> None:
    """Run scenario FILES against the rules; exit status 1 if any scenario fails."""
    failed = sum(_run_scenarios(path) for path in files)
    sys.exit(1 if failed else 0)


def _run_scenarios(path: Path) -> int:
    """The number of failures in one file, each printed with its first difference."""
    try:
        document = orjson.loads(path.read_bytes())
        if set(document) - {"about", "scenarios"} or not document["scenarios"]:
            raise ValueError
        named = [(str(one["id"]), one) for one in document["scenarios"]]
    except (KeyError, TypeError, ValueError):
        click.echo(f"{path}: not a scenario file: an object with `scenarios`, each with an `id`, is needed")
        return 1
    failures = 0
    for name, scenario in track(
        named, description=path.name, transient=True, disable=not sys.stderr.isatty()
    ):
        found = difference(scenario)
        if found is not None:
            failures += 1
            click.echo(f"FAILED {name}: {found}")
    click.echo(f"{path}: {len(named) - failures} passed, {failures} failed")
    return failures


def _located(settings: Settings) -> Settings:
    """The settings with the store that they name, else the one of a service that runs in their directory."""
    return replace(settings, redis_url=settings.redis_url or url_in(settings.data))


def _beside() -> Settings:
    """The settings of a command beside a service; StartError if there is none."""
    settings = _located(load())
    if settings.redis_url is None:
        raise StartError(f"No service runs in {settings.data}, and REDIS_URL names no store.")
    return settings


def _keys() -> KeyRing:
    settings = _beside()
    return _ring(settings, keys(settings))


def _games() -> Games:
    settings = _beside()
    secrets = keys(settings)
    return Games(_store(settings, secrets), settings.cache, signer=_ring(settings, secrets))


def _configured() -> Settings:
    settings = load()
    configure(settings.log_level)
    if settings.redis_url is None:
        raise StartError("REDIS_URL names no store; `conquian serve` starts one of its own.")
    return settings


def _players() -> Players:
    settings = _beside()
    secrets = keys(settings)
    return Players(_store(settings, secrets), partial(mint_key, secrets.token), now_ms)


def _store(settings: Settings, secrets: Keys) -> EventStore:
    return EventStore(connect(settings.redis_url or ""), Vault(secrets.vault))


def _lasting(settings: Settings, secrets: Keys, archive: Archive) -> EventStore:
    return LastingStore(connect(settings.redis_url or ""), Vault(secrets.vault), archive)


def _archiver(settings: Settings, secrets: Keys, archive: Archive) -> Archiver:
    redis = connect(settings.redis_url or "")
    return open_archiver(settings, archive, redis, Vault(secrets.vault), _ring(settings, secrets), FORMS)


def _ring(settings: Settings, secrets: Keys) -> KeyRing:
    return KeyRing(secrets.sign, StoredGenerations(connect(settings.redis_url or "")), settings.origin)


if __name__ == "__main__":
    main()
