"""Games from elsewhere over HTTP: sent, audited, read again. They join none of our lists."""

import re
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import asdict
from threading import Lock
from typing import Final

import orjson
from flask import Response, request

from app.handler import Games, NoSuchGame
from app.http import once
from app.http.blueprint import KEY, SEAT, Blueprint, produces
from app.http.body import Size, read_body
from app.http.caching import lasting
from app.http.codes import register_all, translate
from app.http.errors import Problem
from app.http.headers import BINARY, JSON, negotiate
from app.http.sayings import both
from app.store.entry import Entry
from app.store.keys import GameId
from replays.api import Admit
from replays.errors import ReplayError, Untellable
from replays.findings import as_json
from replays.imports import schemas as shapes
from replays.imports.errors import NoRoom, NotAGame
from replays.imports.foreign import Foreign, Form, foreign
from replays.imports.ours import Log, compared
from replays.imports.shelf import Kept, Shelf
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record import MEDIA_TYPE
from replays.sending import LINES_EXAMPLE, WORDS_EXAMPLE, tagged
from replays.steps import Recorded

_ID: Final = re.compile("x-[0-9a-f]{24}")
_FORMS: Final = {MEDIA_TYPE: Form.RECORD, TEXT: Form.TEXT}
_KEPT: Final = 16
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
        "clean": True,
        "findings": [],
        "checks": [{"check": "decisions", "looked": 17, "left_out": 0}],
    },
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

_SAID: Final = {
    "not_a_game": both(
        ("No es una partida", "Envía un registro, o un texto en la notación."),
        ("Pas une partie", "Envoyez un enregistrement, ou un texte en notation."),
    ),
    "no_position": both(
        ("Sin posición", "Lee el informe: este registro no lleva ahí a ninguna posición."),
        ("Pas de position", "Lisez le rapport : ce journal ne mène là à aucune position."),
    ),
    "no_record": both(
        ("Sin registro", "Pide text/plain: esta partida se contó sin sus llaves."),
        ("Pas d'enregistrement", "Demandez text/plain : cette partie fut contée sans ses clés."),
    ),
    "imports_full": both(
        ("Sin sitio para importar", "Guarda el archivo: no se escribió nada."),
        ("Plus de place pour importer", "Gardez le fichier : rien n'a été écrit."),
    ),
}


def blueprint(shelf: Callable[[], Shelf], log: Log, admit_bytes: Callable[[int], object]) -> Blueprint:
    """The resources under /v1/imports on the imports of `shelf`, which is opened when it is first asked.

    `log` gives our own log of a game, as far as the caller may know of it; `admit_bytes` counts
    what is sent, and raises where it is too much.
    """
    register_all(
        422, [("not_a_game", "This file is not a game", "Send a record, or a text in the notation.")]
    )
    register_all(
        422,
        [
            (
                "no_position",
                "There is no position at that ply",
                "Read the report: this log leads to no position there.",
            )
        ],
    )
    register_all(
        409,
        [
            (
                "no_record",
                "This import has no record",
                "Ask for text/plain: this game was told without its keys.",
            )
        ],
    )
    register_all(
        503, [("imports_full", "There is no room for imports", "Keep the file: nothing was written.")]
    )
    for code, said in _SAID.items():
        translate(code, said)
    found = Blueprint("imports", __name__, url_prefix="/v1/imports", description="Games from elsewhere")
    desk = _Desk(shelf, log)
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
    @found.doc(requestBody={"required": True, "content": _FILE})
    @found.response(201, shapes.ImportView, example=_EXAMPLE)
    @found.bearer(SEAT, KEY, optional=True)
    @found.problems("not_a_game", "imports_full", "quota_exceeded")
    def send() -> Response:
        """Import a game, audit it and keep it

        The body is a record, or a game in the notation, whose moves must be legal. `application/octet-stream`
        is either of them; `application/x-ndjson` (a record) and `text/plain` (notation) are accepted too. The
        same bytes are kept once. If the record names a game of this service, `ours` compares the logs.
        """
        data, media_type = read_body(request, Size.IMPORT, *_FORMS, BINARY)
        if media_type == BINARY:
            media_type = MEDIA_TYPE if data.lstrip().startswith(b"{") else TEXT
        said = b"\n".join((media_type.encode(), data))

        def take() -> Response:
            admit_bytes(len(data))
            return desk.took(data, _FORMS[media_type])

        return once.kept(take, said)


