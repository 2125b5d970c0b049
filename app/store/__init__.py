"""The event store: one append-only, hash-chained log per game in Redis or Valkey."""
