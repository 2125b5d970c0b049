"""The variants over HTTP, with their options and their rules sheets, each parameter of which is explained."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import request

from app.api import not_found
from app.api.schemas import requests as shapes
from app.api.schemas.games import ExplainedView, ParameterView, VariantsView, VariantView
from app.games import registry
from app.games.descriptions import CUSTOM, Parameter
from app.games.game import Game
from app.http.answers import Body, JsonAnswer
from app.http.blueprint import Blueprint
from app.http.headers import FOR_NOW, in_languages, languages_asked
from app.i18n import Language, translations
from app.service.entry_codec import RULES_VERSION, rules_hash

Options = Mapping[str, tuple[Any, ...]]


def blueprint() -> Blueprint:
    """Return the resource /v1/variants."""
    resource = Blueprint(
        "variants", __name__, url_prefix="/v1/variants", description="Variants and their rules"
    )

    @resource.route("", methods=["GET"])
    @resource.arguments(shapes.LanguageQuery, location="query")
    @resource.answers(200, VariantsView)
    def variants(query: dict[str, Any]) -> JsonAnswer[VariantsView]:
        """List the variants with their rules sheets and options

        Texts are objects by language. `lang`, or else Accept-Language, may choose a language; then each text
        is in this language alone.
        """
        languages = languages_asked(request, query.get("lang"))
        listed: VariantsView = {"variants": [_row(name, languages) for name in registry.variants()]}
        return _public(listed, languages)

    @resource.route("/<name>", methods=["GET"])
    @resource.arguments(shapes.LanguageQuery, location="query")
    @resource.answers(200, VariantView)
    @resource.problems("not_found")
    def variant(query: dict[str, Any], name: str) -> JsonAnswer[VariantView]:
        """Get one variant

        The answer has the rules sheet and the options of the variant. Texts are objects by language. `lang`,
        or else Accept-Language, may choose a language; then each text is in this language alone.
        """
        if name not in registry.variants():
            raise not_found.named(registry.variants())
        languages = languages_asked(request, query.get("lang"))
        return _public(_row(name, languages), languages)

    return resource


def _row(name: str, languages: tuple[Language, ...]) -> VariantView:
    game = registry.game_of(name)
    row = game.variants[name]
    options = {option: [*values] or None for option, values in sorted(row.options.items())}
    return {**sheet_body(game, row.rules, languages, row.options), "options": options}


def _public(body: Body, languages: tuple[Language, ...]) -> JsonAnswer[Body]:
    response = in_languages(JsonAnswer(body), languages)
    response.headers["Cache-Control"] = FOR_NOW
    return response


def sheet_body(
    game: Game, rules: Any, languages: tuple[Language, ...], options: Options = MappingProxyType({})
) -> ExplainedView:
    """Return a sheet of `game` in canonical form with its explanations."""
    sheet, about = game.rules_to_json(rules), game.about(rules)
    parameters = {
        name: _parameter(name, sheet[name], row, languages) for name, row in game.explain(rules).items()
    }
    for option, values in options.items():
        parameter = parameters.get(game.field_of(option))
        if parameter is not None and "option" not in parameter:
            parameter["option"] = option
            parameter["allowed"] = [*values] or None
    return {
        "play": game.name,
        "variant": rules.variant,
        "name": translations(about.name, *languages),
        "sentence": translations(about.sentence, *languages),
        "custom": rules.variant == CUSTOM,
        "rules": sheet,
        "rules_hash": rules_hash(sheet),
        "rules_version": RULES_VERSION,
        "parameters": [*parameters.values()],
    }


def _parameter(name: str, value: Any, row: Parameter, languages: tuple[Language, ...]) -> ParameterView:
    shown: ParameterView = {
        "name": name,
        "value": value,
        "sentence": translations(row.sentence, *languages),
        "rule": row.rule,
    }
    if row.values:
        shown["values"] = {key: translations(phrase, *languages) for key, phrase in row.values.items()}
    return {**shown, **row.bounds}
