"""Reports of a tournament: made once by a job, stored as files, and served from there.

They are in the archive beside the records; missing ones are made again. By name:

  record                the record without its proof
  places                positions of its entries: the last digest, the time of the last entry in ms (uint64),
                        the position of each entry's line and of the end (uint64 each)
  parts                 its view, see `replays.tournaments.parts`
  audit, audit-proved   the audit, before and after the game is under a checkpoint
  export.json, games.csv, standings.csv, export.trf
  <plot>-<language>-<theme>.svg, .png
  <plot>.json           the numbers that it shows
  reasons-<round>       reasons of a round's pairings; also while the tournament runs

Reports with marks of its games (contradicted receipts, disputes) have a tag of these in their names if there
are any, so that they are made again when a mark is added or a dispute is decided; see
`replays.tournaments.marks`. So have those with names of entrants one of the closed players among them, whose
ids stand for their names. Texts that a browser may request compressed have a second file .gz, which is
written first.
"""

import gzip
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from struct import Struct
from typing import Final

import orjson

from app.i18n import Language
from app.service.aggregates import AggregateState
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import GameId
from app.tournament.durations import Counts
from app.tournament.exports import games_csv, standings_csv, whole_json
from app.tournament.failures import Failure
from app.tournament.hidden_names import hide, hide_in_state, tag_of
from app.tournament.manifest import Manifest
from app.tournament.plot_data import plot_data
from app.tournament.plots import PNG, Theme, plot
from app.tournament.ratings import ratings
from app.tournament.standings import Standings, standings
from app.tournament.state import ENDED, Tournament
from app.tournament.trf import Dates, trf
from app.tournament.views import reason_codes
from replays.archive.files import Files
from replays.archive.kinds import entries_in
from replays.audit.report import Report
from replays.audit.report_json import as_json
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.record.write import proof_line
from replays.tournaments.audit import audit_tournament
from replays.tournaments.marks import Marked
from replays.tournaments.parts import counted, everything, pack, schedule_parts, table_parts
from replays.tournaments.record import body

VERSION: Final = 5
"""Version of the reports' content; those of another version are made again."""

FOLDER: Final = "reports"
"""Folder of the archive for reports, by version and tournament."""

RECORD: Final = "record"
PLACES: Final = "places"
PARTS: Final = "parts"
AUDIT: Final = "audit"
AUDIT_PROVED: Final = "audit-proved"
EXPORT_JSON: Final = "export.json"
GAMES_CSV: Final = "games.csv"
STANDINGS_CSV: Final = "standings.csv"
EXPORT_TRF: Final = "export.trf"
MARKED: Final = (AUDIT, AUDIT_PROVED, EXPORT_JSON, GAMES_CSV, STANDINGS_CSV)
"""Reports that contain marks of the games."""

_WITHOUT_NAMES: Final = (RECORD, PLACES, PARTS, AUDIT, AUDIT_PROVED)

_REASONS: Final = "reasons-"
_GZ: Final = ".gz"
_NOT_COMPRESSED: Final = (PLACES, PARTS)
_LEVEL: Final = 6
_TAG: Final = re.compile(r"|[0-9a-f]{12}")
_TAGGED: Final = re.compile(r"-[0-9a-f]{12}$")
_LAST: Final = Struct(">32sQ")
_PLACE: Final = Struct(">Q")


def picture(what: str, language: Language, theme: Theme, kind: str) -> str:
    """Return the name of the report that is a plot."""
    return f"{what}-{language}-{theme}.{kind}"


def numbers(what: str) -> str:
    """Return the name of the report that has the numbers of a plot."""
    return f"{what}.json"


def reasons(round_number: int) -> str:
    """Return the name of the report that explains a round."""
    return f"{_REASONS}{round_number}"


def with_tag(name: str, tag: str) -> str:
    """Return the name under which a report of games with marks of this tag is stored.

    >>> with_tag("audit", "5e5e5e5e5e5e"), with_tag("audit", "")
    ('audit-5e5e5e5e5e5e', 'audit')
    """
    return f"{name}-{tag}" if tag else name


