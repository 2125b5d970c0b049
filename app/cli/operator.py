"""The commands `conquian keys`, `games` and `players`: what only the operator may do, beside a service."""

from functools import partial

from app import operating
from app.cli.beside import beside
from app.cli.closing import closing
from app.cli.connecting import ring, store
from app.cli.removing import connected_remover, removing
from app.handler import Games
from app.http.keys import mint_key
from app.players import command
from app.players.players import Players
from app.signing import KeyRing, now_ms
from app.store.client import connect
from app.store.hooked import WebhookIndex
from app.webhooks.webhooks import Webhooks
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


def _players_and_webhooks() -> tuple[Players, Webhooks]:
    settings = beside()
    secrets = join_store(settings)
    logs, hooked = store(settings, secrets), WebhookIndex(connect(settings.redis_url or ""))
    people = Players(logs, partial(mint_key, secrets.token), now_ms)
    return people, Webhooks(logs, hooked, secrets.token, settings.webhooks, now_ms)


keys = operating.keys(_ring)
games = operating.games(_games)
games.add_command(removing(connected_remover))
players = command.players(_players)
players.add_command(closing(_players_and_webhooks))
