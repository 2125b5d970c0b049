"""Imports over HTTP: upload, audit, and download. They are in none of the service's lists.

Small ones are audited during the request, beside the event loop; large ones by a worker.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Final, TypeVar

import orjson
from flask import Response, request

from app.http import idempotency
from app.http.answers import JsonAnswer, schema_of
from app.http.blocking_calls import ResultCache
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.errors import Code, Problem, register
from app.http.headers import BINARY, JSON, cached_forever, negotiate
from app.i18n import Message
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.store.entry import Entry
from app.store.keys import GameId
from replays.api.audits import Admit
from replays.api.record_answers import LINES_EXAMPLE, WORDS_EXAMPLE, tagged
from replays.api.schemas import audits as shapes
from replays.audit.report_json import renewed
from replays.imports.body import FORMS, read_upload
from replays.imports.foreign import ImportedGame, Log, NoRoom, NotAGame, Upload, compared, parse_import
from replays.imports.rows import Pending, Stage, StoredImport
from replays.imports.storage import ImportFile, ImportStorage
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.errors import ReplayError, Untellable
from replays.record.write import MEDIA_TYPE
from replays.report.steps import Recorded

T = TypeVar("T")

_ID: Final = re.compile("x-[0-9a-f]{24}")
_UNTELLABLE: Final = Message("this log cannot be written as text; an audit reports its faults.")
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
"""Media type of any upload; specific types are accepted, too."""

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
        "Ask for text/plain: this game was imported without its keys.",
    ),
    "imports_full": Code(503, "There is no room for imports", "Keep the file: nothing was written."),
}


def blueprint(
    storage: Callable[[], ImportStorage],
    log: Log,
    admit_bytes: Callable[[int], object],
    enqueue: Callable[[], object],
) -> Blueprint:
    """Return the resources under /v1/imports; `storage` opens the storage on first use.

    `log` returns the service's own log of a game if the caller may see it; `admit_bytes` counts uploaded
    bytes and raises above the quota; `enqueue` enqueues the audit of pending imports.
    """
    register(_CODES)
    resource = Blueprint("imports", __name__, url_prefix=_PREFIX, description="Games from elsewhere")
    handler = _ImportHandler(storage, log, enqueue)
    _add_sending(resource, handler, admit_bytes)
    _add_reading(resource, handler)
    return resource


def our_log(games: GameService, admit: Admit) -> Log:
    """Return a function for the service's own log of a game; `admit` raises Problem if it is not visible."""

    def log(game: str) -> Sequence[Entry] | None:
        try:
            position = games.current(GameId(game))
            admit(position)
        except (NoSuchGame, Problem):
            return None
        return games.entries(position.game, 0)

    return log


def _add_sending(
    resource: Blueprint, handler: "_ImportHandler", admit_bytes: Callable[[int], object]
) -> None:
    @resource.route("", methods=["POST"])
    @resource.doc(requestBody={"required": True, "content": _FILE}, responses={202: {"headers": _WHERE}})
    @resource.response(201, schema_of(shapes.ImportView), example=_EXAMPLE)
    @resource.response(202, schema=schema_of(shapes.PendingView), example=_PENDING, description=_WAITS)
    @resource.bearer(SEAT, KEY, optional=True)
    @resource.problems("not_a_game", "imports_full", "quota_exceeded")
    def send() -> Response:
        """Import a game, audit it and keep it

        The body is a record, or a game in the notation, whose moves must be legal. `application/octet-stream`
        is either of them; `application/x-ndjson` (a record) and `text/plain` (notation) are accepted too. The
        same bytes are kept once. If the record names a game of this service, `ours` compares the logs.

        A record above 512 KiB and a text above 64 KiB are audited by a worker. The answer is then 202: ask at
        `Location` after `Retry-After` seconds until the answer is 200, or 422 if the file is not a game.
        """
        with _refusals():
            sent = read_upload(request.environ)

        def take() -> Response:
            admit_bytes(len(sent.data))
            return handler.receive(sent)

        return idempotency.idempotent(take, sent.request_hash)


