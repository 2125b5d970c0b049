"""Upload of an import: hashed piece by piece, and refused at its first line if that is invalid."""

from hashlib import sha256
from io import BytesIO
from typing import Final
from wsgiref.types import WSGIEnvironment

from app.http.body import BodySize, check_length, content_length, media_type, most, pieces
from app.http.headers import BINARY
from replays.imports.foreign import NotAGame, Upload, UploadForm, check_header
from replays.notation.text import MEDIA_TYPE as TEXT
from replays.record.format import LINE_LIMIT
from replays.record.write import MEDIA_TYPE as LINES

FORMS: Final = {LINES: UploadForm.RECORD, TEXT: UploadForm.TEXT}


def read_upload(environ: WSGIEnvironment) -> Upload:
    """Return the import in the body of a request. Raises NotAGame, and Problem: length_required,
    body_too_large, incomplete_body, unsupported_media_type.

    After an invalid first line nothing more is stored. The rest of the body is still read, because few
    clients read a response before they have sent everything.
    """
    length = content_length(environ, required=True)
    check_length(length, most(BodySize.IMPORT))
    upload = _UploadInProgress(media_type(environ, *FORMS, BINARY))
    fault: NotAGame | None = None
    for piece in pieces(environ, length):
        if fault is None:
            fault = upload.take(piece)
    if fault is not None:
        raise fault
    return upload.end()


class _UploadInProgress:
    """An upload in progress."""

    def __init__(self, media_type: str) -> None:
        self._media_type = media_type
        self._whole = BytesIO()
        self._hash = sha256()
        self._request_hash = sha256()
        self._is_named = False
        self._is_begun = False

    def take(self, piece: bytes) -> NotAGame | None:
        """Add a piece; return the fault of the first line as soon as it is known."""
        self._whole.write(piece)
        self._hash.update(piece)
        if self._is_named:
            self._request_hash.update(piece)
        else:
            self._name(piece)
        if self._is_begun or FORMS.get(self._media_type) is not UploadForm.RECORD:
            return None
        return self._begin()

    def end(self) -> Upload:
        """Return the import after the last piece."""
        if not self._is_named:
            self._name(b"", at_end=True)
        form = FORMS[self._media_type]
        return Upload(self._whole.getvalue(), form, self._hash.digest(), self._request_hash.hexdigest())

    def _name(self, piece: bytes, at_end: bool = False) -> None:
        """Detect the form by the first non-blank byte, and start the hash of the request."""
        begin = piece.lstrip()
        if self._media_type == BINARY:
            if not begin and not at_end:
                return
            self._media_type = LINES if begin.startswith(b"{") else TEXT
        self._is_named = True
        self._request_hash.update(b"%b\n%b" % (self._media_type.encode(), self._whole.getvalue()))

    def _begin(self) -> NotAGame | None:
        """Check the first line of a record, once it is complete or too long."""
        line, feed, _ = self._whole.getvalue().partition(b"\n")
        if not feed and len(line) <= LINE_LIMIT:
            return None
        self._is_begun = True
        try:
            check_header(line + feed)
        except NotAGame as fault:
            return fault
        return None
