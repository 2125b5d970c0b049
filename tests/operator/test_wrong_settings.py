"""No wrong setting harms a game, and each gets its sentence."""

import os

import pytest

from tests.operator.parts import MISSING, missing
from tests.operator.trial import site, trial
from tests.operator.wrong import rows


@pytest.mark.skipif(missing() and "CI" not in os.environ, reason=MISSING)
def test_each_wrong_setting_gets_its_sentence_and_games_go_on() -> None:
    """Each row in one of its roles, in turn; `make operator-test` has all of them in all roles."""
    table = list(rows())
    assert len(table) >= 30
    cases = [(row, row.roles[at % len(row.roles)]) for at, row in enumerate(table)]
    with site() as installation:
        results = list(trial(installation, cases))
    assert [f"{one.row}, {one.role}: {one.fault}: {one.said}" for one in results if one.fault] == []
