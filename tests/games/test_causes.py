"""A refusal names the member of the command at fault, and which cause of its code applies."""

from dataclasses import replace

import pytest

from app.games.card_names import within
from app.games.cards import CARD_CODES, Card, Seat
from app.games.conquian.commands import Command, Fold, Force, Meld, Pass
from app.games.conquian.decide import decide
from app.games.conquian.meld_checks import bad_meld
from app.games.conquian.melds.combinations import fault
from app.games.conquian.rules import Rules
from app.games.conquian.state import Phase, State
from app.games.conquian.variants import VARIANTS
from app.games.conquian.words.details import DETAILS, sentence
from app.games.errors import Refused
from app.games.table.decide import decide as decide_table
from app.i18n import Language, translate, translations
from tests.games.play import cards, do, melds, position
from tests.games.tables import PERSON, begin, opening, served

MEXICAN = VARIANTS["mexican-3"].rules
NORTH = VARIANTS["north-american"].rules
PACO = VARIANTS["paco"].rules
NAVAJO = VARIANTS["navajo-tens"].rules
CLOSED_HAND = replace(NORTH, force_extra_hand_cards=False)
SHORT_RUNS = replace(MEXICAN, run_max=3)
SEVENS = "7B 7E 7O"


def refusal(state: State, seat: int, command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        decide(state, Seat(seat), command)
    return refused.value


def laid(text: str) -> Meld:
    return Meld(melds=melds(text), discard=Card("1B"))


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("4C 5C 6C 7C | 7B 7E 10C", "combo_mixed", "/melds/1"),
        ("7B 7E 7C | 4C 5C", "combo_too_short", "/melds/1"),
        ("4C 6C 7C | 7B 7E", "run_gap", "/melds/0"),
        ("4C 5C 6C | 7B 7E 7C 7C", "card_reused", "/melds/1/3"),
        ("7B 7E 7C | 4C 5C 12O", "card_not_yours", "/melds/1/2"),
    ],
)
def test_a_refused_layout_names_the_combination_or_the_card_at_fault(text: str, code: str, at: str) -> None:
    hands = ["7B 7E 4C 5C 6C 10C 1B", "12O", ""]
    refused = refusal(position(MEXICAN, Phase.NEW, "7C", hands), 0, laid(text))
    assert (refused.code, refused.at) == (code, at)


def test_a_meld_without_a_card_from_the_stock_is_named() -> None:
    rules = VARIANTS["french-page"].rules
    state = position(rules, Phase.LEFT, "7c", ["7d 7h 4c 5c 6c Ks", ""], left_by=1)
    refused = refusal(state, 0, Meld(melds=melds("4c 5c 6c | 7d 7h 7c"), discard=Card("Ks")))
    assert (refused.code, refused.at) == ("group_no_stock_card", "/melds/1")


def test_without_a_layout_the_card_that_the_fullest_one_leaves_over_is_named() -> None:
    state = position(MEXICAN, Phase.NEW, "3O", ["1O 2O 12B 1C 6E", "", ""])
    refused = refusal(state, 0, Meld(use=cards("1O 12B 2O"), discard=Card("6E")))
    assert (refused.code, refused.why, refused.at) == ("no_layout", "left_over", "/use/1")
    assert translate("en", sentence(refused)) == (
        "No meld has room for the king of batons beside the other cards. Leave it in your hand."
    )
    alone = refusal(state, 0, Meld(use=cards("1C 12B"), discard=Card("6E")))
    assert (alone.code, alone.why, alone.at) == ("no_layout", "centre_left_over", None)
    assert "el tres de oros" in translate("es", sentence(alone))


@pytest.mark.parametrize("command", [laid("4E 5E 6E 2B"), Meld(use=cards("4E 5E 6E"), discard=Card("1B"))])
def test_a_meld_without_the_centre_card_is_refused_with_that_reason(command: Meld) -> None:
    refused = refusal(position(MEXICAN, Phase.NEW, "2B", ["4E 5E 6E 12C 1B", "", ""]), 0, command)
    assert (refused.code, refused.why) == ("combo_mixed" if command.melds else "no_layout", "centre_apart")
    assert translate("en", sentence(refused)) == (
        "Use the centre card, the two of batons: cards of your hand alone cannot be melded."
    )


