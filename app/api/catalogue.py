"""The catalogue of refusals over HTTP: at each problem's `type` its cause and its remedy."""

from typing import Any, Final

import orjson
from flask import Response, render_template, request
from marshmallow import Schema, fields

from app.api.causes import CAUSES
from app.games.conquian.reasons import REASONS, Kind
from app.http.blueprint import Blueprint, produces
from app.http.caching import FOR_NOW
from app.http.codes import CODES, TRANSLATIONS
from app.http.errors import Problem
from app.http.headers import HTML, JSON, negotiate
from replays.disputes.words import ROWS

_REMEDIES: Final = {
    Kind.NOT_NOW: "Read the game: awaited says who is asked, decision since when, /moves for what.",
    Kind.NEVER: "Send one of the commands that GET /v1/games/{game}/moves lists.",
    Kind.CONFIGURATION: "Correct what errors names; /v1/variants has the options and what they may be.",
}
_EXAMPLE: Final = {
    "code": "run_gap",
    "statuses": [422],
    "title": REASONS["run_gap"].title,
    "cause": REASONS["run_gap"].sentence,
    "remedy": _REMEDIES[Kind.NEVER],
    "rule": "2.3",
    "translations": {
        "es": {
            "title": "Escalera con hueco",
            "sentence": "Los valores de una escalera se siguen sin huecos.",
        },
        "fr": {"title": "Suite trouée", "sentence": "Les valeurs d'une suite se suivent sans trou."},
    },
}

blueprint = Blueprint("problems", __name__, url_prefix="/problems", description="What refusals mean")


class SayingView(Schema):
    """A refusal in another language, as it is answered."""

    title = fields.String(required=True)
    sentence = fields.String(required=True)


class CodeView(Schema):
    """A code: what it comes from and what to do about it."""

    code = fields.String(required=True, metadata={"description": "Stable name of the refusal"})
    statuses = fields.List(
        fields.Integer(),
        required=True,
        metadata={"description": "With which it is answered, the usual first"},
    )
    title = fields.String(required=True, metadata={"description": "In English, as what follows"})
    cause = fields.String(required=True, metadata={"description": "What it comes from"})
    remedy = fields.String(required=True, metadata={"description": "What to do about it"})
    rule = fields.String(required=True, allow_none=True, metadata={"description": "Paragraph of RULES.md"})
    translations = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(SayingView),
        required=True,
        metadata={"description": "By language (es, fr) the title and detail that the refusal has there"},
    )


class CatalogueView(Schema):
    """Every code."""

    problems = fields.List(fields.Nested(CodeView), required=True)


def explained(code: str) -> dict[str, Any]:
    """All there is to say about a code."""
    known, reason, row = CODES[code], REASONS.get(code), ROWS.get(code)
    said = TRANSLATIONS.get(code, {})
    return {
        "code": code,
        "statuses": [known.status, *known.also],
        "title": known.title,
        "cause": CAUSES.get(code) or (known.remedy if reason else f"{known.title}."),
        "remedy": _REMEDIES[reason.kind] if reason else known.remedy,
        "rule": reason.rule if reason else row.rule if row else None,
        "translations": {one: {"title": title, "sentence": text} for one, (title, text) in said.items()},
    }


@blueprint.route("")
@produces(JSON, HTML)
@blueprint.response(200, CatalogueView, example={"problems": [_EXAMPLE]})
@blueprint.alt_response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
def catalogue() -> Response:
    """Every code that a refusal can have

    For programs as JSON; for people, whose browsers ask for `text/html`, as a page.
    """
    return _answer({"problems": [explained(code) for code in sorted(CODES)]}, "problems.html")


@blueprint.route("/<code>")
@produces(JSON, HTML)
@blueprint.response(200, CodeView, example=_EXAMPLE)
@blueprint.alt_response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
def problem(code: str) -> Response:
    """A code: its cause and its remedy

    This is the address that a problem names as its `type`.
    """
    if code not in CODES:
        raise Problem("not_found")
    return _answer(explained(code), "problem.html")


def _answer(body: dict[str, Any], template: str) -> Response:
    if negotiate(request, JSON, HTML) == JSON:
        response = Response(orjson.dumps(body), content_type=JSON)
    else:
        response = Response(render_template(template, **body), content_type=f"{HTML}; charset=utf-8")
    response.headers["Cache-Control"] = FOR_NOW
    response.vary.add("Accept")
    return response
