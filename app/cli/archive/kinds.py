"""Archive forms of all kinds of logs."""

from typing import Final

from app.store.keys import LogKind
from replays.archive.kinds import GAMES, Forms
from replays.disputes.archived import DISPUTES
from replays.tournaments.archived import TOURNAMENTS

FORMS: Final[Forms] = {LogKind.GAME: GAMES, LogKind.DISPUTE: DISPUTES, LogKind.TOURNAMENT: TOURNAMENTS}
"""Archive forms by kind of log."""
