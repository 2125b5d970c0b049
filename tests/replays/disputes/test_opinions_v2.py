"""Verdicts from version 2 on: a code for each opinion, undecided without proof (RULES 13.3, 13.10)."""

import re
from string import Formatter
from typing import Any

import pytest

from app.i18n import Language, translations
from app.service.rulebook import current
from app.service.signing import command_digest
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from replays.disputes.state import JUDGE, Claim
from replays.disputes.verdict import Consequence, difference, of_damage, verdict
from replays.disputes.verdict_sentences import CONSEQUENCES, REASONS, sentences
from tests.replays.disputes.logs import dispute, forged_log, ply_of
from tests.replays.disputes.test_opinions_v1 import paid_back, settled
from tests.replays.forging import Page, find, invert_payment, swap_dealt_cards
from tests.replays.games import played
from tests.verifier.agreement import game
from tests.verifier.node import called

Json = dict[str, Any]


def judged(entries: tuple[Entry, ...], ply: int, claim: Claim, *, judge: int = JUDGE, **more: Any) -> Json:
    opinion = verdict(dispute(entries, ply, claim, judge=judge, **more), entries)
    assert canonical(opinion)
    return opinion


def in_english(opinion: Json) -> tuple[str, str]:
    """The sentences of a verdict, in English."""
    made = sentences(opinion, Language.EN)
    assert made
    return made


def test_a_deck_without_chance_of_a_seat_rests_on_the_service_alone() -> None:
    entries = played("mexican-3")
    verdict = judged(entries, ply_of(entries, "card-turned"), Claim.DECK_CHOSEN)
    assert (verdict["outcome"], verdict["code"], verdict["rule"]) == (
        "undecided",
        "deck_of_service_alone",
        "12.1",
    )
    assert "may have drawn keys until it liked one" in in_english(verdict)[0]


def test_a_deck_with_chance_of_a_seat_is_rejected_with_its_bytes() -> None:
    entries = played("entropy")
    verdict = judged(entries, ply_of(entries, "card-turned"), Claim.DECK_CHOSEN)
    assert (verdict["outcome"], verdict["code"]) == ("rejected", "deck_with_chance_of_seats")
    entropy = verdict["facts"]["entropy_of_seats"]
    added = [seat for seat, text in enumerate(entropy) if text]
    assert added
    assert all(re.fullmatch("(?:[0-9a-f]{2}){16,64}", entropy[seat]) for seat in added)
    assert f"before the key was opened: {', '.join(map(str, added))}." in in_english(verdict)[0]


def test_a_deck_that_does_not_follow_from_its_key_is_upheld() -> None:
    verdict = judged(forged_log(played("mexican-3"), swap_dealt_cards), 2, Claim.DECK_CHOSEN)
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "deck_not_from_key")
    assert verdict["consequence"] in ("hand_annulled", "hand_annulled_unpaid")
    assert all(set(finding) == {"ply", "check", "rule", "values"} for finding in verdict["findings"])


def test_an_illegal_move_is_upheld_and_the_payment_of_the_hand_returned() -> None:
    def change(book: list[Page]) -> None:
        ply, event = find(book, "melded")
        event["discard"] = book[ply - 1].public["command"]["discard"] = event["used"][0]

    entries = forged_log(played("mexican-2"), change)
    verdict = judged(entries, ply_of(entries, "melded"), Claim.ILLEGAL_MOVE)
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "move_forbidden")
    assert verdict["correction"] == paid_back(entries, ply_of(entries, "hand-settled"))
    assert "annulled" in in_english(verdict)[1]


def test_a_payment_that_is_wrong_leaves_the_hand_as_it_was_played() -> None:
    entries = played("deals")
    ply = ply_of(entries, "hand-settled", nth=1)
    due = settled(entries, ply)

    verdict = judged(forged_log(entries, lambda book: invert_payment(book, ply)), ply, Claim.WRONG_PAYMENT)
    assert (verdict["code"], verdict["consequence"]) == ("payment_wrong", "payment_corrected")
    assert verdict["correction"] == [2 * amount for amount in due]
    assert "the hand counts as it was played" in in_english(verdict)[1]


def test_two_receipts_of_one_ply_of_which_one_agrees_with_the_log_are_a_contradiction() -> None:
    entries = played("mexican-2")
    right = {"ply": 4, "digest": entries[3].digest.hex()}
    first = judged(entries, 4, Claim.HISTORY_ALTERED, receipt=right)
    assert first["code"] == "evidence_borne_out"
    verdict = judged(entries, 4, Claim.HISTORY_ALTERED, receipt={**right, "digest": "00" * 32})
    assert (verdict["code"], verdict["facts"]["ply"]) == ("receipt_contradicted", 4)
    assert verdict["correction"] == paid_back(entries, ply_of(entries, "hand-settled"))


def test_a_proved_refusal_of_a_lawful_command_is_upheld_and_the_payment_returned() -> None:
    entries = played("mexican-2")
    ply = ply_of(entries, "melded")
    seat, command = int(parse(entries[ply - 1].public)["actor"].removeprefix("seat:")), {"type": "pass"}
    refusal = {"ply": ply - 1, "seat": seat, "command": command_digest(command), "code": "wrong_phase"}
    verdict = judged(entries, ply - 1, Claim.WRONG_REFUSAL, seat=seat, refused=command, refusal=refusal)
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "refusal_proved")
    assert verdict["correction"] == paid_back(entries, ply_of(entries, "hand-settled"))


