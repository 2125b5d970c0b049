"""Blueprint and Api, based on flask-smorest, for every resource."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce, wraps
from http import HTTPStatus
from itertools import product
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

import flask
import flask_smorest  # type: ignore[import-untyped, unused-ignore]
from flask import Flask, Response, request
from marshmallow import Schema, fields

from app.http.answers import Body, JsonAnswer, schema_of
from app.http.converters import CONVERTERS, PARAMETERS
from app.http.credentials import authorization
from app.http.errors import Problem
from app.http.fields import TypedSchema, described
from app.http.headers import BINARY, JSON, negotiate
from app.http.openapi import DECLARED, TAKEN, complete
from app.http.openapi_components import KINDS
from app.http.parser import PARSER, unknown_parameters

View = TypeVar("View", bound=Callable[..., Any])
Arguments = ParamSpec("Arguments")
SchemaLike = type[Schema] | Schema | dict[str, Any] | str | None

SEAT = "seatToken"
KEY = "apiKey"
OPERATOR = "operatorToken"
"""Names of the credentials in the document."""

SCOPES_TO_READ = ("view|spectate|audit",)
"""Scopes of a key that reads a game: `view` for the player of a seat, `spectate` or `audit` for others."""

_SCHEMES = {
    SEAT: "The token of a seat, which the answer that gave the seat has shown: cq_seat_...",
    OPERATOR: "The token that the settings give to the operator's own programs",
    KEY: "An API key of a player: cq_key_... Its scopes are play, view, spectate, organise, audit, operate",
}

_BODY_LOCATIONS = {"json": JSON, "optional_json": JSON}


class FieldErrorSchema(Schema):
    """One thing wrong with one value of a request."""

    pointer = fields.String(metadata={"description": "JSON pointer into the body"})
    parameter = fields.String(metadata={"description": "Name of a query parameter"})
    code = fields.String(required=True, metadata={"description": "Stable name of what is wrong with it"})
    detail = fields.String(required=True, metadata={"description": "For people, as that of the problem"})
    allowed = fields.List(
        fields.Raw(allow_none=True), metadata={"description": "Every value that it may have"}
    )
    minimum = fields.Float(metadata={"description": "The least that it may be"})
    maximum = fields.Float(metadata={"description": "The most that it may be"})


class RefusalSchema(Schema):
    """A signed refusal: the service refused this command of this seat.

    The signature is Ed25519 over `conquian/refusal/1` and the canonical JSON of all else.
    """

    v = fields.Integer(required=True, metadata={"description": "The version of the form, 1"})
    key = fields.String(
        required=True, metadata={"description": "Id of a key of /.well-known/conquian-keys.json"}
    )
    game = fields.String(required=True, metadata={"description": "Id of the game or dispute"})
    ply = fields.Integer(required=True, metadata={"description": "Of its log, that it was decided on"})
    seat = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Who sent it; null: somebody without a seat"}
    )
    command = fields.String(
        required=True,
        metadata={
            "description": "SHA-256 of the canonical JSON of the body without `expected_ply`, hex; elsewhere "
            "than at /moves it gains a `type`: open, sit, rematch, or rotate and the `seat`"
        },
    )
    code = fields.String(required=True, metadata={"description": "That of the problem"})
    rule = fields.String(required=True, metadata={"description": "That of the problem"})
    time = fields.Integer(required=True, metadata={"description": "Of the refusal, ms since 1970"})
    signature = fields.String(required=True, metadata={"description": "64 bytes, hex"})


class ProblemSchema(Schema):
    """A refusal (RFC 9457)."""

    type = fields.String(
        required=True,
        metadata={"format": "uri-reference", "description": "Where the code is explained, with its remedy"},
    )
    title = fields.String(required=True, metadata={"description": "The code for people to read"})
    status = fields.Integer(required=True, metadata={"description": "The status code of the response"})
    detail = fields.String(
        required=True, metadata={"description": "For people, in the language of Accept-Language"}
    )
    code = fields.String(required=True, metadata={"description": "Stable name of the refusal"})
    rule = fields.String(metadata={"description": "Paragraph of the rules"})
    ply = fields.Integer(metadata={"description": "Current ply of the game"})
    errors = fields.List(
        fields.Nested(FieldErrorSchema), metadata={"description": "One item for each value that is wrong"}
    )
    refusal = fields.Nested(
        RefusalSchema,
        metadata={
            "description": "Where the rules refused a command; keep it, and what you sent (/docs/proofs)"
        },
    )


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc, unused-ignore]
    """A Blueprint whose views get only what their schemas describe.

    A view answers JSON unless `produces` names other media types, and takes no query parameter unless
    `arguments` with `location="query"` describes it. Other requests are refused before the view is called.
    """

    ARGUMENTS_PARSER = PARSER
    DEFAULT_LOCATION_CONTENT_TYPE_MAPPING = _BODY_LOCATIONS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._routes: list[tuple[str, Callable[..., Any], dict[str, Any]]] = []

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """Return a decorator that registers a view, to be described when the document is made."""

        def mark(view: View) -> View:
            self._routes.append((rule, view, options))
            # That of flask-smorest describes the view, too.
            flask.Blueprint.add_url_rule(self, rule, view.__name__, _checked(view), **options)
            return view

        return mark

    def register_views_in_doc(self, *args: Any, **options: Any) -> None:
        """Describe every view in the document; its operation is named `<blueprint>_<view>`."""
        described = flask_smorest.Blueprint(self.name, self.import_name)
        described.DEFAULT_LOCATION_CONTENT_TYPE_MAPPING = self.DEFAULT_LOCATION_CONTENT_TYPE_MAPPING
        for rule, view, rest in self._routes:
            operation = reduce(_merged, getattr(view, "described", ()), dict[str, Any]())
            operation["operationId"] = f"{self.name}_{view.__name__}"
            described.route(rule, **rest)(described.doc(**operation)(view))
        described.register_views_in_doc(*args, **options)

    def response(
        self,
        status: int,
        schema: SchemaLike = None,
        *,
        content_type: str = JSON,
        description: str | None = None,
        example: Any = None,
        headers: Mapping[str, Any] | None = None,
    ) -> Callable[[View], View]:
        """Return a decorator that documents an answer. The view makes the answer itself."""
        parts = {"schema": schema, "example": example}
        content = {name: part for name, part in parts.items() if part is not None}
        answer: dict[str, Any] = {"description": description or HTTPStatus(status).phrase}
        if headers:
            answer["headers"] = headers
        if content:
            answer["content"] = {content_type: content}
        return self.doc(responses={status: answer})

    def answers(
        self, status: int, shape: type[Body], *, example: Any = None
    ) -> Callable[[Callable[Arguments, JsonAnswer[Body]]], Callable[Arguments, JsonAnswer[Body]]]:
        """Return a decorator that documents the answer of a view, whose body is built as a `shape`."""
        described: type = shape
        return self.response(status, schema_of(described), example=example)

    @staticmethod
    def doc(**description: Any) -> Callable[[View], View]:
        """Return a decorator that adds `description` to the OpenAPI operation.

        The view keeps it until the document is made.
        """

        def mark(view: View) -> View:
            view.described = (*getattr(view, "described", ()), description)  # type: ignore[attr-defined]
            return view

        return mark

    @classmethod
    def problems(cls, *codes: str) -> Callable[[View], View]:
        """Return a decorator that documents the codes with which a view refuses, besides the derived ones.

        It may be repeated; see `app.http.openapi` for the derived codes.
        """
        return cls.doc(**{DECLARED: dict.fromkeys(codes, True)})

    @classmethod
    def header(cls, *names: str) -> Callable[[View], View]:
        """Return a decorator that documents request headers, named as in `document.PARAMETERS`."""
        return cls.doc(**{TAKEN: dict.fromkeys(names, True)})

    @classmethod
    def bearer(
        cls, *schemes: str, optional: bool = False, scopes: tuple[str, ...] = ()
    ) -> Callable[[View], View]:
        """Return a decorator that documents the accepted credentials: SEAT, KEY, and the scopes of a key.

        A key needs all of `scopes`; where one is written `play view|audit` it needs both of the first or the
        last. With `optional` a request without a credential is admitted too. Otherwise it is refused before
        its body and query are read.
        """
        # In OpenAPI all scopes of one requirement are needed, so each alternative is a requirement of its
        # own.
        choices = [" ".join(chosen).split() for chosen in product(*(scope.split("|") for scope in scopes))]
        requirements = [
            {scheme: chosen} for scheme in schemes for chosen in (choices if scheme == KEY else [[]])
        ]
        document = cls.doc(security=[*requirements, *([{}] if optional else [])])

        def mark(view: View) -> View:
            view.needs_bearer = not optional  # type: ignore[attr-defined]
            return document(view)

        return mark

    def arguments(
        self, schema: type[Schema] | Schema, *, location: str = "json", required: bool = True, **kwargs: Any
    ) -> Callable[[View], View]:
        """Return a decorator that passes the validated arguments to the view as its last positional one.

        `location` is `json` or `query`; with `required=False` a request without a body counts as `{}`.
        """
        # An instance, because building one costs more than loading with it.
        built = schema() if isinstance(schema, type) else schema
        place = "optional_json" if location == "json" and not required else location
        take: Callable[[View], View] = super().arguments(built, location=place, required=required, **kwargs)

        def mark(view: View) -> View:
            decorated = take(view)
            if location == "query":
                decorated.takes_query = True  # type: ignore[attr-defined]
            return (
                self.doc(**{KINDS: described(built)})(decorated)
                if isinstance(built, TypedSchema)
                else decorated
            )

        return mark


def _merged(known: Any, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return both mappings as one, in all depths; `more` is preferred."""
    merged = dict(known) if isinstance(known, Mapping) else {}
    for name, value in more.items():
        merged[name] = _merged(merged.get(name), value) if isinstance(value, Mapping) else value
    return merged


