"""No wrong setting harms a game, and each gets its sentence.

`make operator-test` tries every row in all of its roles.
"""

import os

import pytest

from tests.operator.parts import MISSING, missing
from tests.operator.roles import ROLES
from tests.operator.trial import site, trial
from tests.operator.wrong_settings import rows


@pytest.mark.skipif(missing() and "CI" not in os.environ, reason=MISSING)
def test_each_wrong_setting_gets_its_sentence_and_games_go_on() -> None:
    """A third of the rows, each in one of its roles, in turn."""
    table = list(rows())
    assert len(table) >= 30
    some = table[::3]
    cases = [(row, row.roles[at % len(row.roles)]) for at, row in enumerate(some)]
    assert {role for _, role in cases} >= set(ROLES)
    assert {row.name.split()[0] for row in some} >= {"store", "queue", "catalogue", "archive", "secret"}
    with site() as installation:
        results = list(trial(installation, cases))
    assert [
        f"{result.row}, {result.role}: {result.fault}: {result.said}" for result in results if result.fault
    ] == []
