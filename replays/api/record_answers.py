"""The record of a game over HTTP, as JSON lines or in the notation, by Accept or by suffix."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from flask import Response, request

from app.http.blocking_calls import in_thread_pool
from app.http.blueprint import KEY, SCOPES_TO_READ, SEAT, Blueprint, View, downloads, produces
from app.http.headers import cached_forever, negotiate
from app.store.entry import Entry
from replays.archive.proof import Prove
from replays.notation.exporting import text_of
from replays.notation.printing import written
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.format import Proof
from replays.record.write import MEDIA_TYPE, complete_record, proof_line, record_body

_LINES: Final = {"type": "string", "description": "JSON lines: header, rulebook, one an entry, keys, proof"}
_WORDS: Final = {"type": "string", "description": "The game in the notation: tags, deals, moves"}
LINES_EXAMPLE: Final = (
    '{"game":"g-17...","players":[...],"plies":57,"record":"conquian","rules_hash":"...","rules_version":1,'
    '"v":2,"variant":"mexican-3"}\n{"rulebook":{"edition":1,"hash":"...","paragraphs":{"1.1":"..."}}}\n'
    '{"digest":"...","hidden":[...],"public":{...}}\n...\n{"reveal":{"deal_keys":["..."],"game_key":"..."}}\n'
    '{"proof":{"checkpoint":null,"receipts":[]}}\n'
)
WORDS_EXAMPLE: Final = (
    '[Notation 1]\n[Game "conquian"]\n[Id "g-17b3v0w1x5z8k2m4n6p7q9r0"]\n[Variant "mexican-2"]\n...\n\n'
    "2.*:deal(hand 1, dealer 0, order 1 0, stake 1, ...)\n3.1:>6O 4.0:>11C @+1500 5.1:7C+6C10C/6E ...\n"
)

Log = Callable[[str], tuple[Sequence[Entry], Mapping[str, str]]]


def add_record(resource: Blueprint, log: Log, prove: Prove) -> None:
    """Add the resources of records; `log` returns the entries of a finished game, or raises Problem.

    It also returns response headers for the marks, which are not part of the record.
    """

    @resource.route("/games/<game_id:game>/record")
    @produces(MEDIA_TYPE, TEXT)
    @resource.doc(responses={200: {"content": {TEXT: {"schema": _WORDS, "example": WORDS_EXAMPLE}}}})
    @_documented(resource, MEDIA_TYPE)
    def record(game: str) -> Response:
        """Get the record of a finished game

        A record has every entry with its hidden parts, and the keys, so that anyone can audit it without this
        service. With `Accept: text/plain` the answer is the game in the notation, from which the same record
        can be made. Before the game is over the request is refused with `not_before_end`.
        """
        return _sent(game, log, prove, negotiate(request, MEDIA_TYPE, TEXT))

    @resource.route("/games/<game_id:game>/record.jsonl")
    @downloads(MEDIA_TYPE)
    @_documented(resource, MEDIA_TYPE)
    def record_lines(game: str) -> Response:
        """Download the record of a finished game as JSON lines

        The first line is a header, then there is a line for each entry, then the proof. Before the game is
        over the request is refused with `not_before_end`.
        """
        return _sent(game, log, prove, MEDIA_TYPE)

    @resource.route("/games/<game_id:game>/record.txt")
    @produces(TEXT)
    @_documented(resource, TEXT)
    def record_text(game: str) -> Response:
        """Download a finished game in the notation

        Tags say what was played; then come the deals and the moves, and at the end the keys.
        """
        return _sent(game, log, prove, TEXT)


def _documented(resource: Blueprint, media_type: str) -> Callable[[View], View]:
    """Return a decorator that documents the responses of a view that sends a record."""
    schema, example = (_LINES, LINES_EXAMPLE) if media_type == MEDIA_TYPE else (_WORDS, WORDS_EXAMPLE)

    def mark(view: View) -> View:
        view = resource.problems("not_before_end")(
            resource.bearer(SEAT, KEY, optional=True, scopes=SCOPES_TO_READ)(view)
        )
        return resource.response(200, schema, content_type=media_type, example=example)(view)

    return mark


def _sent(game: str, log: Log, prove: Prove, media_type: str) -> Response:
    """Return the record of a game in one of its forms."""
    entries, headers = log(game)
    proof = prove(entries)
    is_text = media_type == TEXT
    if is_text:
        data = in_thread_pool(lambda: written(text_of(entries, proof)).encode())
    else:
        data = in_thread_pool(lambda: complete_record(b"".join(record_body(entries)), proof))
    response = Response(data, content_type=f"{TEXT}; charset=utf-8" if is_text else media_type)
    suffix = "txt" if is_text else "jsonl"
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.{suffix}"'
    response.headers.update(headers)
    response.vary.add("Accept")
    if proof.checkpoint:
        cached_forever(response)  # a record under a checkpoint never changes
    return tagged(response, f"{len(entries)}{_mark(proof)}{'t' if is_text else ''}")


def _mark(proof: Proof) -> str:
    """Return a tag that differs for records of a game with different proofs."""
    return "" if proof == Proof() else f"-{sha256(proof_line(proof)).hexdigest()[:12]}"


def tagged(response: Response, tag: str) -> Response:
    """Return `response` with an entity tag."""
    response.set_etag(tag)
    return response
