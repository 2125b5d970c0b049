"""QR codes of the pages, as SVG pictures.

The path comes in a body, because its fragment may hold a secret that must not stand in access lines.
"""

from io import BytesIO
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import Request, Response, request

from app.http.fields import StrictSchema, String
from app.http.parser import PARSER
from app.i18n import Message

SVG: Final = "image/svg+xml"
_PATH: Final = r"^/(?![/\\])[!-\[\]-~]*$"
_QUIET_ZONE: Final = 4
"""Modules around the code that ISO/IEC 18004 asks to be light."""


class PathSchema(StrictSchema):
    """Path of this service that a QR code leads to."""

    path = String(
        required=True,
        maximum=500,
        pattern=_PATH,
        wrong=Message("This must be a path of this service, such as /play/…, in ASCII."),
    )


def drawn(url: str) -> Response:
    """Return the QR code of a path of this service; `url` is the address of the service if the settings
    have it.

    The code is dark on light in every theme: many cameras read no other one.
    """
    path = PARSER.parse(PathSchema(), request, location="json")["path"]
    picture = BytesIO()
    code = segno.make(address(url, request) + path, error="m", micro=False)
    code.save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=_QUIET_ZONE, dark="#000", light="#fff"
    )
    return Response(picture.getvalue(), content_type=SVG, headers={"Cache-Control": "private, no-store"})


def address(url: str, asked: Request) -> str:
    """Return the address of the service as a device elsewhere knows it.

    It is `url`, else the origin of the page that asks, because a proxy may end TLS or change the port, else
    that of the request.
    """
    origin = asked.headers.get("Origin", "")
    is_ours = urlsplit(origin).hostname == urlsplit(f"//{asked.host}").hostname
    return url or (origin if is_ours else f"{asked.scheme}://{asked.host}")
