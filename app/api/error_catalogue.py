"""The catalogue of error codes over HTTP: the `type` of a problem is the address of its explanation."""

from typing import Annotated, Any, Final, TypedDict

import orjson
from flask import Response, render_template, request

from app.api.causes import CAUSES, OWN_REMEDIES, REMEDIES
from app.games.descriptions import RefusalKind
from app.games.registry import reason, reasons
from app.http.answers import schema_of
from app.http.blueprint import Blueprint, produces
from app.http.errors import CODES, Problem
from app.http.fields import Choice, StrictSchema
from app.http.headers import FOR_NOW, HTML, JSON, in_languages, language_asked, negotiate
from app.i18n import TRANSLATED, Language, Message, translate
from replays.disputes.words import ROWS

_GAP: Final = reasons()["run_gap"]
_EXAMPLE: Final = {
    "code": "run_gap",
    "statuses": [422],
    "title": _GAP.title,
    "cause": _GAP.sentence,
    "remedy": REMEDIES[RefusalKind.NEVER].text,
    "rule": "2.3",
    "translations": {
        str(language): {
            "title": translate(language, _GAP.title),
            "sentence": translate(language, _GAP.sentence),
        }
        for language in TRANSLATED
    },
}

_PAGE: Final = {
    "title": Message("Refusals"),
    "lead": Message(
        "Every refusal is application/problem+json with a stable code; its type is the address of the page "
        "behind each code here."
    ),
    "code": Message("Code"),
    "status": Message("Status"),
    "cause": Message("Cause"),
    "remedy": Message("Remedy"),
    "rules": Message("Rules"),
    "paragraph": Message("paragraph"),
}


class ProblemsQuery(StrictSchema):
    """Language of titles, causes and remedies."""

    lang = Choice(Language, metadata={"description": "The language, instead of Accept-Language"})


class SayingView(TypedDict):
    """A refusal in another language, as it is answered."""

    title: str
    sentence: str


class CodeView(TypedDict):
    """A code with its cause and its remedy."""

    code: Annotated[str, "Stable name of the refusal"]
    statuses: Annotated[list[int], "With which it is answered, the usual first"]
    title: Annotated[str, "In the language chosen, as what follows"]
    cause: Annotated[str, "What it comes from"]
    remedy: Annotated[str, "What to do about it"]
    rule: Annotated[str | None, "Paragraph of RULES.md"]
    translations: Annotated[
        dict[str, SayingView],
        f"By language ({', '.join(TRANSLATED)}) the title and detail of the refusal there",
    ]


class CatalogueView(TypedDict):
    """Every code."""

    problems: list[CodeView]


def explained(code: str, language: Language) -> CodeView:
    """Return the explanation of a code in `language`."""
    known, of_rules, row = CODES[code], reason(code), ROWS.get(code)
    title, remedy = translate(language, known.title), translate(language, known.remedy)
    cause = translate(language, CAUSES[code]) if code in CAUSES else remedy
    if of_rules and code not in CAUSES:
        remedy = translate(language, OWN_REMEDIES.get(code, REMEDIES[of_rules.kind]))
    return {
        "code": code,
        "statuses": [known.status, *known.also],
        "title": title,
        "cause": cause,
        "remedy": remedy,
        "rule": of_rules.rule if of_rules else row.rule if row else None,
        "translations": {
            str(other): {"title": translate(other, known.title), "sentence": translate(other, known.remedy)}
            for other in Language
            if other is not Language.EN
        },
    }


def blueprint() -> Blueprint:
    """Return the resource /problems."""
    resource = Blueprint(
        "problems", __name__, url_prefix="/problems", description="Error codes with causes and remedies"
    )

    @resource.route("")
    @produces(JSON, HTML)
    @resource.arguments(ProblemsQuery, location="query")
    @resource.response(200, schema_of(CatalogueView), example={"problems": [_EXAMPLE]})
    @resource.response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
    def catalogue(query: dict[str, Any]) -> Response:
        """List the codes of all errors

        The answer is JSON for programs, and a page for browsers, which accept `text/html`. Titles, causes and
        remedies are in the language that `lang`, or else Accept-Language, chooses; otherwise in English.
        """
        language = language_asked(request, query.get("lang"))
        body: CatalogueView = {"problems": [explained(code, language) for code in sorted(CODES)]}
        return _answer(body, "problems.html", language, query)

    @resource.route("/<code>")
    @produces(JSON, HTML)
    @resource.arguments(ProblemsQuery, location="query")
    @resource.response(200, schema_of(CodeView), example=_EXAMPLE)
    @resource.response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
    def problem(query: dict[str, Any], code: str) -> Response:
        """Explain the code of an error

        The answer has the cause and the remedy. This is the address that a problem names as its `type`.
        """
        if code not in CODES:
            raise Problem("not_found")
        language = language_asked(request, query.get("lang"))
        return _answer(explained(code, language), "problem.html", language, query)

    return resource


def _answer(
    body: CatalogueView | CodeView, template: str, language: Language, query: dict[str, Any]
) -> Response:
    if negotiate(request, JSON, HTML) == JSON:
        response = Response(orjson.dumps(body), content_type=JSON)
    else:
        labels = {name: translate(language, label) for name, label in _PAGE.items()}
        chosen = f"?lang={query['lang']}" if "lang" in query else ""
        page = render_template(template, **body, lang=str(language), chosen=chosen, labels=labels)
        response = Response(page, content_type=f"{HTML}; charset=utf-8")
    response.headers["Cache-Control"] = FOR_NOW
    response.vary.add("Accept")
    return in_languages(response, (language,))
