"""The command `conquian games remove`: removes a game for good, and lists what remains."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Final

import click

from app.cli.language import spoken
from app.cli.nearest_service import beside
from app.cli.process_parts import store
from app.cli.terminal import yes_option
from app.i18n import Message
from app.parts.outages import sentence_of
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.settings.settings import Settings
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import connect
from app.store.dispute_index import DisputeIndex
from app.store.encryption import StorageCipher
from app.store.keys import GameId, is_game_id
from app.store.retention import Retention
from replays.archive.archive import Archive
from replays.archive.errors import ArchiveError
from replays.archive.opening import open_archive
from replays.archive.removing import Holding, RemovalFault, RemovalRefused, Remover
from replays.catalogue.errors import CatalogueError
from replays.disputes.service import DisputeService
from replays.installation.starting import join

_REFUSED: Final[dict[RemovalFault, Message]] = {
    RemovalFault.NOT_OVER: Message("The game is not over: `conquian games end` ends it."),
    RemovalFault.NOT_ARCHIVED: Message(
        "The game is not archived yet: `conquian archive now` does it, or wait a few seconds."
    ),
    RemovalFault.OF_TOURNAMENT: Message(
        "The game belongs to a tournament, whose result and audit depend on it: it cannot be removed."
    ),
    RemovalFault.DISPUTED: Message(
        "A dispute about the game is open, and its ruling needs the log: wait until it is over."
    ),
}

_GOES: Final = """\
Goes, for every seat: the log, record, replay and audit of the game, its place in lists and in what is counted
of its players, the answers to repeated requests."""

_STAYS_OF_LOGGED: Final = """\
Stays: its leaf in the log of all games (its id, the number of plies, the last digest), because checkpoints
that were signed and given out contain it, and a row that says variant, length and time, and not who played;
receipts and records that players and readers have saved; disputes about it, which are logs of their own."""

_STAYS_OF_OTHERS: Final = """\
Stays: a mark that the game was removed, and receipts that its players have. Its log cannot be read, so it is
not in the log of all games."""

_COPIES: Final = """\
Copies stay in backups, in the append-only file of the store until it is rewritten, and in old versions of
objects where a bucket keeps them."""


def removing(connected: Callable[[], AbstractContextManager[Remover]]) -> click.Command:
    """Return the command that removes a game with the remover that `connected` returns."""

    @click.command()
    @click.argument("game")
    @yes_option
    def remove(game: str, yes: bool) -> None:
        """Remove GAME for good: its address answers 410 `record_removed` from then on.

        The game must be over and archived, or unreadable; games of a tournament and disputed games cannot be
        removed. Before the command asks for confirmation, it lists what is removed, what stays, and why. If
        it is interrupted, run it again.
        """
        if not is_game_id(game):
            raise click.ClickException(spoken(Message("That is not the id of a game.")))
        with _sentences(), connected() as remover:
            _explain(remover.look(game))
            if not yes:
                click.confirm(f"Remove {game}?", abort=True)
            remover.remove(game)
        click.echo(f"{game}: removed.")

    return remove


def _explain(holding: Holding) -> None:
    again = ", removed before: what is left of it goes now" if holding.is_removed else ""
    length = f", {holding.plies} plies" if holding.plies else ""
    click.echo(f"{holding.game} ({holding.status}{length}){again}")
    click.echo(_GOES)
    click.echo(_STAYS_OF_LOGGED if holding.logged else _STAYS_OF_OTHERS)
    if holding.forks:
        click.echo(f"{holding.forks} archived forks of it stay, too, with the position that they began with.")
    click.echo(_COPIES)


@contextmanager
def _sentences() -> Iterator[None]:
    """Report errors within the block as one sentence."""
    try:
        yield
    except NoSuchGame:
        raise click.ClickException(spoken(Message("There is no such game."))) from None
    except RemovalRefused as refused:
        raise click.ClickException(spoken(_REFUSED[refused.reason])) from None
    except (ArchiveError, CatalogueError) as problem:
        sentence = sentence_of(problem).rstrip(".")
        raise click.ClickException(
            spoken(
                Message("{reason}. Run the command again later: it continues where it stopped."),
                reason=sentence,
            )
        ) from None


@contextmanager
def connected_remover() -> Iterator[Remover]:
    """Provide the remover of games of the service that runs beside this command."""
    settings = beside()
    with closing(open_archive(settings)) as archive:
        yield _remover(settings, archive)


def _remover(settings: Settings, archive: Archive) -> Remover:
    (secrets, _), redis = join(settings), connect(settings.redis_url or "")
    cipher = StorageCipher(secrets.vault)
    return Remover(
        store(settings, secrets),
        Retention(redis, cipher),
        archive,
        _disputed(
            DisputeService(
                GameService(ArchiveFallbackStore(redis, cipher, archive), settings.cache),
                DisputeIndex(redis),
                secrets.ids,
                settings.dispute_days,
                archived=archive.disputes,
            )
        ),
    )


def _disputed(dispute_service: DisputeService) -> Callable[[GameId], bool]:
    """Return a function that returns whether a dispute about a game is open, or may be because it is
    unreadable.
    """

    def disputed(game: GameId) -> bool:
        disputes = dispute_service.about_each([game], [game])
        open_ones = (
            dispute for about in disputes.by_game.values() for dispute in about if not dispute.state.is_over
        )
        return bool(disputes.missing) or any(open_ones)

    return disputed
