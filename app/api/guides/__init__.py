"""Guides from setup to a finished game, and on bots, tournaments and webhooks; the tests run them."""