class Api(flask_smorest.Api):  # type: ignore[misc, unused-ignore]
    """An Api whose errors are problems, with the parameters of the addresses and the credentials."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_RESPONSE_CONTENT_TYPE = JSON

    def init_app(self, app: Flask, *, spec_kwargs: dict[str, Any] | None = None) -> None:
        """Register the extension and document the URL converters and the credentials."""
        super().init_app(app, spec_kwargs=spec_kwargs)
        for converter, parameter in PARAMETERS:
            self.register_converter(converter, parameter)
        for name, description in _SCHEMES.items():
            self.spec.components.security_scheme(
                name, {"type": "http", "scheme": "bearer", "description": description}
            )


def document(
    title: str,
    version: str,
    blueprints: Iterable[Blueprint],
    examples: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the OpenAPI document of `blueprints`, complete; see `app.http.openapi.complete`.

    It is made from an application of its own. Describing the views takes as long as everything else that an
    application needs to start, and most processes are never asked for the document.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(API_TITLE=title, API_VERSION=version, OPENAPI_VERSION="3.1.0")
    app.url_map.converters.update(CONVERTERS)
    api = Api(app)
    for blueprint in blueprints:
        api.register_blueprint(blueprint)
    described: dict[str, Any] = complete(api.spec.to_dict(), examples)
    return described


def produces(*media_types: str) -> Callable[[View], View]:
    """Return a decorator that names the media types of a view, which itself calls `negotiate`."""

    def mark(view: View) -> View:
        view.media_types = media_types  # type: ignore[attr-defined]
        return view

    return mark


def downloads(media_type: str) -> Callable[[View], View]:
    """Return a decorator for a view that answers with a file, as `media_type` or as plain bytes, by Accept.

    Many HTTP clients and client generators support `application/octet-stream` only.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def sending(*args: Any, **kwargs: Any) -> Response:
            response: Response = view(*args, **kwargs)
            response.content_type = negotiate(request, media_type, BINARY)
            response.vary.add("Accept")
            return response

        shape = {"schema": {"type": "string", "format": "binary"}, "example": "..."}
        document = Blueprint.doc(responses={200: {"content": {BINARY: shape}}})
        return cast(View, document(produces(media_type, BINARY)(sending)))

    return mark


def _checked(view: View) -> View:
    """Return `view` behind the checks that its decorators ask for."""
    media_types = getattr(view, "media_types", (JSON,))
    needs_bearer = getattr(view, "needs_bearer", False)
    takes_query = getattr(view, "takes_query", False)

    @wraps(view)
    def checked(*args: Any, **kwargs: Any) -> Any:
        environ = request.environ
        if "HTTP_ACCEPT" in environ:
            negotiate(request, *media_types)
        if needs_bearer and authorization(environ) is None:
            raise Problem("unauthenticated")
        if environ.get("QUERY_STRING") and not takes_query:
            raise unknown_parameters(request)
        return view(*args, **kwargs)

    return cast(View, checked)
