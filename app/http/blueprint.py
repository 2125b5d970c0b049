"""The flask-smorest Blueprint and Api that every resource stands on."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import wraps
from itertools import product
from typing import Any, TypeVar, cast

import flask_smorest  # type: ignore[import-untyped, unused-ignore]
from flask import Request, Response
from flask_smorest.utils import deepupdate  # type: ignore[import-untyped, unused-ignore]
from marshmallow import Schema, fields

from app.http.asking import asked, serving
from app.http.converters import PARAMETERS
from app.http.document import DECLARED, TAKEN, complete
from app.http.errors import Problem
from app.http.headers import BINARY, JSON, PROBLEM_JSON, negotiate
from app.http.parser import read, unknown_parameters
from app.http.shapes import KINDS
from app.http.tokens import authorization
from app.http.typed import TypedSchema, described

View = TypeVar("View", bound=Callable[..., Any])
SchemaLike = type[Schema] | Schema | dict[str, Any] | str | None

SEAT = "seatToken"
KEY = "apiKey"
OPERATOR = "operatorToken"
"""The names of what a request may bear, in the document."""

LOOKING = ("view|spectate|audit",)
"""The scopes of a key that reads a game: one for whoever has a seat there, another for whoever looks on."""

_SCHEMES = {
    SEAT: "The token of a seat, which the answer that gave the seat has shown: cq_seat_...",
    OPERATOR: "The token that the settings give to the operator's own programs",
    KEY: "An API key of a player: cq_key_... Its scopes are play, view, spectate, organise and audit",
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
        metadata={"description": "Where the rules refused a command; keep it, and what you sent (PROOFS.md)"},
    )


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc, unused-ignore]
    """A Blueprint whose views get only what their schemas describe.

    A view answers JSON unless `produces` says otherwise, and takes no query parameter unless `arguments` with
    `location="query"` says so; other requests are refused before the view runs.
    """

    DEFAULT_LOCATION_CONTENT_TYPE_MAPPING = _BODY_LOCATIONS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._untold: list[Callable[[], None]] = []
        self.before_request(_check_endpoint)

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """A decorator that registers a view; flask-smorest's own, with a type and a name of the operation."""
        decorate: Callable[[View], View] = super().route(rule, **options)
        return lambda view: decorate(_documents({"operationId": f"{self.name}_{view.__name__}"})(view))

    def response(self, status: int, schema: SchemaLike = None, **options: Any) -> Callable[[View], View]:
        """A decorator that documents the answer, which the view makes itself."""
        describe = super().response
        return _says(lambda view: describe(status, schema, **options)(view))

    def alt_response(
        self, status: int, response: str | None = None, **options: Any
    ) -> Callable[[View], View]:
        """A decorator that documents another answer."""
        describe = super().alt_response
        return _says(lambda view: describe(status, response, **options)(view))

    @staticmethod
    def doc(**description: Any) -> Callable[[View], View]:
        """A decorator that adds to the OpenAPI operation; flask-smorest's own, with a type."""
        return _says(flask_smorest.Blueprint.doc(**description))

    @staticmethod
    def problems(*codes: str) -> Callable[[View], View]:
        """A decorator that documents with which codes a view refuses, besides the derived ones.

        It may be repeated; see `app.http.document` for what is derived.
        """
        return _documents({DECLARED: dict.fromkeys(codes, True)})

    @staticmethod
    def header(*names: str) -> Callable[[View], View]:
        """A decorator that documents headers that a view reads, named as in `document.PARAMETERS`."""
        return _documents({TAKEN: dict.fromkeys(names, True)})

    @staticmethod
    def bearer(*schemes: str, optional: bool = False, scopes: tuple[str, ...] = ()) -> Callable[[View], View]:
        """A decorator that documents who is let in: by which of SEAT and KEY, and with which scopes of a key.

        A key needs all of `scopes`; where one is written `play view|audit` it needs both of the first or the
        last. With `optional` a request without either is let in too; otherwise it is refused before anything
        else of it is read, so that nobody corrects what then is no use.
        """
        # One way for each choice, because OpenAPI reads several scopes of one way as all of them.
        choices = [" ".join(one).split() for one in product(*(scope.split("|") for scope in scopes))]
        ways = [{scheme: one} for scheme in schemes for one in (choices if scheme == KEY else [[]])]
        document = _documents({"security": [*ways, *([{}] if optional else [])]})

        def mark(view: View) -> View:
            view.needs_bearer = not optional  # type: ignore[attr-defined]
            return document(view)

        return mark

    def arguments(
        self, schema: type[Schema] | Schema, *, location: str = "json", required: bool = True, **kwargs: Any
    ) -> Callable[[View], View]:
        """A decorator that passes the validated arguments to the view as its last positional one.

        `location` is `json` or `query`; with `required=False` a request without a body counts as `{}`.
        The schema is built once, here, because building one costs more than loading with it.
        """
        built = schema() if isinstance(schema, type) else schema
        place = "optional_json" if location == "json" and not required else location
        kinds = {KINDS: described(built)} if isinstance(built, TypedSchema) else {}
        take = super().arguments
        describe = _says(lambda view: take(built, location=place, required=required, **kwargs)(view))

        def mark(view: View) -> View:
            @wraps(view)
            def reading(*args: Any, **kwargs: Any) -> Any:
                return view(*args, read(asked(), built, place), **kwargs)

            if location == "query":
                reading.takes_query = True  # type: ignore[attr-defined]
            return cast(View, _documents(kinds)(describe(reading)))

        return mark

    def tell(self) -> None:
        """flask-smorest knows what is said of the views."""
        while self._untold:
            self._untold.pop(0)()

    def _store_endpoint_docs(
        self, endpoint: str, obj: Callable[..., Any], parameters: Any, tags: Any, **options: Any
    ) -> None:
        store, said = super()._store_endpoint_docs, _said(obj)
        self._untold.append(lambda: store(endpoint, _described(obj, said), parameters, tags, **options))


