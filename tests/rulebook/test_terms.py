"""Spanish and French texts use the words of the printed descriptions; those given up do not come back."""

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOTS = tuple(Path(str(files(name))) for name in ("app", "replays"))
GIVEN_UP = {
    "escalera": r"corridas?",
    "cambio": r"intercambios?",
    "pila de descarte": r"cartas? muertas?",
    "salir": r"(?:y|lugar|no|nadie|¡\w+ y) (?:cierras?|cerrar|cerró)|¡cierras!"
    r"|bajadas para ganar|con esto (?:no )?ganas|con que ganas|solo se puede ganar|gana quien baja",
    "enjeu": r"mises?(?! (?:à|en) )",
    "manche": r"donnes|(?:une|cette|chaque|aucune|première) donne|donne (?:suivante|finie|en cours|\{\w+)",
    "sortir": r"et termin(?:e|er|ez)|place (?:qui )?termine"
    r"|étalées pour gagner|vous fait gagner|ne peut gagner|de plus gagne",
    "partie nulle": r"(?:donne|manche) nulle",
    "se défausser de": r"(?<!se )(?<!me )(?<!vous )défauss(?:e|er|ez) (?:une|\{\w+|\d\w*)",
}
"""By the term that is used the words that are not, as a pattern."""

OF_ONE_GAME = {"enjeu": "conquian"}
"""Words that were given up in one game alone: a bet is a "mise" in hold'em."""


def texts(game: str | None) -> Iterator[tuple[str, str]]:
    """All that players may read in other languages: sources, pages, translations in force; names without.

    With `game` only what belongs to that game.
    """
    for root in ROOTS:
        for kind in ("*.py", "*.po", "*.js", "*.html", "RULES.??.md"):
            for path in sorted(root.rglob(kind)):
                if game is None or kind == "*.po" or game in path.parts:
                    read = _translations(path, game) if kind == "*.po" else path.read_text("utf-8")
                    yield str(path.relative_to(root.parent)), re.sub(r"`[^`\n]*`", "", read)


def _translations(catalogue: Path, game: str | None) -> str:
    """The translations of a catalogue, those of messages in the sources of `game` if one is named."""
    with catalogue.open("rb") as file:
        return "\n".join(
            str(message.string)
            for message in read_po(file)
            if game is None or any(f"/{game}/" in name for name, _ in message.locations)
        )


@pytest.mark.parametrize("term", GIVEN_UP)
def test_abandoned_terms_are_not_used(term: str) -> None:
    form = re.compile(rf"(?<!\w)(?:{GIVEN_UP[term]})(?!\w)", re.IGNORECASE)
    hits = [
        f"{name}: {match[0]}" for name, text in texts(OF_ONE_GAME.get(term)) for match in form.finditer(text)
    ]
    assert hits == [], f"say {term}"


@pytest.mark.parametrize(
    ("term", "phrase"),
    [
        ("escalera", "una corrida de tres"),
        ("cambio", "El intercambio"),
        ("pila de descarte", "2 cartas muertas"),
        ("salir", "baja 3C y cierra"),
        ("salir", "diez cartas, once bajadas para ganar"),
        ("enjeu", "la mise reste"),
        ("manche", "Donne {number}"),
        ("sortir", "étale 3C et termine"),
        ("sortir", "onze étalées pour gagner"),
        ("partie nulle", "une donne nulle"),
        ("se défausser de", "et défausse {card}"),
    ],
)
def test_such_a_word_would_be_found(term: str, phrase: str) -> None:
    assert re.search(rf"(?<!\w)(?:{GIVEN_UP[term]})(?!\w)", phrase, re.IGNORECASE)


@pytest.mark.parametrize("term", GIVEN_UP)
def test_the_term_is_used(term: str) -> None:
    word = term.removesuffix(" de").replace("sortir", "sort")
    assert sum(word.lower() in text.lower() for _, text in texts(None)) > 1
