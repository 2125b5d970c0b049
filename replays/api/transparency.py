"""The transparency log over HTTP: checkpoints, inclusion proofs and consistency proofs."""

from collections.abc import Callable
from typing import Annotated, Final, TypedDict, TypeVar

from flask import Response
from sqlalchemy import Connection, Engine

from app.games.codec import Json
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, produces
from app.http.errors import Code, Problem, register
from app.http.fields import QueryInteger, StrictSchema, String, page_limit
from app.http.headers import AnyResponse, next_page
from app.http.idempotency import etag
from app.i18n import Message
from replays.catalogue.connecting import read
from replays.transparency import checkpoints as notes
from replays.transparency import store
from replays.transparency.errors import NoSuchLeaf, NoSuchTree
from replays.transparency.merkle import LeafView

Catalogue = Callable[[], Engine]
Admit = Callable[[str], object]

TEXT: Final = "text/plain"
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_FOR_READER: Final = "private, max-age=31536000, immutable"
_FOR_NOW: Final = "public, max-age=5"

_HASH: Final = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_NOTE: Final = (
    "conquian/5bb3fd1e32b2c1f9\n4711\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\ntime 1700000000000\n\n"
    "— conquian/5bb3fd1e32b2c1f9 q83vASNFZ4mrze8BI0Vnias=...\n"
)
_LEAF: Final = {"v": 1, "game": "g-17b3v0w1x5z8k2m4n6p7q9r0", "plies": 57, "digest": "5b" * 32}
_INCLUSION: Final = {"leaf": _LEAF, "index": 12, "size": 4711, "path": [_HASH], "note": _NOTE}
_CONSISTENCY: Final = {"old": 4096, "new": 4711, "path": [_HASH]}
_CHECKPOINTS: Final = {
    "checkpoints": [{"size": 4711, "root": _HASH, "time": 1_700_000_000_000, "note": _NOTE}],
    "next": 4711,
}

Proved = TypeVar("Proved")

_CODES: Final = {
    "not_logged": Code(
        409,
        "The game is not in that tree",
        "Ask again a minute after the game or dispute has ended, or for a larger tree, or without size.",
    ),
    "no_such_tree": Code(
        404,
        "There is no such tree",
        "Name sizes up to that of the latest checkpoint, old before new.",
    ),
}


LARGEST_PAGE = 200
_ENDED = r"^[gd]-[0-3][0-9a-f][0-9a-z]{22}$"
_LARGEST = 2**53 - 1


class PageQuery(StrictSchema):
    """Page of checkpoints."""

    cursor = QueryInteger(
        maximum=_LARGEST,
        load_default=0,
        metadata={
            "description": "The `next` of the page before, or the size of a tree: only larger ones are listed"
        },
    )
    limit = page_limit("checkpoints", LARGEST_PAGE, LARGEST_PAGE)


class InclusionQuery(StrictSchema):
    """Leaf and tree of an inclusion proof."""

    game = String(required=True, pattern=_ENDED, metadata={"description": "A game, or a dispute"})
    size = QueryInteger(
        minimum=1,
        maximum=_LARGEST,
        metadata={
            "description": "Leaves of the tree; by default those of the first checkpoint with the game"
        },
    )


class ConsistencyQuery(StrictSchema):
    """Trees of a consistency proof."""

    old = QueryInteger(
        required=True, maximum=_LARGEST, metadata={"description": "Leaves of the smaller tree"}
    )
    new = QueryInteger(required=True, maximum=_LARGEST, metadata={"description": "Leaves of the larger tree"})


class CheckpointView(TypedDict):
    """A signed head of the tree."""

    size: Annotated[int, "How many leaves the tree has"]
    root: Annotated[str, "Its root, 32 bytes in hex"]
    time: Annotated[int, "When it was signed, ms since 1970"]
    note: Annotated[str, "The signed note"]


class CheckpointsView(TypedDict):
    """A page of checkpoints."""

    checkpoints: list[CheckpointView]
    next: Annotated[int, "The value of `cursor` for the next page"]


class InclusionView(TypedDict):
    """A proof of inclusion (RFC 9162, 2.1.3)."""

    leaf: LeafView
    index: Annotated[int, "The place of the leaf, from 0"]
    size: int
    path: Annotated[list[str], "Hashes from the leaf up, in hex"]
    note: Annotated[str | None, "The checkpoint of exactly that size, if there is one"]


class ConsistencyView(TypedDict):
    """A proof of consistency (RFC 9162, 2.1.4)."""

    old: int
    new: int
    path: Annotated[list[str], "Hashes, in hex; none where old is 0 or new"]


