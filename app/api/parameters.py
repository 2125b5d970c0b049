"""Rules sheets explained: each parameter with its value, a sentence in the languages asked for, its rule."""

from collections.abc import Mapping
from typing import Any

from flask import Request, Response

from app.entries import RULES_VERSION, rules_hash
from app.games.conquian.rules import BOUNDS, Payment, Rules
from app.games.conquian.sheets import CUSTOM, as_json
from app.games.conquian.variants import VARIANTS, OptionValue, field_of
from app.games.conquian.words.parameters import PARAMETERS, STAKE_UNUSED
from app.games.conquian.words.values import VALUES, YES_NO
from app.games.conquian.words.variants import CUSTOM as HOUSE_RULES
from app.games.languages import Language, Words
from app.http.headers import preferred_language

Options = Mapping[str, tuple[OptionValue, ...]]


def languages_asked(request: Request, lang: str | None) -> tuple[Language, ...]:
    """The one language that the caller chose, by `lang` or else by Accept-Language; without a choice all."""
    if lang is not None:
        return (Language(lang),)
    best = preferred_language(request, ["", *map(str, Language)])
    return (Language(best),) if best else tuple(Language)


def in_languages(response: Response, languages: tuple[Language, ...]) -> Response:
    """`response`, which says that it is in `languages` and what that choice hung on."""
    response.content_language.update(map(str, languages))
    response.vary.add("Accept-Language")
    return response


def sheet_body(
    rules: Rules, languages: tuple[Language, ...], options: Options | None = None
) -> dict[str, Any]:
    """A sheet in its canonical form with all that there is to say about it."""
    sheet = as_json(rules)
    about = VARIANTS[rules.variant].about if rules.variant in VARIANTS else HOUSE_RULES
    return {
        "variant": rules.variant,
        "name": about.name.in_(*languages),
        "sentence": about.sentence.in_(*languages),
        "custom": rules.variant == CUSTOM,
        "rules": sheet,
        "rules_hash": rules_hash(sheet),
        "rules_version": RULES_VERSION,
        "parameters": [_parameter(name, sheet, languages, options or {}) for name in sheet],
    }


def _sentence(name: str, sheet: Mapping[str, Any], usual: Words) -> Words:
    """What a parameter decides; the stake decides nothing where melded cards are paid for (RULES 9.3)."""
    return STAKE_UNUSED if name == "stake" and sheet["payment"] == Payment.PAY_CARDS else usual


def _parameter(
    name: str, sheet: Mapping[str, Any], languages: tuple[Language, ...], options: Options
) -> dict[str, Any]:
    row, value = PARAMETERS[name], sheet[name]
    phrases = YES_NO if isinstance(value, bool) else VALUES.get(name, {})
    option = next((one for one in options if field_of(one) == name), None)
    choice = {} if option is None else {"option": option, "allowed": [*options[option]] or None}
    bounds = {} if name not in BOUNDS else dict(zip(("minimum", "maximum"), BOUNDS[name], strict=True))
    said = {"values": {key: words.in_(*languages) for key, words in phrases.items()}} if phrases else {}
    sentence = _sentence(name, sheet, row.sentence).in_(*languages)
    return {"name": name, "value": value, "sentence": sentence, "rule": row.rule, **said, **bounds, **choice}
