"""The solver agrees with a search through every partition, on thousands of small questions."""

from itertools import combinations
from random import Random

import pytest

from app.games.cards import canonical_deck
from app.games.conquian.melds.combinations import fault, laid_out
from app.games.conquian.melds.multiset import Bags
from app.games.conquian.melds.solver import solver
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from tests.games.meld_cases import SHEETS, check_arrangement, check_fault, check_uses, question, unrestricted
from tests.games.naive import submultisets
from tests.games.oracle import naive
from tests.games.play import cards, melds


@pytest.mark.parametrize("name", SHEETS)
def test_the_solver_finds_the_melds_of_a_search_through_all_partitions(name: str) -> None:
    rng, ways = Random(f"uses {name}"), []
    for _ in range(60):
        asked = question(SHEETS[name], rng)
        ways.append(check_uses(asked))
        check_uses(unrestricted(asked))
    assert min(ways) == 0, "some questions have no answer"
    assert sum(count > 1 for count in ways) > 5, "some have several"


@pytest.mark.parametrize("name", SHEETS)
def test_an_arrangement_is_valid_complete_and_always_the_same(name: str) -> None:
    rng = Random(f"arrange {name}")
    answers = [check_arrangement(question(SHEETS[name], rng)) for _ in range(60)]
    assert True in answers
    assert False in answers


@pytest.mark.parametrize("name", SHEETS)
def test_single_combinations_are_judged_by_the_definitions(name: str) -> None:
    rng = Random(f"fault {name}")
    reasons = {check_fault(SHEETS[name], rng) for _ in range(600)}
    assert {None, "combo_too_short", "combo_mixed"} < reasons


COMBINATIONS: tuple[tuple[str, dict[str, int | str], str, str | None], ...] = (
    ("mexican-3", {}, "7B 7E 7C", None),
    ("mexican-3", {}, "6O 6C 6E 6B", None),
    ("mexican-3", {}, "4B 5B 6B", None),
    ("mexican-3", {}, "7O 10O 11O", None),
    ("mexican-3", {}, "6O 7O 10O", None),
    ("mexican-3", {}, "1O 2O 3O", None),
    ("mexican-3", {}, "11O 12O 1O", "run_wraps"),
    ("mexican-3", {}, "12O 1O 2O", "run_wraps"),
    ("mexican-3", {}, "7O 11O 12O", "run_gap"),
    ("mexican-3", {}, "11O 12O 2O", "run_gap"),
    ("mexican-3", {}, "12O 1O 3O", "run_gap"),
    ("mexican-3", {}, "4B 5B", "combo_too_short"),
    ("mexican-3", {}, "4B 5B 6C", "combo_mixed"),
    ("mexican-3", {}, "1B 2B 3B 4B 5B 6B 7B 10B 11B", None),
    ("paco", {}, "3E 3E 3E", None),
    ("paco", {}, "3E 3E 3E 3E 3E", None),
    ("paco", {}, "3E 3E 3E 3E 3E 3E", "set_too_long"),
    ("paco", {"packs": 6}, "3E 3E 3E 3E 3E 3E", None),
    ("paco", {}, "3E 3O 3B", "set_not_identical"),
    ("paco", {}, "3E 3E 3O", "set_not_identical"),
    ("paco", {}, "4B 5B 6B 7B 10B", None),
    ("paco", {}, "4B 4B 5B 6B", "run_duplicate_rank"),
    ("north-american", {}, "7d 7h 7s", None),
    ("north-american", {}, "4c 5c 6c", None),
    ("north-american", {}, "Ac 2c 3c", None),
    ("north-american", {}, "6c 7c Jc", None),
    ("north-american", {}, "Qc Kc Ac", "run_wraps"),
    ("north-american", {}, "Ac 2c 3c 4c 5c 6c 7c Jc", None),
    ("north-american", {}, "Ac 2c 3c 4c 5c 6c 7c Jc Qc", "run_too_long"),
    ("foster-numeral", {}, "7s 8s 9s", None),
    ("foster-numeral", {}, "8s 9s Ts", None),
    ("foster-numeral", {}, "Ts As 2s", "run_wraps"),
    ("mexican-3", {"pack": "french52"}, "7s 8s 9s", None),
    ("mexican-3", {"pack": "french52"}, "Ts Js Qs", None),
    ("mexican-3", {"pack": "french52"}, "7s Js Qs", "run_gap"),
    ("mexican-3", {"pack": "french40"}, "As 2s 3s", None),
    ("mexican-3", {"pack": "french40"}, "6s 7s Js", None),
    ("mexican-3", {"pack": "french40"}, "Qs Ks As", "run_wraps"),
    ("navajo-tens", {}, "7h 7d 7s 7c", None),
    ("navajo-tens", {}, "7h 7h 7d", "set_duplicate_suit"),
    ("navajo-tens", {}, "4h 5h 6h", None),
    ("french-page", {}, "Jh Jd Js", None),
    ("french-page", {}, "Ah 2h 3h 4h 5h 6h", None),
    ("french-page", {}, "Qh Kh Ah 2h", "run_wraps"),
    ("mexican-3", {"wild_card": "2O"}, "2O 5C 5E", None),
    ("mexican-3", {"wild_card": "2O"}, "5O 5C 5E 5B 2O", "set_too_long"),
    ("mexican-3", {"wild_card": "2O"}, "2O 4C 6C", None),
    ("mexican-3", {"wild_card": "2O"}, "2O 3C 6C", "run_gap"),
    ("mexican-3", {"wild_card": "2O"}, "2O 12C 1C", "run_wraps"),
    ("mexican-3", {"wild_card": "2O"}, "2O 4C 6E", "combo_mixed"),
    ("mexican-3", {"wild_card": "2O"}, "1C 2C 3C 4C 5C 6C 7C 10C 11C 12C 2O", "run_too_long"),
)


