"""Overview of the installation for its operator.

It comes from the checks of /readyz, the sources of /metrics, and counts that the indexes of the store keep.
"""

import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, TypedDict

from redis import Redis
from sqlalchemy import Engine

from app.api.service import CauseView
from app.games.codec import Json
from app.http.answers import schema_of
from app.i18n import Language
from app.observability.metrics import MetricSource
from app.parts.outages import Part
from app.players.service import Players
from app.service.job_queue import QueueUnavailable
from app.settings.settings import Settings
from app.store import schedule
from app.store.client import servers
from app.store.durability import Grade, PartCheck, server_info
from app.store.errors import StoreUnavailable
from app.store.installation import last_backup
from app.store.keys import unsettled_key
from app.store.player_index import PlayerList
from replays.archive.errors import ArchiveUnavailable
from replays.catalogue.connecting import read
from replays.catalogue.errors import CatalogueUnavailable
from replays.transparency import store as tree
from replays.transparency.errors import ForeignTree

_AWAY = (StoreUnavailable, QueueUnavailable, ArchiveUnavailable, CatalogueUnavailable, ForeignTree)


class ExplainedCauseView(CauseView):
    """Cause of a failed check, for a person."""

    text: Annotated[dict[str, str], "The cause by language"]


class PartCheckView(TypedDict):
    """A check of a part."""

    check: str
    part: Annotated[str, {"enum": [*map(str, Part)]}]
    status: Annotated[str, {"enum": [*map(str, Grade)]}]
    cause: Annotated[Json | None, schema_of(ExplainedCauseView)]


class PlayerCountsView(TypedDict):
    """Players by state."""

    named: Annotated[int, "All but the closed ones"]
    banned: int
    closed: int


class StorageUseView(TypedDict):
    """Space and content of the parts."""

    memory: Annotated[int | None, "Bytes that the store uses"]
    memory_limit: Annotated[int | None, "Bytes that it may use; null: no limit"]
    disk_free: Annotated[int | None, "Free bytes where the data directory is, if this machine has it"]
    archived: Annotated[int | None, "Archived games; null while the catalogue is away"]


class OverviewView(TypedDict):
    """The installation for its operator."""

    status: Annotated[str, {"enum": [*map(str, Grade)]}]
    checks: list[PartCheckView]
    numbers: Annotated[
        dict[str, float],
        "Gauges of /metrics by their names without `conquian_`; without those of a part away",
    ]
    players: PlayerCountsView
    disputes: Annotated[int, "Disputes that are not over"]
    storage: StorageUseView
    backup: Annotated[int | None, "End of the last complete backup, ms since 1970; null: none is known"]


class Overview:
    """Overview over the store in `redis` and the catalogue of `engine`.

    `checks` are those of /readyz, `sources` those of /metrics.
    """

    def __init__(
        self,
        settings: Settings,
        redis: Redis,
        engine: Callable[[], Engine],
        players: Players,
        checks: Callable[[], tuple[PartCheck, ...]],
        sources: Iterable[MetricSource],
    ) -> None:
        self._settings = settings
        self._redis = redis
        self._engine = engine
        self._players = players
        self._checks = checks
        self._sources = tuple(sources)

    def view(self, *languages: Language) -> OverviewView:
        """Return the overview as it is now, with causes in `languages`. Raises StoreUnavailable."""
        checks = self._checks()
        return {
            "status": str(max((check.grade for check in checks), key=list(Grade).index, default=Grade.OK)),
            "checks": [_view(check, languages) for check in checks],
            "numbers": self._numbers(),
            "players": {
                "named": self._players.count(PlayerList.NAMED),
                "banned": self._players.count(PlayerList.BANNED),
                "closed": self._players.count(PlayerList.CLOSED),
            },
            "disputes": schedule.count(self._redis, unsettled_key),
            "storage": self._storage(),
            "backup": last_backup(self._redis),
        }

    def _numbers(self) -> dict[str, float]:
        numbers: dict[str, float] = {}
        for source in self._sources:
            with suppress(Exception):  # whatever it raises, the source is away
                numbers.update(source.read())
        return numbers

    def _storage(self) -> StorageUseView:
        infos = [server_info(server) for server in servers(self._redis)]
        limits = [int(info.get("maxmemory", 0)) for info in infos]
        known = all("used_memory" in info for info in infos)
        data, archived = self._settings.data, None
        with suppress(*_AWAY):
            archived = read(self._engine(), tree.size)
        return {
            "memory": sum(int(info["used_memory"]) for info in infos) if known else None,
            "memory_limit": sum(limits) if all(limits) else None,
            "disk_free": shutil.disk_usage(data).free if data.is_dir() else None,
            "archived": archived,
        }


def _view(check: PartCheck, languages: Iterable[Language]) -> PartCheckView:
    cause = check.cause
    return {
        "check": check.name,
        "part": str(check.part),
        "status": str(check.grade),
        "cause": None if cause is None else {**cause, "text": check.text(*languages)},
    }
