"""The commands `conquian keys`, `games` and `players`: what only the operator may do, beside a service."""

from functools import partial

from app import operating
from app.cli.beside import beside
from app.cli.connecting import ring, store
from app.cli.removing import remove
from app.handler import Games
from app.http.keys import mint_key
from app.players import command
from app.players.players import Players
from app.signing import KeyRing, now_ms
from replays.installation.starting import join_store


def _ring() -> KeyRing:
    settings = beside()
    return ring(settings, join_store(settings))


def _games() -> Games:
    settings = beside()
    secrets = join_store(settings)
    return Games(store(settings, secrets), settings.cache, signer=ring(settings, secrets))


def _players() -> Players:
    settings = beside()
    secrets = join_store(settings)
    return Players(store(settings, secrets), partial(mint_key, secrets.token), now_ms)


keys = operating.keys(_ring)
games = operating.games(_games)
games.add_command(remove)
players = command.players(_players)
