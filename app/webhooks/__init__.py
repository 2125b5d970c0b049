"""Webhooks: signed messages about events of games, sent to addresses of players until they are delivered."""
