"""The commands `conquian players`: names, rights, keys, bans and the end of players, for the operator."""

import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import click

from app.cli.language import spoken
from app.cli.terminal import CannotRun, printable, yes_option
from app.http.fields import NAME_RULE
from app.i18n import Message
from app.i18n.text_validation import is_name
from app.players.decide import IsClosed, PlayerError
from app.players.service import OPERATOR, Players
from app.players.state import COMMON, KeyScope, Player
from app.webhooks.service import Webhooks

_NOBODY: Final = Message("There is no player of this id.")
_CLOSED: Final = Message("The player was closed.")

_WIDE = [str(scope) for scope in KeyScope if scope not in COMMON]


def players(connected: Callable[[], Players]) -> click.Group:
    """Return the commands for the players that `connected` returns."""

    @click.group()
    def group() -> None:
        """List and rename players, grant what only the operator may, end keys, ban and close players."""

    @group.command("list")
    def list_() -> None:
        """Print every player: id, scopes, number of keys that are valid, name."""
        for player in connected().all():
            click.echo(_line(player))

    @group.command()
    @click.argument("player")
    @click.argument("scope", type=click.Choice(_WIDE))
    def grant(player: str, scope: str) -> None:
        """Let PLAYER make keys with the scope organise (tournaments), audit (arbiter), operate (operator)."""
        people = connected()
        click.echo(_line(people.grant(_open(people, player).id, KeyScope(scope)).state))

    @group.command()
    @click.argument("player")
    @click.option(
        "--scope", type=click.Choice([str(scope) for scope in KeyScope]), help="Withdraw this scope."
    )
    @click.option("--key", type=click.IntRange(1), help="Revoke only this key.")
    def revoke(player: str, scope: str | None, key: int | None) -> None:
        """Take a scope from PLAYER, or end one key; without options end all its keys."""
        people = connected()
        current = _existing(people, player)
        try:
            click.echo(_line(_revoked(people, current, scope, key)))
        except PlayerError:
            raise click.ClickException(spoken(Message("The player has no such key that is valid."))) from None

    _add_order(group, connected)
    return group


def _add_order(group: click.Group, connected: Callable[[], Players]) -> None:
    @group.command()
    @click.argument("player")
    @click.argument("name")
    def rename(player: str, name: str) -> None:
        """Give PLAYER the name NAME, in place of one that should not be shown."""
        composed = unicodedata.normalize("NFC", name)
        if not is_name(composed):
            raise click.ClickException(spoken(NAME_RULE))
        people = connected()
        click.echo(_line(people.rename(_open(people, player).id, composed).state))

    @group.command()
    @click.argument("player")
    def ban(player: str) -> None:
        """Refuse every key of PLAYER, its seats, and new games with it, until `unban`.

        Games that are not over go on without it, as without any player who is absent. Its bots have keys of
        their own: ban them, too, if they have to stop.
        """
        people = connected()
        current = _open(people, player)
        click.echo(_line(current if current.banned is not None else people.ban(current.id).state))

    @group.command()
    @click.argument("player")
    def unban(player: str) -> None:
        """Lift the ban of PLAYER: its keys and its seats are accepted again."""
        people = connected()
        current = _open(people, player)
        click.echo(_line(current if current.banned is None else people.unban(current.id).state))


def _open(people: Players, player: str) -> Player:
    """Return a player who was not closed."""
    current = _existing(people, player)
    if current.closed is not None:
        raise click.ClickException(spoken(_CLOSED))
    return current


def _revoked(people: Players, player: Player, scope: str | None, key: int | None) -> Player:
    if scope is not None:
        player = people.withdraw(player.id, KeyScope(scope)).state
    if key is not None:
        player = people.revoke(player.id, (key,), actor=OPERATOR).position.state
    if scope is None and key is None and (live := _live(player)):
        player = people.revoke(player.id, live, actor=OPERATOR).position.state
    return player


def _existing(people: Players, player: str) -> Player:
    record = people.find(player)
    if record is None:
        raise CannotRun(spoken(_NOBODY))
    return record


def _live(player: Player) -> tuple[int, ...]:
    return tuple(key.number for key in player.keys if key.revoked is None)


def _line(player: Player) -> str:
    if player.closed is not None:
        return f"{player.id}  closed"
    can = ",".join(player.scopes) if player.banned is None else "banned"
    return f"{player.id}  {can}  {len(_live(player))} keys  {printable(player.name)}"


_GOES: Final = """\
Goes: every API key, every webhook, what the player may do, and the name; from now on its id stands wherever
its name did, also in the tables and exports of its tournaments."""

_STAYS: Final = """\
Stays: its id at the seats of the games that it has played, because records and receipts name it and are
evidence for the other seats; games that go on, in which the service answers when its time is over; its name
in the logs and records of tournaments, where an organiser wrote it or it registered; its bots, which have ids
and keys of their own."""

_KEY: Final = """\
The key under which its log has its names and the labels of its API keys is deleted, so that they cannot be
read any more. Backups made before have it, and so has the append-only file of the store until it is
rewritten."""

_CLEAR: Final = """\
Entries of its log that an earlier version wrote have names or labels without such a key. They stay in the
store, where nothing shows them, and in backups made later, too."""


def closing(connected: Callable[[], tuple[Players, Webhooks]]) -> click.Command:
    """Return the command that closes a player of those that `connected` gives, and ends its webhooks."""

    @click.command()
    @click.argument("player")
    @yes_option
    def close(player: str, yes: bool) -> None:
        """Close PLAYER for good: its keys and webhooks end, its name is deleted, its id stays.

        Before the command asks for confirmation, it lists what ends, what stays, and why. If it is
        interrupted, run it again.
        """
        people, webhooks = connected()
        current = people.find(player)
        if current is None:
            raise click.ClickException(spoken(_NOBODY))
        _explain(
            current,
            [other.id for other in people.all() if other.owner == current.id and other.closed is None],
            people.has_clear_names(current.id),
        )
        if not yes:
            click.confirm(f"Close {current.id}?", abort=True)
        with suppress(IsClosed):
            people.close(current.id)
        webhooks.remove_all(current.id)
        click.echo(f"{current.id}: closed.")

    return close


def _explain(player: Player, bots: list[str], in_clear: bool) -> None:
    click.echo(f"{player.id} ({'closed before' if player.closed is not None else printable(player.name)})")
    for text in (_GOES, _STAYS, _KEY, *([_CLEAR] if in_clear else [])):
        click.echo(text)
    for bot in bots:
        click.echo(f"{bot} is a bot of this player: close it, too, if it has to end.")
