"""Tables of the catalogue, in one MetaData, including the transparency log.

Times are ms since 1970, hashes and digests raw bytes. A row of `games` is permanent: with its leaf it remains
after the record has expired.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

VERSION: Final = 1
"""Version of these tables; see `replays.catalogue.connecting.prepare`."""

REMOVED: Final = "removed"
"""Visibility of a game that the operator removed: no list and no search has it."""

metadata: Final = MetaData()

_number: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite autoincrements INTEGER only

meta: Final = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about the catalogue itself; `version` is that of the tables."""

blobs: Final = Table(
    "blobs",
    metadata,
    Column("name", Text, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("records", Integer, nullable=False),
    Column("written_ms", BigInteger, nullable=False),
)
"""Files of the archive with records."""

games: Final = Table(
    "games",
    metadata,
    Column("number", _number, primary_key=True, autoincrement=True),
    Column("game", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),  # game, dispute, tournament
    Column("variant", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("rules_hash", LargeBinary, nullable=False),
    Column("status", Text, nullable=False),  # finished, void
    Column("outcome", Text, nullable=False),  # won, tablas, void
    Column("visibility", Text, nullable=False),  # public, unlisted, private, removed
    Column("parent", Text),  # the game that this one is a fork of, or a dispute about
    Column("seats", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("tablas", Integer, nullable=False),  # number of drawn hands
    Column("plies", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("started_ms", BigInteger, nullable=False),  # time of the first entry; 0 on logical time
    Column("ended_ms", BigInteger, nullable=False),  # on logical time the time of archiving
    Column("archived_ms", BigInteger, nullable=False),
    Column("blob", Text, ForeignKey("blobs.name")),  # null once the record is removed
    Column("at", BigInteger, nullable=False),  # position of its compressed record in the blob
    Column("length", BigInteger, nullable=False),  # compressed
    Column("size", BigInteger, nullable=False),  # of the record itself
    Column("hash", LargeBinary, nullable=False),  # SHA-256 of the record without its proof line
    Column("dictionary", LargeBinary),  # SHA-256 of the dictionary it is compressed with
    Column("removed_ms", BigInteger),  # when the record was removed
    sqlite_autoincrement=True,
)
"""A row per finished game, dispute or tournament, numbered in the order of archiving."""

Index("games_ended", games.c.kind, games.c.ended_ms, games.c.game)
Index("games_variant", games.c.variant, games.c.ended_ms, games.c.game)
Index("games_blob", games.c.blob)
Index("games_parent", games.c.parent)

ADDED_INDEXES: Final = (Index("games_plies", games.c.kind, games.c.plies),)
"""Indexes that catalogues of earlier programs lack; the first process of this one makes them."""

players: Final = Table(
    "players",
    metadata,
    Column("number", _number, ForeignKey("games.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),  # person, bot, open
    Column("player", Text),
    Column("bot", Text),
    Column("won", Integer, nullable=False),  # hands won
    Column("balance", Integer, nullable=False),
)
"""A row per seat of a finished game."""

Index("players_player", players.c.player, players.c.number)
Index("players_bot", players.c.bot, players.c.number)

hands: Final = Table(
    "hands",
    metadata,
    Column("number", _number, ForeignKey("games.number"), primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),  # from 1
    Column("dealer", Integer, nullable=False),
    Column("eldest", Integer, nullable=False),
    Column("stake", Integer, nullable=False),
    Column("termination", Text, nullable=False),
    Column("winner", Integer),  # null for tablas
    Column("plies", Integer, nullable=False),  # from the deal to the end
)
"""A row per hand that was played to its end."""

unrevealed: Final = Table(
    "unrevealed",
    metadata,
    Column("number", _number, ForeignKey("games.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)
"""A row per seat that did not reveal its entropy in time and so voided its game (RULES 11.10)."""

search_keys: Final = Table(
    "search_keys",
    metadata,
    Column("key", Text, primary_key=True),
    Column("ended_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    sqlite_with_rowid=False,
)
"""A row per property by which a finished game is found (`replays.catalogue.search_keys`), in list order."""

entrant_failures: Final = Table(
    "entrant_failures",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("fixture", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("entrant", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("detail", LargeBinary),  # encrypted; null without one, and above the limit
)
"""A row per seat that forfeited a tournament game by failing (`replays.tournaments.failures`)."""

Index("entrant_failures_game", entrant_failures.c.game)

decision_times: Final = Table(
    "decision_times",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("entrant", Integer, primary_key=True, autoincrement=False),
    Column("counts", Text, nullable=False),  # JSON: number of decisions by class of time
)
"""A row per entrant with measured decisions (`app.tournament.durations`)."""

timed_games: Final = Table(
    "timed_games",
    metadata,
    Column("tournament", Text, primary_key=True),
    Column("fixture", Integer, primary_key=True, autoincrement=False),
)
"""A row per live game of a tournament whose times are in `decision_times`; they are added once."""

foreign_records: Final = Table(
    "foreign_records",
    metadata,
    Column("id", Text, primary_key=True),  # x- and 24 hex digits of the SHA-256 of its bytes
    Column("format", Text, nullable=False),
    Column("imported_ms", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""Imported records: never in lists of games, the transparency log or statistics."""

foreign_pending: Final = Table(
    "foreign_pending",
    metadata,
    Column("id", Text, primary_key=True),  # as in foreign_records, into which the row moves
    Column("format", Text, nullable=False),
    Column("imported_ms", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("stage", Text, nullable=False),  # waiting, reading, auditing, refused
    Column("read", BigInteger, nullable=False),  # bytes that were read line by line
    Column("held_ms", BigInteger, nullable=False),  # a worker holds it until then
    Column("detail", Text),  # reason of the refusal
    Column("rule", Text),  # paragraph of the rules that a move violates
)
"""Large imported records until a worker has audited them; refused ones for a day."""

leaves: Final = Table(
    "leaves",
    metadata,
    Column("index", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False, unique=True),
    Column("plies", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
)
"""Leaves of the transparency log (`replays.transparency`), numbered from 0 without gaps."""

nodes: Final = Table(
    "nodes",
    metadata,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)
"""Hash of every complete subtree, the leaves at level 0; see `replays.transparency.merkle.Node`."""

generations: Final = Table(
    "generations",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("from_ms", BigInteger, nullable=False),
)
"""Start of each generation of the signing key at the last checkpoint; the store is authoritative."""

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("time_ms", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""All signed heads of the transparency log."""