def test_a_meld_that_is_none_without_the_centre_card_either_keeps_its_reason() -> None:
    refused = refusal(position(MEXICAN, Phase.NEW, "2B", ["4E 5C 6E 12C 1B", "", ""]), 0, laid("4E 5C 6E 2B"))
    assert (refused.code, refused.why) == ("combo_mixed", "neither")


@pytest.mark.parametrize(
    ("rules", "meld", "code", "phrase"),
    [
        (MEXICAN, "4C", "combo_too_short", "One card is no meld: the four of cups."),
        (MEXICAN, "5C 4C", "combo_too_short", "too few: the five of cups, the four of cups."),
        (MEXICAN, "4C 5C 12O 6C", "combo_mixed", "It does not go with the others: the king of coins."),
        (MEXICAN, "4C 5C 4O", "combo_mixed", "suit: the four of cups, the five of cups, the four of coins."),
        (
            MEXICAN,
            "4C 5C 7C",
            "run_gap",
            "the five of cups and the seven of cups: the six of cups is missing",
        ),
        (MEXICAN, "6C 11C 10C", "run_gap", "the six of cups and the jack of cups: the seven of cups is"),
        (MEXICAN, "3C 2C 6C", "run_gap", "the six of cups: the four of cups, the five of cups are missing."),
        (MEXICAN, "1C 2C 10C", "run_gap", "the two of cups and the jack of cups: 5 cards are missing."),
        (MEXICAN, "11O 12O 1O", "run_wraps", "after the king of coins does not come the ace of coins."),
        (NAVAJO, "4c 4d 4c", "set_duplicate_suit", "the four of clubs. A set has every suit once; leave one"),
        (PACO, "4C 5C 5C", "run_duplicate_rank", "the five of cups. A run has every rank once; leave one"),
        (PACO, "7B 11B 11O 11E", "combo_mixed", "Neither copies nor one suit: the seven of batons, "),
        (PACO, "5B 6B 7B 7O", "combo_mixed", "seven of coins. A set is copies of one card, a run one suit"),
        (PACO, "7C 7O 7C", "set_not_identical", "of one card: the seven of cups and the seven of coins."),
        (PACO, "7C 7C 7C 7C 7C 7C", "set_too_long", "These are 6 cards; a set has at most 5 here."),
        (SHORT_RUNS, "4C 5C 6C 7C", "run_too_long", "These are 4 cards; a run has at most 3 here."),
    ],
)
def test_cards_that_are_no_meld_are_named_with_the_fault(
    rules: Rules, meld: str, code: str, phrase: str
) -> None:
    refused = bad_meld(rules, cards(meld), str(fault(rules, cards(meld))), "/melds/0")
    assert (refused.code, refused.at) == (code, "/melds/0")
    assert phrase in translate("en", sentence(refused))


def test_a_refusal_names_the_card_of_a_forced_seat_and_of_a_discard_that_is_laid() -> None:
    forced = position(CLOSED_HAND, Phase.FORCED, "7c", ["6c 5c Ks", ""], ["7d 7h 7s"])
    refused = refusal(forced, 0, Meld(use=cards("6c"), discard=Card("Ks")))
    assert (refused.code, refused.why) == ("forced_no_hand_cards", "forced_alone")
    assert translate("en", sentence(refused)).endswith("leave the six of clubs in your hand.")
    state = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 1B", "", ""])
    laying = refusal(state, 0, Meld(use=cards("7B 7E"), discard=Card("7E")))
    assert (
        translate("en", sentence(laying))
        == "You are melding this card: the seven of swords. Discard another one."
    )
    without = refusal(state, 0, Meld(melds=(cards("7B 7E"),), discard=Card("1B")))
    assert (without.code, without.why) == ("centre_not_used", "centre_missing")
    lost = position(MEXICAN, Phase.NEW, "7C", ["7B 7E 1B", "", ""], ["4O 5O 6O"])
    missing = refusal(lost, 0, laid("7B 7E 7C"))
    assert translate("en", sentence(missing)) == (
        "You have melded the four of coins already: it must stay on your table."
    )