@pytest.mark.parametrize(("variant", "options", "text", "expected"), COMBINATIONS)
def test_combinations_of_the_documents(
    variant: str, options: dict[str, int | str], text: str, expected: str | None
) -> None:
    assert fault(TABLE_OF_VARIANTS.sheet(variant, options), cards(text)) == expected


def test_a_wild_card_is_shown_in_the_place_of_the_card_that_it_replaces() -> None:
    rules = TABLE_OF_VARIANTS.sheet("mexican-3", {"wild_card": "2O"})
    assert laid_out(rules, cards("6C 2O 4C")) == cards("4C 2O 6C")
    assert laid_out(rules, cards("2O 11B 12B")) == cards("2O 11B 12B")
    assert laid_out(rules, cards("2O 4C 5C")) == cards("4C 5C 2O")
    assert laid_out(rules, cards("5E 2O 5C")) == cards("5C 5E 2O")


def test_the_arrangement_takes_long_melds_and_runs_first() -> None:
    solve = solver(VARIANTS["mexican-3"].rules)
    bag = solve.bags.of(cards("1O 2O 3O 4O 1C 1E 4C 4E"))
    assert solve.arrange(bag) is None
    bag = solve.bags.of(cards("1O 2O 3O 4O 5O 6O"))
    assert solve.arrange(bag) == melds("1O 2O 3O 4O 5O 6O")
    bag = solve.bags.of(cards("1O 2O 3O 1C 2C 3C 1E 2E 3E"))
    assert solve.arrange(bag) == melds("1O 2O 3O | 1C 2C 3C | 1E 2E 3E")


def test_two_sets_of_the_same_faces_are_laid_as_two_melds() -> None:
    solve = solver(VARIANTS["navajo-tens"].rules)
    lying, held = solve.bags.of(cards("7h 7h 7d 7d 7s")), solve.bags.of(cards("7s 7c Kh"))
    assert set(map(solve.bags.listed, solve.uses(lying, held))) == {cards("7s"), cards("7c"), cards("7s 7c")}


@pytest.mark.parametrize(
    ("pack", "packs"), [("spanish40", 1), ("french40", 2), ("spanish40", 5), ("spanish40", 12)]
)
def test_bags_are_multisets(pack: str, packs: int) -> None:
    bag, rng = Bags(pack, packs), Random(packs)
    deck = canonical_deck(pack, packs)
    for _ in range(300):
        whole = rng.sample(deck, rng.randrange(12))
        part = rng.sample(deck, rng.randrange(4))
        inside = all(whole.count(card) >= part.count(card) for card in part)
        assert bag.within(bag.of(tuple(part)), bag.of(tuple(whole))) == inside
        both = [card for card in bag.cards for _ in range(min(whole.count(card), part.count(card)))]
        assert bag.listed(bag.common(bag.of(tuple(whole)), bag.of(tuple(part)))) == tuple(both)
        assert sorted(bag.listed(bag.of(tuple(whole)))) == sorted(whole)
        assert bag.size(bag.of(tuple(whole))) == len(whole)


def test_submultisets_are_counted_with_their_copies() -> None:
    assert len(list(submultisets(cards("3E 3E 3E 4B")))) == 8


@pytest.mark.parametrize(
    "name", ["one pack", "run limit", "wild", "wild in french suits", "two packs", "identical sets"]
)
def test_every_face_that_makes_a_combination_with_two_other_cards_may_join_them(name: str) -> None:
    rules, rng = SHEETS[name], Random(f"joining {name}")
    asked, deck = solver(rules), canonical_deck(rules.pack, rules.packs)
    bags, joined = asked.bags, 0
    for _ in range(40):
        others = rng.sample(deck, 5)
        joining = asked.joining(bags.of(tuple(others)))
        for face in set(deck) - set(others):
            makes = any(naive(rules).covers((face, *two)) for two in combinations(others, 2))
            joined += makes
            assert bags.of((face,)) & joining or not makes
    assert joined > 20