@pytest.mark.parametrize(
    ("judge", "outcome", "consequence"), [(2, "rejected", "none"), (3, "undecided", "arbiter")]
)
def test_evidence_that_agrees_with_the_log_rejects_no_claim_from_version_3_on(
    judge: int, outcome: str, consequence: str
) -> None:
    entries = played("deals")
    receipt = {"ply": 4, "digest": entries[3].digest.hex()}
    verdict = judged(entries, 4, Claim.HISTORY_ALTERED, judge=judge, receipt=receipt)
    assert (verdict["outcome"], verdict["code"], verdict["rule"]) == (outcome, "evidence_borne_out", "12.7")
    assert (verdict["consequence"], verdict["correction"]) == (consequence, None)


@pytest.mark.parametrize("claim", [claim for claim in Claim if claim is not Claim.HISTORY_ALTERED])
def test_versions_2_and_3_judge_every_other_claim_alike(claim: Claim) -> None:
    entries = played("deals")
    ply = ply_of(entries, "melded")
    assert judged(entries, ply, claim, judge=2) == judged(entries, ply, claim, judge=3)


def test_a_broken_chain_is_upheld_without_evidence() -> None:
    entries = list(played("mexican-2"))
    last = ply_of(tuple(entries), "hand-settled")
    broken = entries[3]
    entries[3] = Entry(broken.game, broken.ply, broken.public, bytes(32), broken.parts)
    verdict = judged(tuple(entries), last, Claim.HISTORY_ALTERED)
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "chain_broken")
    assert verdict["correction"] == paid_back(entries, last)


def test_an_answer_that_came_before_its_time_was_over_is_upheld_and_the_payment_returned() -> None:
    entries = game("disputes 91", 91).log
    verdict = judged(entries, ply_of(entries, "timed-out"), Claim.TIME_OUT)
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "time_was_left")
    assert verdict["correction"] == paid_back(entries, ply_of(entries, "hand-settled"))


@pytest.mark.parametrize("claim", list(Claim))
def test_moves_are_listed_for_claims_about_a_move_alone(claim: Claim) -> None:
    entries = played("deals")
    more: Json = {"refused": {"type": "pass"}} if claim is Claim.WRONG_REFUSAL else {}
    verdict = judged(entries, ply_of(entries, "melded"), claim, **more)
    assert (verdict["legal"] is not None) == (claim in (Claim.ILLEGAL_MOVE, Claim.WRONG_REFUSAL))


def test_the_sentence_of_a_finding_does_not_change_the_verdict() -> None:
    entries = forged_log(played("mexican-3"), swap_dealt_cards)
    for judge in (None, 2, JUDGE):
        opinion = verdict(dispute(entries, 2, Claim.DECK_CHOSEN, judge=judge), entries)
        assert opinion["findings"]
        member = "detail" if judge is None else "values"
        changed = {
            **opinion,
            "findings": [{**finding, member: "otherwise"} for finding in opinion["findings"]],
        }
        assert difference(changed, opinion) == []
        moved = {
            **opinion,
            "findings": [{**finding, "ply": finding["ply"] + 1} for finding in opinion["findings"]],
        }
        assert difference(moved, opinion) == ["findings"]


def test_a_verdict_of_the_first_version_has_no_code_and_no_sentence() -> None:
    entries = played("deals")
    for opinion in (verdict(dispute(entries, 5, Claim.OTHER), entries), of_damage(Claim.OTHER, 5, 1)):
        assert "code" not in opinion
        assert sentences(opinion, Language("es")) is None


@pytest.mark.parametrize("claim", list(Claim))
def test_a_log_that_makes_no_sense_is_undecided_without_english(claim: Claim) -> None:
    def change(book: list[Page]) -> None:
        book[4].public["events"] = [{"type": "melded", "seat": "x", "table": 7}]

    for opinion in (judged(forged_log(played("north-american"), change), 5, claim), of_damage(claim, 5)):
        assert opinion["code"] in REASONS
        assert not re.search(r"[a-z]+ [a-z]+ [a-z]+", str(opinion["facts"]))


def named(text: str) -> frozenset[str | None]:
    """The values of a sentence."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text))


def test_every_code_has_a_sentence_in_three_languages_with_the_same_values() -> None:
    for table in (REASONS, CONSEQUENCES):
        for code, words in table.items():
            texts = translations(words)
            assert len(set(texts.values())) == 3, code
            assert len({named(text) for text in texts.values()}) == 1, code
            assert all(text[-1] in ".)" for text in texts.values()), code
    assert {str(consequence) for consequence in Consequence} == set(CONSEQUENCES)


def test_the_rulebook_states_the_effect_of_an_upheld_verdict_on_each_claim() -> None:
    paragraph = current("conquian").paragraphs["13.10"]
    assert all(f"`{claim}`" in paragraph for claim in Claim if claim is not Claim.OTHER)


def test_the_verifier_has_the_same_sentences() -> None:
    tables = called("[verifier.words().reasons, verifier.words().consequences]", None)
    for table, theirs in zip((REASONS, CONSEQUENCES), tables, strict=True):
        assert theirs == {code: {**translations(words)} for code, words in table.items()}


def test_the_verifier_fills_in_the_same_values() -> None:
    entries = played("entropy")
    verdicts = [judged(entries, ply_of(entries, "card-turned"), claim) for claim in Claim]
    verdicts.append(of_damage(Claim.HISTORY_ALTERED, 5))
    each = "['es', 'en', 'fr'].map((lang) => verifier.sentencesOf(one, lang))"
    theirs = called(f"asked.map((one) => {each})", verdicts)
    languages = (Language("es"), Language.EN, Language("fr"))
    assert theirs == [[list(sentences(opinion, lang) or ()) for lang in languages] for opinion in verdicts]
