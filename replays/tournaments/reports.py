"""The reports of a tournament: what is made once from all of it by a job, kept as files, and sent from there.

They stand in the archive beside the records, so that whoever has the archive has them; what is missing is
made again. By name:

    record                the record without its proof
    places                where its entries lie: the last digest, the time of the last entry in ms (uint64),
                          the place of each entry's line and of the end (uint64 each)
    parts                 what is shown of it, see `replays.tournaments.parts`
    audit, audit-proved   what the audit finds, before and after the game is under a checkpoint
    export.json, games.csv, standings.csv, export.trf
    <plot>-<language>-<theme>.svg, .png
    reasons-<round>       why a round was paired as it was; also while the tournament runs

Those that tell of marks of its games (contradicted receipts, disputes) have a tag of these behind their names
where there are any, so that they are made again when a mark is added or a dispute is decided; see
`replays.tournaments.marks`. Texts that a browser may ask for compressed stand beside themselves as .gz, which
is written first.
"""

import gzip
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from struct import Struct
from typing import Final

import orjson

from app.i18n import Language
from app.journal import Standing
from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import GameId
from app.tournament.durations import Counts
from app.tournament.exports import games_csv, standings_csv, whole_json
from app.tournament.failures import Failure
from app.tournament.plots import PNG, Theme, plot
from app.tournament.ratings import ratings
from app.tournament.shown import reason_codes
from app.tournament.standings import Standings, standings
from app.tournament.tournament import ENDED, Tournament
from app.tournament.trf import Dates, trf
from replays.archive.files import Files
from replays.archive.logs import entries_in
from replays.audit.report import Report, as_json
from replays.receipts import KeyList
from replays.record.format import Proof
from replays.tournaments.check import audit_tournament
from replays.tournaments.marks import Marked
from replays.tournaments.parts import counted, everything, pack, schedule_parts, table_parts
from replays.tournaments.record import body, completed

VERSION: Final = 5
"""Of what the reports look like; those of another version are made again."""

FOLDER: Final = "reports"
"""The folder of the archive that holds them, by version and tournament."""

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
"""The reports that tell of marks of the games."""

_REASONS: Final = "reasons-"
_GZ: Final = ".gz"
_NOT_COMPRESSED: Final = (PLACES, PARTS)
_LEVEL: Final = 6
_TAG: Final = re.compile(r"|[0-9a-f]{12}")
_LAST: Final = Struct(">32sQ")
_PLACE: Final = Struct(">Q")


def picture(what: str, language: Language, theme: Theme, kind: str) -> str:
    """Return the name of the report that is a plot."""
    return f"{what}-{language}-{theme}.{kind}"


def reasons(round_number: int) -> str:
    """Return the name of the report that explains a round."""
    return f"{_REASONS}{round_number}"


def with_tag(name: str, tag: str) -> str:
    """Return the name under which a report of games with marks of this tag is stored.

    >>> with_tag("audit", "5e5e5e5e5e5e"), with_tag("audit", "")
    ('audit-5e5e5e5e5e5e', 'audit')
    """
    return f"{name}-{tag}" if tag else name


def is_of_running(name: str) -> bool:
    """Return whether a report does not change while its tournament goes on."""
    return name.startswith(_REASONS)


@dataclass(frozen=True, slots=True)
class Last:
    """The last entry of a record: its ply, digest and time in ms."""

    ply: int
    digest: bytes
    time: int


