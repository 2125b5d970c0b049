"""The command `conquian players close`: a player's keys and webhooks end, its name goes, its id stays."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import click

from app.players.decide import IsClosed
from app.players.player import Player
from app.players.players import Players
from app.webhooks.webhooks import Webhooks

_GOES: Final = """\
Goes: every API key, every webhook, what the player may do, and the name; from now on its id stands wherever
its name did."""

_STAYS: Final = """\
Stays: its id at the seats of the games that it has played, because records and receipts name it and are
evidence for the other seats; games that go on, in which the service answers when its time is over; names that
organisers have given it in tournaments; its bots, which have ids and keys of their own."""

_COPIES: Final = """\
The name stays in the first entry of its log in the store, which nothing shows, and in backups."""


def closing(connected: Callable[[], tuple[Players, Webhooks]]) -> click.Command:
    """The command that closes a player of those that `connected` gives, and ends its webhooks."""

    @click.command()
    @click.argument("player")
    @click.option("--yes", is_flag=True, help="Do not ask.")
    def close(player: str, yes: bool) -> None:
        """Close PLAYER for good: its keys and webhooks end, its name goes, its id stays.

        The command says what goes, what stays, and why, before it asks. Cut off anywhere it is finished by
        running it again.
        """
        people, webhooks = connected()
        found = people.find(player)
        if found is None:
            raise click.ClickException("There is no player of this id.")
        _explain(found, [one.id for one in people.all() if one.owner == found.id and one.closed is None])
        if not yes:
            click.confirm(f"Close {found.id}?", abort=True)
        with suppress(IsClosed):
            people.close(found.id)
        for one in webhooks.of(found.id):
            webhooks.remove(found.id, one.id, None)
        click.echo(f"{found.id}: closed.")

    return close


def _explain(player: Player, bots: list[str]) -> None:
    name = "".join(char if char.isprintable() else "?" for char in player.name)
    click.echo(f"{player.id} ({'closed before' if player.closed is not None else name})")
    for text in (_GOES, _STAYS, _COPIES):
        click.echo(text)
    for bot in bots:
        click.echo(f"{bot} is a bot of this player: close it, too, if it has to end.")
