"""A small application on app.http alone: each resource answers with its arguments."""

from flask import Flask, Response, jsonify, request
from marshmallow import fields

from app.http.blueprint import Blueprint, produces
from app.http.credentials import credential
from app.http.fields import (
    Boolean,
    Card,
    Choice,
    Integer,
    Name,
    QueryBoolean,
    QueryInteger,
    StrictSchema,
    String,
    cards,
    melds,
)
from app.http.headers import JSON, negotiate
from app.http.idempotency import read_precondition
from app.http.problems import install

SECRET_TEXT = "the widow holds 7O and cq_seat_canary"


class SeatSchema(StrictSchema):
    """A seat of the echo."""

    bot = String(required=True, maximum=20)


class EchoSchema(StrictSchema):
    """One field of every kind."""

    count = Integer(maximum=100)
    flag = Boolean()
    name = Name()
    text = String(maximum=20)
    colour = Choice(["red", "blue"])
    card = Card()
    use = cards(maximum=5)
    melds = melds()
    seats = fields.List(fields.Nested(SeatSchema))
    expected_ply = Integer()


class WideSchema(StrictSchema):
    """A body that may be longer than usual."""

    body_size = 20_000
    note = String(maximum=20_000, multiline=True)


class SearchSchema(StrictSchema):
    """Query parameters."""

    after = QueryInteger(load_default=0)
    expand = QueryBoolean(load_default=False)
    tags = fields.List(String())


def create() -> Flask:
    """The application."""
    app = Flask(__name__)
    install(app)
    app.register_blueprint(blueprint())
    app.add_url_rule("/page", view_func=lambda: "a page", endpoint="page")
    return app


def blueprint() -> Blueprint:
    """The resources of the echo."""
    resource = Blueprint("echo", __name__, url_prefix="/v1")
    _add_readers(resource)
    _add_commands(resource)
    return resource


def _add_commands(resource: Blueprint) -> None:
    @resource.route("/echo", methods=["POST"])
    @resource.arguments(EchoSchema)
    def echo(body: dict[str, object]) -> Response:
        return jsonify(body)

    @resource.route("/optional", methods=["POST"])
    @resource.arguments(EchoSchema, required=False)
    def optional(body: dict[str, object]) -> Response:
        return jsonify(body)

    @resource.route("/wide", methods=["POST"])
    @resource.arguments(WideSchema)
    def wide(body: dict[str, str]) -> Response:
        return jsonify(length=len(body["note"]))

    @resource.route("/command", methods=["POST"])
    @resource.arguments(EchoSchema)
    def command(body: dict[str, int]) -> Response:
        precondition = read_precondition(request.environ, body.get("expected_ply"))
        return jsonify(ply=precondition.ply, key=precondition.key)


def _add_readers(resource: Blueprint) -> None:
    @resource.route("/search")
    @resource.arguments(SearchSchema, location="query")
    def search(query: dict[str, object]) -> Response:
        return jsonify(query)

    @resource.route("/whoami")
    def whoami() -> Response:
        token = credential(request.environ)
        return jsonify(seat=getattr(token, "seat", None), peer=request.remote_addr)

    @resource.route("/events")
    @produces(JSON, "application/x-ndjson")
    def events() -> Response:
        return Response("{}", content_type=negotiate(request, JSON, "application/x-ndjson"))

    @resource.route("/broken")
    def broken() -> Response:
        raise RuntimeError(SECRET_TEXT)

    @resource.route("/games/<game_id:game>/positions/<ply:ply>")
    def position(game: str, ply: int) -> Response:
        return jsonify(game=game, ply=ply)

    @resource.route("/thing")
    def read_thing() -> Response:
        return jsonify(read=True)

    @resource.route("/thing", methods=["POST"])
    @produces(JSON, "text/csv")
    @resource.arguments(EchoSchema)
    def write_thing(body: dict[str, object]) -> Response:
        return jsonify(body)