def test_a_missing_second_copy_is_distinguished_from_a_missing_card() -> None:
    paco = position(PACO, Phase.NEW, "7C", ["7C 5C 5C 12B", "", ""])
    for command, at in (
        (Meld(use=cards("7C 7C"), discard=Card("12B")), "/use/1"),
        (Meld(melds=melds("7C 7C 7C"), discard=Card("12B")), "/melds/0/2"),
    ):
        refused = refusal(replace(paco, hands=(cards("7C 5C 5C 12B"), *paco.hands[1:])), 0, command)
        assert (refused.code, refused.at) == ("card_not_yours", at)
        assert translate("en", sentence(refused)) == "You hold only one copy of the seven of cups."
    held = replace(paco, hands=(cards("7C 7C 5C 12B"), *paco.hands[1:]))
    refused = refusal(held, 0, Meld(use=cards("7C 7C 7C"), discard=Card("12B")))
    assert translate("es", sentence(refused)) == "Solo tienes 2 copias: el siete de copas."
    missing = refusal(held, 0, Meld(use=cards("7C 1O"), discard=Card("12B")))
    assert (missing.code, missing.at) == ("card_not_yours", "/use/1")
    assert translate("fr", sentence(missing)) == "Cette carte n'est pas dans votre main."


def test_a_force_on_the_wrong_seat_has_three_causes() -> None:
    turn = position(MEXICAN, Phase.NEW, "7C", ["", "", ""], ["", "", SEVENS])
    north = position(NORTH, Phase.LEFT, "7c", ["", ""], ["", "7d 7h 7s"], left_by=1)
    window = do(position(MEXICAN, Phase.NEW, "7C", ["", "", ""], [SEVENS]), (0, Pass()), (1, Pass()))
    refusals = [
        refusal(turn, 0, Force(Seat(0))),
        refusal(north, 0, Force(Seat(1))),
        refusal(window, 2, Force(Seat(1))),
    ]
    assert {refusal_found.code for refusal_found in refusals} == {"force_target"}
    assert [refusal_found.why for refusal_found in refusals] == [
        "force_another",
        "force_not_by_turn",
        "force_on_turn",
    ]
    assert len({sentence(refusal_found) for refusal_found in refusals}) == 3


@pytest.mark.parametrize(
    ("command", "code"),
    [(Pass(), "not_your_turn"), (Meld(use=cards("7d 7h")), "not_your_turn"), (Fold(), "not_your_turn")],
)
def test_a_seat_that_sits_out_is_refused_with_that_reason_and_the_same_code(
    command: Command, code: str
) -> None:
    made = opening("north-american", {"sits_out": "rotate"}, seats=(PERSON, PERSON, PERSON))
    *_, dealt = served(begin(made).after)
    table = dealt.after
    (idle,) = table.idle
    with pytest.raises(Refused) as refused:
        decide_table(table, idle, command)
    assert (refused.value.code, refused.value.why) == (code, "sits_out")
    assert translate("en", sentence(refused.value)) == "You sit out this hand; wait for the next one."
    waiting = next(seat for seat in table.order if seat not in table.hand.awaited)
    with pytest.raises(Refused) as out_of_turn:
        decide_table(table, waiting, command)
    assert out_of_turn.value.why is None


def test_every_cause_is_a_sentence_in_three_languages() -> None:
    for why, words in DETAILS.items():
        texts = translations(words)
        assert set(texts) == set(map(str, Language))
        assert len(set(texts.values())) == 3, why
        assert all(text[0].isupper() and text.endswith(".") for text in texts.values()), why


def test_every_card_has_a_name_in_three_languages() -> None:
    names = [within(card) for card in CARD_CODES]
    assert (
        len({translate("en", name) for name in names}) >= len(CARD_CODES) - 8
    )  # the ace and the jack have two codes
    assert translations(within(Card("7O"))) == {
        "es": "el siete de oros",
        "en": "the seven of coins",
        "fr": "le sept de deniers",
    }
