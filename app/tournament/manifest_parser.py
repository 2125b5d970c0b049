"""Strict parser of manifests from JSON that reports all faults at once.

`read` normalises a document and checks it; the outcome is a `Draft` or BadManifest. It does not check that a
bot or a player of a name exists.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from app.games.codec import Json
from app.games.errors import ConfigRefused
from app.games.game import Game
from app.games.registry import game_in, variants
from app.games.table.commands import Create
from app.games.table.decide import create
from app.store.keys import GameId
from app.tournament import manifest_members
from app.tournament.errors import BadManifest, ManifestFault
from app.tournament.formats.league import SIT_AND_GO
from app.tournament.manifest import (
    SEEDS,
    Absent,
    AbsentRule,
    Engine,
    Entrant,
    Manifest,
    SeatOrders,
    TieBreak,
    tournament_id,
)
from app.tournament.manifest_members import (
    FORMAT,
    LIMITS,
    MEMBERS,
    MISSING,
    MOST_ENTRANTS,
    MOST_GAMES,
    OBJECT,
    ORDERS,
    SIZE,
    VALUE,
    ManifestFaults,
    whole,
)
from app.tournament.sprt import games_per_unit

_SEATS_ALL: Final = 4

_CLOSED: Final = ("gauntlet", "sprt")
"""Formats whose entrants have parts of their own, so that nobody registers for them."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A manifest without its secret seeds, its id, and the seeds that it contains (hex)."""

    tournament: GameId
    manifest: Manifest
    given: Mapping[str, str]


def read(document: Any) -> Draft:
    """Parse a manifest from parsed JSON. Raises BadManifest with all of its faults."""
    normal = _normal(document)
    if not isinstance(normal, dict):
        raise BadManifest((ManifestFault(VALUE, "", message=manifest_members.unfit(OBJECT.wanted, normal)),))
    faults = ManifestFaults()
    is_open = "registration" in normal
    normal = {"entrants": [], **normal} if is_open else normal
    faults.members("", normal, MEMBERS, ("name", "format", "entrants"))
    if "variant" not in normal and "rules" not in normal:
        faults.add(MISSING, "/variant")
    faults.format(normal.get("format"))
    faults.entrants(normal.get("entrants"), is_open=is_open)
    faults.listed(normal.get("tie_breaks", []))
    faults.absent(normal.get("absent", {"rule": AbsentRule.WAIT}))
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


def _manifest(normal: Json) -> Manifest:
    """Return the manifest of a document whose members have the right types."""
    parameters = {name: value for name, value in normal["format"].items() if name != "type"}
    entrants = tuple(map(_entrant, normal["entrants"]))
    accept_memory, is_open = normal.get("accept_memory", False), "registration" in normal
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
        duplicates=normal.get("duplicates", True) and (accept_memory or (_forget(entrants) and not is_open)),
        seat_orders=SeatOrders(normal.get("seat_orders", SeatOrders.ROTATION)),
        tie_breaks=tuple(map(TieBreak, normal.get("tie_breaks", ()))),
        accept_memory=accept_memory,
        is_open=is_open,
        absent=_absent(normal.get("absent", {})),
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


def _absent(document: Json) -> Absent:
    rule = AbsentRule(document.get("rule", AbsentRule.WAIT))
    return Absent(rule, document.get("minutes", 0), document.get("bot"))


def _rules(normal: Json) -> Json:
    """Return the canonical sheet. Raises BadManifest with the invalid member."""
    game = game_in(normal)
    extra = {"deals": normal["deals"]} if "deals" in normal else {}
    try:
        if "rules" not in normal:
            options = _with_format(normal, game, {**normal.get("options", {}), **extra})
            return game.rules_to_json(game.sheet(normal["variant"], options))
        if "variant" in normal or normal.get("options"):
            raise ConfigRefused("config_option", "variant" if "variant" in normal else "options")
        return game.rules_to_json(game.custom(_with_format(normal, game, {**normal["rules"], **extra})))
    except ConfigRefused as refused:
        fault = ManifestFault(refused.code, _member(normal, refused.field), _possible(normal, refused.field))
        raise BadManifest((fault,)) from None


