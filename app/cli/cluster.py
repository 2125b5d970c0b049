"""Commands `conquian cluster`: an even distribution of the games over the masters of a cluster."""

from contextlib import closing
from urllib.parse import urlsplit

import click

from app.cli.language import spoken
from app.i18n import Message
from app.parts.addresses import is_cluster, members
from app.settings.environment import load
from app.settings.errors import StartError
from app.store.bucket_plan import Master, Move, moves, parse_shards, planned_counts, planned_ranges
from app.store.client import ask, connect
from app.store.durability import server_info
from app.store.keys import BUCKETS


@click.group()
def cluster() -> None:
    """A store of the games on several servers."""


@cluster.command()
@click.option(
    "--masters",
    type=click.IntRange(1, BUCKETS),
    metavar="N",
    help="Plan a new cluster with N masters, instead of the cluster at REDIS_URL.",
)
def plan(masters: int | None) -> None:
    """Print the commands that share the games evenly among the masters of a cluster.

    The games are in 64 buckets, each in one slot. The tools of the engines share all slots evenly, which may
    give one master a fifth more games than another. The commands move the slots of some buckets. They change
    nothing until you run them, and games go on meanwhile. They need Valkey 9 or Redis 8.4.
    """
    if masters is not None:
        _print_new(masters)
        return
    settings = load()
    if not settings.redis_url or not is_cluster(settings.redis_url):
        raise StartError(spoken(Message("REDIS_URL names no cluster. Plan a new one with --masters.")))
    _print_moves(settings.redis_url)


def _print_new(masters: int) -> None:
    for number, (first, last) in enumerate(planned_ranges(masters), 1):
        click.echo(spoken(Message("Master {number}:"), number=number))
        click.echo(f"  CLUSTER ADDSLOTSRANGE {first} {last}")


def _print_moves(url: str) -> None:
    with closing(connect(url)) as redis:
        reply, info = ask(redis, ("CLUSTER", "SHARDS")), server_info(redis)
    node = urlsplit(members(url)[0])
    known = parse_shards(reply, node.hostname or "", node.scheme == "rediss")
    for master, planned in zip(known, planned_counts(known), strict=True):
        host, port = master.address
        sentence = Message("{address} has {now} buckets of games; planned are {planned}.")
        click.echo(spoken(sentence, address=f"{host}:{port}", now=len(master.buckets), planned=planned))
    for move in moves(known):
        click.echo(_command(move, "valkey_version" in info))


def _command(move: Move, is_valkey: bool) -> str:
    """Return the command that moves the slots at once; Valkey sends it to the source, Redis to the target."""
    ranges = " ".join(f"{slot} {slot}" for slot in move.slots)
    if is_valkey:
        client = _client("valkey-cli", move.source)
        return f"{client} CLUSTER MIGRATESLOTS SLOTSRANGE {ranges} NODE {move.target.id}"
    return f"{_client('redis-cli', move.target)} CLUSTER MIGRATION IMPORT {ranges}"


def _client(program: str, master: Master) -> str:
    return f"{program} -h {master.address.host} -p {master.address.port}"
