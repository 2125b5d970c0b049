"""The variants over HTTP: their rules sheets and the options a table may choose."""

from typing import Any

import orjson
from flask import Response

from app.api import schemas as shapes
from app.api.refusals import refused
from app.entries import rules_hash
from app.games.conquian.sheets import as_json
from app.games.conquian.variants import VARIANTS
from app.http.blueprint import Blueprint
from app.http.errors import Problem
from app.http.headers import JSON

blueprint = Blueprint("variants", __name__, url_prefix="/v1/variants", description="Variants and their rules")


@blueprint.route("", methods=["GET"])
@blueprint.response(200, shapes.VariantsView)
def variants() -> Response:
    """Every variant with its rules sheet and its options."""
    return _public({"variants": [_row(name) for name in VARIANTS]})


@blueprint.route("/<name>", methods=["GET"])
@blueprint.response(200, shapes.VariantView)
@refused(blueprint, {404: "No such variant"})
def variant(name: str) -> Response:
    """One variant."""
    if name not in VARIANTS:
        raise Problem("not_found")
    return _public(_row(name))


def _row(name: str) -> dict[str, Any]:
    row = VARIANTS[name]
    sheet = as_json(row.rules)
    options = {option: [*values] or None for option, values in sorted(row.options.items())}
    return {"variant": name, "rules": sheet, "rules_hash": rules_hash(sheet), "options": options}


def _public(body: Any) -> Response:
    response = Response(orjson.dumps(body), content_type=JSON)
    response.headers["Cache-Control"] = "public, max-age=300"
    return response