def _with_format(normal: Json, game: Game, options: Json) -> Json:
    """Return `options` with what the format sets; ConfigRefused if they name another value of it."""
    if normal["format"]["type"] != SIT_AND_GO:
        return options
    if not game.sit_and_go:
        raise BadManifest((ManifestFault(FORMAT, "/format/type"),))
    for name, value in game.sit_and_go.items():
        if options.setdefault(name, value) != value:
            raise ConfigRefused("config_option", name)
    return options


def _possible(normal: Json, field: str) -> Mapping[str, Any]:
    """Return the valid values of the member that the rules call `field`."""
    if field == "variant":
        return {"allowed": [*variants()]} if "rules" not in normal else {}
    return game_in(normal).possible(field, None if "rules" in normal else normal.get("variant"))


def _member(normal: Json, field: str) -> str:
    """Return the JSON pointer of the member that the rules call `field`."""
    if field in MEMBERS:
        return f"/{field}"
    return f"/rules/{field}" if "rules" in normal else f"/options/{field}"


def _check(manifest: Manifest) -> None:
    """Raise BadManifest if entrants, format and rules do not fit together."""
    faults = ManifestFaults()
    seats, names = manifest.seats, [entrant.name for entrant in manifest.entrants]
    _check_size(manifest, faults)
    if manifest.format == "sprt" and not manifest.number("elo0", 0) < manifest.number("elo1", 0):
        faults.add(VALUE, "/format/elo1", description=manifest_members.MORE_THAN_ELO0)
    if manifest.seat_orders is SeatOrders.ALL and seats > _SEATS_ALL:
        faults.add(ORDERS, "/seat_orders")
    if manifest.is_remote and manifest.format == "sprt" and seats > len(names):
        faults.add(VALUE, "/format/seats", description=manifest_members.ONE_SEAT)
    if names and manifest.parameter("hero", names[0]) not in names:
        faults.add(VALUE, "/format/hero", description=manifest_members.AN_ENTRANT)
    if manifest.format == "arena" and not {"games", "minutes"} & set(manifest.parameters):
        faults.add(MISSING, "/format/games")
    try:
        create(_sample(manifest))
    except ConfigRefused as refused:
        path = "/format/seats" if refused.field == "seats" else _member(manifest.document, refused.field)
        faults.add(refused.code, path)
    faults.raise_any()


def _check_size(manifest: Manifest, faults: ManifestFaults) -> None:
    """Add a fault if the number of entrants does not fit; that of an open one is known at its start."""
    seats, size = manifest.seats, len(manifest.entrants)
    if manifest.is_open:
        if manifest.format in _CLOSED:
            faults.add(VALUE, "/registration", description=manifest_members.NOT_OPEN)
        return
    if size not in (2, seats) if manifest.format == "sprt" else seats > size:
        sizes = (
            " / ".join(map(str, sorted({2, seats})))
            if manifest.format == "sprt"
            else f"{seats}–{MOST_ENTRANTS}"
        )
        faults.add(SIZE, "/entrants", description=manifest_members.entrants(size, sizes))


def _check_games(manifest: Manifest) -> None:
    """Raise BadManifest if the number of games is too small for a single pairing."""
    least, asked = games_per_unit(manifest) * manifest.decks_per_pairing, manifest.parameter("games")
    if asked is not None and asked < least:
        check = whole(least, MOST_GAMES)
        raise BadManifest(
            (
                ManifestFault(
                    VALUE, "/format/games", check.possible, manifest_members.unfit(check.wanted, asked)
                ),
            )
        )


def _sample(manifest: Manifest) -> Create:
    """Return a command that would create a table of the tournament."""
    seats = ({"kind": "bot", "bot": "random"},) * manifest.seats
    return Create(
        "sample", manifest.play, manifest.rules, seats, "none", "game", ("",) * len(seats), "00" * 32
    )
