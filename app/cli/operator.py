"""Commands for operators beside a service: `conquian keys`, `games` and `players`."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Final

import click

from app.cli import players as cli_players
from app.cli.game_removal import connected_remover, removing
from app.cli.language import spoken
from app.cli.nearest_service import beside
from app.cli.players import closing
from app.cli.process_parts import ring, store
from app.cli.terminal import print_json, yes_option
from app.http.credentials import mint_key
from app.i18n import Message
from app.players.service import Players
from app.service.entry_codec import Position
from app.service.game_decider import AlreadyOver, HandlerError, NoSuchGame, NotFrozen
from app.service.games import GameService
from app.service.signing import KeyInfo, KeyRing, RotationPending, now_ms
from app.store.client import connect
from app.store.errors import ILLEGIBLE, Damaged, ForeignKey, StoreError, UnknownSchema
from app.store.indexes import WebhookIndex
from app.store.keys import GameId, is_game_id
from app.store.signing_state import GenerationConflict
from app.webhooks.service import Webhooks
from replays.installation.starting import join_store


def key_commands(connected: Callable[[], KeyRing]) -> click.Group:
    """Return the commands for the signing keys that `connected` returns."""

    @click.group()
    def group() -> None:
        """List and change the keys that sign receipts, heads and checkpoints."""

    @group.command("list")
    @click.option("--json", "as_json", is_flag=True, help="Print the list in its published form.")
    def list_(as_json: bool) -> None:
        """Print every key: its id, and the time in which it signs."""
        with _errors_as_sentences():
            ring = connected()
            if as_json:
                print_json(ring.document())
                return
            for key in ring.keys():  # noqa: SIM118 (a ring is no mapping)
                click.echo(_line(key))

    @group.command()
    def rotate() -> None:
        """Sign with a new key, from a few seconds later on; the old keys stay in the list.

        A signature for an earlier time keeps the key of that time, also if it is made again. Running
        processes need no restart. Rotate on a schedule of your own; rotation does not help after a leak of
        the service secret.
        """
        with _errors_as_sentences():
            click.echo(_line(connected().rotate()))

    return group


def game_commands(connected: Callable[[], GameService]) -> click.Group:
    """Return the commands for the games that `connected` returns."""

    @click.group()
    def group() -> None:
        """Wake games that wait, end abandoned games, remove games."""

    @group.command()
    @click.argument("game")
    def void(game: str) -> None:
        """Void a frozen GAME: it ends without a result, its keys are opened, and nothing is paid.

        A game is frozen when its log is behind what the service has signed (RULES 12.8), for example after an
        older copy of the store was restored. If there is a newer copy, stop the service and restore that
        first: games that were not continued since then need not be voided.
        """
        with _errors_as_sentences():
            ended = connected().void_frozen(_checked(game))
            click.echo(f"{game}: void since ply {ended.ply}, its keys are open.")

    @group.command()
    @click.argument("game")
    @yes_option
    def end(game: str, yes: bool) -> None:
        """End an abandoned GAME without a result: its keys are opened, and nothing is paid.

        Without this command the service ends an abandoned game after a day if seats are free, and after a
        week without a move (RULES 11.10). The end is an entry of its log by `operator` (RULES 11.17), and
        streams and webhooks report it. The record and the receipts stay, the game enters the log of all
        games, and it cannot be resumed.
        """
        with _errors_as_sentences():
            service = connected()
            position = service.current(_checked(game))
            if not position.table.has_ended:
                _ask(f"End {_state(position)}? It has no result then, and its cards are shown.", yes)
            ended = service.end(position.game)
            later = "its keys are opened when no other game on its deck goes on"
            keys = "its keys are open" if ended.table.is_over else later
            click.echo(f"{game}: void since ply {ended.ply}, {keys}.")

    @group.command()
    @click.argument("game", required=False)
    @click.option("--all", "everything", is_flag=True, help="All waiting games.")
    def wake(game: str | None, everything: bool) -> None:
        """Process GAME now: its bots, its time limits, its archiving.

        A worker skips a game that it cannot read, and the clock tries it again with growing pauses of at most
        10 minutes. This command tries it at once, and a running clock does the rest. A game that is still
        unreadable is named with the cause, and the exit status is 1.
        """
        if everything == (game is not None):
            raise click.UsageError(spoken(Message("Name one game, or use --all.")))
        with _errors_as_sentences():
            service = connected()
            if game is None:
                _wake_all(service)
            else:
                _wake_one(service, _checked(game))

    return group


def _checked(game: str) -> GameId:
    if not is_game_id(game):
        raise click.ClickException(spoken(Message("That is not the id of a game.")))
    return game


def _ask(question: str, yes: bool) -> None:
    """Ask the operator for confirmation, unless `yes` is set."""
    if not yes:
        click.confirm(question, abort=True)


def _state(position: Position) -> str:
    """Describe the game in words, for a question about it."""
    table = position.table
    last = f", last entry {_moment(position.time)}" if position.time else ""
    return f"{position.game} ({table.status} at ply {position.ply}, {len(table.taken)} persons{last})"


def _wake_one(service: GameService, game: GameId) -> None:
    service.current(game)
    woken = service.store.unreadable.wake(game)
    click.echo(f"{game}: it is looked at now." if woken else f"{game}: nothing in it is due.")


def _wake_all(service: GameService) -> None:
    """Wake every game that waits. Games that cannot be read here are listed, and make the exit status 1."""
    sleeping, faults = service.store.unreadable, dict[GameId, str]()
    for game in sleeping.all():
        try:
            service.current(game)
        except (*ILLEGIBLE, NoSuchGame) as problem:
            faults[game] = _sentence(problem)
    woken = sum(sleeping.wake(game) for game in {*sleeping.all(), *sleeping.waiting()} - set(faults))
    for game, fault in sorted(faults.items()):
        click.echo(f"{game}: {fault}")
    click.echo(f"Looked at now: {woken}. Cannot be read: {len(faults)}.")
    if faults:
        sys.exit(1)


_SENTENCES: Final[dict[type[Exception], str]] = {
    RotationPending: "The last rotation has not taken effect yet; wait a few seconds.",
    GenerationConflict: "Somebody else has rotated the keys just now; look at them first.",
    NotFrozen: "The game is not frozen; `conquian games end` ends any other.",
    AlreadyOver: "The game is over.",
    NoSuchGame: "There is no such game in the store; one that is archived is over.",
}


@contextmanager
def _errors_as_sentences() -> Iterator[None]:
    """Report errors within the block as one sentence."""
    try:
        yield
    except (RotationPending, HandlerError, StoreError) as problem:
        raise click.ClickException(_sentence(problem)) from None


def _sentence(problem: Exception) -> str:
    """Return the sentence for an error."""
    match problem:
        case ForeignKey():
            return (
                "No hidden part of its log opens under this service secret: all were altered, or written"
                " under another one. If other games open, restore it from a backup or remove it; else compare"
                " CONQUIAN_SECRET."
            )
        case Damaged():
            return f"Its log is damaged at ply {problem.ply}: restore it from a backup, or remove the game."
        case UnknownSchema():
            return "Its log was written by a later version of the program: use that version."
    return _SENTENCES.get(type(problem), f"The store does not do it: {problem}.")


def _line(key: KeyInfo) -> str:
    until = "" if key.until_ms is None else f" until {_moment(key.until_ms)}"
    return f"{key.id}  signs from {_moment(key.from_ms)}{until}"


def _moment(ms: int) -> str:
    """Return a time in ms since 1970 in ISO format; 0 is the beginning.

    >>> _moment(0), _moment(1_795_262_400_250)
    ('the beginning', '2026-11-21T12:00:00.250Z')
    """
    if not ms:
        return "the beginning"
    shown = datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    return shown.replace("+00:00", "Z")


def _ring() -> KeyRing:
    settings = beside()
    return ring(settings, join_store(settings))


def _games() -> GameService:
    settings = beside()
    secrets = join_store(settings)
    return GameService(store(settings, secrets), settings.cache, signer=ring(settings, secrets))


def _players() -> Players:
    settings = beside()
    secrets = join_store(settings)
    return Players(store(settings, secrets), partial(mint_key, secrets.token), now_ms)


def _players_and_webhooks() -> tuple[Players, Webhooks]:
    settings = beside()
    secrets = join_store(settings)
    logs, webhook_index = store(settings, secrets), WebhookIndex(connect(settings.redis_url or ""))
    people = Players(logs, partial(mint_key, secrets.token), now_ms)
    return people, Webhooks(logs, webhook_index, secrets.token, settings.webhooks, now_ms)


keys = key_commands(_ring)
games = game_commands(_games)
games.add_command(removing(connected_remover))
players = cli_players.players(_players)
players.add_command(closing(_players_and_webhooks))