def _add_reading(resource: Blueprint, handler: "_ImportHandler") -> None:
    @resource.route("/<name>")
    @resource.response(200, schema_of(shapes.ImportView), example=_EXAMPLE)
    @resource.response(202, schema=schema_of(shapes.PendingView), example=_PENDING, description=_WAITS)
    @resource.bearer(SEAT, KEY, optional=True)
    @resource.problems("not_a_game")
    def tell(name: str) -> Response:
        """Get an imported game and its audit

        If the record names a game of this service that the caller may see, `ours` compares the logs. The
        answer is 202 with `Retry-After` while a worker audits it. If the file is not a game, it is 422 for a
        day.
        """
        return handler.shown(name)

    @resource.route("/<name>/record")
    @produces(MEDIA_TYPE, TEXT)
    @resource.doc(responses={200: {"content": _BODY}})
    @resource.response(200, {"type": "string"}, content_type=MEDIA_TYPE)
    @resource.problems("no_record", "no_position")
    def record(name: str) -> Response:
        """Download an imported game

        Accept chooses between the record (`application/x-ndjson`) and the notation (`text/plain`). A game
        that was imported without its keys has no record.
        """
        kept = handler.kept(name)
        return handler.sent(kept, negotiate(request, MEDIA_TYPE, TEXT))

    @resource.route("/<name>/positions/<ply:ply>")
    @resource.response(200, schema_of(shapes.ForeignPositionView))
    @resource.problems("no_position")
    def position(name: str, ply: int) -> Response:
        """Get a position of an imported game

        The answer is the position after the ply, with all cards visible.
        """
        kept = handler.kept(name)
        return cached_forever(
            tagged(Response(handler.position(kept, ply), content_type=JSON), f"{kept.id}-{ply}")
        )