class Api(flask_smorest.Api):  # type: ignore[misc, unused-ignore]
    """An Api that documents problems and leaves error handling to `problems.install`.

    What its blueprints say for the document is read when somebody asks for the document: that takes as long
    as everything else that an application needs to begin.
    """

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_RESPONSE_CONTENT_TYPE = JSON

    def init_app(self, app: Any, *, spec_kwargs: dict[str, Any] | None = None) -> None:
        """Registers the extension and the documentation of our URL converters."""
        super().init_app(app, spec_kwargs=spec_kwargs)
        self._undocumented: list[Blueprint] = []
        for converter, parameter in PARAMETERS:
            self.register_converter(converter, parameter)
        for name, said in _SCHEMES.items():
            self.spec.components.security_scheme(
                name, {"type": "http", "scheme": "bearer", "description": said}
            )

    def register_blueprint(self, blueprint: Blueprint) -> None:
        """Registers the views of a blueprint; see `document`."""
        self._app.register_blueprint(blueprint)
        self._undocumented.append(blueprint)

    def document(self, examples: Mapping[str, Any]) -> dict[str, Any]:
        """The OpenAPI document of everything that is registered, complete; see `complete`."""
        # A copy: what is completed here the spec would give out again the next time.
        found: dict[str, Any] = complete(deepcopy(self.described()), examples)
        return found

    def described(self) -> dict[str, Any]:
        """What the blueprints that are registered say themselves."""
        self._say_responses()
        while self._undocumented:
            room = self._undocumented.pop(0)
            room.tell()
            room.register_views_in_doc(self, self._app, self.spec, name=room.name, parameters=None)
            self.spec.tag({"name": room.name, "description": room.description})
        said: dict[str, Any] = self.spec.to_dict()
        return said

    def _register_error_handlers(self) -> None:
        pass  # flask-smorest would answer in its own shape

    def _register_responses(self) -> None:
        self._responses_due = True

    def _say_responses(self) -> None:
        if self._responses_due:
            self._responses_due = False
            self.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM_JSON
            super()._register_responses()
            self.DEFAULT_RESPONSE_CONTENT_TYPE = JSON


def _says(decorate: Callable[[Any], Any]) -> Callable[[View], View]:
    """A decorator of flask-smorest's that is kept with the view until somebody asks for the document.

    Each of them copies all that was said before it.
    """

    def mark(view: View) -> View:
        view.said = (*_said(view), decorate)  # type: ignore[attr-defined]
        return view

    return mark


def _said(view: Callable[..., Any]) -> tuple[Callable[[Any], Any], ...]:
    return getattr(view, "said", ())


def _described(view: Callable[..., Any], said: Iterable[Callable[[Any], Any]]) -> Callable[..., Any]:
    """What stands for the view in the document, with all that is said of it."""

    @wraps(view)
    def described() -> None:
        """Never called."""

    for decorate in said:
        described = decorate(described)
    return described


def _documents(description: dict[str, Any]) -> Callable[[View], View]:
    """As `Blueprint.doc`, put together with what was said before."""

    def add(view: View) -> View:
        known = deepcopy(getattr(view, "_apidoc", {}))
        known["manual_doc"] = deepupdate(known.get("manual_doc", {}), deepcopy(description))
        view._apidoc = known  # type: ignore[attr-defined]
        return view

    return _says(add)


def produces(*media_types: str) -> Callable[[View], View]:
    """A decorator that names what a view can answer with; the view itself asks `negotiate` which one."""

    def mark(view: View) -> View:
        view.media_types = media_types  # type: ignore[attr-defined]
        return view

    return mark


def downloads(media_type: str) -> Callable[[View], View]:
    """A decorator for a view that answers with a file, as `media_type` or as plain bytes, by Accept.

    Many HTTP clients and generators of clients know `application/octet-stream` alone.
    """

    def mark(view: View) -> View:
        @wraps(view)
        def sending(*args: Any, **kwargs: Any) -> Response:
            response: Response = view(*args, **kwargs)
            response.content_type = negotiate(asked(), media_type, BINARY)
            response.vary.add("Accept")
            return response

        shape = {"schema": {"type": "string", "format": "binary"}, "example": "..."}
        told = _documents({"responses": {200: {"content": {BINARY: shape}}}})
        return cast(View, told(produces(media_type, BINARY)(sending)))

    return mark


def _check_endpoint() -> None:
    request = asked()
    if request.method == "OPTIONS":
        return
    view = _view(request)
    negotiate(request, *getattr(view, "media_types", (JSON,)))
    if getattr(view, "needs_bearer", False) and authorization(request) is None:
        raise Problem("unauthenticated")
    if request.environ.get("QUERY_STRING") and not getattr(view, "takes_query", False):
        raise unknown_parameters(request)


def _view(request: Request) -> Any:
    function = serving().view_functions[request.endpoint or ""]
    view_class = getattr(function, "view_class", None)
    method = request.method.lower()
    return getattr(view_class, method, None) or getattr(view_class, "get", function)
