"""Answers whose bytes are all at hand."""

from collections.abc import Iterable
from typing import cast
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Response
from werkzeug.datastructures import Headers


class Whole(Response):
    """An answer of some bytes with its headers, which is sent as it is.

    Any other is looked through and copied once more before it is sent: to find its length, to mend its
    addresses, to close what it reads from.
    """

    def __init__(self, body: bytes, status: int, *headers: tuple[str, str]) -> None:
        made = Headers()
        for name, text in (*headers, ("Content-Length", str(len(body)))):
            made.add(name, text)
        super().__init__([body], status, made)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The body, after the head has been said; as of any other answer where it is not the usual one."""
        if self.status_code != 200 or environ["REQUEST_METHOD"] == "HEAD" or self._on_close:
            return super().__call__(environ, start_response)
        start_response(self.status, self.headers.to_wsgi_list())
        return cast(Iterable[bytes], self.response)