def has_names(name: str) -> bool:
    """Return True for a report that is made with the shown names of the entrants."""
    return name not in _WITHOUT_NAMES


def stored_name(name: str, marked: Marked, hidden: Mapping[int, str]) -> str:
    """Return the name under which a report is stored, with a tag of the marks and hidden names in it."""
    marks, names = marked.tag if name in MARKED else "", tag_of(hidden) if has_names(name) else ""
    both = sha256(f"{marks} {names}".encode()).hexdigest()[: len(marks)]
    return with_tag(name, both if marks and names else marks or names)


def is_of_running(name: str) -> bool:
    """Return True if a report does not change while its tournament runs."""
    return name.startswith(_REASONS)


@dataclass(frozen=True, slots=True)
class Last:
    """Last entry of a record: its ply, digest and time in ms."""

    ply: int
    digest: bytes
    time: int


class ReportFiles:
    """Reports of tournaments in `files`. Every method may raise ArchiveUnavailable."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def size(self, tournament: str, name: str, *, packed: bool = False) -> int | None:
        """Return the size of a report in bytes, compressed if `packed`; None if it is not made."""
        return self._files.size(_path(tournament, name, packed=packed))

    def read(
        self, tournament: str, name: str, at: int = 0, length: int | None = None, *, packed: bool = False
    ) -> bytes:
        """Return bytes of a report from `at` on. Raises DamagedBlob if it is shorter."""
        return self._files.read(_path(tournament, name, packed=packed), at, length)

    def put(self, tournament: str, name: str, data: bytes) -> None:
        """Write a report and its compressed form."""
        if not (name in _NOT_COMPRESSED or f".{PNG}" in name):
            self._files.put(_path(tournament, name, packed=True), gzip.compress(data, _LEVEL, mtime=0))
        self._files.put(_path(tournament, name), data)

    def marked(self, tournament: str) -> list[str]:
        """Return the names of the reports with marks that were made before, with any tag."""
        stored = [path.rpartition("/")[2] for path in self._files.names(_path(tournament, "").rstrip("/"))]
        return [name for name in MARKED if any(_is_tagged(file, name) for file in stored)]

    def drop_named(self, tournament: str, marked: Marked, hidden: Mapping[int, str]) -> None:
        """Delete the reports that still have a name of the hidden ones."""
        for path in [*self._files.names(_path(tournament, "").rstrip("/"))]:
            stored = path.rpartition("/")[2].removesuffix(_GZ)
            name = _TAGGED.sub("", stored)
            if has_names(name) and stored != stored_name(name, marked, hidden):
                self._files.remove(path)

    def last(self, tournament: str) -> Last:
        """Return the last entry of the record of a tournament whose report `places` is made."""
        size = self.size(tournament, PLACES) or 0
        digest, time = _LAST.unpack(self.read(tournament, PLACES, 0, _LAST.size))
        return Last((size - _LAST.size) // _PLACE.size - 1, digest, time)

    def entries(self, tournament: GameId, after: int, most: int, size: int) -> tuple[Entry, ...]:
        """Return at most `most` entries after a ply that fit in `size` bytes, at least one."""
        count = min(most, self.last(tournament).ply - after)
        if count <= 0:
            return ()
        at = _LAST.size + _PLACE.size * after
        places = [
            place
            for (place,) in _PLACE.iter_unpack(self.read(tournament, PLACES, at, _PLACE.size * (count + 1)))
        ]
        end = next((position for position in reversed(places[1:]) if position - places[0] <= size), places[1])
        lines = self.read(tournament, RECORD, places[0], end - places[0])
        return entries_in(lines, after)


def _is_tagged(stored: str, name: str) -> bool:
    """Return True if a file is the report `name`, with any tag."""
    tag = stored.removeprefix(name).removeprefix("-")
    return stored == with_tag(name, tag) and bool(_TAG.fullmatch(tag))


def _path(tournament: str, name: str, *, packed: bool = False) -> str:
    return f"{FOLDER}/{VERSION}/{tournament}/{name}{_GZ if packed else ''}"


@dataclass(frozen=True)
class Material:
    """Input of reports: a tournament, its log, its proof, and trusted keys.

    `failures` are those of its entrants that may be shown, `times` has their decision times, `marked` are the
    marks of its games, `hidden` the ids that stand for names, by entrant.
    """

    standing: AggregateState[Tournament]
    log: Callable[[], Sequence[Entry]]
    prove: Callable[[Sequence[Entry]], Proof]
    keys: Callable[[], KeyList | None]
    failures: Callable[[], Sequence[Failure]]
    times: Callable[[], Mapping[int, Counts]]
    marked: Marked = field(default_factory=Marked)
    hidden: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def shown(self) -> Manifest:
        """Its manifest with the shown names."""
        return hide_in_state(self.state, self.hidden).manifest

    @property
    def state(self) -> Tournament:
        """The tournament."""
        return self.standing.state

    @cached_property
    def entries(self) -> Sequence[Entry]:
        """Every entry of its log."""
        return self.log()

    @cached_property
    def table(self) -> Standings:
        """Its standings."""
        over, disputed = self.state.state in ENDED, self.marked.in_dispute
        numbers = {
            number for number, counted_result in self.state.results.items() if counted_result.game in disputed
        }
        return standings(self.state.manifest, self.state.played, over=over, disputed=numbers)


def made(name: str, material: Material) -> bytes:
    """Return the report of this name. Raises LookupError or ValueError for an unknown name."""
    if name in _MAKERS:
        return _MAKERS[name](material)
    state = material.state
    if name.startswith(_REASONS):
        codes = reason_codes(state, state.rounds[int(name.removeprefix(_REASONS)) - 1])
        return orjson.dumps(hide(codes, material.hidden))
    stem, _, kind = name.rpartition(".")
    if kind == "json":
        return orjson.dumps(plot_data(stem, material.shown, state.played))
    what, language, theme = stem.split("-")
    return plot(what, kind, material.shown, state.played, Language(language), Theme(theme))


def _record(material: Material) -> bytes:
    return b"".join(body(material.entries))


def _places(material: Material) -> bytes:
    lines = [len(line) for line in body(material.entries)]
    position, places = 0, []
    for length in lines:
        position += length
        places.append(_PLACE.pack(position))
    last = material.entries[-1]
    return _LAST.pack(last.digest, parse(last.public)["time"]) + b"".join(places)


def _parts(material: Material) -> bytes:
    parts = schedule_parts(material.state, everything(material.state)) | table_parts(
        material.state, material.times()
    )
    return pack(counted(parts), parts)


def _audit(material: Material) -> bytes:
    games = [
        {"fixture": number, "game": counted_result.game, **material.marked.members[counted_result.game]}
        for number, counted_result in sorted(material.state.results.items())
        if counted_result.game in material.marked.by_game
    ]
    return orjson.dumps(as_json(audited(material)) | ({"games": games} if games else {}))


def audited(material: Material) -> Report:
    """Return the audit of a tournament's record."""
    receipts = {game: marks.contradictions for game, marks in material.marked.by_game.items()}
    return audit_tournament(
        _record(material) + proof_line(material.prove(material.entries)),
        material.keys(),
        contradicted=receipts,
    )


def _games(material: Material) -> bytes:
    return games_csv(
        material.shown, material.state.played, material.failures(), material.marked.members
    ).encode()


def _standings(material: Material) -> bytes:
    rated = ratings(material.state.manifest, material.state.played)
    return standings_csv(material.shown, material.table, rated, material.times()).encode()


def _trf(material: Material) -> bytes:
    dates = Dates(material.state.created_ms, material.state.ended_ms)
    return trf(material.shown, material.state.played, material.table, dates).encode()


def _json(material: Material) -> bytes:
    state, marks = material.state, material.marked.members
    return orjson.dumps(
        whole_json(material.shown, state.played, material.table, material.failures(), material.times(), marks)
    )


_MAKERS: Final[dict[str, Callable[[Material], bytes]]] = {
    RECORD: _record,
    PLACES: _places,
    PARTS: _parts,
    AUDIT: _audit,
    AUDIT_PROVED: _audit,
    EXPORT_JSON: _json,
    GAMES_CSV: _games,
    STANDINGS_CSV: _standings,
    EXPORT_TRF: _trf,
}
