"""The HTTP edge: strict reading of requests, and one shape for every refusal.

It knows no game and no store.
"""
