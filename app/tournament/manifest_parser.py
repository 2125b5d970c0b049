"""Strict parser of manifests from JSON that reports all faults at once.

`read` normalises a document and checks it; the outcome is a `Draft` or BadManifest. It does not check that a
bot or a player of a name exists.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from unicodedata import normalize

from app.games.codec import Json
from app.games.errors import ConfigRefused
from app.games.registry import game_in, variants
from app.games.table.commands import Create
from app.games.table.decide import create
from app.i18n import Message
from app.i18n.text_validation import is_name
from app.store.keys import GameId, LogKind, kind_of
from app.tournament import manifest_checks
from app.tournament.errors import BadManifest, ManifestFault
from app.tournament.formats.format import SEEDINGS
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import SEEDS, Engine, Entrant, Manifest, SeatOrders, TieBreak, tournament_id
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
from app.tournament.sprt import Model, games_per_unit

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
_SEATS_ALL: Final = 4

_SEED = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A manifest without its secret seeds, its id, and the seeds that it contains (hex)."""

    tournament: GameId
    manifest: Manifest
    given: Mapping[str, str]


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

_GAMES: Final = 1_000_000
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
        "arena": {"games": whole(1, _GAMES), "minutes": whole(1, 10_080), "seats": whole(2, 12)},
        "league": {"seats": whole(2, 12), "cycles": _CYCLES},
        "sprt": {
            "elo0": decimal(-2_000, 2_000),
            "elo1": decimal(-2_000, 2_000),
            "alpha": decimal(0.000001, 0.5),
            "beta": decimal(0.000001, 0.5),
            "model": one_of(*Model),
            "batch": whole(1, 10_000),
            "games": whole(2, _GAMES),
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

_MEMBERS: Final[Mapping[str, ValueCheck]] = MappingProxyType(
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


def read(document: Any) -> Draft:
    """Parse a manifest from parsed JSON. Raises BadManifest with all of its faults."""
    normal = _normal(document)
    if not isinstance(normal, dict):
        raise BadManifest((ManifestFault(VALUE, "", said=manifest_checks.unfit(OBJECT.wanted, normal)),))
    faults = _Faults()
    faults.members("", normal, _MEMBERS, ("name", "format", "entrants"))
    if "variant" not in normal and "rules" not in normal:
        faults.add(MISSING, "/variant")
    faults.format(normal.get("format"))
    faults.entrants(normal.get("entrants"))
    faults.listed(normal.get("tie_breaks", []))
    faults.members("/limits", normal.get("limits", {}), LIMITS, ())
    faults.raise_any()
    given, manifest = {name: normal[name] for name in SEEDS if name in normal}, _manifest(normal)
    _check_games(manifest)
    return Draft(tournament_id(normal), manifest, MappingProxyType(given))


def checked(document: Json) -> Manifest:
    """Return the manifest of a document in normal form without seeds, as a log has it."""
    return _manifest(document)


def _normal(value: Any) -> Any:
    """Return the value with fractional numbers as texts, and None for values that no manifest has."""
    if isinstance(value, dict):
        return {str(key): _normal(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return list(map(_normal, value))
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**53 else repr(value)
    if type(value) is int and abs(value) >= 2**53:
        return None
    return value if isinstance(value, str | int) else None


class _Faults:
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


def _manifest(normal: Json) -> Manifest:
    """Return the manifest of a document whose members have the right types."""
    parameters = {name: value for name, value in normal["format"].items() if name != "type"}
    entrants = tuple(map(_entrant, normal["entrants"]))
    accept_memory = normal.get("accept_memory", False)
    rules = _rules(normal)
    manifest = Manifest(
        name=normal["name"],
        variant=rules["variant"],
        rules=rules,
        format=normal["format"]["type"],
        parameters=MappingProxyType(parameters),
        entrants=entrants,
        document={name: value for name, value in normal.items() if name not in SEEDS},
        decks_per_pairing=normal.get("decks_per_pairing", 1),
        duplicates=normal.get("duplicates", True) and (accept_memory or _forget(entrants)),
        seat_orders=SeatOrders(normal.get("seat_orders", SeatOrders.ROTATION)),
        tie_breaks=tuple(map(TieBreak, normal.get("tie_breaks", ()))),
        accept_memory=accept_memory,
        limits=MappingProxyType({name: float(limit) for name, limit in normal.get("limits", {}).items()}),
    )
    _check(manifest)
    return manifest


def _forget(entrants: tuple[Entrant, ...]) -> bool:
    """Return True if no entrant remembers a deck.

    Engines of this machine are created for every game; players over HTTP are not.
    """
    return not any(entrant.is_remote for entrant in entrants)


def _entrant(plan: Json) -> Entrant:
    engine = next(engine for engine in Engine if engine in plan)
    return Entrant(plan["name"], engine, MappingProxyType(plan))


def _rules(normal: Json) -> Json:
    """Return the canonical sheet. Raises BadManifest with the invalid member."""
    game = game_in(normal)
    options = dict(normal.get("options", {}))
    if "deals" in normal:
        options["deals"] = normal["deals"]
    try:
        if "rules" not in normal:
            return game.rules_to_json(game.sheet(normal["variant"], options))
        extra = {"deals": normal["deals"]} if "deals" in normal else {}
        if "variant" in normal or normal.get("options"):
            raise ConfigRefused("config_option", "variant" if "variant" in normal else "options")
        return game.rules_to_json(game.custom({**normal["rules"], **extra}))
    except ConfigRefused as refused:
        fault = ManifestFault(refused.code, _member(normal, refused.field), _possible(normal, refused.field))
        raise BadManifest((fault,)) from None


def _possible(normal: Json, field: str) -> Mapping[str, Any]:
    """Return the valid values of the member that the rules call `field`."""
    if field == "variant":
        return {"allowed": [*variants()]} if "rules" not in normal else {}
    return game_in(normal).possible(field, None if "rules" in normal else normal.get("variant"))


def _member(normal: Json, field: str) -> str:
    """Return the JSON pointer of the member that the rules call `field`."""
    if field in _MEMBERS:
        return f"/{field}"
    return f"/rules/{field}" if "rules" in normal else f"/options/{field}"


def _check(manifest: Manifest) -> None:
    """Raise BadManifest if entrants, format and rules do not fit together."""
    faults = _Faults()
    seats, names = manifest.seats, [entrant.name for entrant in manifest.entrants]
    if len(names) not in (2, seats) if manifest.format == "sprt" else seats > len(names):
        sizes = (
            " / ".join(map(str, sorted({2, seats})))
            if manifest.format == "sprt"
            else f"{seats}–{MOST_ENTRANTS}"
        )
        faults.add(SIZE, "/entrants", description=manifest_checks.entrants(len(names), sizes))
    if manifest.format == "sprt" and not manifest.number("elo0", 0) < manifest.number("elo1", 0):
        faults.add(VALUE, "/format/elo1", description=manifest_checks.MORE_THAN_ELO0)
    if manifest.seat_orders is SeatOrders.ALL and seats > _SEATS_ALL:
        faults.add(ORDERS, "/seat_orders")
    if manifest.is_remote and manifest.format == "sprt" and seats > len(names):
        faults.add(VALUE, "/format/seats", description=manifest_checks.ONE_SEAT)
    if manifest.parameter("hero", names[0]) not in names:
        faults.add(VALUE, "/format/hero", description=manifest_checks.AN_ENTRANT)
    if manifest.format == "arena" and not {"games", "minutes"} & set(manifest.parameters):
        faults.add(MISSING, "/format/games")
    try:
        create(_sample(manifest))
    except ConfigRefused as refused:
        path = "/format/seats" if refused.field == "seats" else _member(manifest.document, refused.field)
        faults.add(refused.code, path)
    faults.raise_any()


def _check_games(manifest: Manifest) -> None:
    """Raise BadManifest if the number of games is too small for a single pairing."""
    least, asked = games_per_unit(manifest) * manifest.decks_per_pairing, manifest.parameter("games")
    if asked is not None and asked < least:
        check = whole(least, _GAMES)
        raise BadManifest(
            (
                ManifestFault(
                    VALUE, "/format/games", check.possible, manifest_checks.unfit(check.wanted, asked)
                ),
            )
        )


def _sample(manifest: Manifest) -> Create:
    """Return a command that would create a table of the tournament."""
    seats = ({"kind": "bot", "bot": "random"},) * manifest.seats
    return Create(
        "sample", manifest.play, manifest.rules, seats, "none", "game", ("",) * len(seats), "00" * 32
    )
