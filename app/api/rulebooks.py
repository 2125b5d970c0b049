"""The rulebook over HTTP: every edition, paragraph by paragraph.

Editions are in English. For Spanish and French a translation is added to the binding text.
"""

from typing import Annotated, Any, NotRequired, TypedDict

from flask import request

from app.api import not_found
from app.games.registry import GAMES, USUAL
from app.http.answers import JsonAnswer
from app.http.blueprint import Blueprint
from app.http.fields import Choice, StrictSchema
from app.http.headers import FOR_NOW, cached_forever, in_languages, languages_asked
from app.i18n import TRANSLATED, Language, translate
from app.service.rulebook import BINDS, Rulebook, current, edition, translated_paragraphs

_PIN = {"edition": 3, "hash": "5b" * 32}
_TEXT = {"1.1": "Conquián is played by two seats or more."}
_TRANSLATION = {
    "language": "es",
    "note": translate("es", BINDS),
    "paragraphs": {"1.1": "El Conquián se juega entre dos lugares o más."},
}


class PinView(TypedDict):
    """An edition as games and records name it."""

    edition: int
    hash: Annotated[str, "SHA-256 of the canonical JSON of the paragraphs, in hex"]


class PlayQuery(StrictSchema):
    """Game whose rulebook is requested."""

    play = Choice(
        GAMES,
        load_default=USUAL,
        metadata={"description": "Which game's: `play` of a variant, a sheet or a first entry"},
    )


class RulebookQuery(PlayQuery):
    """Game, and language of the translation."""

    lang = Choice(
        Language,
        metadata={"description": "Adds the translation into this language, instead of Accept-Language"},
    )


class TranslationView(TypedDict):
    """An edition to read in another language."""

    language: Annotated[str, {"enum": [*map(str, TRANSLATED)]}]
    note: Annotated[str, "Says that the English text binds"]
    paragraphs: Annotated[
        dict[str, str], "Texts by number: of those paragraphs whose very words are translated"
    ]


class RulebookView(PinView):
    """An edition."""

    paragraphs: Annotated[dict[str, str], "Texts by number, as refusals, findings and verdicts cite them"]
    translation: NotRequired[Annotated[TranslationView, "Where Spanish or French was asked for"]]


class RulebooksView(TypedDict):
    """All editions."""

    current: Annotated[int, "That of new games"]
    rulebooks: list[PinView]


def blueprint() -> Blueprint:
    """Return the resource /v1/rulebooks."""
    resource = Blueprint("rulebooks", __name__, url_prefix="/v1/rulebooks", description="The rulebook")

    @resource.route("")
    @resource.arguments(PlayQuery, location="query")
    @resource.answers(200, RulebooksView, example={"current": 3, "rulebooks": [_PIN]})
    def rulebooks(query: dict[str, Any]) -> JsonAnswer[RulebooksView]:
        """List the editions of a game's rulebook, oldest first

        A game is played by the edition that was in force when it began. An edition never changes; GET
        /v1/rulebooks/{number} has its text.
        """
        play = query["play"]
        editions = [_pin(_edition(play, number)) for number in range(1, GAMES[play].edition + 1)]
        response = JsonAnswer[RulebooksView]({"current": current(play).edition, "rulebooks": editions})
        response.headers["Cache-Control"] = FOR_NOW
        return response

    @resource.route("/<ply:number>")
    @resource.arguments(RulebookQuery, location="query")
    @resource.answers(200, RulebookView, example={**_PIN, "paragraphs": _TEXT, "translation": _TRANSLATION})
    def rulebook(query: dict[str, Any], number: int) -> JsonAnswer[RulebookView]:
        """Get an edition of a game's rulebook

        An edition never changes. The English text is binding. If `lang`, or else Accept-Language, chooses es
        or fr, `translation` is added for reading. It has each paragraph whose exact wording is translated:
        all of the edition in force and most of an older one.
        """
        play = query["play"]
        book = _edition(play, number)
        body: RulebookView = {"edition": number, "hash": book.hash, "paragraphs": dict(book.paragraphs)}
        languages = languages_asked(request, query.get("lang"))
        if len(languages) > 1 or Language.EN in languages:
            return in_languages(cached_forever(JsonAnswer(body)), (Language.EN,))
        body["translation"] = _translation(play, book, *languages)
        response = in_languages(JsonAnswer(body), languages)
        response.content_language.add(str(Language.EN))
        response.headers["Cache-Control"] = FOR_NOW
        return response

    return resource


def _translation(play: str, book: Rulebook, language: Language) -> TranslationView:
    """Return the translation of an edition, with a note that the English text is binding."""
    note = translate(language, BINDS)
    return {
        "language": language,
        "note": note,
        "paragraphs": translated_paragraphs(play, book.paragraphs, language),
    }


def _pin(book: Rulebook) -> PinView:
    return {"edition": book.edition, "hash": book.hash}


def _edition(play: str, number: int) -> Rulebook:
    book = edition(play, number)
    if book is None:
        raise not_found.named(range(1, GAMES[play].edition + 1))
    return book
