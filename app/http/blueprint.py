"""The flask-smorest Blueprint and Api that every resource stands on."""

from collections.abc import Callable
from typing import Any, TypeVar

import flask_smorest  # type: ignore[import-untyped, unused-ignore]
from flask import current_app, request
from marshmallow import Schema, fields

from app.http.converters import PARAMETERS
from app.http.errors import FieldError, Problem
from app.http.headers import JSON, PROBLEM_JSON, negotiate
from app.http.parser import StrictParser, read_query

View = TypeVar("View", bound=Callable[..., Any])
SchemaLike = type[Schema] | Schema | dict[str, Any] | str | None

_BODY_LOCATIONS = {"json": JSON, "optional_json": JSON}


class FieldErrorSchema(Schema):
    """One thing wrong with one value of a request."""

    pointer = fields.String(metadata={"description": "JSON pointer into the body"})
    parameter = fields.String(metadata={"description": "Name of a query parameter"})
    code = fields.String(required=True)
    detail = fields.String(required=True)


class ProblemSchema(Schema):
    """A refusal (RFC 9457)."""

    type = fields.String(required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True, metadata={"description": "Stable name of the refusal"})
    rule = fields.String(metadata={"description": "Paragraph of the rules"})
    ply = fields.Integer(metadata={"description": "Current ply of the game"})
    errors = fields.List(fields.Nested(FieldErrorSchema))


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc, unused-ignore]
    """A Blueprint whose views get only what their schemas describe.

    A view answers JSON unless `produces` says otherwise, and takes no query parameter unless `arguments` with
    `location="query"` says so; other requests are refused before the view runs.
    """

    ARGUMENTS_PARSER = StrictParser()
    DEFAULT_LOCATION_CONTENT_TYPE_MAPPING = _BODY_LOCATIONS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before_request(_check_endpoint)

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """A decorator that registers a view; flask-smorest's own, with a type."""
        decorate: Callable[[View], View] = super().route(rule, **options)
        return decorate

    def response(self, status: int, schema: SchemaLike = None, **options: Any) -> Callable[[View], View]:
        """A decorator that documents and writes the answer; flask-smorest's own, with a type."""
        decorate: Callable[[View], View] = super().response(status, schema, **options)
        return decorate

    def alt_response(
        self, status: int, response: str | None = None, **options: Any
    ) -> Callable[[View], View]:
        """A decorator that documents another answer; flask-smorest's own, with a type."""
        decorate: Callable[[View], View] = super().alt_response(status, response, **options)
        return decorate

    @staticmethod
    def doc(**description: Any) -> Callable[[View], View]:
        """A decorator that adds to the OpenAPI operation; flask-smorest's own, with a type."""
        decorate: Callable[[View], View] = flask_smorest.Blueprint.doc(**description)
        return decorate

    def arguments(
        self, schema: type[Schema] | Schema, *, location: str = "json", required: bool = True, **kwargs: Any
    ) -> Callable[[View], View]:
        """A decorator that passes the validated arguments to the view as its last positional one.

        `location` is `json` or `query`; with `required=False` a request without a body counts as `{}`.
        The schema is built once, here, because building one costs more than loading with it.
        """
        built = schema() if isinstance(schema, type) else schema
        place = "optional_json" if location == "json" and not required else location
        decorate = super().arguments(built, location=place, required=required, **kwargs)

        def mark(view: View) -> View:
            decorated: View = decorate(view)
            if location == "query":
                decorated.takes_query = True  # type: ignore[attr-defined]
            return decorated

        return mark


class Api(flask_smorest.Api):  # type: ignore[misc, unused-ignore]
    """An Api that documents problems and leaves error handling to `problems.install`."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_RESPONSE_CONTENT_TYPE = JSON

    def init_app(self, app: Any, *, spec_kwargs: dict[str, Any] | None = None) -> None:
        """Registers the extension and the documentation of our URL converters."""
        super().init_app(app, spec_kwargs=spec_kwargs)
        for converter, parameter in PARAMETERS:
            self.register_converter(converter, parameter)

    def _register_error_handlers(self) -> None:
        pass  # flask-smorest would answer in its own shape

    def _register_responses(self) -> None:
        self.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM_JSON
        super()._register_responses()
        self.DEFAULT_RESPONSE_CONTENT_TYPE = JSON


def produces(*media_types: str) -> Callable[[View], View]:
    """A decorator that names what a view can answer with; the view itself asks `negotiate` which one."""

    def mark(view: View) -> View:
        view.media_types = media_types  # type: ignore[attr-defined]
        return view

    return mark


def _check_endpoint() -> None:
    if request.method == "OPTIONS":
        return
    view = _view()
    negotiate(request, *getattr(view, "media_types", (JSON,)))
    if request.query_string and not getattr(view, "takes_query", False):
        raise _unknown_parameters()


def _view() -> Any:
    function = current_app.view_functions[request.endpoint or ""]
    view_class = getattr(function, "view_class", None)
    method = request.method.lower()
    return getattr(view_class, method, None) or getattr(view_class, "get", function)


def _unknown_parameters() -> Problem:
    read_query(request)
    error = FieldError("unknown_field", "This resource takes no query parameters.")
    return Problem("unknown_field", errors=(error,))
