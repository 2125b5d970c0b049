"""Pages: address, template, script, style sheets and topics of texts of each.

They are not in the OpenAPI document. A page holds no data: its script uses the public API.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.http.errors import Problem
from app.http.headers import HTML, JSON, negotiate
from app.http.problems import respond
from app.i18n import Language, name_of
from app.web import assets, qr
from app.web.words import words

CATALOG: Final = "/.well-known/api-catalog"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: `name` is that of its template, its script in `js/` and its style sheet in `css/`, if any.

    `topics` select the texts of its scripts, besides `common`; `styles` are further style sheets.
    """

    name: str
    path: str
    topics: tuple[str, ...]
    styles: tuple[str, ...] = ()

    def sheets(self) -> tuple[str, ...]:
        """Return the style sheets of the page in order, the shared ones first."""
        own = f"css/{self.name}.css"
        shared = tuple(f"css/{name}.css" for name in ("base", *self.styles))
        return (*shared, own) if own in assets.names() else shared


_BOARD: Final = ("board", "chips", "holdem", "said", "cards", "term")
"""Topics of the pages that show a table."""
_FELT: Final = ("cards", "board")
"""Their style sheets, besides those of single games."""

PAGES: Final = (
    Page("home", "/", ("home", "cards", "chips", "tournament"), ("cards", "form")),
    Page("table", "/play/<game_id:game>", ("table", "help", "phrase", *_BOARD), _FELT),
    Page("watch", "/watch/<game_id:game>", ("watch", "phrase", *_BOARD), (*_FELT, "viewer")),
    Page("replay", "/replay/<game_id:game>", ("replay", "dispute", *_BOARD), (*_FELT, "viewer")),
    Page("disputes", "/disputes", ("dispute", "scope")),
    Page(
        "dispute",
        "/disputes/<dispute_id:dispute>",
        ("dispute", "replay", "scope", *_BOARD),
        (*_FELT, "viewer"),
    ),
    Page("operator", "/operator", ("operator", "dispute", "tournament")),
    Page("evening", "/evenings/<game_id:game>", ("evening", "replay", "board", "cards")),
    Page("learn", "/learn/<string:variant>", ("learn", "cards", "term"), ("cards",)),
    Page("me", "/me", ("me", "home", "replay", "player", "dispute", "tournament"), ("player",)),
    Page("player", "/players/<player_id:player>", ("player", "home", "dispute", "tournament")),
    Page("lessons", "/lessons", ("lesson", "table", "board", "cards", "term", "help"), (*_FELT, "table")),
    Page("rules", "/rules/<string:play>", ("rules",)),
    Page("tournaments", "/tournaments", ("tournament", "organise", "scope"), ("tournament", "form")),
    Page(
        "tournament", "/tournaments/<string:tournament>", ("tournament", "organise", "registration", "scope")
    ),
    Page("audit", "/audit", ("audit", "replay", *_BOARD), (*_FELT, "viewer")),
)


MISSING: Final = Page("missing", "", ())
"""Page for an unknown address."""


def blueprint(url: str) -> Blueprint:
    """Return the resources for all pages, their static files and QR codes, and unknown addresses.

    `url` is the address of the service if the settings have it, else empty.
    """
    resource = Blueprint("pages", __name__, template_folder="templates")
    for page in PAGES:
        resource.add_url_rule(page.path, page.name, _view(page, url))
    resource.add_url_rule("/qr", "qr", partial(qr.drawn, url), methods=["POST"])
    resource.app_errorhandler(NotFound)(_missing)
    resource.add_url_rule("/static/<string:version>/<path:name>", "static", assets.served)
    return resource


def _view(page: Page, url: str) -> Callable[..., Response]:
    def view(**named: str) -> Response:
        if page.path == "/" and negotiate(request, HTML, JSON) == JSON:
            return _catalog()
        return shown(page, named, url)

    return view


def _missing(error: NotFound) -> tuple[Response, int] | Response:
    """Return a page for browsers, which accept text/html; the usual problem for programs."""
    if request.path.startswith("/v1") or HTML not in request.accept_mimetypes.values():
        return respond(Problem("not_found"))
    return shown(MISSING, {}), 404


def _catalog() -> Response:
    """Return the link to the API catalogue for programs at `/` (RFC 9727)."""
    links = {"linkset": [{"anchor": "/", "api-catalog": [{"href": CATALOG}]}]}
    response = Response(orjson.dumps(links), content_type=JSON)
    response.headers["Link"] = f'<{CATALOG}>; rel="api-catalog"'
    response.vary.add("Accept")
    return response


def shown(page: Page, named: Mapping[str, str], url: str = "") -> Response:
    """Return the page in the requested language; `named` are the parameters of its path, for its script.

    `url` is the address of the service if the settings have it, for what other sites load.
    """
    language = _language()
    texts = words(language)
    body = render_template(
        f"{page.name}.html",
        page=page,
        named=named,
        lang=language.value,
        languages=[(offered.value, name_of(offered), _elsewhere(lang=offered.value)) for offered in Language],
        t=lambda key, **filled: texts[key].format(**filled),
        asset=assets.address,
        origin=qr.address(url, request),
        link=_link,
        words=_embedded(words(language, "common", *page.topics)),
        modules=assets.modules(f"{page.name}.js"),
    )
    response = Response(body, content_type=f"{HTML}; charset=utf-8")
    response.content_language.add(language.value)
    response.headers["Cache-Control"] = "no-cache"
    response.vary.update(("Accept", "Accept-Language"))
    return response


def _language() -> Language:
    """Return the language of `lang`, else the browser's preferred one, else English."""
    candidates = (request.args.get("lang", ""), *request.accept_languages.values())
    primary = (tag.lower().partition("-")[0] for tag in candidates)
    return next((Language(tag) for tag in primary if tag in {*Language}), Language.EN)


def _link(path: str) -> str:
    """Return the address of another page with the same language."""
    lang = request.args.get("lang", "")
    return f"{path}?lang={lang}" if lang in {*Language} else path


def _elsewhere(**changed: str) -> str:
    """Return the address of this page with changed query parameters."""
    return f"?{urlencode({**request.args.to_dict(), **changed})}"


def _embedded(texts: Mapping[str, Any]) -> Markup:
    """Return JSON for a script element, escaped so that it cannot end the element."""
    plain = orjson.dumps(dict(texts)).decode()
    return Markup(plain.replace("<", "\\u003c"))  # noqa: S704
