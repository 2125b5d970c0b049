"""Instrumentation of appends: counts of entries and games, and a log line with the request of each entry.

The line `entry written` traces an entry to the request that caused it, through jobs too, although no entry
contains the request or its trace. An entry's bytes are public and permanent; the ids of requests and traces
are for the operator, and are deleted with the log lines.
"""

import logging
from typing import Final

from app.games.table.state import Table
from app.observability.logs import current_origin, log_fields
from app.observability.metrics import OTHER, Metrics
from app.store.keys import LogKind, kind_of

_log: Final = logging.getLogger("app.observing")
_KINDS: Final = {kind: kind.name.lower() for kind in LogKind}


class Observer:
    """Sees what the store and the games of a process do; see app.store.append_options and
    app.service.games."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._entries = {kind: metrics.entries.labels(name) for kind, name in _KINDS.items()}
        self._conflicts = {kind: metrics.conflicts.labels(name) for kind, name in _KINDS.items()}

    def request(self) -> str:
        """Return the origin of an entry: the request that is being served, or for which a job runs."""
        return current_origin()

    def appended(self, log: str, ply: int) -> None:
        """Count an entry and log it."""
        if (kind := kind_of(log)) is not None:
            self._entries[kind].inc()
        _log.info("entry written", extra=log_fields(log=log, ply=ply))

    def conflicted(self, log: str) -> None:
        """Count a refused entry."""
        if (kind := kind_of(log)) is not None:
            self._conflicts[kind].inc()

    def on_append(self, before: Table | None, after: Table) -> None:
        """Count a game that was created, and one that is over."""
        if before is None:
            self._metrics.created.labels(variant(after)).inc()
        if after.is_over and not (before is not None and before.is_over):
            self._metrics.finished.labels(variant(after), str(after.status)).inc()


def variant(table: Table) -> str:
    """Return the name of the variant that is played, `custom` for a free rules sheet."""
    return str(table.play.rules_to_json(table.rules).get("variant", OTHER))