def blueprint(catalogue: Catalogue, admit: Admit) -> Blueprint:
    """Return the resources under /v1/log; the catalogue is opened on first use.

    `admit` raises Problem for a caller who may not know of a game.
    """
    register(_CODES)
    resource = Blueprint("log", __name__, url_prefix="/v1/log", description="The log of all finished games")
    _add_checkpoints(resource, catalogue)
    _add_proofs(resource, catalogue, admit)
    return resource


def _add_checkpoints(resource: Blueprint, catalogue: Catalogue) -> None:
    @resource.route("/checkpoint")
    @produces(TEXT)
    @resource.response(200, {"type": "string"}, content_type=TEXT, example=_NOTE)
    @resource.problems("not_found")
    def checkpoint() -> Response:
        """Get the latest checkpoint, as a signed note

        The form is that of C2SP tlog-checkpoint with one extension line: `time` and milliseconds since 1970.
        While games finish there is a new checkpoint at least every minute. Keep some: what they cover cannot
        be changed without being noticed.
        """
        note = read(catalogue(), store.latest)
        if note is None:
            raise Problem("not_found", Message("Nothing was signed yet: no game has finished."))
        response = Response(note, content_type=f"{TEXT}; charset=utf-8")
        return _cached(response, _FOR_NOW, notes.read(note).size)

    @resource.route("/checkpoints")
    @resource.arguments(PageQuery, location="query")
    @resource.answers(200, CheckpointsView, example=_CHECKPOINTS)
    def checkpoints(query: Json) -> JsonAnswer[CheckpointsView]:
        """List the checkpoints, smallest tree first

        The list has every checkpoint ever signed. Pages are chosen with `cursor` and `limit`.
        """
        page = read(
            catalogue(), lambda connection: store.notes_after(connection, query["cursor"], query["limit"])
        )
        rows = [_row(note) for note in page]
        last = rows[-1]["size"] if rows else query["cursor"]
        full = len(rows) == query["limit"]
        body: CheckpointsView = {"checkpoints": rows, "next": last}
        response = _cached(JsonAnswer(body), _FOR_EVER if full else _FOR_NOW, last)
        return next_page(response, cursor=last) if full else response


def _add_proofs(resource: Blueprint, catalogue: Catalogue, admit: Admit) -> None:
    @resource.route("/proof/inclusion")
    @resource.arguments(InclusionQuery, location="query")
    @resource.answers(200, InclusionView, example=_INCLUSION)
    @resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)
    @resource.problems(
        "not_found", "not_logged", "no_such_tree", "quarantined", "foreign_key", "history_rolled_back"
    )
    def inclusion(query: Json) -> JsonAnswer[InclusionView]:
        """Get the proof that a finished game is in the transparency log

        To verify it: hash the leaf, compute the root with `path` (RFC 9162, 2.1.3.2), compare it with the
        root in `note`, and verify the signature of the note.
        """
        admit(query["game"])
        answer = _proved(
            catalogue, lambda connection: _inclusion(connection, query["game"], query.get("size"))
        )
        return _cached(JsonAnswer(answer), _FOR_READER, answer["size"])

    @resource.route("/proof/consistency")
    @resource.arguments(ConsistencyQuery, location="query")
    @resource.answers(200, ConsistencyView, example=_CONSISTENCY)
    @resource.problems("not_logged", "no_such_tree")
    def consistency(query: Json) -> JsonAnswer[ConsistencyView]:
        """Get the proof that one tree is the beginning of another

        To verify it, with the roots of two checkpoints: RFC 9162, 2.1.4.2.
        """
        old, new = query["old"], query["new"]
        path = _proved(catalogue, lambda connection: store.consistency(connection, old, new))
        body: ConsistencyView = {"old": old, "new": new, "path": _hex(path)}
        return _cached(JsonAnswer(body), _FOR_EVER, new)


def _proved(catalogue: Catalogue, prove: Callable[[Connection], Proved]) -> Proved:
    try:
        return read(catalogue(), prove)
    except NoSuchLeaf:
        raise Problem("not_logged") from None
    except NoSuchTree:
        raise Problem("no_such_tree") from None


def _inclusion(connection: Connection, game: str, size: int | None) -> InclusionView:
    proof = store.inclusion(connection, game, size)
    note = store.note_at(connection, proof.size)
    return {
        "leaf": proof.leaf.document,
        "index": proof.index,
        "size": proof.size,
        "path": _hex(proof.path),
        "note": note,
    }


def _row(note: str) -> CheckpointView:
    head = notes.read(note)
    return {"size": head.size, "root": head.root.hex(), "time": head.time_ms, "note": note}


def _hex(path: tuple[bytes, ...]) -> list[str]:
    return [hash_bytes.hex() for hash_bytes in path]


def _cached(response: AnyResponse, cache_control: str, size: int) -> AnyResponse:
    """Return `response` with the size of its tree as entity tag; responses for a fixed tree never change."""
    response.headers["ETag"] = etag(size)
    response.headers["Cache-Control"] = cache_control
    return response
