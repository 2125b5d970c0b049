"""How every kind of log is archived."""

from typing import Final

from app.store.keys import Kind
from replays.archive.forms import GAMES, Forms
from replays.disputes.archived import DISPUTES
from replays.tournaments.archived import TOURNAMENTS

FORMS: Final[Forms] = {Kind.GAME: GAMES, Kind.DISPUTE: DISPUTES, Kind.TOURNAMENT: TOURNAMENTS}
"""The kinds of logs that are archived."""
