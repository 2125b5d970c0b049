"""A listing that makes its commands when they are looked at is like the tuple of them."""

from random import Random

import pytest

from app.games.conquian.commands import Meld, Pass
from app.games.conquian.decide import decide
from app.games.conquian.evolve import fold
from app.games.conquian.legal import legal
from app.games.conquian.listing import Listing
from app.games.conquian.variants import VARIANTS, sheet
from tests.games.golden import PLAYERS
from tests.games.play import deal

HANDS = 12


def _listings(variant: str) -> list[Listing]:
    """Those of some hands of `variant`."""
    rng, rules, found = Random(f"listing {variant}"), sheet(variant, {}), list[Listing]()
    for _ in range(HANDS):
        state = deal(rules, PLAYERS.get(variant, 2), rng)
        while state.result is None:
            shown = [legal(state, seat) for seat in state.awaited]
            found += [one for one in shown if isinstance(one, Listing)]
            state = fold(state, decide(state, state.awaited[0], rng.choice(shown[0])))
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_listing_is_like_the_tuple_of_its_commands(variant: str) -> None:
    listings = _listings(variant)
    assert len(listings) > HANDS
    for listing in listings:
        whole = tuple(listing)
        assert [listing[at] for at in range(len(listing))] == list(whole)
        assert [listing[at - len(whole)] for at in range(len(whole))] == list(whole)
        assert listing[1:-1] == whole[1:-1]
        assert listing == whole
        assert (hash(listing), repr(listing)) == (hash(whole), repr(whole))
        assert len(set(whole)) == len(whole)
        for outside in (len(whole), -len(whole) - 1):
            with pytest.raises(IndexError):
                listing[outside]


def test_a_listing_differs_from_one_with_another_command_and_from_what_is_no_sequence() -> None:
    listing = _listings("mexican-2")[0]
    assert isinstance(listing[0], Meld)
    assert listing != (Pass(), *listing[1:])
    assert listing != listing[1:]
    assert listing != 3
