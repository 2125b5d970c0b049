"""Rules sheets with the value, the explanation and the rule of each parameter, in the requested languages."""

from collections.abc import Mapping
from typing import Any

from flask import Request, Response

from app.games.conquian.rules import BOUNDS, Payment, Rules
from app.games.conquian.sheets import CUSTOM, as_json
from app.games.conquian.variants import VARIANTS, OptionValue, field_of
from app.games.conquian.words.parameters import PARAMETERS, STAKE_UNUSED
from app.games.conquian.words.values import VALUES, YES_NO
from app.games.conquian.words.variants import CUSTOM as HOUSE_RULES
from app.http.headers import preferred_language
from app.i18n import Language, Message, translations
from app.service.entry_codec import RULES_VERSION, rules_hash

Options = Mapping[str, tuple[OptionValue, ...]]


def languages_asked(request: Request, lang: str | None) -> tuple[Language, ...]:
    """Return the language chosen by `lang` or Accept-Language; all languages without a choice."""
    if lang is not None:
        return (Language(lang),)
    best = preferred_language(request, ["", *map(str, Language)])
    return (Language(best),) if best else tuple(Language)


def in_languages(response: Response, languages: tuple[Language, ...]) -> Response:
    """Return `response` with the headers Content-Language and Vary for `languages`."""
    response.content_language.update(map(str, languages))
    response.vary.add("Accept-Language")
    return response


def sheet_body(
    rules: Rules, languages: tuple[Language, ...], options: Options | None = None
) -> dict[str, Any]:
    """Return a sheet in canonical form with its explanations."""
    sheet = as_json(rules)
    about = VARIANTS[rules.variant].about if rules.variant in VARIANTS else HOUSE_RULES
    return {
        "variant": rules.variant,
        "name": translations(about.name, *languages),
        "sentence": translations(about.sentence, *languages),
        "custom": rules.variant == CUSTOM,
        "rules": sheet,
        "rules_hash": rules_hash(sheet),
        "rules_version": RULES_VERSION,
        "parameters": [_parameter(name, sheet, languages, options or {}) for name in sheet],
    }


def _sentence(name: str, sheet: Mapping[str, Any], usual: Message) -> Message:
    """Return the explanation of a parameter; no stake is used if cards are paid for (RULES 9.3)."""
    return STAKE_UNUSED if name == "stake" and sheet["payment"] == Payment.PAY_CARDS else usual


def _parameter(
    name: str, sheet: Mapping[str, Any], languages: tuple[Language, ...], options: Options
) -> dict[str, Any]:
    row, value = PARAMETERS[name], sheet[name]
    phrases = YES_NO if isinstance(value, bool) else VALUES.get(name, {})
    option = next((name_of_option for name_of_option in options if field_of(name_of_option) == name), None)
    choice = {} if option is None else {"option": option, "allowed": [*options[option]] or None}
    bounds = {} if name not in BOUNDS else dict(zip(("minimum", "maximum"), BOUNDS[name], strict=True))
    labels = {key: translations(phrase, *languages) for key, phrase in phrases.items()}
    sentence = translations(_sentence(name, sheet, row.sentence), *languages)
    return {
        "name": name,
        "value": value,
        "sentence": sentence,
        "rule": row.rule,
        **({"values": labels} if labels else {}),
        **bounds,
        **choice,
    }
