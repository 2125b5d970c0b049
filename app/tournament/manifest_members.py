"""Members of a manifest: their checks, and the faults of a document."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final
from unicodedata import normalize

from app.i18n import Message
from app.i18n.text_validation import is_name
from app.store.keys import LogKind, kind_of
from app.tournament import manifest_checks
from app.tournament.errors import BadManifest, ManifestFault
from app.tournament.formats.format import SEEDINGS
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import SEEDS, Engine, SeatOrders, TieBreak
from app.tournament.manifest_checks import (
    BOOLEAN,
    LIST,
    OBJECT,
    TEXT,
    ValueCheck,
    decimal,
    one_of,
    text,
    whole,
)
from app.tournament.sprt import Model

UNKNOWN: Final = "manifest_member_unknown"
MISSING: Final = "manifest_member_missing"
VALUE: Final = "manifest_value"
TWICE: Final = "manifest_name_twice"
SIZE: Final = "manifest_entrants"
ORDERS: Final = "manifest_seat_orders"
ENGINE: Final = "manifest_engine"
FORMAT: Final = "manifest_format"

CODES: Final = (UNKNOWN, MISSING, VALUE, TWICE, SIZE, ORDERS, ENGINE, FORMAT)
"""Codes of faults of a manifest, besides those of invalid rules."""

MOST_ENTRANTS: Final = 256

_SEED = re.compile("[0-9a-f]{64}")


_NAMED: Final = ValueCheck(
    lambda value: isinstance(value, str) and is_name(value),
    manifest_checks.A_NAME,
)
_SEEDED: Final = ValueCheck(
    lambda value: isinstance(value, str) and bool(_SEED.fullmatch(value)),
    manifest_checks.A_SEED,
)
_COMMAND: Final = ValueCheck(
    lambda value: (
        isinstance(value, list) and 0 < len(value) <= 50 and all(isinstance(word, str) for word in value)
    ),
    manifest_checks.A_COMMAND,
)
_PLAYER: Final = ValueCheck(
    lambda value: isinstance(value, str) and kind_of(value) is LogKind.PLAYER,
    manifest_checks.A_PLAYER,
)

MOST_GAMES: Final = 1_000_000
_CYCLES: Final = whole(1, 1_000)
_SEEDING: Final = one_of(*SEEDINGS)
_TIE_BREAK: Final = one_of(*TieBreak)

PARAMETERS: Final[Mapping[str, Mapping[str, ValueCheck]]] = MappingProxyType(
    {
        "round_robin": {"cycles": _CYCLES},
        "gauntlet": {"hero": _NAMED, "cycles": _CYCLES},
        "swiss": {"rounds": whole(1, 1_000), "seeding": _SEEDING},
        "single_elimination": {"third_place": BOOLEAN, "seeding": _SEEDING},
        "double_elimination": {"seeding": _SEEDING},
        "arena": {"games": whole(1, MOST_GAMES), "minutes": whole(1, 10_080), "seats": whole(2, 12)},
        "league": {"seats": whole(2, 12), "cycles": _CYCLES},
        "sprt": {
            "elo0": decimal(-2_000, 2_000),
            "elo1": decimal(-2_000, 2_000),
            "alpha": decimal(0.000001, 0.5),
            "beta": decimal(0.000001, 0.5),
            "model": one_of(*Model),
            "batch": whole(1, 10_000),
            "games": whole(2, MOST_GAMES),
            "seats": whole(2, 12),
        },
    }
)
"""Checks of the parameters of each format."""

REQUIRED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"swiss": ("rounds",), "league": ("seats",), "sprt": ("elo0", "elo1")}
)
"""Required parameters of each format."""

LIMITS: Final[Mapping[str, ValueCheck]] = MappingProxyType(
    {
        "decision_seconds": decimal(0.001, 86_400),
        "window_seconds": whole(1, 86_400),
        "start_seconds": decimal(0, 600),
        "latency_seconds": decimal(0, 60),
        "memory_mb": whole(16, 65_536),
        "restarts": whole(0, 100),
    }
)
"""Limits of programs and players: times of decisions, memory and number of restarts."""

MEMBERS: Final[Mapping[str, ValueCheck]] = MappingProxyType(
    {
        "name": _NAMED,
        "variant": TEXT,
        "options": OBJECT,
        "rules": OBJECT,
        "format": OBJECT,
        "entrants": LIST,
        "decks_per_pairing": whole(1, 1_000_000),
        "duplicates": BOOLEAN,
        "seat_orders": one_of(*SeatOrders),
        "deals": whole(1, 100),
        "tie_breaks": LIST,
        "accept_memory": BOOLEAN,
        "limits": OBJECT,
        **dict.fromkeys(SEEDS, _SEEDED),
    }
)

_ENTRANT: Final[Mapping[str, ValueCheck]] = MappingProxyType(
    {
        "name": _NAMED,
        "bot": _NAMED,
        "nodes": whole(1, 10_000_000),
        "milliseconds": whole(1, 600_000),
        "python": text(500, manifest_checks.A_PYTHON_OBJECT),
        "command": _COMMAND,
        "player": _PLAYER,
        "version": text(100, manifest_checks.A_VERSION),
    }
)


class ManifestFaults:
    """Faults found so far."""

    def __init__(self) -> None:
        self._faults: list[ManifestFault] = []

    def add(
        self,
        code: str,
        field: str,
        possible: Mapping[str, Any] = MappingProxyType({}),
        description: Message | None = None,
    ) -> None:
        self._faults.append(ManifestFault(code, field, possible, description))

    def raise_any(self) -> None:
        if self._faults:
            raise BadManifest(tuple(self._faults))

    def members(
        self, path: str, value: Any, known: Mapping[str, ValueCheck], needed: tuple[str, ...]
    ) -> None:
        """Add a fault for each unknown, missing and invalid member of an object.

        A value that is not an object is ignored.
        """
        if not isinstance(value, dict):
            return
        for name, member in value.items():
            if name not in known:
                self.add(UNKNOWN, f"{path}/{name}", {"allowed": [*known]})
            elif not known[name](member):
                self.add(
                    VALUE,
                    f"{path}/{name}",
                    known[name].possible,
                    manifest_checks.unfit(known[name].wanted, member),
                )
        for name in needed:
            if name not in value:
                self.add(MISSING, f"{path}/{name}")

    def format(self, value: Any) -> None:
        if not isinstance(value, dict):
            return
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in FORMATS:
            self.add(FORMAT, "/format/type", {"allowed": [*FORMATS]})
            return
        parameters = {name: parameter for name, parameter in value.items() if name != "type"}
        self.members("/format", parameters, PARAMETERS.get(kind, {}), REQUIRED.get(kind, ()))

    def entrants(self, value: Any) -> None:
        if not isinstance(value, list):
            return
        if not 2 <= len(value) <= MOST_ENTRANTS:
            self.add(
                SIZE,
                "/entrants",
                description=manifest_checks.entrants(len(value), f"2–{MOST_ENTRANTS}"),
            )
        names = set[str]()
        for number, entrant in enumerate(value):
            self._entrant(f"/entrants/{number}", entrant, names)

    def _entrant(self, path: str, value: Any, names: set[str]) -> None:
        if not isinstance(value, dict):
            self.add(VALUE, path, description=manifest_checks.unfit(OBJECT.wanted, value))
            return
        self.members(path, value, _ENTRANT, ("name",))
        if sum(engine in value for engine in Engine) != 1:
            self.add(ENGINE, path)
        if ("nodes" in value or "milliseconds" in value) and (
            "bot" not in value or {"nodes", "milliseconds"} <= set(value)
        ):
            self.add(ENGINE, path)
        for member in ("name", "player"):
            key = normalize("NFC", f"{member} {value.get(member)}")
            if member in value and key in names:
                self.add(TWICE, f"{path}/{member}")
            names.add(key)

    def listed(self, value: Any) -> None:
        for place, tie_break in enumerate(value if isinstance(value, list) else []):
            if not _TIE_BREAK(tie_break):
                self.add(
                    VALUE,
                    f"/tie_breaks/{place}",
                    _TIE_BREAK.possible,
                    manifest_checks.unfit(_TIE_BREAK.wanted, tie_break),
                )
