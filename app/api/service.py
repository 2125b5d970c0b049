"""Health, version, OpenAPI document and documentation of the service."""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated, Any, Final, NotRequired, TypedDict

import orjson
from flask import Response, copy_current_request_context, render_template, request

from app.api.docs import tags
from app.api.error_catalogue import explained
from app.games.codec import Json
from app.http.answers import JsonAnswer, schema_of
from app.http.blocking_calls import ResultCache
from app.http.blueprint import Blueprint, produces
from app.http.errors import CODES, Problem
from app.http.headers import FOR_NOW, HTML, JSON, negotiate
from app.i18n import Language
from app.parts.outages import Part
from app.settings.parsers import Organisers
from app.store.durability import Grade, PartCheck

Document = Callable[[], dict[str, Any]]
Checks = Callable[[], tuple[PartCheck, ...]]

CSS: Final = "text/css"
LINKSET: Final = "application/linkset+json"
CATALOG: Final = "/.well-known/api-catalog"
"""Address of the API catalogue (RFC 9727)."""

_LINKS: Final = {
    "linkset": [
        {
            "anchor": "/v1",
            "service-desc": [{"href": "/openapi.json", "type": JSON}],
            "service-doc": [{"href": "/docs", "type": HTML}],
            "service-meta": [
                {"href": "/.well-known/conquian-keys.json", "type": JSON},
                {"href": "/problems", "type": JSON},
            ],
            "status": [{"href": "/readyz", "type": JSON}],
        }
    ]
}


_READY: Final = {
    "status": "ready",
    "checks": {"role": "ok", "queue": "warn"},
    "warnings": ["The store of the queue does not answer in time."],
    "parts": {
        "store": {"status": "ok", "cause": None},
        "catalogue": {"status": "ok", "cause": None},
        "archive": {"status": "ok", "cause": None},
        "queue": {
            "status": "warn",
            "cause": {"code": "timed_out", "detail": "The store of the queue does not answer in time."},
        },
    },
}


class AliveView(TypedDict):
    """The process answers."""

    status: str


class CauseView(TypedDict):
    """Cause of a failed check."""

    code: Annotated[str, "Stable name of the cause"]
    detail: Annotated[str, "The cause, for the operator"]


class PartView(TypedDict):
    """State of a part of the installation."""

    status: Annotated[str, {"enum": ["ok", "warn", "fail"]}]
    cause: Annotated[Json | None, schema_of(CauseView)]


class PartsView(TypedDict):
    """State of the installation."""

    checks: Annotated[
        dict[str, Annotated[str, {"enum": ["ok", "warn"]}]], "What each check of the store came to"
    ]
    warnings: Annotated[list[str], "What is not safe about its settings"]
    parts: Annotated[dict[str, PartView], "The state of `store`, `catalogue`, `archive` and `queue`"]
    replicas: NotRequired[Annotated[int, "Connected replicas, where answers say `replicated`"]]


class ReadyView(AliveView, PartsView):
    """The service can be used."""


class VersionView(TypedDict):
    """Name, version, and who may organise tournaments."""

    name: str
    version: str
    organisers: Annotated[
        str,
        "Who may create tournaments: players whom the operator has `granted` it, or `all` players",
        {"enum": [*map(str, Organisers)]},
    ]


_VERSION: Final[VersionView] = {"name": "conquian", "version": "0.1.0", "organisers": "granted"}


def blueprint(version: str, organisers: Organisers, document: Document, checks: Checks) -> Blueprint:
    """Return the resources /livez, /readyz, /version, /openapi.json, /docs and the API catalogue.

    `document` returns the OpenAPI document, always the same, `checks` the readiness checks.
    """
    resource = Blueprint("service", __name__, description="The service about itself")
    _add_health(resource, version, organisers, checks)
    _add_documents(resource, document)
    return resource


def _add_health(resource: Blueprint, version: str, organisers: Organisers, checks: Checks) -> None:
    @resource.route("/livez")
    @resource.answers(200, AliveView, example={"status": "alive"})
    def livez() -> JsonAnswer[AliveView]:
        """Check that the process answers

        The answer is 200 whenever the process works. The store is not asked.
        """
        return JsonAnswer({"status": "alive"})

    @resource.route("/readyz")
    @resource.answers(200, ReadyView, example=_READY)
    @resource.problems("store_unavailable", "store_full", "installation_mismatch")
    def readyz() -> JsonAnswer[ReadyView]:
        """Check that the service is ready

        The answer is 200 if the store answers and accepts entries, otherwise 503. `checks` has the result of
        each check, `warnings` what is not safe, and `parts` the state of each part with its cause. A 503 has
        these members too.
        """
        return JsonAnswer(readiness(checks()))

    @resource.route("/version")
    @resource.answers(200, VersionView, example=_VERSION)
    def show_version() -> JsonAnswer[VersionView]:
        """Get the name and the version of the service

        The answer is JSON, for clients and for monitoring.
        """
        return JsonAnswer({"name": "conquian", "version": version, "organisers": str(organisers)})