class ReportFiles:
    """The reports of tournaments in `files`. Every method may raise ArchiveUnavailable."""

    def __init__(self, files: Files) -> None:
        self._files = files

    def size(self, tournament: str, name: str, *, packed: bool = False) -> int | None:
        """Return how many bytes a report has, compressed if `packed`; None if it is not made."""
        return self._files.size(_path(tournament, name, packed=packed))

    def read(
        self, tournament: str, name: str, at: int = 0, length: int | None = None, *, packed: bool = False
    ) -> bytes:
        """Return bytes of a report from `at` on; DamagedBlob if there are not so many."""
        return self._files.read(_path(tournament, name, packed=packed), at, length)

    def put(self, tournament: str, name: str, data: bytes) -> None:
        """Write a report, and beside it the same compressed."""
        if not (name in _NOT_COMPRESSED or name.endswith(f".{PNG}")):
            self._files.put(_path(tournament, name, packed=True), gzip.compress(data, _LEVEL, mtime=0))
        self._files.put(_path(tournament, name), data)

    def marked(self, tournament: str) -> list[str]:
        """Return the names of the reports that tell of marks and were made before, with whatever marks."""
        stored = [path.rpartition("/")[2] for path in self._files.names(_path(tournament, "").rstrip("/"))]
        return [name for name in MARKED if any(_is_tagged(one, name) for one in stored)]

    def last(self, tournament: str) -> Last:
        """Return the last entry of the record of a tournament, whose places are made."""
        size = self.size(tournament, PLACES) or 0
        digest, time = _LAST.unpack(self.read(tournament, PLACES, 0, _LAST.size))
        return Last((size - _LAST.size) // _PLACE.size - 1, digest, time)

    def entries(self, tournament: GameId, after: int, most: int, size: int) -> tuple[Entry, ...]:
        """Return at most `most` entries after a ply, as many as fit in `size` bytes, but one in any case."""
        count = min(most, self.last(tournament).ply - after)
        if count <= 0:
            return ()
        at = _LAST.size + _PLACE.size * after
        places = [
            place
            for (place,) in _PLACE.iter_unpack(self.read(tournament, PLACES, at, _PLACE.size * (count + 1)))
        ]
        end = next((one for one in reversed(places[1:]) if one - places[0] <= size), places[1])
        lines = self.read(tournament, RECORD, places[0], end - places[0])
        return entries_in(lines, after)


def _is_tagged(stored: str, name: str) -> bool:
    """Whether a file is the report `name`, with any tag."""
    tag = stored.removeprefix(name).removeprefix("-")
    return stored == with_tag(name, tag) and bool(_TAG.fullmatch(tag))


def _path(tournament: str, name: str, *, packed: bool = False) -> str:
    return f"{FOLDER}/{VERSION}/{tournament}/{name}{_GZ if packed else ''}"


@dataclass(frozen=True)
class Material:
    """What reports are made of: a tournament where it stands, its log, what proves it, and trusted keys.

    `failures` are those of its entrants that may be shown, `times` counts by entrant those of its decisions,
    `marked` are the marks of its games.
    """

    standing: Standing[Tournament]
    log: Callable[[], Sequence[Entry]]
    prove: Callable[[Sequence[Entry]], Proof]
    keys: Callable[[], KeyList | None]
    failures: Callable[[], Sequence[Failure]]
    times: Callable[[], Mapping[int, Counts]]
    marked: Marked = field(default_factory=Marked)

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
        numbers = {number for number, one in self.state.results.items() if one.game in disputed}
        return standings(self.state.manifest, self.state.played, over=over, disputed=numbers)


def made(name: str, of: Material) -> bytes:
    """Return the report of this name; LookupError or ValueError if there is none of such a name."""
    if name in _MAKERS:
        return _MAKERS[name](of)
    state = of.state
    if name.startswith(_REASONS):
        return orjson.dumps(reason_codes(state, state.rounds[int(name.removeprefix(_REASONS)) - 1]))
    how, _, kind = name.rpartition(".")
    what, language, theme = how.split("-")
    return plot(what, kind, state.manifest, state.played, Language(language), Theme(theme))


def _record(of: Material) -> bytes:
    return b"".join(body(of.entries))


def _places(of: Material) -> bytes:
    lines = [len(line) for line in body(of.entries)]
    at, places = 0, []
    for length in lines:
        at += length
        places.append(_PLACE.pack(at))
    last = of.entries[-1]
    return _LAST.pack(last.digest, parse(last.public)["time"]) + b"".join(places)


def _parts(of: Material) -> bytes:
    parts = schedule_parts(of.state, everything(of.state)) | table_parts(of.state, of.times())
    return pack(counted(parts), parts)


def _audit(of: Material) -> bytes:
    games = [
        {"fixture": number, "game": one.game, **of.marked.members[one.game]}
        for number, one in sorted(of.state.results.items())
        if one.game in of.marked.by_game
    ]
    return orjson.dumps(as_json(audited(of)) | ({"games": games} if games else {}))


def audited(of: Material) -> Report:
    """Return what the audit of a tournament's record finds."""
    receipts = {game: marks.contradictions for game, marks in of.marked.by_game.items()}
    return audit_tournament(completed(_record(of), of.prove(of.entries)), of.keys(), contradicted=receipts)


def _games(of: Material) -> bytes:
    return games_csv(of.state.manifest, of.state.played, of.failures(), of.marked.members).encode()


def _standings(of: Material) -> bytes:
    rated = ratings(of.state.manifest, of.state.played)
    return standings_csv(of.state.manifest, of.table, rated, of.times()).encode()


def _trf(of: Material) -> bytes:
    dates = Dates(of.state.created_ms, of.state.ended_ms)
    return trf(of.state.manifest, of.state.played, of.table, dates).encode()


def _json(of: Material) -> bytes:
    state, marks = of.state, of.marked.members
    return orjson.dumps(whole_json(state.manifest, state.played, of.table, of.failures(), of.times(), marks))


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
