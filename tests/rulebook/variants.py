"""Writes the tables of variants in RULES.md and its translations from the rows of the variants.

    python -m tests.rulebook.variants

A changed row then is a changed paragraph, and so a new edition (`tests/rulebook/test_editions.py`).
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from app.games.conquian.rules import ForceSource, Rules
from app.games.conquian.variants import VARIANTS, Variant
from app.games.conquian.words.values import VALUES
from app.games.descriptions import YES_NO
from app.i18n import Language, Message, translate

from .editions import CONQUIAN

DOCUMENTS: Final = {Language.EN: "RULES.md", Language("es"): "RULES.es.md", Language("fr"): "RULES.fr.md"}
"""By language the rulebook that has the tables."""

Texts = Mapping[Language, str] | Message
Cell = Callable[[Variant], Texts]


def _same(text: object) -> Texts:
    """Return what is the same in every language."""
    return dict.fromkeys(Language, str(text))


def _by_language(spanish: str, english: str, french: str) -> Texts:
    return {Language("es"): spanish, Language.EN: english, Language("fr"): french}


def _in(language: Language, texts: Texts) -> str:
    return translate(language, texts) if isinstance(texts, Message) else texts[language]


def _flag(flag: bool) -> Texts:
    return YES_NO[str(flag).lower()]


def _players(row: Variant) -> Texts:
    least, most = row.rules.players_min, row.rules.players_max
    if least == most:
        return _same(least)
    return _by_language(f"{least} a {most}", f"{least} to {most}", f"{least} à {most}")


def _longest_run(row: Variant) -> Texts:
    limit = row.rules.run_max
    return VALUES["run_max"]["null"] if limit is None else _same(limit)


def _may_force(rules: Rules, right: bool) -> Texts:
    if not right or rules.force_source is ForceSource.ANY:
        return _flag(right)
    return VALUES["force_source"][str(rules.force_source)]


TABLES: Final[Mapping[str, tuple[tuple[Texts, Cell], ...]]] = {
    "1.8": (
        (_by_language("Jugadores", "Players", "Joueurs"), _players),
        (
            _by_language("Cartas que se reparten", "Cards dealt", "Cartes distribuées"),
            lambda row: _same(", ".join(str(size) for size in row.rules.hand_sizes)),
        ),
        (
            _by_language("Cartas para salir", "Cards to go out", "Cartes pour sortir"),
            lambda row: _same(", ".join(str(size + 1) for size in row.rules.hand_sizes)),
        ),
        (
            _by_language("Baraja", "Pack", "Jeu de cartes"),
            lambda row: VALUES["pack"][row.rules.pack],
        ),
        (_by_language("Barajas", "Packs", "Jeux mélangés"), lambda row: _same(row.rules.packs)),
        (
            _by_language("Descripción", "Source", "Description"),
            lambda row: _same(", ".join(f"`{source}`" for source in row.sources)),
        ),
    ),
    "1.9": (
        (
            _by_language("Tercias", "Sets", "Groupes"),
            lambda row: VALUES["set_kind"][str(row.rules.set_kind)],
        ),
        (_by_language("Escalera más larga", "Longest run", "Plus longue séquence"), _longest_run),
        (_by_language("Cambio", "Exchange", "Échange"), lambda row: _flag(row.rules.exchange)),
        (
            _by_language("Primera carta", "First card", "Première carte"),
            lambda row: VALUES["first_turn"][str(row.rules.first_turn)],
        ),
        (_by_language("Me sirve", "Claims", "Réclamations"), lambda row: _flag(row.rules.claims)),
    ),
    "1.10": (
        (
            _by_language(
                "El jugador en turno fuerza a otros",
                "The seat on turn forces others",
                "La place dont c'est le tour force les autres",
            ),
            lambda row: _may_force(row.rules, row.rules.force_by_turn_player),
        ),
        (
            _by_language(
                "Los demás fuerzan al jugador en turno",
                "The others force the seat on turn",
                "Les autres forcent la place dont c'est le tour",
            ),
            lambda row: _may_force(row.rules, row.rules.force_by_opponents),
        ),
        (_by_language("Retirarse", "Folding", "Abandon"), lambda row: _flag(row.rules.fold)),
        (
            _by_language("Cada perdedor paga", "Each loser pays", "Chaque perdant paie"),
            lambda row: VALUES["payment"][str(row.rules.payment)],
        ),
    ),
}
"""By paragraph the columns of its table: the title, and what stands there for a variant."""


def table(number: str, language: Language) -> str:
    """The table of a paragraph in a language, in Markdown."""
    columns = TABLES[number]
    first = _by_language("Variante", "Variant", "Variante")
    rows = [
        [first, *[title for title, _ in columns]],
        [_same("---")] * (len(columns) + 1),
        *[[_same(f"`{name}`"), *[cell(row) for _, cell in columns]] for name, row in VARIANTS.items()],
    ]
    lines = [" | ".join(_in(language, cell) for cell in row) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)


def with_tables(rules: str, language: Language) -> str:
    """A rulebook with the tables of its paragraphs written anew."""
    for number in TABLES:
        form = re.compile(rf"(^\*\*{re.escape(number)} [^|]*?\n)\n(?:\|.*\n)*\n*(?=\*\*|## )", re.MULTILINE)
        written = table(number, language)
        rules, count = form.subn(lambda match, text=written: f"{match[1]}\n{text}\n", rules)  # type: ignore[misc]
        assert count == 1, number
    return rules


def main() -> None:
    """Writes the tables into the rulebook of every language."""
    for language, name in DOCUMENTS.items():
        path = CONQUIAN / name
        path.write_text(with_tables(path.read_text(encoding="utf-8"), language), encoding="utf-8")


if __name__ == "__main__":
    main()