class _ImportHandler:
    """Handles imports; results for the last ones are cached.

    Everything computed from a game is computed beside the event loop.
    """

    def __init__(self, storage: Callable[[], ImportStorage], log: Log, enqueue: Callable[[], object]) -> None:
        self._storage = storage
        self._log = log
        self._enqueue = enqueue
        self._made = ResultCache[tuple[bytes, bytes]](_KEPT)
        self._others = ResultCache[bytes | None](_KEPT)
        self._replays = ResultCache[Recorded](_REPLAYS)
        self._positions = ResultCache[bytes](_KEPT)

    def receive(self, sent: Upload) -> Response:
        """Store an upload and return its view; a large one waits for a worker."""
        stored = self._kept(sent) if sent.is_small else self._received(sent)
        if isinstance(stored, Pending):
            return _pending(stored)
        response = self.view(stored)
        response.status_code = 201
        response.headers["Location"] = f"{_PREFIX}/{stored.id}"
        return response

    def _kept(self, sent: Upload) -> StoredImport:
        """Store an upload that is a valid game."""
        with _refusals():
            self._made(sent.id, lambda: lambda: _made(parse_import(sent.data, sent.form)))
            return self._storage().keep(sent)

    def _received(self, sent: Upload) -> StoredImport | Pending:
        """Store an upload for a worker, which is enqueued unless the result is known."""
        with _refusals():
            stored = self._storage().receive(sent)
        if isinstance(stored, Pending) and stored.stage is Stage.WAITING:
            self._enqueue()
        return stored

    def shown(self, name: str) -> Response:
        """Return an import, or the progress of its audit."""
        pending = self._storage().pending.find(name) if _ID.fullmatch(name) else None
        return self.view(self.kept(name)) if pending is None else _pending(pending)

    def kept(self, name: str) -> StoredImport:
        """Return the finished import of this id. Raises Problem not_found."""
        stored = self._storage().find(name) if _ID.fullmatch(name) else None
        if stored is None:
            raise Problem("not_found")
        return stored

    def view(self, kept: StoredImport) -> Response:
        """Return an import with its comparison to our game; it has no entity tag, because that may change."""
        view, digests = self._opened(kept)
        description = orjson.loads(view)
        ours = compared(description["game"], digests, self._log) if description["keyed"] else None
        current = {"report": renewed(description["report"]), "ours": ours and asdict(ours)}
        shown = {**_about(kept), **description, **current}
        return Response(orjson.dumps(shown), content_type=JSON)

    def sent(self, kept: StoredImport, media_type: str) -> Response:
        """Return the game in one of its forms; the uploaded form has the same bytes."""
        data = self._storage().data(kept) if FORMS[media_type] is kept.form else self._other(kept)
        if data is None:
            raise Problem("no_record")
        text = media_type == TEXT
        response = Response(data, content_type=f"{TEXT}; charset=utf-8" if text else media_type)
        suffix = "txt" if text else "jsonl"
        response.headers["Content-Disposition"] = f'attachment; filename="{kept.id}.{suffix}"'
        response.vary.add("Accept")
        return cached_forever(tagged(response, f"{kept.id}-{suffix}"))

    def position(self, kept: StoredImport, ply: int) -> bytes:
        """Return the position at a ply, as JSON."""
        replay = self._replay(kept)
        if not 0 < ply <= replay.plies:
            raise Problem("not_found")
        try:
            return self._positions((kept.id, ply), lambda: lambda: _position(replay, ply))
        except ReplayError as refusal:
            raise Problem("no_position", f"{refusal}.") from None

    def _opened(self, kept: StoredImport) -> tuple[bytes, bytes]:
        """Return the view of an import and its digests, as stored by a worker or computed now."""
        view = self._storage().part(kept, ImportFile.VIEW)
        if view is not None:
            return view, self._storage().part(kept, ImportFile.DIGESTS) or b""
        return self._made(kept.id, lambda: self._of(kept, _made))

    def _other(self, kept: StoredImport) -> bytes | None:
        """Return the game in the other form, None if it has none."""
        stored = self._storage().part(kept, ImportFile.OTHER)
        if stored is not None:
            return stored
        try:
            return self._others(kept.id, lambda: self._of(kept, ImportedGame.other))
        except Untellable:
            raise Problem("no_position", _UNTELLABLE) from None

    def _replay(self, kept: StoredImport) -> Recorded:
        return self._replays(kept.id, lambda: self._of(kept, lambda game: Recorded(game.entries)))

    def _of(self, kept: StoredImport, make: Callable[[ImportedGame], T]) -> Callable[[], T]:
        """Return a function that applies `make` to the game of an import, whose bytes are read now."""
        data = self._storage().data(kept)
        return lambda: make(parse_import(data, kept.form))


def _position(replay: Recorded, ply: int) -> bytes:
    return orjson.dumps({"ply": ply, **replay.opened(ply)})


def _made(game: ImportedGame) -> tuple[bytes, bytes]:
    return game.view(), game.digests()


def _about(kept: StoredImport) -> shapes.ReceivedView:
    """Return the origin of an import."""
    return {"import": kept.id, "format": kept.form, "size": kept.size, "imported": kept.imported_ms}


def _pending(pending: Pending) -> JsonAnswer[shapes.PendingView]:
    """Return the progress of an import. Raises Problem not_a_game if it was refused."""
    if pending.stage is Stage.REFUSED:
        raise Problem("not_a_game", pending.detail, rule=pending.rule)
    shown: shapes.PendingView = {**_about(pending.kept), "stage": pending.stage, "read": pending.read}
    response = JsonAnswer(shown, 202)
    response.headers["Location"] = f"{_PREFIX}/{pending.kept.id}"
    response.headers["Retry-After"] = str(_AGAIN_SECONDS)
    response.headers["Cache-Control"] = "no-store"
    return response


@contextmanager
def _refusals() -> Iterator[None]:
    """Translate errors of imports to problems."""
    try:
        yield
    except NotAGame as refusal:
        raise Problem("not_a_game", str(refusal), rule=refusal.rule) from None
    except NoRoom:
        raise Problem("imports_full") from None
