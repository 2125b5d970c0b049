"""Rules sheets with the value, the explanation and the rule of each parameter, in the requested languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Request

from app.api.schemas.games import ExplainedView, ParameterView
from app.games.descriptions import CUSTOM, Parameter
from app.games.game import Game
from app.http.headers import AnyResponse, preferred_language
from app.i18n import Language, translations
from app.service.entry_codec import RULES_VERSION, rules_hash

Options = Mapping[str, tuple[Any, ...]]


def languages_asked(request: Request, lang: str | None) -> tuple[Language, ...]:
    """Return the language chosen by `lang` or Accept-Language; all languages without a choice."""
    if lang is not None:
        return (Language(lang),)
    best = preferred_language(request, ["", *map(str, Language)])
    return (Language(best),) if best else tuple(Language)


def in_languages(response: AnyResponse, languages: tuple[Language, ...]) -> AnyResponse:
    """Return `response` with the headers Content-Language and Vary for `languages`."""
    response.content_language.update(map(str, languages))
    response.vary.add("Accept-Language")
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
