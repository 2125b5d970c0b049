"""Playthroughs and perft counts are unchanged."""

import pytest

from app.games.conquian.variants import VARIANTS
from tests.games.golden import FOLDER, text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_playthrough_and_its_counts_have_not_changed(variant: str) -> None:
    assert text(variant) == (FOLDER / f"{variant}.txt").read_text()


def test_every_variant_has_one_playthrough() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(VARIANTS)
