"""The sentences of reasons."""

from random import Random
from string import Formatter

import pytest

from app.i18n import translate, translations
from app.tournament.formats import FORMATS
from app.tournament.views import REASONS, sentence
from tests.tournament.playing import by_chance, everything, manifest, play


def test_a_sentence_names_the_same_in_every_language() -> None:
    for words in REASONS.values():
        named = {
            frozenset(field for _, field, _, _ in Formatter().parse(text) if field)
            for text in translations(words).values()
        }
        assert len(named) == 1


@pytest.mark.parametrize(("kind", "entrants", "parameters"), everything())
def test_every_reason_that_a_format_gives_has_its_sentence(
    kind: str, entrants: int, parameters: dict[str, object]
) -> None:
    plan = manifest(entrants, kind, 1, format=parameters)
    done = play(plan, by_chance(Random(2), ties=0.6))
    names = [entrant.name for entrant in plan.entrants]
    for played in done[:12]:
        for reason in FORMATS[kind].explain(plan, done[: played.number - 1], played.number):
            phrase = sentence(reason, names)
            assert all("{" not in text for text in translations(phrase).values())
            assert all(names[entrant] in translate("fr", phrase) for entrant in reason.get("entrants", ()))
