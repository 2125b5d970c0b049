"""Members of a manifest: their checks, texts for the values that they accept, and faults of a document."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final
from unicodedata import normalize

from app.i18n import Message
from app.i18n.text_validation import is_name
from app.store.keys import LogKind, kind_of
from app.tournament.errors import BadManifest, ManifestFault
from app.tournament.formats import FORMATS
from app.tournament.formats.format import SEEDINGS
from app.tournament.manifest import SEEDS, AbsentRule, Engine, SeatOrders, TieBreak
from app.tournament.sprt import Model

DECIMAL: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")
"""A fractional number in the normal form of a manifest."""

AN_OBJECT: Final = Message("an object")
A_LIST: Final = Message("a list")
A_TEXT: Final = Message("a text")
A_BOOLEAN: Final = Message("true or false")
A_NAME: Final = Message("a name of 1 to 40 visible characters")
A_SEED: Final = Message("64 hex digits in lower case")
A_PLAYER: Final = Message("the id of a player")
A_PYTHON_OBJECT: Final = Message("a text MODULE:OBJECT")
A_COMMAND: Final = Message("a list of 1 to 50 texts, the program and its arguments")
A_VERSION: Final = Message("a text of 1 to 100 characters")

MORE_THAN_ELO0: Final = Message("It must be greater than elo0.")
ONE_SEAT: Final = Message("A player over HTTP has one seat at a table: as many entrants are needed as seats.")
NOT_OPEN: Final = Message("Nobody registers for this format: its entrants have parts of their own.")
AN_ENTRANT: Final = Message("It must be the name of an entrant.")


def whole_number(least: int, most: int) -> Message:
    """Return the description of an integer between two bounds."""
    return Message("an integer from {least} to {most}").filled(least=least, most=most)


def number(least: float, most: float) -> Message:
    """Return the description of a number between two bounds."""
    return Message("a number from {least} to {most}").filled(least=least, most=most)


def choice_of(*values: str) -> Message:
    """Return the description of a choice of words."""
    listed = ", ".join(map(str, values))
    return Message("one of {listed}").filled(listed=listed)


def entrants(given: int, fit: str) -> Message:
    """Return the fault that there are `given` entrants instead of a number in `fit`."""
    return Message("There are {given} entrants; the format plays with {fit}.").filled(given=given, fit=fit)


def unfit(wanted: Message, value: Any) -> Message:
    """Return the fault of an invalid value in normal form; a text of the client is not echoed."""
    given = _given(value)
    return Message("It must be {wanted}, and is {given}.").filled(wanted=wanted, given=given)


def _given(value: Any) -> Message | str:
    if isinstance(value, dict):
        return AN_OBJECT
    if isinstance(value, list):
        return A_LIST
    if isinstance(value, str) and not DECIMAL.fullmatch(value):
        size = len(value)
        return Message("a text of {size} characters").filled(size=size)
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """Predicate for a value of a manifest in normal form.

    `wanted` describes the accepted values as a noun. `possible` has the values `allowed`, or the `minimum`
    and `maximum` of a number, where these are known.
    """

    fits: Callable[[Any], bool]
    wanted: Message
    possible: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, value: Any) -> bool:
        """Return True if the value is accepted."""
        return self.fits(value)


def whole(least: int, most: int) -> ValueCheck:
    """Return a check for an integer from `least` to `most`."""
    return ValueCheck(
        lambda value: type(value) is int and least <= value <= most,
        whole_number(least, most),
        {"minimum": least, "maximum": most},
    )


def decimal(least: float, most: float) -> ValueCheck:
    """Return a check for a number from `least` to `most`, in normal form."""

    def fits(value: Any) -> bool:
        digits = str(value) if type(value) in (int, str) else ""
        return bool(DECIMAL.fullmatch(digits)) and least <= float(digits) <= most

    return ValueCheck(fits, number(least, most), {"minimum": least, "maximum": most})


def one_of(*values: str) -> ValueCheck:
    """Return a check for one of these strings."""
    return ValueCheck(
        lambda value: isinstance(value, str) and value in values,
        choice_of(*values),
        {"allowed": [*map(str, values)]},
    )


def text(most: int, description: Message) -> ValueCheck:
    """Return a check for a string of 1 to `most` characters; `description` is its noun."""
    return ValueCheck(lambda value: isinstance(value, str) and 0 < len(value) <= most, description)


OBJECT: Final = ValueCheck(lambda value: isinstance(value, dict), AN_OBJECT)
LIST: Final = ValueCheck(lambda value: isinstance(value, list), A_LIST)
TEXT: Final = ValueCheck(lambda value: isinstance(value, str), A_TEXT)
BOOLEAN: Final = ValueCheck(lambda value: type(value) is bool, A_BOOLEAN, {"allowed": [False, True]})

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


ENTRANT_NAMES: Final = ValueCheck(
    lambda value: isinstance(value, str) and is_name(value),
    A_NAME,
)
_SEEDED: Final = ValueCheck(
    lambda value: isinstance(value, str) and bool(_SEED.fullmatch(value)),
    A_SEED,
)
_COMMAND: Final = ValueCheck(
    lambda value: (
        isinstance(value, list) and 0 < len(value) <= 50 and all(isinstance(word, str) for word in value)
    ),
    A_COMMAND,
)
_PLAYER: Final = ValueCheck(
    lambda value: isinstance(value, str) and kind_of(value) is LogKind.PLAYER,
    A_PLAYER,
)

MOST_GAMES: Final = 1_000_000
_CYCLES: Final = whole(1, 1_000)
_SEEDING: Final = one_of(*SEEDINGS)
_TIE_BREAK: Final = one_of(*TieBreak)

PARAMETERS: Final[Mapping[str, Mapping[str, ValueCheck]]] = MappingProxyType(
    {
        "round_robin": {"cycles": _CYCLES},
        "gauntlet": {"hero": ENTRANT_NAMES, "cycles": _CYCLES},
        "swiss": {"rounds": whole(1, 1_000), "seeding": _SEEDING},
        "single_elimination": {"third_place": BOOLEAN, "seeding": _SEEDING},
        "double_elimination": {"seeding": _SEEDING},
        "arena": {"games": whole(1, MOST_GAMES), "minutes": whole(1, 10_080), "seats": whole(2, 12)},
        "league": {"seats": whole(2, 12), "cycles": _CYCLES},
        "sit_and_go": {"seats": whole(2, 12), "cycles": _CYCLES},
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
    {"swiss": ("rounds",), "league": ("seats",), "sit_and_go": ("seats",), "sprt": ("elo0", "elo1")}
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
        "name": ENTRANT_NAMES,
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
        "registration": one_of("open"),
        "absent": OBJECT,
        **dict.fromkeys(SEEDS, _SEEDED),
    }
)

_ABSENT: Final[Mapping[AbsentRule, Mapping[str, ValueCheck]]] = MappingProxyType(
    {
        AbsentRule.WAIT: {},
        AbsentRule.FORFEIT: {"minutes": whole(1, 1_440)},
        AbsentRule.BOT: {"minutes": whole(1, 1_440), "bot": ENTRANT_NAMES},
    }
)
"""Members of the rule for absent players, all of them required."""

_ENTRANT: Final[Mapping[str, ValueCheck]] = MappingProxyType(
    {
        "name": ENTRANT_NAMES,
        "bot": ENTRANT_NAMES,
        "nodes": whole(1, 10_000_000),
        "milliseconds": whole(1, 600_000),
        "python": text(500, A_PYTHON_OBJECT),
        "command": _COMMAND,
        "player": _PLAYER,
        "version": text(100, A_VERSION),
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
                    unfit(known[name].wanted, member),
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

    def absent(self, value: Any) -> None:
        if not isinstance(value, dict):
            return
        rule = one_of(*AbsentRule)
        if rule(value.get("rule")):
            own = _ABSENT[AbsentRule(value["rule"])]
            self.members("/absent", value, {"rule": rule, **own}, tuple(own))
        else:
            named = {name: member for name, member in value.items() if name == "rule"}
            self.members("/absent", named, {"rule": rule}, ("rule",))

    def entrants(self, value: Any, *, is_open: bool = False) -> None:
        if not isinstance(value, list):
            return
        least = 0 if is_open else 2
        if not least <= len(value) <= MOST_ENTRANTS:
            self.add(
                SIZE,
                "/entrants",
                description=entrants(len(value), f"{least}–{MOST_ENTRANTS}"),
            )
        names = set[str]()
        for number, entrant in enumerate(value):
            self._entrant(f"/entrants/{number}", entrant, names)

    def _entrant(self, path: str, value: Any, names: set[str]) -> None:
        if not isinstance(value, dict):
            self.add(VALUE, path, description=unfit(OBJECT.wanted, value))
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
                    unfit(_TIE_BREAK.wanted, tie_break),
                )
