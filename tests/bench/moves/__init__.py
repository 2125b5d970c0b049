"""Moves over HTTP beside the least that such a service must do, and beside boardgame.io."""