def readiness(checks: tuple[PartCheck, ...]) -> ReadyView:
    """Return the body of /readyz (`ReadyView`). Raises Problem if a check fails."""
    body: PartsView = {
        "checks": {check.name: str(check.grade) for check in checks},
        "warnings": [check.detail for check in checks if check.grade is Grade.WARN],
        "parts": {str(part): _part(part, checks) for part in Part},
    }
    for check in checks:
        if check.name == "replicas" and check.number is not None:
            body["replicas"] = check.number
    failing = [check for check in checks if check.grade is Grade.FAIL]
    if failing:
        detail = " ".join(f"{check.name}: {check.detail}" for check in failing)
        raise Problem(failing[0].refusal, detail, more={**body})
    return {"status": "ready", **body}


def _part(part: Part, checks: Iterable[PartCheck]) -> PartView:
    """Return the state of a part: the worst of its checks, the first of equally bad ones."""
    own = [check for check in checks if check.part is part]
    worst = max(own, key=lambda check: list(Grade).index(check.grade), default=None)
    return {"status": worst.grade if worst else Grade.OK, "cause": worst.cause if worst else None}


@dataclass(frozen=True, slots=True)
class _Text:
    """A document as bytes, plain and compressed."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, plain: bytes) -> "_Text":
        """Return `plain` with its compression, which is the same in every process."""
        return cls(plain, gzip.compress(plain, mtime=0))

    def response(self, content_type: str) -> Response:
        """Return the response, compressed if the client accepts gzip."""
        packed = request.accept_encodings.quality("gzip") > 0
        response = _cached(Response(self.packed if packed else self.plain, content_type=content_type))
        response.vary.add("Accept-Encoding")
        if packed:
            response.content_encoding = "gzip"
        return response


def _add_documents(resource: Blueprint, document: Document) -> None:
    texts = ResultCache[_Text](2)

    def openapi_text() -> _Text:
        return _Text.of(orjson.dumps(document()))

    @resource.route("/openapi.json")
    @resource.response(200, {"type": "object"}, example={"openapi": "3.1.0", "info": {}, "paths": {}})
    def openapi() -> Response:
        """Get the OpenAPI document

        The answer is this document, as JSON.
        """
        return texts("openapi", lambda: copy_current_request_context(openapi_text)).response(JSON)

    @resource.route(CATALOG)
    @produces(LINKSET, JSON)
    @resource.response(200, {"type": "object"}, content_type=LINKSET, example=_LINKS)
    @resource.response(200, schema={"type": "object"}, content_type=JSON, example=_LINKS)
    def api_catalog() -> Response:
        """Get the catalogue of APIs (RFC 9727)

        The answer is a link set with the addresses of the API and of its descriptions.
        """
        media_type = negotiate(request, LINKSET, JSON)
        response = Response(orjson.dumps(_LINKS), content_type=media_type)
        response.headers["Link"] = f'<{CATALOG}>; rel="api-catalog"'
        return _cached(response)

    def page() -> _Text:
        openapi_document, problems = document(), [explained(code, Language.EN) for code in sorted(CODES)]
        shown = render_template(
            "docs.html", document=openapi_document, tags=tags(openapi_document), problems=problems
        )
        return _Text.of(shown.encode())

    @resource.route("/docs")
    @produces(HTML)
    @resource.response(200, {"type": "string"}, content_type=HTML, example="<!doctype html>...")
    def docs() -> Response:
        """Get the documentation of the API as a page

        The page is made from the OpenAPI document, with a curl command for each operation.
        """
        return texts("docs", lambda: copy_current_request_context(page)).response(f"{HTML}; charset=utf-8")

    @resource.route("/docs.css")
    @produces(CSS)
    @resource.response(
        200, {"type": "string"}, content_type=CSS, example=":root { color-scheme: light dark; }"
    )
    def docs_css() -> Response:
        """Get the style sheet of the documentation

        It belongs to the pages of the documentation, the guides and the errors.
        """
        sheet = files(__package__).joinpath("static/docs.css").read_bytes()
        return _cached(Response(sheet, content_type=f"{CSS}; charset=utf-8"))


def _json(body: Any) -> Response:
    return Response(orjson.dumps(body), content_type=JSON)


def _cached(response: Response) -> Response:
    response.headers["Cache-Control"] = FOR_NOW
    return response
