"""Playthroughs and perft counts are, to the letter, what they were."""

import pytest

from app.games.conquian.variants import VARIANTS
from tests.games.golden import FOLDER, text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_playthrough_and_its_counts_have_not_changed(variant: str) -> None:
    assert text(variant) == (FOLDER / f"{variant}.txt").read_text()


def test_there_is_one_text_for_every_variant() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(VARIANTS)
