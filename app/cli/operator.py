"""Operator commands beside a service: `conquian keys`, `games` and `players`."""

from functools import partial

from app.cli import operator_commands
from app.cli import players as cli_players
from app.cli.game_removal import connected_remover, removing
from app.cli.nearest_service import beside
from app.cli.players import closing
from app.cli.process_parts import ring, store
from app.http.credentials import mint_key
from app.players.service import Players
from app.service.games import GameService
from app.service.signing import KeyRing, now_ms
from app.store.client import connect
from app.store.indexes import WebhookIndex
from app.webhooks.service import Webhooks
from replays.installation.starting import join_store


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


keys = operator_commands.keys(_ring)
games = operator_commands.games(_games)
games.add_command(removing(connected_remover))
players = cli_players.players(_players)
players.add_command(closing(_players_and_webhooks))