def _add_reading(found: Blueprint, desk: "_Desk") -> None:
    @found.route("/<name>")
    @found.response(200, shapes.ImportView, example=_EXAMPLE)
    @found.bearer(SEAT, KEY, optional=True)
    def tell(name: str) -> Response:
        """Get an imported game and its audit

        If the record names a game of this service that the caller may see, `ours` compares the logs.
        """
        return desk.told(desk.kept(name))

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
        return lasting(tagged(Response(desk.position(kept, ply), content_type=JSON), f"{kept.id}-{ply}"))


class _Desk:
    """Takes games in and gives them out; what was made of the last ones is kept for the next reader."""

    def __init__(self, shelf: Callable[[], Shelf], log: Log) -> None:
        self._shelf = shelf
        self._log = log
        self._lock = Lock()
        self._made: OrderedDict[str, tuple[Foreign, bytes]] = OrderedDict()

    def took(self, data: bytes, form: Form) -> Response:
        """Takes a game in, and says what it is."""
        kept = self.take(data, form)
        response = self.told(kept)
        response.status_code = 201
        response.headers["Location"] = f"/v1/imports/{kept.id}"
        return response

    def take(self, data: bytes, form: Form) -> Kept:
        """Keeps what was sent, once it has been found to be a game."""
        try:
            self._read(foreign(data, form))
            return self._shelf().keep(data, form)
        except NotAGame as refusal:
            raise Problem("not_a_game", str(refusal), rule=refusal.rule) from None
        except NoRoom:
            raise Problem("imports_full") from None

    def kept(self, name: str) -> Kept:
        """The import of this id; Problem not_found if there is none."""
        found = self._shelf().find(name) if _ID.fullmatch(name) else None
        if found is None:
            raise Problem("not_found")
        return found

    def told(self, kept: Kept) -> Response:
        """What an import is, beside our own game of its id; that may change, so it has no entity tag."""
        game, report = self._opened(kept)
        ours = compared(game.claims, game.entries, self._log) if game.record is not None else None
        shown = {
            "import": kept.id,
            "format": kept.form,
            "size": kept.size,
            "imported": kept.imported_ms,
            "game": game.claims,
            "variant": game.variant,
            "plies": len(game.entries),
            "keyed": game.record is not None,
            "head": game.head,
            "ours": ours and asdict(ours),
            "report": orjson.Fragment(report),
        }
        return Response(orjson.dumps(shown), content_type=JSON)

    def sent(self, kept: Kept, media_type: str) -> Response:
        """The game in one of its forms: as it was sent in that form, byte for byte."""
        game, _ = self._opened(kept)
        if media_type == TEXT:
            data, suffix = _told(game), "txt"
        elif game.record is None:
            raise Problem("no_record")
        else:
            data, suffix = game.record, "jsonl"
        response = Response(data, content_type=f"{TEXT}; charset=utf-8" if media_type == TEXT else media_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{kept.id}.{suffix}"'
        response.vary.add("Accept")
        return lasting(tagged(response, f"{kept.id}-{suffix}"))

    def position(self, kept: Kept, ply: int) -> bytes:
        """The position at a ply, as JSON."""
        game, _ = self._opened(kept)
        if not 0 < ply <= len(game.entries):
            raise Problem("not_found")
        try:
            return orjson.dumps({"ply": ply, **Recorded(game.entries).opened(ply)})
        except ReplayError as refusal:
            raise Problem("no_position", f"{refusal}.") from None

    def _opened(self, kept: Kept) -> tuple[Foreign, bytes]:
        with self._lock:
            found = self._made.get(kept.id)
        return found or self._read(foreign(self._shelf().data(kept), kept.form))

    def _read(self, game: Foreign) -> tuple[Foreign, bytes]:
        """The game with its report, for which one at a time computes."""
        with self._lock:
            found = self._made.get(game.id) or (game, orjson.dumps(as_json(game.report())))
            self._made[game.id] = found
            while len(self._made) > _KEPT:
                self._made.popitem(last=False)
            return found


def _told(game: Foreign) -> bytes:
    """The game in the notation."""
    try:
        return game.text().encode()
    except Untellable as refusal:
        raise Problem("no_position", f"{refusal}.") from None
