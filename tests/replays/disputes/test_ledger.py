"""Effects of disputes on a ledger (RULES 13.7)."""

from dataclasses import replace

from replays.disputes.marks import corrected, corrections
from replays.disputes.state import Claim
from tests.replays.disputes.logs import dispute, ply_of
from tests.replays.games import played


def test_a_hand_is_paid_back_once_for_any_number_of_disputes() -> None:
    entries = played("deals")
    opened = dispute(entries, ply_of(entries, "card-turned"), Claim.ILLEGAL_MOVE)
    back = (2, -1, -1)
    first, second = (
        replace(opened, id=f"d-00{letter * 22}", correction=back, hand_number=1) for letter in "ab"
    )
    later = replace(second, hand_number=2)
    other = replace(second, correction=(0, 1, -1))
    assert corrected((5, -5, 0), [first, second]) == corrected((5, -5, 0), [first]) == (7, -6, -1)
    assert [correction["dispute"] for correction in corrections([first, second])] == [first.id]
    assert corrected((0, 0, 0), [first, later]) == (4, -2, -2)
    assert corrected((0, 0, 0), [first, other]) == (2, 0, -2)
