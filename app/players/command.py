"""The commands `conquian players ...`: what only the operator of a service may do with players."""

import sys
from collections.abc import Callable

import click

from app.players.decide import PlayerError
from app.players.player import COMMON, Player, Scope
from app.players.players import OPERATOR, Players

_WIDE = [str(scope) for scope in Scope if scope not in COMMON]


def players(connected: Callable[[], Players]) -> click.Group:
    """The group of commands over the players that `connected` gives."""

    @click.group()
    def group() -> None:
        """List players, grant what only the operator may, end keys, close players."""

    @group.command("list")
    def list_() -> None:
        """Print every player: id, scopes, number of keys that are valid, name."""
        for player in connected().all():
            click.echo(_line(player))

    @group.command()
    @click.argument("player")
    @click.argument("scope", type=click.Choice(_WIDE))
    def grant(player: str, scope: str) -> None:
        """Let PLAYER make keys with a wide scope: organise (events) or audit (arbiter)."""
        people = connected()
        found = _existing(people, player)
        if found.closed is not None:
            raise click.ClickException("The player was closed.")
        click.echo(_line(people.grant(found.id, Scope(scope)).state))

    @group.command()
    @click.argument("player")
    @click.option("--scope", type=click.Choice([str(scope) for scope in Scope]), help="Take this scope.")
    @click.option("--key", type=click.IntRange(1), help="End this key alone.")
    def revoke(player: str, scope: str | None, key: int | None) -> None:
        """Take a scope from PLAYER, or end one key; without options end all its keys."""
        people = connected()
        found = _existing(people, player)
        try:
            click.echo(_line(_revoked(people, found, scope, key)))
        except PlayerError:
            raise click.ClickException("The player has no such key that is valid.") from None

    return group


def _revoked(people: Players, player: Player, scope: str | None, key: int | None) -> Player:
    if scope is not None:
        player = people.withdraw(player.id, Scope(scope)).state
    if key is not None:
        player = people.revoke(player.id, (key,), actor=OPERATOR).standing.state
    if scope is None and key is None and (live := _live(player)):
        player = people.revoke(player.id, live, actor=OPERATOR).standing.state
    return player


def _existing(people: Players, player: str) -> Player:
    found = people.find(player)
    if found is None:
        click.echo("Error: There is no player of this id.", err=True)
        sys.exit(2)
    return found


def _live(player: Player) -> tuple[int, ...]:
    return tuple(key.number for key in player.keys if key.revoked is None)


def _line(player: Player) -> str:
    if player.closed is not None:
        return f"{player.id}  closed"
    name = "".join(char if char.isprintable() else "?" for char in player.name)
    return f"{player.id}  {','.join(player.scopes)}  {len(_live(player))} keys  {name}"
