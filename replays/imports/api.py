"""Games from elsewhere over HTTP: sent, audited, read again. They join none of our lists.

Small ones are audited while the client waits, beside the event loop; large ones by a worker.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, Final, TypeVar

import orjson
from flask import Response, request

from app.handler import Games, NoSuchGame
from app.http import once
from app.http.aside import ResultCache
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.caching import cached_forever
from app.http.codes import Code, register
from app.http.errors import Problem
from app.http.headers import BINARY, JSON, negotiate
from app.store.entry import Entry
from app.store.keys import GameId
from replays.api import Admit
from replays.audit.report import renewed
from replays.errors import ReplayError, Untellable
from replays.imports import schemas as shapes
from replays.imports.arriving import FORMS, Arrived, arrived
from replays.imports.errors import NoRoom, NotAGame
from replays.imports.foreign import Foreign, foreign
from replays.imports.kept import Kept
from replays.imports.ours import Log, compared
from replays.imports.pending import Pending, Stage
from replays.imports.shelf import Part, Shelf
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.write import MEDIA_TYPE
from replays.sending import LINES_EXAMPLE, WORDS_EXAMPLE, tagged
from replays.steps import Recorded

T = TypeVar("T")

_ID: Final = re.compile("x-[0-9a-f]{24}")
_PREFIX: Final = "/v1/imports"
_KEPT: Final = 16
_REPLAYS: Final = 2
_AGAIN_SECONDS: Final = 1
_EXAMPLE: Final = {
    "import": "x-5b7d1f0c9a3e5b7d1f0c9a3e",
    "format": "text",
    "size": 1234,
    "imported": 1_700_000_000_000,
    "game": None,
    "variant": "mexican-2",
    "plies": 17,
    "keyed": False,
    "head": None,
    "ours": None,
    "report": {
        "scope": "moves",
        "game": None,
        "plies": 17,
        "digest": None,
        "clean": False,
        "result": "incomplete",
        "not_checked": ["signature", "deck"],
        "findings": [],
        "checks": [{"check": "decisions", "looked": 17, "left_out": 0}],
    },
}
_WAITS: Final = "A worker audits the file. Ask at `Location` after `Retry-After` seconds."
_WHERE: Final = {name: {"$ref": f"#/components/headers/{name}"} for name in ("Location", "Retry-After")}
_PENDING: Final = {
    "import": "x-5b7d1f0c9a3e5b7d1f0c9a3e",
    "format": "record",
    "size": 6_572_459,
    "imported": 1_700_000_000_000,
    "stage": "reading",
    "read": 1_638_400,
}
_BODY: Final = {
    MEDIA_TYPE: {"schema": {"type": "string", "description": "A record"}, "example": LINES_EXAMPLE},
    TEXT: {"schema": {"type": "string", "description": "A game in the notation"}, "example": WORDS_EXAMPLE},
}
_FILE: Final = {
    BINARY: {
        "schema": {
            "type": "string",
            "format": "binary",
            "description": "A record, or a game in the notation",
        },
        "example": WORDS_EXAMPLE,
    }
}
"""The media type of every such file; those that name its form are accepted too."""

_CODES: Final = {
    "not_a_game": Code(422, "This file is not a game", "Send a record, or a text in the notation."),
    "no_position": Code(
        422,
        "There is no position at that ply",
        "Read the report: this log leads to no position there.",
    ),
    "no_record": Code(
        409,
        "This import has no record",
        "Ask for text/plain: this game was told without its keys.",
    ),
    "imports_full": Code(503, "There is no room for imports", "Keep the file: nothing was written."),
}


def blueprint(
    shelf: Callable[[], Shelf], log: Log, admit_bytes: Callable[[int], object], ring: Callable[[], object]
) -> Blueprint:
    """The resources under /v1/imports on the imports of `shelf`, which is opened when it is first asked.

    `log` gives our own log of a game, as far as the caller may know of it; `admit_bytes` counts
    what is sent, and raises where it is too much; `ring` calls a worker for the imports that wait.
    """
    register(_CODES)
    found = Blueprint("imports", __name__, url_prefix=_PREFIX, description="Games from elsewhere")
    desk = _Desk(shelf, log, ring)
    _add_sending(found, desk, admit_bytes)
    _add_reading(found, desk)
    return found


def our_log(games: Games, admit: Admit) -> Log:
    """Our own log of a game as far as whoever asks may know of it, which `admit` decides by a Problem."""

    def log(game: str) -> Sequence[Entry] | None:
        try:
            position = games.current(GameId(game))
            admit(position)
        except (NoSuchGame, Problem):
            return None
        return games.entries(position.game, 0)

    return log


def _add_sending(found: Blueprint, desk: "_Desk", admit_bytes: Callable[[int], object]) -> None:
    @found.route("", methods=["POST"])
    @found.doc(requestBody={"required": True, "content": _FILE}, responses={202: {"headers": _WHERE}})
    @found.response(201, shapes.ImportView, example=_EXAMPLE)
    @found.alt_response(202, schema=shapes.PendingView, example=_PENDING, description=_WAITS)
    @found.bearer(SEAT, KEY, optional=True)
    @found.problems("not_a_game", "imports_full", "quota_exceeded")
    def send() -> Response:
        """Import a game, audit it and keep it

        The body is a record, or a game in the notation, whose moves must be legal. `application/octet-stream`
        is either of them; `application/x-ndjson` (a record) and `text/plain` (notation) are accepted too. The
        same bytes are kept once. If the record names a game of this service, `ours` compares the logs.

        A record above 512 KiB and a text above 64 KiB are audited by a worker. The answer is then 202: ask at
        `Location` after `Retry-After` seconds until the answer is 200, or 422 if the file is not a game.
        """
        with _refusals():
            sent = arrived(request)

        def take() -> Response:
            admit_bytes(len(sent.data))
            return desk.took(sent)

        return once.idempotent(take, sent.said)


def _add_reading(found: Blueprint, desk: "_Desk") -> None:
    @found.route("/<name>")
    @found.response(200, shapes.ImportView, example=_EXAMPLE)
    @found.alt_response(202, schema=shapes.PendingView, example=_PENDING, description=_WAITS)
    @found.bearer(SEAT, KEY, optional=True)
    @found.problems("not_a_game")
    def tell(name: str) -> Response:
        """Get an imported game and its audit

        If the record names a game of this service that the caller may see, `ours` compares the logs. The
        answer is 202 with `Retry-After` while a worker audits it. If the file is not a game it is 422, for a
        day.
        """
        return desk.shown(name)

    @found.route("/<name>/record")
    @produces(MEDIA_TYPE, TEXT)
    @found.doc(responses={200: {"content": _BODY}})
    @found.response(200, {"type": "string"}, content_type=MEDIA_TYPE)
    @found.problems("no_record", "no_position")
    def record(name: str) -> Response:
        """Download an imported game

        Accept chooses between the record (`application/x-ndjson`) and the notation (`text/plain`). A game
        that was imported without its keys has no record.
        """
        kept = desk.kept(name)
        return desk.sent(kept, negotiate(request, MEDIA_TYPE, TEXT))

    @found.route("/<name>/positions/<ply:ply>")
    @found.response(200, shapes.ForeignPositionView)
    @found.problems("no_position")
    def position(name: str, ply: int) -> Response:
        """Get a position of an imported game

        The answer is the position after the ply, with all cards visible.
        """
        kept = desk.kept(name)
        return cached_forever(
            tagged(Response(desk.position(kept, ply), content_type=JSON), f"{kept.id}-{ply}")
        )


class _Desk:
    """Takes games in and gives them out; what was made of the last ones is kept for the next reader.

    Whatever is computed from a game is computed beside the event loop.
    """

    def __init__(self, shelf: Callable[[], Shelf], log: Log, ring: Callable[[], object]) -> None:
        self._shelf = shelf
        self._log = log
        self._ring = ring
        self._made = ResultCache[tuple[bytes, bytes]](_KEPT)
        self._others = ResultCache[bytes | None](_KEPT)
        self._replays = ResultCache[Recorded](_REPLAYS)
        self._positions = ResultCache[bytes](_KEPT)

    def took(self, sent: Arrived) -> Response:
        """Takes a game in, and says what it is; a large one waits for a worker."""
        found = self._kept(sent) if sent.is_small else self._received(sent)
        if isinstance(found, Pending):
            return _pending(found)
        response = self.told(found)
        response.status_code = 201
        response.headers["Location"] = f"{_PREFIX}/{found.id}"
        return response

    def _kept(self, sent: Arrived) -> Kept:
        """Keeps what was sent, once it has been found to be a game."""
        with _refusals():
            self._made(sent.id, lambda: lambda: _made(foreign(sent.data, sent.form)))
            return self._shelf().keep(sent)

    def _received(self, sent: Arrived) -> Kept | Pending:
        """Keeps what was sent for a worker, which is called unless its result is known."""
        with _refusals():
            found = self._shelf().receive(sent)
        if isinstance(found, Pending) and found.stage is Stage.WAITING:
            self._ring()
        return found

    def shown(self, name: str) -> Response:
        """What an import is, or how far its audit is."""
        pending = self._shelf().pending.find(name) if _ID.fullmatch(name) else None
        return self.told(self.kept(name)) if pending is None else _pending(pending)

    def kept(self, name: str) -> Kept:
        """The import of this id that has a result; Problem not_found if there is none."""
        found = self._shelf().find(name) if _ID.fullmatch(name) else None
        if found is None:
            raise Problem("not_found")
        return found

    def told(self, kept: Kept) -> Response:
        """What an import is, beside our own game of its id; that may change, so it has no entity tag."""
        view, digests = self._opened(kept)
        about = orjson.loads(view)
        ours = compared(about["game"], digests, self._log) if about["keyed"] else None
        more = {"report": renewed(about["report"]), "ours": ours and asdict(ours)}
        shown = _about(kept) | about | more
        return Response(orjson.dumps(shown), content_type=JSON)

    def sent(self, kept: Kept, media_type: str) -> Response:
        """The game in one of its forms: as it was sent in that form, byte for byte."""
        data = self._shelf().data(kept) if FORMS[media_type] is kept.form else self._other(kept)
        if data is None:
            raise Problem("no_record")
        text = media_type == TEXT
        response = Response(data, content_type=f"{TEXT}; charset=utf-8" if text else media_type)
        suffix = "txt" if text else "jsonl"
        response.headers["Content-Disposition"] = f'attachment; filename="{kept.id}.{suffix}"'
        response.vary.add("Accept")
        return cached_forever(tagged(response, f"{kept.id}-{suffix}"))

    def position(self, kept: Kept, ply: int) -> bytes:
        """The position at a ply, as JSON."""
        replay = self._replay(kept)
        if not 0 < ply <= replay.plies:
            raise Problem("not_found")
        try:
            return self._positions((kept.id, ply), lambda: lambda: _position(replay, ply))
        except ReplayError as refusal:
            raise Problem("no_position", f"{refusal}.") from None

    def _opened(self, kept: Kept) -> tuple[bytes, bytes]:
        """What is told of an import, and its digests: as a worker has made them, else made now."""
        view = self._shelf().part(kept, Part.VIEW)
        if view is not None:
            return view, self._shelf().part(kept, Part.DIGESTS) or b""
        return self._made(kept.id, lambda: self._of(kept, _made))

    def _other(self, kept: Kept) -> bytes | None:
        """The game in the form in which it was not sent, None where it has none."""
        stored = self._shelf().part(kept, Part.OTHER)
        if stored is not None:
            return stored
        try:
            return self._others(kept.id, lambda: self._of(kept, Foreign.other))
        except Untellable as refusal:
            raise Problem("no_position", f"{refusal}.") from None

    def _replay(self, kept: Kept) -> Recorded:
        return self._replays(kept.id, lambda: self._of(kept, lambda game: Recorded(game.entries)))

    def _of(self, kept: Kept, make: Callable[[Foreign], T]) -> Callable[[], T]:
        """What `make` makes of the game of an import, to be computed; its bytes are at hand then."""
        data = self._shelf().data(kept)
        return lambda: make(foreign(data, kept.form))


def _position(replay: Recorded, ply: int) -> bytes:
    return orjson.dumps({"ply": ply, **replay.opened(ply)})


def _made(game: Foreign) -> tuple[bytes, bytes]:
    return game.view(), game.digests()


def _about(kept: Kept) -> dict[str, Any]:
    """How an import came."""
    return {"import": kept.id, "format": kept.form, "size": kept.size, "imported": kept.imported_ms}


def _pending(pending: Pending) -> Response:
    """How far a worker is with an import; Problem not_a_game if it has refused it."""
    if pending.stage is Stage.REFUSED:
        raise Problem("not_a_game", pending.detail, rule=pending.rule)
    shown = _about(pending.kept) | {"stage": pending.stage, "read": pending.read}
    response = Response(orjson.dumps(shown), 202, content_type=JSON)
    response.headers["Location"] = f"{_PREFIX}/{pending.kept.id}"
    response.headers["Retry-After"] = str(_AGAIN_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


@contextmanager
def _refusals() -> Iterator[None]:
    """The problems that stand for what is wrong with an import."""
    try:
        yield
    except NotAGame as refusal:
        raise Problem("not_a_game", str(refusal), rule=refusal.rule) from None
    except NoRoom:
        raise Problem("imports_full") from None
