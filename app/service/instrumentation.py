"""What is counted and written down of every entry: how many, in which games, on behalf of which request.

The line `entry written` names the request that wrote a ply: with it an entry is traced to the request,
through jobs too, although no entry holds that. An entry's bytes are public and for ever; the id of a request
is the operator's, and goes with the lines.
"""

import logging
from typing import Final

from app.games.table.state import Table
from app.observability.logs import current_request, log_fields
from app.observability.metrics import OTHER, Metrics
from app.store.keys import Kind, kind_of

_log: Final = logging.getLogger("app.observing")
_KINDS: Final = {kind: kind.name.lower() for kind in Kind}


class Observer:
    """Sees what the store and the games of a process do; see app.store.observer and app.service.games."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._entries = {kind: metrics.entries.labels(name) for kind, name in _KINDS.items()}
        self._conflicts = {kind: metrics.conflicts.labels(name) for kind, name in _KINDS.items()}

    def request(self) -> str:
        """The id of the request that is being served, or on whose behalf a job runs."""
        return current_request()

    def appended(self, log: str, ply: int) -> None:
        """Counts an entry and writes a line about it."""
        if (kind := kind_of(log)) is not None:
            self._entries[kind].inc()
        _log.info("entry written", extra=log_fields(log=log, ply=ply))

    def conflicted(self, log: str) -> None:
        """Counts an entry that came second."""
        if (kind := kind_of(log)) is not None:
            self._conflicts[kind].inc()

    def told(self, before: Table | None, after: Table) -> None:
        """Counts a game that is made, and one that is over."""
        if before is None:
            self._metrics.created.labels(variant(after)).inc()
        if after.is_over and not (before is not None and before.is_over):
            self._metrics.finished.labels(variant(after), str(after.status)).inc()


def variant(table: Table) -> str:
    """The name of the variant that is played, `custom` for a sheet put together freely."""
    return str(table.play.rules_to_json(table.rules).get("variant", OTHER))
