"""Verdicts on disputes: outcome, paragraph, reason and language."""

import pytest

from app.i18n import Language, translate, translations
from app.service.rulebook import BINDS, current, translated_paragraph
from app.store.canonical import parse
from app.store.keys import GameId
from replays.disputes.state import Claim
from replays.disputes.verdict_sentences import sentences
from replays.disputes.words import ROWS
from tests.api.disputing import ended, judged
from tests.api.helpers import Api, Table, expect


@pytest.mark.parametrize("claim", ["illegal_move", "wrong_payment", "time_out"])
def test_a_claim_that_is_not_true_is_rejected_with_its_paragraph(claim: str, api: Api, table: Table) -> None:
    dispute = judged(api, table, claim, ply=7)
    verdict = dispute["verdict"]
    assert (dispute["state"], verdict["outcome"], verdict["findings"]) == ("judged", "rejected", [])
    assert verdict["paragraph"]
    assert (verdict["legal"] or {}).get("ply") == (6 if claim == "illegal_move" else None)
    assert verdict["sentences"]["consequence"] == "The hand and the ledger stay as they are."
    assert not dispute["for_arbiter"]


@pytest.mark.parametrize(
    ("claim", "code", "words"),
    [
        ("deck_chosen", "deck_of_service_alone", "may have drawn keys until it liked one"),
        ("history_altered", "history_unproved", "a log made anew from its start would hold as well"),
        ("other", "for_arbiter", "an arbiter may"),
    ],
)
def test_an_unproved_claim_is_undecided_and_the_verdict_says_so(
    claim: str, code: str, words: str, api: Api, table: Table
) -> None:
    dispute = judged(api, table, claim, ply=7)
    verdict = dispute["verdict"]
    assert (dispute["judge"], verdict["outcome"], verdict["code"]) == (3, "undecided", code)
    assert words in verdict["sentences"]["reason"]
    assert (verdict["consequence"], verdict["correction"]) == ("arbiter", None)
    assert dispute["for_arbiter"]


@pytest.mark.parametrize("language", [Language("es"), Language("fr")])
def test_a_verdict_quotes_its_paragraph_in_the_requested_language(
    language: Language, api: Api, table: Table
) -> None:
    dispute = judged(api, table, "illegal_move", ply=7)
    rule, text = dispute["verdict"]["rule"], dispute["verdict"]["paragraph"]
    note, paragraph = translate(language, BINDS), translated_paragraph("conquian", rule, text, language)
    translation = {"language": language, "note": note, "paragraph": paragraph}
    why, follows = sentences(dispute["verdict"], language) or ("", "")
    assert (why, follows) != (sentences(dispute["verdict"], Language.EN))
    texts = {"reason": why, "consequence": follows}
    headers = table.headers(0, {"Accept-Language": f"{language}-MX"})
    path = f"/v1/disputes/{dispute['dispute']}"
    answer = table.api.client.get(path, headers=headers)
    verdict = {**dispute["verdict"], "translation": translation, "sentences": texts}
    assert expect(answer, 200) == {**dispute, "verdict": verdict}
    assert "Accept-Language" in answer.headers["Vary"]
    assert set(answer.headers["Content-Language"].split(", ")) == {"en", str(language)}
    listed = expect(table.api.client.get(f"{table.path}/disputes", headers=headers), 200)["disputes"]
    assert [row["verdict"]["translation"] for row in listed] == [translation]
    assert table.api.client.get(f"{path}/bundle", headers=headers).data == (
        table.api.client.get(f"{path}/bundle", headers=table.headers(0)).data
    )


def test_the_verdict_on_a_forced_meld_names_the_paragraph_on_forcing_and_why(api: Api) -> None:
    table = ended(api)
    entries = [parse(entry.public) for entry in api.games.entries(GameId(table.id), 0)]
    ply = (
        next(entry["ply"] for entry in entries if any(event["type"] == "forced" for event in entry["events"]))
        + 1
    )
    assert entries[ply - 1]["command"]["type"] == "meld"
    dispute = judged(api, table, "illegal_move", ply=ply)
    verdict, seat = dispute["verdict"], dispute["verdict"]["facts"]["actor"]
    assert (verdict["outcome"], verdict["rule"], verdict["reason"]["rule"]) == ("rejected", "6.8", "7.4")
    assert verdict["reason"]["sentence"].startswith(
        f"Another seat had forced the centre card on seat {seat}: "
    )
    assert verdict["reason"]["paragraph"].startswith("Obeying")
    headers = table.headers(0, {"Accept-Language": "es"})
    spanish = expect(api.client.get(f"/v1/disputes/{dispute['dispute']}", headers=headers), 200)["verdict"]
    assert spanish["reason"]["sentence"].startswith(f"Otro lugar obligó al lugar {seat} ")
    other = judged(api, ended(api), "illegal_move", ply=7)
    assert "reason" not in other["verdict"]


def test_a_refusal_that_was_right_names_its_reason(api: Api, table: Table) -> None:
    refusal = judged(api, table, "wrong_refusal", ply=12, command={"type": "keep", "discard": "1O"})
    assert (refusal["verdict"]["outcome"], refusal["verdict"]["facts"]["refusal"]) == (
        "rejected",
        "keep_forbidden",
    )
    assert refusal["verdict"]["rule"] == "10.6"


def test_every_refusal_has_a_sentence_in_three_languages_with_its_paragraph() -> None:
    book = current("conquian").paragraphs
    for code, row in ROWS.items():
        assert f"`{code}`" in book[row.rule], code
        assert all(text[-1] == "." for text in translations(row.code.remedy).values())
        assert len({*translations(row.code.title).values()}) == 3


def test_every_claim_has_its_sentence_in_the_rulebook() -> None:
    assert all(f"`{claim}`:" in current("conquian").paragraphs["13.2"] for claim in Claim)
