"""Archive forms of all kinds of logs."""

from typing import Final

from app.store.keys import Kind
from replays.archive.kinds import GAMES, Forms
from replays.disputes.archived import DISPUTES
from replays.tournaments.archived import TOURNAMENTS

FORMS: Final[Forms] = {Kind.GAME: GAMES, Kind.DISPUTE: DISPUTES, Kind.TOURNAMENT: TOURNAMENTS}
"""Archive forms by kind of log."""
