"""The body of an import while it arrives: hashed piece by piece, and refused at its first line."""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import Final

from flask import Request

from app.http.body import BodySize, check_length, content_length, media_type, most, pieces
from app.http.headers import BINARY
from replays.imports.errors import NotAGame
from replays.imports.foreign import SMALL, Form, check_header, named
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.format import LINE_LIMIT
from replays.record.write import MEDIA_TYPE as LINES

FORMS: Final = {LINES: Form.RECORD, TEXT: Form.TEXT}


@dataclass(frozen=True, slots=True)
class Arrived:
    """The bytes of an import, their form and SHA-256; `said` is the SHA-256, in hex, of what was asked."""

    data: bytes
    form: Form
    hash: bytes
    said: str

    @property
    def id(self) -> str:
        """What the import is called."""
        return named(self.hash)

    @property
    def is_small(self) -> bool:
        """Whether it is audited while its sender waits."""
        return len(self.data) <= SMALL[self.form]


def arrived(request: Request) -> Arrived:
    """The import in the body of a request. Raises NotAGame, and Problem as `read_body` does.

    Once the first line is wrong, nothing more is kept. The rest of the body is still taken from the
    connection, because few clients read an answer before they have sent all.
    """
    length = content_length(request, required=True)
    check_length(length, most(BodySize.IMPORT))
    arriving = _Arriving(media_type(request, *FORMS, BINARY))
    fault: NotAGame | None = None
    for piece in pieces(request, length):
        if fault is None:
            fault = arriving.take(piece)
    if fault is not None:
        raise fault
    return arriving.end()


class _Arriving:
    """What has arrived so far."""

    def __init__(self, media_type: str) -> None:
        self._media_type = media_type
        self._whole = BytesIO()
        self._hash = sha256()
        self._said = sha256()
        self._is_named = False
        self._is_begun = False

    def take(self, piece: bytes) -> NotAGame | None:
        """Keep a piece; what is wrong with the first line, as soon as that is known."""
        self._whole.write(piece)
        self._hash.update(piece)
        if self._is_named:
            self._said.update(piece)
        else:
            self._name(piece)
        if self._is_begun or FORMS.get(self._media_type) is not Form.RECORD:
            return None
        return self._begin()

    def end(self) -> Arrived:
        """The import, once the last piece was taken."""
        if not self._is_named:
            self._name(b"", at_end=True)
        form = FORMS[self._media_type]
        return Arrived(self._whole.getvalue(), form, self._hash.digest(), self._said.hexdigest())

    def _name(self, piece: bytes, at_end: bool = False) -> None:
        """Tell the form of bytes of any kind by the first that is not blank; `said` begins with it."""
        begin = piece.lstrip()
        if self._media_type == BINARY:
            if not begin and not at_end:
                return
            self._media_type = LINES if begin.startswith(b"{") else TEXT
        self._is_named = True
        self._said.update(b"%b\n%b" % (self._media_type.encode(), self._whole.getvalue()))

    def _begin(self) -> NotAGame | None:
        """Look at the first line of a record, once it is there or too long."""
        line, feed, _ = self._whole.getvalue().partition(b"\n")
        if not feed and len(line) <= LINE_LIMIT:
            return None
        self._is_begun = True
        try:
            check_header(line + feed)
        except NotAGame as fault:
            return fault
        return None
