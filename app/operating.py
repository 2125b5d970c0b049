"""The commands `conquian keys ...` and `conquian games ...`: what only the operator of a service may do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import click
import orjson

from app.handler import Games, HandlerError, NoSuchGame, NotFrozen
from app.signing import KeyInfo, KeyRing, NotYet
from app.store.errors import StoreError
from app.store.generations import Overtaken
from app.store.keys import is_game_id


def keys(connected: Callable[[], KeyRing]) -> click.Group:
    """The group of commands over the signing keys that `connected` gives."""

    @click.group()
    def group() -> None:
        """List and change the keys that sign receipts, heads and checkpoints."""

    @group.command("list")
    @click.option("--json", "as_json", is_flag=True, help="Print the list as it is published.")
    def list_(as_json: bool) -> None:
        """Print every key: its id, from when and until when it signs."""
        with _told():
            ring = connected()
            if as_json:
                click.echo(orjson.dumps(ring.document(), option=orjson.OPT_INDENT_2))
                return
            for key in ring.keys():  # noqa: SIM118 (a ring is no mapping)
                click.echo(_line(key))

    @group.command()
    def rotate() -> None:
        """Sign with a new key from a few seconds ahead on; the old ones stay in the list.

        What was signed before, or is signed again for a time before, keeps its key. Running processes need no
        restart. Rotate on a schedule of your own; after a leak of the service secret it does not help.
        """
        with _told():
            click.echo(_line(connected().rotate()))

    return group


def games(connected: Callable[[], Games]) -> click.Group:
    """The group of commands over the games that `connected` gives."""

    @click.group()
    def group() -> None:
        """End games that nobody at the table can end."""

    @group.command()
    @click.argument("game")
    def void(game: str) -> None:
        """End a frozen GAME without a result: its keys are opened, nobody pays.

        A game is frozen when its log is behind what the service has signed (RULES 12.8), as after the store
        was set back to an older copy. If there is a newer copy, stop the service and restore that first: the
        games that nobody has touched since go on as if nothing had happened.
        """
        if not is_game_id(game):
            raise click.ClickException("That is not the id of a game.")
        with _told():
            click.echo(f"{game}: void since ply {connected().void_frozen(game).ply}, its keys are open.")

    return group


_SENTENCES: Final[dict[type[Exception], str]] = {
    NotYet: "The last rotation has not taken effect yet; wait a few seconds.",
    Overtaken: "Somebody else has rotated the keys just now; look at them first.",
    NotFrozen: "The game is not frozen, so it is not ended by hand.",
    NoSuchGame: "There is no such game.",
}


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong below is one sentence for who asked."""
    try:
        yield
    except (NotYet, HandlerError, StoreError) as problem:
        sentence = _SENTENCES.get(type(problem), f"The store does not do it: {problem}.")
        raise click.ClickException(sentence) from None


def _line(key: KeyInfo) -> str:
    until = "" if key.until_ms is None else f" until {_moment(key.until_ms)}"
    return f"{key.id}  signs from {_moment(key.from_ms)}{until}"


def _moment(ms: int) -> str:
    """A time in ms since 1970 as people read it; 0 is the beginning.

    >>> _moment(0), _moment(1_795_262_400_250)
    ('the beginning', '2026-11-21T12:00:00.250Z')
    """
    if not ms:
        return "the beginning"
    shown = datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    return shown.replace("+00:00", "Z")
