"""The pages and where they are: a template, a script, style sheets and the topics of words of each.

They are no part of the OpenAPI document. A page holds no data: its script asks the API, as anybody may.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import orjson
from flask import Blueprint, Response, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from app.games.languages import Language
from app.http.errors import Problem
from app.http.headers import HTML, JSON, negotiate
from app.http.problems import respond
from app.web import assets
from app.web.words import words

LANGUAGES: Final = (Language.ES, Language.EN, Language.FR)
"""As the switch shows them."""

CATALOG: Final = "/.well-known/api-catalog"


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name is that of its template, its script in `js/` and its style sheet in `css/`, if any.

    `topics` are those of the words that its scripts say, besides `common`; `styles` are more style sheets.
    """

    name: str
    path: str
    topics: tuple[str, ...]
    styles: tuple[str, ...] = ()

    def sheets(self) -> tuple[str, ...]:
        """The style sheets of the page in their order, the shared ones first."""
        own = f"css/{self.name}.css"
        shared = tuple(f"css/{name}.css" for name in ("base", *self.styles))
        return (*shared, own) if own in assets.names() else shared


PAGES: Final = (
    Page("home", "/", ("home", "cards", "tournament"), ("cards",)),
    Page("table", "/play/<game_id:game>", ("table", "board", "said", "cards"), ("cards", "board")),
    Page("watch", "/watch/<game_id:game>", ("watch", "board", "said", "cards"), ("cards", "board", "viewer")),
    Page(
        "replay", "/replay/<game_id:game>", ("replay", "board", "said", "cards"), ("cards", "board", "viewer")
    ),
    Page("tournaments", "/tournaments", ("tournament",), ("tournament",)),
    Page("tournament", "/tournaments/<string:tournament>", ("tournament",)),
    Page("audit", "/audit", ("audit", "replay", "board", "said", "cards"), ("cards", "board", "viewer")),
)


MISSING: Final = Page("missing", "", ())
"""What people see at an address where there is nothing."""


def blueprint() -> Blueprint:
    """Every page and their static files; and what people see where there is none."""
    found = Blueprint("pages", __name__, template_folder="templates")
    for page in PAGES:
        found.add_url_rule(page.path, page.name, _view(page))
    found.app_errorhandler(NotFound)(_missing)
    found.add_url_rule("/static/<string:version>/<path:name>", "static", assets.served)
    return found


def _view(page: Page) -> Callable[..., Response]:
    def view(**named: str) -> Response:
        if page.path == "/" and negotiate(request, HTML, JSON) == JSON:
            return _catalog()
        return shown(page, named)

    return view


def _missing(error: NotFound) -> tuple[Response, int] | Response:
    """A page for browsers, which name text/html in what they accept; the usual refusal for programs."""
    if request.path.startswith("/v1") or HTML not in request.accept_mimetypes.values():
        return respond(Problem("not_found"))
    return shown(MISSING, {}), 404


def _catalog() -> Response:
    """For programs that come to the door: where the API is described (RFC 9727)."""
    links = {"linkset": [{"anchor": "/", "api-catalog": [{"href": CATALOG}]}]}
    response = Response(orjson.dumps(links), content_type=JSON)
    response.headers["Link"] = f'<{CATALOG}>; rel="api-catalog"'
    response.vary.add("Accept")
    return response


def shown(page: Page, named: Mapping[str, str]) -> Response:
    """The page in the language asked for; `named` are the parts of its address, for its script."""
    language = _language()
    texts = words(language)
    body = render_template(
        f"{page.name}.html",
        page=page,
        named=named,
        lang=language.value,
        languages=[
            (one.value, _elsewhere(lang=one.value)) for one in (Language.ES, Language.EN, Language.FR)
        ],
        t=lambda key, **filled: texts[key].format(**filled),
        asset=assets.address,
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
    """That of the address, else the one that the browser likes best, of whatever region; else English."""
    wished = (request.args.get("lang", ""), *request.accept_languages.values())
    primary = (one.lower().partition("-")[0] for one in wished)
    return next((Language(one) for one in primary if one in {*Language}), Language.EN)


def _link(path: str) -> str:
    """An address of another page, in the language that was chosen for this one."""
    asked = request.args.get("lang", "")
    return f"{path}?lang={asked}" if asked in {*Language} else path


def _elsewhere(**changed: str) -> str:
    """The address of this page with some of its query changed."""
    return f"?{urlencode({**request.args.to_dict(), **changed})}"


def _embedded(texts: Mapping[str, Any]) -> Markup:
    """JSON to stand in a script element, which nothing in it can end."""
    plain = orjson.dumps(dict(texts)).decode()
    return Markup(plain.replace("<", "\\u003c"))  # noqa: S704
